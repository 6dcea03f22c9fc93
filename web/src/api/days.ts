import { DAY_MS, dayOf, instantOf } from '@stationmaster/units'
import { serverNow } from './live/server-clock.ts'
import { network } from './network.ts'

/** Today's calendar day (YYYY-MM-DD) in the network's time zone. */
export const today = (): string => dayOf(new Date(serverNow()), network.timeZone)

/** The year in which the last whole month lies, in the network's time zone: whoever settles it comes in January for December. */
export const settledYear = (): number => Number(addDays(`${today().slice(0, 7)}-01`, -1).slice(0, 4))

/** The calendar day some days after (or, negative, before) another. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

/** `count` calendar days that end with `last`, oldest first. */
export const daysUntil = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(last, index - count + 1))

/** The instant (ISO 8601) at which a day begins in the network's time zone. */
export const startOf = (day: string): string => instantOf(day, 0, network.timeZone).toISOString()

/** The last millisecond of a day in the network's time zone: list bounds include both ends. */
export const endOf = (day: string): string =>
  new Date(instantOf(addDays(day, 1), 0, network.timeZone).getTime() - 1).toISOString()

/** The instant at which a month (YYYY-MM) begins in the network's time zone. */
export const monthStart = (month: string): Date => instantOf(`${month}-01`, 0, network.timeZone)
