import { describe, expect, test } from 'vitest'
import { differencesOf, type OurPayment } from './differences.ts'
import { type ListedPayment, type PaymentSnapshot, planChargeOf, planRefOf } from './port.ts'

const ours = (changes: Partial<OurPayment> = {}): OurPayment => ({
  ...{
    paymentId: 1,
    state: 'captured',
    heldMinor: 1000,
    capturedMinor: 600,
    refundedMinor: 0,
    paymentRef: 'p1',
  },
  ...{ contradicted: false, worst: null },
  ...changes,
})

const theirs = (changes: Partial<PaymentSnapshot> = {}, orderRef = '1'): ListedPayment => ({
  orderRef,
  snapshot: {
    ...{ paymentRef: 'p1', state: 'captured', heldMinor: 1000, capturedMinor: 600, refundedMinor: 0 },
    ...{ holdExpiresAt: null, action: null, feeMinor: null, declineCode: null, methodRef: null, card: null },
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
        ...{ kind: 'differs', paymentId: 1, paymentRef: 'p1' },
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

  test('that only a person can end is told, whatever both say', () => {
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
