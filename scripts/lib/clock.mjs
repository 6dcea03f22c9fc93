import { existsSync } from 'node:fs'
import { canInstall, installPackage } from './provide/programs/debian.mjs'

/** Where Debian keeps the library that gives a process another time of day. */
const libraries = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (kind) => `/usr/lib/${kind}/faketime/libfaketimeMT.so.1`,
)
const findLibrary = () => libraries.find(existsSync)

/** Path of libfaketime, which is installed first where that is possible; undefined where there is none. */
export async function provideClock() {
  if (!findLibrary() && canInstall()) await installPackage('faketime').catch(() => {})
  return findLibrary()
}

/**
 * The instants at which each run plays the stories that depend on days. The network's clocks are Moscow's, three hours ahead
 * of UTC; those of a location that stories put in Berlin change on the last Sundays of March and October.
 */
export const clocks = {
  'past midnight by the network’s clocks': '2027-06-15T21:30:00Z',
  'the last evening of a month': '2027-01-31T20:30:00Z',
  '29 February': '2028-02-29T11:00:00Z',
  'the night in which clocks go forward': '2027-03-28T00:58:00Z',
  'the night in which clocks go back': '2027-10-31T00:30:00Z',
}

/** The stories that know days, months or clocks that change. */
export const storiesOfDays = [
  'server/src/story/places/clocks.test.ts',
  'server/src/story/money/prepaid/sold-services.test.ts',
]

/**
 * What has a process, and those that it starts, live at an instant from `now` on; the time between two events stays as it is. Who asks
 * may live at another instant already.
 */
export function clockOf(library, instant, now = Date.now(), { FAKETIME = '' } = process.env) {
  const own = Number(/^([+-]\d+)s$/.exec(FAKETIME)?.[1] ?? 0)
  const seconds = own + Math.round((Date.parse(instant) - now) / 1000)
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
}

/** The same for a browser and all that is beside it: Chromium waits for ever where only one of its clocks is moved. */
export const forBrowsers = { FAKETIME_DONT_FAKE_MONOTONIC: '0' }
