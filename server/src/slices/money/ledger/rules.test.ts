import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dueTo, sourceOf } from './accounts.ts'
import { type Charge, effectOf, type MoneyEvent, type Transfer, toCompensate, transfersOf } from './rules.ts'

const charge = (changes: Partial<Charge> = {}): Charge => ({
  methodType: 'card',
  provider: 'sandbox',
  marketShopId: 'shop-1',
  ownerId: 7,
  driverId: 3,
  fleetId: null,
  capturedMinor: 34_000,
  refundedMinor: 0,
  chargedBackMinor: 0,
  agentFeeMinor: 3400,
  bankCommissionMinor: 680,
  ...changes,
})

const changed = (before: Charge | null, after: Charge) => transfersOf({ type: 'charge', before, after })
const lines = (transfers: Transfer[]) =>
  transfers.map(({ kind, debit, credit, amountMinor }) => `${kind}: ${credit} > ${debit} ${amountMinor}`)

describe('what an event moves', () => {
  const free = charge({ capturedMinor: 0, agentFeeMinor: 0, bankCommissionMinor: 0 })
  test.each<[string, MoneyEvent, string[]]>([
    [
      'a capture by card',
      { type: 'charge', before: null, after: charge() },
      [
        'sale: owner_payable:7 > provider_clearing:sandbox:shop-1 34000',
        'agent_fee: agent_income > owner_payable:7 3400',
        'bank_commission: provider_clearing:sandbox:shop-1 > owner_payable:7 680',
      ],
    ],
    [
      'a capture where the network owns the location',
      { type: 'charge', before: null, after: charge({ ownerId: null, agentFeeMinor: 0 }) },
      [
        'sale: own_revenue > provider_clearing:sandbox:shop-1 34000',
        'bank_commission: provider_clearing:sandbox:shop-1 > own_revenue 680',
      ],
    ],
    ['nothing, for a session that was free', { type: 'charge', before: null, after: free }, []],
    ['nothing, where nothing changed', { type: 'charge', before: charge(), after: charge() }, []],
    [
      'cash, which stays with its owner',
      { type: 'charge', before: null, after: charge({ methodType: 'cash', bankCommissionMinor: 0 }) },
      [
        'sale: owner_payable:7 > cash:7 34000',
        'agent_fee: agent_income > owner_payable:7 3400',
        'kept: cash:7 > owner_payable:7 34000',
      ],
    ],
    [
      'a refund of cash, which the owner gives back',
      {
        type: 'charge',
        before: charge({ methodType: 'cash', agentFeeMinor: 0, bankCommissionMinor: 0 }),
        after: charge({
          methodType: 'cash',
          agentFeeMinor: 0,
          bankCommissionMinor: 0,
          refundedMinor: 1000,
          chargedBackMinor: 500,
        }),
      },
      [
        'refund: cash:7 > owner_payable:7 1000',
        'chargeback: cash:7 > owner_payable:7 500',
        'kept: owner_payable:7 > cash:7 1500',
      ],
    ],
    [
      'a part refund, with its part of the fee; the bank gives nothing back',
      { type: 'charge', before: charge(), after: charge({ refundedMinor: 10_000, agentFeeMinor: 2400 }) },
      [
        'refund: provider_clearing:sandbox:shop-1 > owner_payable:7 10000',
        'agent_fee: owner_payable:7 > agent_income 1000',
      ],
    ],
    [
      'a chargeback',
      { type: 'charge', before: charge(), after: charge({ chargedBackMinor: 34_000, agentFeeMinor: 0 }) },
      [
        'chargeback: provider_clearing:sandbox:shop-1 > owner_payable:7 34000',
        'agent_fee: owner_payable:7 > agent_income 3400',
      ],
    ],
    [
      'a correction upwards',
      { type: 'charge', before: charge(), after: charge({ capturedMinor: 35_000, agentFeeMinor: 3500 }) },
      [
        'sale: owner_payable:7 > provider_clearing:sandbox:shop-1 1000',
        'agent_fee: agent_income > owner_payable:7 100',
      ],
    ],
    [
      'a correction downwards',
      { type: 'charge', before: charge(), after: charge({ capturedMinor: 33_000 }) },
      ['sale: provider_clearing:sandbox:shop-1 > owner_payable:7 1000'],
    ],
    [
      'another driver: the sale leaves one balance and fills the other',
      {
        type: 'charge',
        before: charge({ methodType: 'account', bankCommissionMinor: 0 }),
        after: charge({ methodType: 'account', bankCommissionMinor: 0, driverId: 4 }),
      },
      [
        'sale: customer_balance:3 > owner_payable:7 34000',
        'sale: owner_payable:7 > customer_balance:4 34000',
      ],
    ],
    [
      'a top-up: its commission is ours',
      {
        type: 'top_up',
        driverId: 3,
        provider: 'sandbox',
        marketShopId: 's',
        amountMinor: 50_000,
        bankCommissionMinor: 900,
      },
      [
        'top_up: customer_balance:3 > provider_clearing:sandbox:s 50000',
        'bank_commission: provider_clearing:sandbox:s > own_revenue 900',
      ],
    ],
    [
      'what a driver has paid in',
      { type: 'paid_in', driverId: 3, amountMinor: 50_000, into: 'bank' },
      ['top_up: customer_balance:3 > bank 50000'],
    ],
    [
      'what was noted as paid in by mistake',
      { type: 'paid_in', driverId: 3, amountMinor: -50_000, into: 'cash' },
      ['top_up: cash > customer_balance:3 50000'],
    ],
    [
      'cashback that is promised',
      { type: 'cashback_earned', driverId: 3, amountMinor: 170 },
      ['cashback: cashback_liability:3 > cashback_cost 170'],
    ],
    [
      'cashback that is taken back',
      { type: 'cashback_earned', driverId: 3, amountMinor: -170 },
      ['cashback: cashback_cost > cashback_liability:3 170'],
    ],
    [
      'cashback that is credited',
      { type: 'cashback_credited', driverId: 3, amountMinor: 170 },
      ['cashback: customer_balance:3 > cashback_liability:3 170'],
    ],
    [
      'an owner who is paid',
      { type: 'paid_out', ownerId: 7, amountMinor: 29_920 },
      ['payout: bank > owner_payable:7 29920'],
    ],
    [
      'an owner who pays the fee of cash',
      { type: 'paid_out', ownerId: 7, amountMinor: -3400 },
      ['payout: owner_payable:7 > bank 3400'],
    ],
  ])('%s', (_, event, expected) => {
    expect(lines(transfersOf(event))).toEqual(expected)
  })
})

