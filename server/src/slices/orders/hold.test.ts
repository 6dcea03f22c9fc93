import { expect, test } from 'vitest'
import { chargeHoldOf, heldAtOnce, isCardSession } from './hold.ts'

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

const free = { holdMinor: null, limitAmountMinor: null, paymentMethodType: null }
const elements = [{ components: [{ dimension: 'energy' as const, priceMicro: 1_700_000 }] }]
const byCard = { billable: true, paymentMethodType: 'card' as const }

test.each([
  ['holds at once what a full battery costs', free, byCard, elements, [170_000, 170_000, 'card']],
  ['holds nothing where charging is free', free, byCard, undefined, [null, null, 'card']],
  ['holds nothing that nobody pays', free, { ...byCard, billable: false }, elements, [null, null, 'card']],
  [
    'holds nothing on an account',
    free,
    { billable: true, paymentMethodType: 'account' as const },
    elements,
    [null, null, 'account'],
  ],
  [
    'is on the account where another was to pay by a link',
    { ...free, holdMinor: 0 },
    byCard,
    elements,
    [0, null, 'account'],
  ],
] as const)('a session that begins with a card %s', (_, order, permission, priced, [
  holdMinor,
  limitAmountMinor,
  paymentMethodType,
]) => {
  const held = heldAtOnce(
    order,
    permission,
    priced?.map((one) => ({ components: [...one.components] })),
  )
  expect(held).toEqual({ holdMinor, limitAmountMinor, paymentMethodType })
})

test.each([
  ['rfid', 1, true],
  ['rfid', 0, false],
  ['rfid', null, false],
  ['operator', 1, false],
] as const)('of a session by %s that holds %s the money is held while it runs: %s', (source, holdMinor, expected) => {
  expect(isCardSession({ source, holdMinor })).toBe(expected)
})
