import { describe, expect, test } from 'vitest'
import {
  againAfter,
  answered,
  keyLives,
  moot,
  newOperation,
  nextOf,
  type Operation,
  readBack,
  refusalOf,
  refused,
  type Step,
  sentAt,
  stuck,
  type Wish,
} from './operation.ts'
import { declined, hasMoved, merge, type ProviderPayment, servicePurpose, soldOf } from './payment.ts'
import type { PaymentSnapshot } from './port.ts'

const start = new Date('2026-03-01T10:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)

const payment = (changes: Partial<ProviderPayment> = {}): ProviderPayment => ({
  ...{
    id: 7,
    orderId: 1,
    purpose: 'charging',
    provider: 'sandbox',
    marketShopId: '',
    method: 'card',
    state: 'created',
  },
  ...{ amountMinor: 1000, heldMinor: 0, capturedMinor: 0, canceledMinor: 0, refundedMinor: 0 },
  ...{ feeMinor: null, paymentRef: null, methodRef: null, cardBrand: null, cardLast4: null, action: null },
  ...{ declineCode: null, once: false, holdExpiresAt: null, contradicted: false },
  ...changes,
})
const held = (changes: Partial<ProviderPayment> = {}) =>
  payment({ state: 'held', heldMinor: 1000, paymentRef: 'p', ...changes })
const captured = (changes: Partial<ProviderPayment> = {}) =>
  held({ state: 'captured', capturedMinor: 600, canceledMinor: 400, ...changes })

const told = (state: PaymentSnapshot['state'], changes: Partial<PaymentSnapshot> = {}): PaymentSnapshot => ({
  ...{ paymentRef: 'p', state, heldMinor: 0, capturedMinor: 0, refundedMinor: 0, holdExpiresAt: null },
  ...{ action: null, feeMinor: null, declineCode: null, methodRef: null, card: null },
  ...changes,
})

const operation = (kind: Wish['kind'], changes: Partial<Operation> = {}): Operation => ({
  ...newOperation(7, [], { kind, amountMinor: 1000 }, start),
  ...changes,
})

describe('what a provider tells', () => {
  test('a hold, with its end, its card and what can be paid with again', () => {
    const action = { kind: 'redirect', url: 'https://bank.example' } as const
    const asked = merge(payment(), told('action', { action }))
    expect(asked).toMatchObject({ state: 'action', action, paymentRef: 'p', heldMinor: 0 })
    const card = { brand: 'Visa', last4: '4242' }
    const full = { heldMinor: 1000, holdExpiresAt: after(60), methodRef: 'm', card }
    expect(merge(asked, told('held', full))).toMatchObject({
      ...{ state: 'held', action: null, heldMinor: 1000, holdExpiresAt: after(60), methodRef: 'm' },
      ...{ cardBrand: 'Visa', cardLast4: '4242' },
    })
  })

  test('a capture in part releases the rest, and what was told before is not forgotten', () => {
    const before = held({ holdExpiresAt: after(60), methodRef: 'm', cardBrand: 'Visa', cardLast4: '4242' })
    expect(merge(before, told('captured', { heldMinor: 1000, capturedMinor: 600, feeMinor: 15 }))).toEqual({
      ...before,
      ...{ state: 'captured', capturedMinor: 600, canceledMinor: 400, feeMinor: 15 },
    })
    expect(merge(before, told('captured', { heldMinor: 600, capturedMinor: 600 }))).toMatchObject({
      ...{ heldMinor: 1000, capturedMinor: 600, canceledMinor: 400 },
    })
  })

  test('a payment that failed after it was held was canceled', () => {
    expect(merge(held(), told('failed'))).toMatchObject({
      state: 'canceled',
      heldMinor: 1000,
      canceledMinor: 1000,
    })
    expect(merge(payment(), told('failed', { declineCode: 'no' }))).toMatchObject({
      ...{ state: 'failed', canceledMinor: 0, declineCode: 'no' },
    })
  })

  test('an older picture changes nothing', () => {
    for (const state of ['pending', 'action'] as const) {
      expect(merge(held(), told(state))).toEqual(held())
      expect(merge(captured(), told(state))).toEqual(captured())
    }
    expect(merge(captured(), told('held', { heldMinor: 1000 }))).toEqual(captured())
    const refunded = captured({ refundedMinor: 200 })
    expect(
      merge(refunded, told('captured', { heldMinor: 1000, capturedMinor: 600, refundedMinor: 100 })),
    ).toEqual(refunded)
  })

  test('what goes back grows, and a fee may come late', () => {
    const more = told('captured', { heldMinor: 1000, capturedMinor: 600, refundedMinor: 600, feeMinor: 9 })
    expect(merge(captured(), more)).toEqual(captured({ refundedMinor: 600, feeMinor: 9 }))
    expect(merge(captured({ feeMinor: 9 }), { ...more, feeMinor: null })).toMatchObject({ feeMinor: 9 })
  })

  test.each<[string, ProviderPayment, PaymentSnapshot]>([
    ['another payment', held(), told('held', { paymentRef: 'q', heldMinor: 1000 })],
    ['more held than asked for', payment(), told('held', { heldMinor: 1001 })],
    ['more taken than held', held(), told('captured', { heldMinor: 500, capturedMinor: 501 })],
    [
      'more given back than taken',
      captured(),
      told('captured', { heldMinor: 1000, capturedMinor: 600, refundedMinor: 601 }),
    ],
    [
      'less than nothing',
      held(),
      told('captured', { heldMinor: 1000, capturedMinor: -1, refundedMinor: -1 }),
    ],
    [
      'taken after it was canceled',
      held({ state: 'canceled', canceledMinor: 1000 }),
      told('captured', { heldMinor: 1000, capturedMinor: 1000 }),
    ],
    ['canceled after it was taken', captured(), told('canceled', { heldMinor: 1000 })],
    ['another amount taken', captured(), told('captured', { heldMinor: 1000, capturedMinor: 700 })],
  ])('%s cannot be: it is marked and changes nothing', (_, before, picture) => {
    expect(merge(before, picture)).toEqual({ ...before, contradicted: true })
  })

  test('the bounds of what can be', () => {
    const all = told('captured', { heldMinor: 1000, capturedMinor: 1000, refundedMinor: 1000 })
    expect(merge(held(), all)).toMatchObject({
      capturedMinor: 1000,
      refundedMinor: 1000,
      contradicted: false,
    })
  })

  test('a move is one of state, amounts or trust', () => {
    expect(hasMoved(held(), held({ methodRef: 'x' }))).toBe(false)
    for (const change of [
      ...[{ state: 'captured' }, { heldMinor: 1 }, { capturedMinor: 1 }, { canceledMinor: 1 }],
      ...[{ refundedMinor: 1 }, { feeMinor: 3 }, { contradicted: true }],
    ] as Partial<ProviderPayment>[])
      expect(hasMoved(held(), held(change))).toBe(true)
  })

  test('a refused authorisation fails what is not decided yet, nothing else', () => {
    expect(declined(payment(), 'no')).toMatchObject({ state: 'failed', declineCode: 'no', action: null })
    expect(declined(held(), 'no')).toEqual(held())
  })
})

describe('a wish', () => {
  const wish = (kind: Wish['kind'], amountMinor = 1000): Wish => ({ kind, amountMinor })
  test.each<[string, ProviderPayment, Operation[], Wish, string | null]>([
    ['a payment begins once', payment(), [], wish('authorize'), null],
    ['not twice', payment(), [operation('authorize', { state: 'refused' })], wish('authorize'), 'ended'],
    ['nor when it has begun', held(), [], wish('authorize'), 'ended'],
    ['what is held can be taken', held(), [], wish('capture'), null],
    ['a kopeck of it too', held(), [], wish('capture', 1), null],
    ['not nothing', held(), [], wish('capture', 0), 'too_much'],
    ['not more', held(), [], wish('capture', 1001), 'too_much'],
    ['what is not held cannot be', payment({ state: 'action' }), [], wish('capture'), 'not_held'],
    ['what was taken is not taken again', captured(), [], wish('capture', 1), 'ended'],
    [
      'nor while it is being taken',
      held(),
      [operation('capture', { state: 'sent' })],
      wish('capture'),
      'busy',
    ],
    ['nor while it is let go', held(), [operation('cancel')], wish('capture'), 'busy'],
    ['nor while nobody knows', held(), [operation('capture', { state: 'stuck' })], wish('cancel'), 'busy'],
    [
      'a refused capture stands in nobody’s way',
      held(),
      [operation('capture', { state: 'refused' })],
      wish('capture'),
      null,
    ],
    [
      'a payment may be called off while it begins',
      payment(),
      [operation('authorize', { state: 'sent' })],
      wish('cancel'),
      null,
    ],
    ['not when it was taken', captured(), [], wish('cancel'), 'ended'],
    ['what was taken can go back', captured(), [], wish('refund', 600), null],
    ['not more than it', captured(), [], wish('refund', 601), 'too_much'],
    ['not nothing', captured(), [], wish('refund', 0), 'too_much'],
    ['not what went back', captured({ refundedMinor: 100 }), [], wish('refund', 501), 'too_much'],
    [
      'not what is on its way',
      captured(),
      [operation('refund', { amountMinor: 200 })],
      wish('refund', 401),
      'too_much',
    ],
    ['up to the rest', captured(), [operation('refund', { amountMinor: 200 })], wish('refund', 400), null],
    [
      'what went back already is counted once',
      captured({ refundedMinor: 200 }),
      [operation('refund', { amountMinor: 200, state: 'done' })],
      wish('refund', 400),
      null,
    ],
    [
      'other wishes do not count',
      captured(),
      [operation('capture', { state: 'sent' })],
      wish('refund', 600),
      null,
    ],
    ['what is only held cannot go back', held(), [], wish('refund', 1), 'not_captured'],
  ])('%s', (_, before, operations, asked, reason) => {
    expect(refusalOf(before, operations, asked)).toBe(reason)
  })

  test('has a key of its own that counts within payment and kind', () => {
    const first = newOperation(7, [], { kind: 'refund', amountMinor: 5, reason: 'why' }, start)
    expect(first).toEqual({
      ...{ key: '7:refund:1', paymentId: 7, kind: 'refund', number: 1, amountMinor: 5, state: 'waiting' },
      ...{
        reason: 'why',
        refundId: null,
        refundRef: null,
        refusal: null,
        attempts: 0,
        askedAt: start,
        firstSentAt: null,
        dueAt: start,
      },
    })
    const others = [first, operation('capture')]
    expect(newOperation(7, others, { kind: 'refund', amountMinor: 5, refundId: 3 }, start)).toMatchObject({
      ...{ key: '7:refund:2', number: 2, reason: null, refundId: 3 },
    })
  })
})

describe('an operation on its way', () => {
  test('is due again after its call and a pause that grows to an hour', () => {
    let sent = operation('capture')
    const pauses: number[] = []
    for (let attempt = 0; attempt < 7; attempt += 1) {
      sent = sentAt(sent, 20_000, after(attempt))
      pauses.push((sent.dueAt!.getTime() - after(attempt).getTime()) / 1000 - 20)
    }
    expect(pauses).toEqual([5, 15, 60, 300, 900, 3600, 3600])
    expect(sent).toMatchObject({ state: 'sent', attempts: 7, firstSentAt: start })
  })

  test('is sent again only while its key is known', () => {
    expect(keyLives(operation('capture'), 60, after(600))).toBe(true)
    const sent = operation('capture', { firstSentAt: start })
    expect(keyLives(sent, 60, after(59))).toBe(true)
    expect(keyLives(sent, 60, after(60))).toBe(false)
    expect(stuck(sent)).toMatchObject({ state: 'stuck', dueAt: null })
  })

  test('the oldest that is open goes first', () => {
    const done = operation('authorize', { state: 'done' })
    const refusedOne = operation('capture', { state: 'refused' })
    for (const state of ['waiting', 'sent', 'stuck'] as const) {
      const open = operation('capture', { number: 2, state })
      expect(nextOf([done, refusedOne, open, operation('refund')])).toBe(open)
    }
    expect(nextOf([done, refusedOne])).toBeUndefined()
  })

  const sent = (kind: Wish['kind']): Operation => operation(kind, { state: 'sent', dueAt: after(5) })
  const step = (before: ProviderPayment, kind: Wish['kind']): Step => ({
    payment: before,
    operation: sent(kind),
  })
  const all = { heldMinor: 1000 }

  test('is done when its answer says so', () => {
    expect(answered(step(payment(), 'authorize'), told('pending')).operation).toMatchObject({
      state: 'done',
      dueAt: null,
    })
    expect(
      answered(step(held(), 'capture'), told('captured', { ...all, capturedMinor: 1000 })).operation.state,
    ).toBe('done')
    expect(answered(step(held(), 'cancel'), told('canceled', all)).operation.state).toBe('done')
    expect(
      answered(step(payment({ state: 'action', paymentRef: 'p' }), 'cancel'), told('failed')).operation.state,
    ).toBe('done')
    const back = answered(
      step(captured(), 'refund'),
      told('captured', { ...all, capturedMinor: 600, refundedMinor: 50 }),
      'refund-1',
    )
    expect(back).toMatchObject({
      ...{ operation: { state: 'done', refundRef: 'refund-1' }, payment: { refundedMinor: 50 } },
    })
  })

  test('an answer that cannot be is none', () => {
    const impossible = answered(step(payment(), 'authorize'), told('held', { heldMinor: 1001 }))
    expect(impossible).toMatchObject({ payment: { contradicted: true }, operation: { state: 'sent' } })
  })

  test('stays open while the provider still thinks', () => {
    expect(answered(step(held(), 'capture'), told('held', all)).operation).toEqual(sent('capture'))
  })

  test('a refund is not taken for done because the payment was read', () => {
    const read = readBack(step(captured(), 'refund'), told('captured', { ...all, capturedMinor: 600 }))
    expect(read.operation).toEqual(sent('refund'))
  })

  test('has lost where the other thing was done', () => {
    const taken = told('captured', { ...all, capturedMinor: 600 })
    expect(readBack(step(held(), 'cancel'), taken).operation).toMatchObject({
      state: 'refused',
      refusal: 'captured',
    })
    expect(readBack(step(held(), 'capture'), told('canceled', all)).operation).toMatchObject({
      ...{ state: 'refused', refusal: 'canceled', dueAt: null },
    })
    expect(readBack(step(held(), 'capture'), taken).operation).toMatchObject({ state: 'done', refusal: null })
  })

  test('a refusal ends it, and fails a payment that had not begun', () => {
    expect(refused(step(payment(), 'authorize'), 'no')).toMatchObject({
      ...{
        payment: { state: 'failed', declineCode: 'no' },
        operation: { state: 'refused', refusal: 'no', dueAt: null },
      },
    })
    expect(refused(step(held(), 'capture'), 'no').payment).toEqual(held())
    const waits = payment({ state: 'action', paymentRef: 'p' })
    expect(refused(step(waits, 'cancel'), 'no').payment).toEqual(waits)
  })

  test('there is nothing to do for what never began, or has ended', () => {
    expect(moot(step(payment(), 'authorize'))).toBeNull()
    expect(moot(step(payment(), 'cancel'))).toMatchObject({
      payment: { state: 'canceled' },
      operation: { state: 'done' },
    })
    expect(moot(step(payment({ state: 'failed' }), 'cancel'))).toMatchObject({
      ...{ payment: { state: 'failed' }, operation: { state: 'done' } },
    })
    expect(moot(step(held(), 'cancel'))).toBeNull()
    expect(moot(step(held(), 'capture'))).toBeNull()
    expect(moot(step(captured(), 'refund'))).toBeNull()
    expect(moot(step(captured(), 'capture'))).toMatchObject({ operation: { state: 'done' } })
  })

  test('a capture that was refused is asked for again, five times in all', () => {
    const no = (number: number, changes: Partial<Operation> = {}) =>
      operation('capture', { state: 'refused', number, amountMinor: 600, ...changes })
    expect(againAfter(held(), [no(1)], no(1), start)).toMatchObject({
      ...{ key: '7:capture:2', state: 'waiting', amountMinor: 600, dueAt: after(5) },
    })
    const four = [no(1), no(2), no(3), no(4)]
    expect(againAfter(held(), four, no(4), start)).toMatchObject({ number: 5, dueAt: after(300) })
    expect(againAfter(held(), [...four, no(5)], no(5), start)).toBeNull()
    expect(againAfter(captured(), [no(1)], no(1), start)).toBeNull()
    expect(againAfter(held(), [no(1)], no(1, { state: 'done' }), start)).toBeNull()
    expect(againAfter(held(), [], operation('cancel', { state: 'refused' }), start)).toBeNull()
  })

  test('what is not due is asked back again for its reason, what somebody wished is not', () => {
    const back = operation('refund', { state: 'refused', reason: 'not due' })
    expect(againAfter(captured(), [back], back, start)).toMatchObject({
      ...{ kind: 'refund', reason: 'not due', number: 2, state: 'waiting' },
    })
    const bare = operation('refund', { state: 'refused' })
    expect(againAfter(captured(), [bare], bare, start)).toMatchObject({ reason: bare.reason })
    expect(againAfter(captured(), [back], { ...back, refundId: 3 }, start)).toBeNull()
  })
})

test('the purpose of a service names what was sold', () => {
  expect(servicePurpose(12)).toBe('service:12')
  expect(soldOf(servicePurpose(12))).toBe(12)
  expect(['charging', 'parking', 'check'].map((purpose) => soldOf(purpose as 'charging'))).toEqual([
    ...[null, null, null],
  ])
})
