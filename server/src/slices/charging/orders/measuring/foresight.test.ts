import { expect, test } from 'vitest'
import { limitReached } from '../machine/limits.ts'
import type { Terms } from '../machine/settlement.ts'
import { newOrder, type Order } from '../order.ts'
import { costAtNext, energyAtNext } from './foresight.ts'

const start = new Date('2026-03-10T09:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const terms: Terms = {
  maxPowerW: 150_000,
  timeZone: 'Europe/Moscow',
  networkTimeZone: 'Europe/Moscow',
  monetized: true,
  version: {
    id: 1,
    discountPercent: 0,
    elements: [{ components: [{ dimension: 'energy', priceMicro: 1_700_000 }] }],
  },
}
const running = (changes: Partial<Order>): Order =>
  newOrder({
    id: 1,
    status: 'started',
    source: 'rfid',
    locationId: 1,
    stationId: 'S',
    connectorId: 1,
    createdAt: start,
    transactionStart: start,
    energyWh: 10_000,
    chargingPriceMinor: 17_000,
    ...changes,
  })
const costs = (changes: Partial<Order>, lastSeconds: number | null, seconds: number, beforeWh = 9000) =>
  costAtNext(
    running(changes),
    { lastSampleAt: lastSeconds === null ? null : after(lastSeconds), energyWh: beforeWh },
    after(seconds),
    terms,
  )

test.each([
  // 60 kW for a minute are a kWh
  [
    'with the power of the last sample, for as long as since the one before',
    { powerW: 60_000 },
    60,
    120,
    18_700,
  ],
  ['since the start where it is the first', { powerW: 60_000 }, null, 120, 20_400],
  [
    'with the energy since the previous sample where no sample has a power',
    { powerW: null },
    60,
    120,
    18_700,
  ],
  ['no more where nothing flows', { powerW: 0 }, 60, 120, 17_000],
  ['no more where power flows back', { powerW: -60_000 }, 60, 120, 17_000],
  ['no more at the same instant', { powerW: 60_000 }, 120, 120, 17_000],
  ['a quarter of an hour on', { powerW: 60_000 }, 0, 900, 42_500],
  ['no more where samples come seldom', { powerW: 60_000 }, 0, 901, 17_000],
  ['a started Wh more', { powerW: 1 }, 60, 120, 17_002],
] as const)('it costs %s', (_, changes, last, seconds, minor) => {
  expect(costs(changes, last, seconds)).toBe(minor)
})

test('a session of which no price is known costs what it does', () => {
  expect(
    costAtNext(running({ powerW: 60_000 }), { lastSampleAt: start, energyWh: 0 }, after(60), {
      ...terms,
      version: null,
    }),
  ).toBe(17_000)
})

test.each([
  [18_699, 'amount'],
  [18_700, null],
  [18_701, null],
])('of what is held, %i, the next sample passes: %s', (limitAmountMinor, expected) => {
  const order = running({ powerW: 60_000, limitAmountMinor, holdMinor: limitAmountMinor })
  const next = costAtNext(order, { lastSampleAt: after(60), energyWh: 9000 }, after(120), terms)
  expect(limitReached(order, after(120), next)).toBe(expected)
})

test.each([
  // 60 kW for a minute are a kWh, which makes 11 of 10
  [11_000, null],
  [10_999, 'energy'],
])('a session of 10 kWh that will have 11 ends at a limit of %d Wh: %s', (limitWh, expected) => {
  const order = running({ limitWh, powerW: 60_000, lastSampleAt: after(60) })
  const next = energyAtNext(order, { lastSampleAt: after(0), energyWh: 9000 }, after(60))
  expect(next).toEqual({ at: after(120), energyWh: 11_000 })
  expect(limitReached(order, after(60), 0, next!.energyWh)).toBe(expected)
})
