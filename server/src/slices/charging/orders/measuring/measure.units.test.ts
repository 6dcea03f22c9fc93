import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { expect, test } from 'vitest'
import { type Metered, measure } from './measure.ts'

const start = new Date('2026-11-20T10:00:00Z')
const after = (minutes: number): Date => new Date(start.getTime() + minutes * MINUTE_MS)
const read = (minutes: number, registerWh: number): Metered => ({
  at: after(minutes),
  context: 'Sample.Periodic',
  sequence: null,
  registerWh,
  intervalWh: null,
  powerW: null,
  soc: null,
})
/** An hour at a connector of 22 kW. */
const edges = (beginWh: number | null, endWh: number | null) => ({
  beginWh,
  endWh,
  startedAt: start,
  endedAt: after(60),
  elapsedMs: HOUR_MS,
  maxPowerW: 22_000,
  flowed: false,
})

test.each<[string, Metered[], number | null, number | null, number]>([
  ['one of two readings in Wh', [read(20, 1001.2), read(40, 1_002_000)], 1000, 1003, 3],
  [
    'every other one of four',
    [20, 40].flatMap((m) => [read(m, 1000 + m / 20), read(m + 5, 1_000_500 + m * 50)]),
    1000,
    1003,
    3,
  ],
  ['one where only whole kWh are reported', [read(30, 1_000_600)], 1000, 1000, 0],
  ['one a kWh above the end, as whole kWh may be', [read(30, 1_002_000)], 1000, 1001, 1],
  ['one a kWh below the begin', [read(30, 999_000)], 1000, 1001, 1],
  ['one among readings alone', [read(5, 1000), read(30, 1_001_500), read(50, 1003)], null, null, 3],
])('a session in kWh with %s is for a person to look at', (_, readings, beginWh, endWh, energyWh) => {
  expect(measure(readings, edges(beginWh, endWh))).toMatchObject({ energyWh, doubt: 'implausible_energy' })
})

test.each<[string, Metered[], number | null, number | null, number]>([
  [
    'readings in kWh beside edges in Wh',
    [read(20, 1_000_100), read(30, 1001), read(40, 1_001_500)],
    1_000_000,
    1_003_000,
    3000,
  ],
  ['a leap that lies above the end in kWh too', [read(30, 1_002_100)], 1000, 1001, 1],
  ['a leap that lies below the begin in kWh too', [read(30, 998_900)], 1000, 1001, 1],
  ['a dip near zero', [read(20, 50), read(30, 30)], 1, 8000, 7999],
  ['readings out of order, near zero', [read(20, 6000), read(30, 2000)], 5, 8000, 7995],
  ['a zero after more', [read(20, 500), read(30, 0)], 0, 8000, 8000],
  [
    'a leap between registers that no connector brings so far in kWh',
    [read(20, 900_000), read(30, 2000)],
    5,
    8000,
    7995,
  ],
])('a session with %s is charged as its edges say', (_, readings, beginWh, endWh, energyWh) => {
  expect(measure(readings, edges(beginWh, endWh))).toMatchObject({ energyWh, doubt: null })
})