test.each([
  ['card', 'provider_clearing:sandbox:shop-1'],
  ['sbp', 'provider_clearing:sandbox:shop-1'],
  ['terminal', 'terminal:sandbox:shop-1'],
  ['account', 'customer_balance:3'],
  ['cash', 'cash:7'],
  ['compensation', 'compensation_cost'],
] as const)('%s fills %s', (methodType, account) => {
  expect(sourceOf(charge({ methodType }))).toBe(account)
})

test('nobody’s balance is a debt, and cash where there is no owner is ours', () => {
  expect(sourceOf(charge({ methodType: 'account', driverId: null }))).toBe('debt')
  expect(sourceOf(charge({ methodType: 'cash', ownerId: null }))).toBe('cash')
  const own = charge({ methodType: 'cash', ownerId: null, agentFeeMinor: 0, bankCommissionMinor: 0 })
  expect(lines(changed(null, own))).toEqual(['sale: own_revenue > cash 34000'])
})

test('what transfers do to a day', () => {
  const cash = charge({ methodType: 'cash', bankCommissionMinor: 0 })
  expect(effectOf(changed(null, charge()))).toEqual({
    amountMinor: 34_000,
    refundedMinor: 0,
    chargedBackMinor: 0,
    agentFeeMinor: 3400,
    bankCommissionMinor: 680,
    compensationMinor: 0,
  })
  const back = changed(charge(), charge({ refundedMinor: 1000, chargedBackMinor: 200 }))
  expect(effectOf(back)).toMatchObject({ amountMinor: -1200, refundedMinor: 1000, chargedBackMinor: 200 })
  expect(toCompensate(effectOf(changed(null, charge())))).toBe(29_920)
  expect(effectOf(changed(null, cash))).toMatchObject({ amountMinor: 34_000, compensationMinor: 34_000 })
  expect(toCompensate(effectOf(changed(null, cash)))).toBe(-3400)
  expect(effectOf(transfersOf({ type: 'paid_out', ownerId: 7, amountMinor: 5 }))).toEqual({
    amountMinor: 0,
    refundedMinor: 0,
    chargedBackMinor: 0,
    agentFeeMinor: 0,
    bankCommissionMinor: 0,
    compensationMinor: 0,
  })
})

