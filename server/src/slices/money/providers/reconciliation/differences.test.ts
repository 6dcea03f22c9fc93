import { describe, expect, test } from 'vitest'
import { type ListedPayment, type PaymentSnapshot, planChargeOf, planRefOf } from '../port.ts'
import {
  comparisonOf,
  differencesOf,
  feeDifferences,
  type OurPayment,
  type Paid,
  unbooked,
} from './differences.ts'

const ours = (changes: Partial<OurPayment> = {}): OurPayment => ({
  paymentId: 1,
  method: 'card',
  state: 'captured',
  heldMinor: 1000,
  capturedMinor: 600,
  refundedMinor: 0,
  paymentRef: 'p1',
  contradicted: false,
  worst: null,
  ...changes,
})

const theirs = (changes: Partial<PaymentSnapshot> = {}, orderRef = '1'): ListedPayment => ({
  orderRef,
  snapshot: {
    paymentRef: 'p1',
    state: 'captured',
    heldMinor: 1000,
    capturedMinor: 600,
    refundedMinor: 0,
    holdExpiresAt: null,
    action: null,
    feeMinor: null,
    declineCode: null,
    methodRef: null,
    card: null,
    ...changes,
  },
})

const first = ({ orderRef }: ListedPayment) => orderRef === '1'
const kindsOf = (
  one: OurPayment[],
  other: ListedPayment[],
  isOurs: (listed: ListedPayment) => boolean = first,
) => differencesOf(one, other, isOurs).map(({ kind, paymentRef }) => `${kind} ${paymentRef}`)

test('where both tell the same there is none', () => {
  expect(kindsOf([ours()], [theirs()])).toEqual([])
  expect(kindsOf([ours()], [theirs({ heldMinor: 600 })])).toEqual([])
})

describe('a payment', () => {
  test.each<[string, Partial<PaymentSnapshot>]>([
    ['in another state', { state: 'canceled' }],
    ['of another amount', { capturedMinor: 601 }],
    ['of which another part went back', { refundedMinor: 1 }],
  ])('%s differs', (_, changes) => {
    expect(kindsOf([ours()], [theirs(changes)])).toEqual(['differs p1'])
  })

  test('of which another amount is held differs while it is held', () => {
    const held = { state: 'held', capturedMinor: 0 } as const
    expect(kindsOf([ours(held)], [theirs({ ...held, heldMinor: 999 })])).toEqual(['differs p1'])
    expect(kindsOf([ours(held)], [theirs(held)])).toEqual([])
  })

  test('tells both sides', () => {
    expect(differencesOf([ours()], [theirs({ state: 'held', capturedMinor: 0 })], first)).toEqual([
      {
        kind: 'differs',
        paymentId: 1,
        paymentRef: 'p1',
        ours: { state: 'captured', heldMinor: 1000, capturedMinor: 600, refundedMinor: 0 },
        theirs: { state: 'held', heldMinor: 1000, capturedMinor: 0, refundedMinor: 0 },
      },
    ])
  })

  test('that the provider does not list is unknown to it', () => {
    expect(kindsOf([ours()], [])).toEqual(['unknown_to_provider p1'])
    expect(differencesOf([ours()], [], first)[0]?.theirs).toBeNull()
  })

  test('that never reached the provider, or is under way, is none', () => {
    expect(kindsOf([ours({ paymentRef: null, state: 'created' })], [])).toEqual([])
    for (const worst of ['waiting', 'sent'] as const)
      expect(kindsOf([ours({ worst, state: 'held', capturedMinor: 0 })], [theirs()])).toEqual([])
  })

  test('that only a person can end is shown, whatever both sides say', () => {
    expect(kindsOf([ours({ worst: 'stuck' })], [theirs()])).toEqual(['stuck p1'])
    expect(kindsOf([ours({ worst: 'stuck', paymentRef: null })], [])).toEqual(['stuck null'])
    expect(kindsOf([ours({ contradicted: true, worst: 'stuck' })], [theirs()])).toEqual(['contradicted p1'])
  })

  test('of the provider that is not ours is unknown to us, unless it is of another time', () => {
    const other = theirs({ paymentRef: 'p2' }, '2')
    expect(kindsOf([ours()], [theirs(), other])).toEqual(['unknown_to_us p2'])
    expect(kindsOf([ours()], [theirs(), other], () => true)).toEqual([])
  })
})

