import { SECOND_MS } from '@stationmaster/units'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limitReached } from '../machine/limits.ts'
import * as rules from '../machine/rules.ts'
import type { Terms } from '../machine/settlement.ts'
import { newOrder, type Order } from '../order.ts'
import { chargeHoldOf, heldAtOnce, isCardSession, refuseHold } from './hold.ts'

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

const free = {
  holdMinor: null,
  limitAmountMinor: null,
  limitWh: null,
  limitSeconds: null,
  limitPercents: null,
}
const elements = [{ components: [{ dimension: 'energy' as const, priceMicro: 1_700_000 }] }]
const byCard = { billable: true, paymentMethodType: 'card' as const, fleet: null }

test.each([
  ['holds at once what a full battery costs', free, byCard, elements, [170_000, 170_000, 'card']],
  ['holds nothing where charging is free', free, byCard, undefined, [null, null, 'card']],
  ['holds nothing that nobody pays', free, { ...byCard, billable: false }, elements, [null, null, 'card']],
  [
    'holds nothing on an account',
    free,
    { ...byCard, paymentMethodType: 'account' as const },
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
  ['holds what its limit costs', { ...free, limitWh: 20_000 }, byCard, elements, [34_000, 34_000, 'card']],
  ['holds its limit', { ...free, limitAmountMinor: 500 }, byCard, elements, [500, 500, 'card']],
] as const)('a session that begins with a card %s', (_, order, permission, priced, [
  holdMinor,
  limitAmountMinor,
  paymentMethodType,
]) => {
  const held = heldAtOnce(
    order,
    permission,
    priced?.map((one) => ({ components: [...one.components] })),
    300_000,
  )
  expect(held).toEqual({ holdMinor, limitAmountMinor, paymentMethodType, fleetId: null })
})

test.each([
  [169_999, 169_999],
  [170_000, 170_000],
  [170_001, 170_000],
])('a session that begins with a card holds the bound of %s at most: %s', (most, expected) => {
  const priced = elements.map((one) => ({ components: [...one.components] }))
  const held = heldAtOnce(free, byCard, priced, most)
  expect(held).toEqual({
    holdMinor: expected,
    limitAmountMinor: expected,
    paymentMethodType: 'card',
    fleetId: null,
  })
})

test.each([
  ['rfid', 1, true],
  ['rfid', 0, false],
  ['rfid', null, false],
  ['operator', 1, false],
  ['orphan', 1, false],
] as const)('of a session by %s that holds %s the money is held while it runs: %s', (source, holdMinor, expected) => {
  expect(isCardSession({ source, holdMinor })).toBe(expected)
})

const start = new Date('2026-03-10T09:00:00Z')
const terms: Terms = {
  maxPowerW: 150_000,
  timeZone: 'Europe/Moscow',
  networkTimeZone: 'Europe/Moscow',
  monetized: true,
  version: null,
}
const session: Order = newOrder({
  id: 1,
  status: 'started',
  source: 'rfid',
  locationId: 1,
  stationId: 'S',
  connectorId: 1,
  createdAt: start,
  transactionStart: start,
  transactionId: 'T',
  holdMinor: 170_000,
  limitAmountMinor: 170_000,
})

test('a refused hold stops the session that runs on it, once, and nothing else', () => {
  expect(refuseHold(session, start)).toMatchObject({ status: 'started', stopTxStatus: 'wait' })
  for (const other of [
    { ...session, holdMinor: null },
    { ...session, source: 'operator' as const },
    { ...session, status: 'completed' as const },
    { ...session, stopTxStatus: 'accepted_has' as const },
  ])
    expect(refuseHold(other, start)).toBe(null)
})

const happenings: Record<string, (order: Order, now: Date, amount: number) => Order | null> = {
  refused: refuseHold,
  sample: (order, now, amount) => {
    if (order.status !== 'started') return null
    const chargingPriceMinor = (order.chargingPriceMinor ?? 0) + amount
    const next = { ...order, chargingPriceMinor }
    const reached = order.stopTxStatus === null && limitReached(next, now, chargingPriceMinor + amount)
    return reached ? rules.withStopRequested(next, now) : next
  },
  'stop accepted': (order, now) => rules.stopAnswered(order, 'accepted', now),
  'stop refused': (order, now) => rules.stopAnswered(order, 'refused', now),
  timer: (order, now) => rules.fire(order, true, now).order,
  end: (order, now) =>
    order.status === 'started'
      ? rules.complete(
          order,
          { at: now, receivedAt: now, meterWh: null, reason: 'Remote', sequence: null, doubtful: false },
          [],
          terms,
          now,
        )
      : null,
}

test('whatever happens to a card session, in any order: it ends once, and is stopped before it costs more than what is held', () => {
  const steps = fc.array(
    fc.record({
      what: fc.constantFrom(...Object.keys(happenings)),
      seconds: fc.constantFrom(0, 1, 5, 15, 60, 300),
      amount: fc.constantFrom(0, 1, 10_000, 60_000),
    }),
    { maxLength: 14 },
  )
  fc.assert(
    fc.property(steps, (list) => {
      let order = session
      let now = start
      let amount = 0
      for (const { what, seconds, ...step } of list) {
        // samples go on with the power that they began with
        amount ||= step.amount
        now = new Date(now.getTime() + seconds * SECOND_MS)
        const before = order
        order = happenings[what]!(order, now, amount) ?? order
        if (before.status === 'completed') expect(order).toEqual({ ...before, dueAt: order.dueAt })
        if (what === 'refused' && before.status === 'started') expect(order.stopTxStatus).not.toBe(null)
        if (before.stopTxStatus !== null) expect(order.stopTxStatus).not.toBe(null)
        const passes = (order.chargingPriceMinor ?? 0) > session.limitAmountMinor!
        if (order.status === 'started' && passes) expect(before.stopTxStatus).not.toBe(null)
      }
    }),
    { numRuns: 10_000 },
  )
})