/** Payments as they can be: what went back is part of what was captured, the fee part of what is left. */
const anyCharge = fc
  .record({
    methodType: fc.constantFrom('card', 'sbp', 'terminal', 'account', 'cash', 'compensation' as const),
    provider: fc.constantFrom('', 'sandbox', 'bank-2'),
    marketShopId: fc.constantFrom('', 'shop-1'),
    ownerId: fc.constantFrom(null, 7, 8),
    driverId: fc.constantFrom(null, 3, 4),
    fleetId: fc.constantFrom(null, null, 5),
    capturedMinor: fc.nat(1_000_000),
    refunded: fc.nat(100),
    chargedBack: fc.nat(100),
    fee: fc.nat(100),
    commission: fc.nat(100),
  })
  .map(({ refunded, chargedBack, fee, commission, ...rest }): Charge => {
    const refundedMinor = Math.floor((rest.capturedMinor * refunded) / 100)
    const chargedBackMinor = Math.floor(((rest.capturedMinor - refundedMinor) * chargedBack) / 100)
    const left = rest.capturedMinor - refundedMinor - chargedBackMinor
    const banked = ['card', 'sbp', 'terminal'].includes(rest.methodType)
    return {
      ...rest,
      refundedMinor,
      chargedBackMinor,
      agentFeeMinor: rest.ownerId === null ? 0 : Math.floor((left * fee) / 100),
      bankCommissionMinor: banked ? Math.floor((left * commission) / 200) : 0,
    }
  })

const anyMovement: fc.Arbitrary<MoneyEvent> = fc.oneof(
  fc.record({
    type: fc.constant('top_up' as const),
    driverId: fc.constantFrom(3, 4),
    provider: fc.constantFrom('sandbox', 'bank-2'),
    marketShopId: fc.constant('shop-1'),
    amountMinor: fc.nat(100_000),
    bankCommissionMinor: fc.nat(500),
  }),
  fc.record({
    type: fc.constantFrom('cashback_earned' as const, 'cashback_credited' as const),
    driverId: fc.constantFrom(3, 4),
    amountMinor: fc.integer({ min: -1000, max: 1000 }),
  }),
  fc.record({
    type: fc.constant('paid_out' as const),
    ownerId: fc.constantFrom(7, 8),
    amountMinor: fc.integer({ min: -100_000, max: 100_000 }),
  }),
)

function balancesOf(transfers: readonly Transfer[]): Map<string, number> {
  const balances = new Map<string, number>()
  const add = (account: string, minor: number) => balances.set(account, (balances.get(account) ?? 0) + minor)
  for (const { debit, credit, amountMinor } of transfers) {
    add(debit, amountMinor)
    add(credit, -amountMinor)
  }
  for (const [account, minor] of balances) if (minor === 0) balances.delete(account)
  return balances
}

const history = fc.array(anyCharge, { maxLength: 8 })

describe('any sequence of events', () => {
  test('is balanced, and each transfer has two sides and an amount', () => {
    const events = fc.tuple(history, fc.array(anyMovement, { maxLength: 8 }))
    fc.assert(
      fc.property(events, ([states, movements]) => {
        const charges = states.map((after, index) => changed(states[index - 1] ?? null, after))
        const all = [...charges, ...movements.map(transfersOf)].flat()
        const sum = [...balancesOf(all).values()].reduce((total, minor) => total + minor, 0)
        return sum === 0 && all.every((one) => one.amountMinor > 0 && one.debit !== one.credit)
      }),
      { numRuns: 10_000 },
    )
  })

  test('of one payment leaves what its last state says, whatever was between', () => {
    fc.assert(
      fc.property(history, anyCharge, (states, last) => {
        const all = [...states, last]
        const walked = balancesOf(all.flatMap((after, index) => changed(all[index - 1] ?? null, after)))
        const direct = balancesOf(changed(null, last))
        return walked.size === direct.size && [...walked].every(([name, minor]) => direct.get(name) === minor)
      }),
      { numRuns: 10_000 },
    )
  })

  test('leaves no till, income or clearing below zero, and owes the owner what the reports say', () => {
    fc.assert(
      fc.property(anyCharge, (state) => {
        const transfers = changed(null, state)
        const balance = (account: string) => balancesOf(transfers).get(account) ?? 0
        const { capturedMinor, refundedMinor, chargedBackMinor, agentFeeMinor, bankCommissionMinor } = state
        const left = capturedMinor - refundedMinor - chargedBackMinor
        const kept = state.methodType === 'cash' && state.ownerId !== null ? left : 0
        const owed = left - agentFeeMinor - bankCommissionMinor - kept
        expect([
          balance(sourceOf(state)) >= 0,
          0 - balance('agent_income'),
          0 - balance(dueTo(state.ownerId)),
          toCompensate(effectOf(transfers)),
        ]).toEqual([true, agentFeeMinor, owed, owed])
      }),
      { numRuns: 2000 },
    )
  })
})
