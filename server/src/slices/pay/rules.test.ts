import { expect, test } from 'vitest'
import { agreementOf, chargeHoldOf } from './rules.ts'

const none = { amountMinor: null, energyWh: null, seconds: null, percents: null }
const prices = { tariff: 1700, rate: 0, startFee: 0 }

test.each([
  ['the amount that it may cost', { ...none, amountMinor: 50_000 }, prices, 50_000],
  ['the price of its energy', { ...none, energyWh: 20_100 }, prices, 34_170],
  [
    'the price of its energy and its start',
    { ...none, energyWh: 10_000 },
    { ...prices, startFee: 500 },
    17_500,
  ],
  ['a hundred kilowatt-hours', none, prices, 170_000],
  ['3,000 roubles at most', none, { ...prices, tariff: 3001 }, 300_000],
  ['3,000 roubles where time costs', none, { ...prices, rate: 1 }, 300_000],
  ['3,000 roubles where the start alone is free', { ...none, energyWh: 0 }, prices, 300_000],
  ['nothing where nothing costs', { ...none, amountMinor: 5 }, { tariff: 0, rate: 0, startFee: 0 }, null],
])('a session holds %s', (_, limits, shown, expected) => {
  expect(chargeHoldOf(limits, shown)).toBe(expected)
})

test('a reservation holds its fee too, and the session ends at what is held for it', () => {
  expect(agreementOf(none, 5000, null)).toEqual({
    ...{ holdMinor: 5000, reservation: null, limits: { ...none, amountMinor: 5000 } },
  })
  expect(agreementOf(none, 5000, { seconds: 60, freeSeconds: 5 })).toEqual({
    ...{ holdMinor: 15_000, limits: { ...none, amountMinor: 5000 } },
    reservation: { seconds: 60, freeSeconds: 5, feeMinor: 10_000 },
  })
})