describe('what the ledger tells of a payment', () => {
  const paid = (changes: Partial<Paid> = {}): Paid => ({
    paymentId: 1,
    paymentRef: 'p1',
    chargedMinor: 600,
    bookedMinor: 600,
    settled: true,
    ...changes,
  })

  test('is the same, or may still differ', () => {
    expect(unbooked([paid(), paid({ bookedMinor: 0, settled: false })])).toEqual([])
  })

  test('is another amount', () => {
    expect(unbooked([paid(), paid({ paymentId: 2, paymentRef: 'p2', bookedMinor: 500 })])).toEqual([
      {
        kind: 'not_booked',
        paymentId: 2,
        paymentRef: 'p2',
        ours: { state: 'booked', heldMinor: 0, capturedMinor: 500, refundedMinor: 0 },
        theirs: { state: 'taken', heldMinor: 0, capturedMinor: 600, refundedMinor: 0 },
      },
    ])
  })
})

test('the sums of a day: what is strange counts there, what is not settled and what is not booked stand apart', () => {
  const here = [
    { ...ours({ refundedMinor: 100 }), settled: true },
    { ...ours({ paymentRef: 'p2', capturedMinor: 300 }), settled: false },
  ]
  const there = [
    theirs({ refundedMinor: 100 }),
    theirs({ paymentRef: 'p2', capturedMinor: 300 }, '2'),
    theirs({ paymentRef: 'strange', capturedMinor: 50, refundedMinor: 20 }, '3'),
    theirs({ paymentRef: 'of another day', capturedMinor: 7000 }, '4'),
  ]
  const differences = [
    ...differencesOf([], [there[2]!], () => false),
    ...differencesOf([ours({ paymentRef: 'p3' })], [], first),
    ...unbooked([
      { paymentId: 1, paymentRef: 'p1', chargedMinor: 500, bookedMinor: 480, settled: true },
      { paymentId: 5, paymentRef: 'p5', chargedMinor: 10, bookedMinor: 14, settled: true },
    ]),
  ]
  expect(comparisonOf(here, there, differences)).toEqual({
    payments: 2,
    theirsMinor: 500 + 300 + 30,
    oursMinor: 500 + 300,
    bookedMinor: 500 - 20 + 4,
    unsettledMinor: 300,
  })
  expect(comparisonOf([], [], [])).toEqual({
    payments: 0,
    theirsMinor: 0,
    oursMinor: 0,
    bookedMinor: 0,
    unsettledMinor: 0,
  })
})

test.each([
  ['plan-12-1', { invoiceId: 12, attempt: 1 }],
  ['42', null],
  ['plan-12', null],
  ['plan-12-1 ', null],
  ['plan-1234567890123456-1', null],
])('a provider’s %j is a charge of a plan as we name them, or none', (orderRef, charge) => {
  expect(planChargeOf(orderRef)).toEqual(charge)
  if (charge) expect(planRefOf(charge.invoiceId, charge.attempt)).toBe(orderRef)
})

describe('fees that a provider tells, and what was agreed on', () => {
  const rateOf = (method: string) => (method === 'card' ? 280 : undefined)
  const of = (feeMinor: number | null, capturedMinor = 34_000, method: 'card' | 'sbp' = 'card') =>
    feeDifferences([ours({ method })], [theirs({ feeMinor, capturedMinor })], rateOf)

  test.each([
    // 2.8 % of 340.00 are 9.52; one kopeck more or less is rounding
    [952, 0],
    [951, 0],
    [953, 0],
    [950, 1],
    [954, 1],
    [850, 1],
    [null, 0],
  ])('a fee of %s is %i difference', (fee, count) => {
    expect(of(fee)).toHaveLength(count)
  })

  test('is one for each way to pay of a day, with both sums; what nothing is agreed on for is none', () => {
    expect(of(850)).toEqual([
      {
        kind: 'fee',
        paymentId: null,
        paymentRef: 'card',
        ours: { state: 'agreed', heldMinor: 0, capturedMinor: 952, refundedMinor: 0 },
        theirs: { state: 'told', heldMinor: 0, capturedMinor: 850, refundedMinor: 0 },
      },
    ])
    expect(of(850, 34_000, 'sbp')).toEqual([])
  })
})
