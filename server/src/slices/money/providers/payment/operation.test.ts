import { describe, expect, test } from 'vitest'
import { after, captured, held, operation, payment, snapshot, start } from './operation.fixtures.ts'
import {
  againAfter,
  answered,
  hasEnded,
  keyLives,
  mayRequestAgain,
  moot,
  newOperation,
  nextOf,
  type Operation,
  type OperationRequest,
  readBack,
  refusalOf,
  refused,
  type Step,
  sentAt,
  stuck,
} from './operation.ts'
import type { ProviderPayment } from './payment.ts'

describe('a request', () => {
  const request = (kind: OperationRequest['kind'], amountMinor = 1000): OperationRequest => ({
    kind,
    amountMinor,
  })
  test.each<[string, ProviderPayment, Operation[], OperationRequest, string | null]>([
    ['a payment begins once', payment(), [], request('authorize'), null],
    ['not twice', payment(), [operation('authorize', { state: 'refused' })], request('authorize'), 'ended'],
    ['nor when it has begun', held(), [], request('authorize'), 'ended'],
    ['a hold can be captured', held(), [], request('capture'), null],
    ['a kopeck of it too', held(), [], request('capture', 1), null],
    ['not nothing', held(), [], request('capture', 0), 'too_much'],
    ['not more', held(), [], request('capture', 1001), 'too_much'],
    ['what is not held cannot be', payment({ state: 'action' }), [], request('capture'), 'not_held'],
    ['a captured payment is not captured again', captured(), [], request('capture', 1), 'ended'],
    [
      'nor while a capture is under way',
      held(),
      [operation('capture', { state: 'sent' })],
      request('capture'),
      'busy',
    ],
    ['nor while it is released', held(), [operation('cancel')], request('capture'), 'busy'],
    ['nor while nobody knows', held(), [operation('capture', { state: 'stuck' })], request('cancel'), 'busy'],
    [
      'a refused capture stands in nobody’s way',
      held(),
      [operation('capture', { state: 'refused' })],
      request('capture'),
      null,
    ],
    [
      'a payment may be called off while it begins',
      payment(),
      [operation('authorize', { state: 'sent' })],
      request('cancel'),
      null,
    ],
    ['not after a capture', captured(), [], request('cancel'), 'ended'],
    ['captured money can be refunded', captured(), [], request('refund', 600), null],
    ['not more than it', captured(), [], request('refund', 601), 'too_much'],
    ['not nothing', captured(), [], request('refund', 0), 'too_much'],
    ['not what went back', captured({ refundedMinor: 100 }), [], request('refund', 501), 'too_much'],
    [
      'not what is on its way',
      captured(),
      [operation('refund', { amountMinor: 200 })],
      request('refund', 401),
      'too_much',
    ],
    ['up to the rest', captured(), [operation('refund', { amountMinor: 200 })], request('refund', 400), null],
    [
      'what went back already is counted once',
      captured({ refundedMinor: 200 }),
      [operation('refund', { amountMinor: 200, state: 'done' })],
      request('refund', 400),
      null,
    ],
    [
      'other requests do not count',
      captured(),
      [operation('capture', { state: 'sent' })],
      request('refund', 600),
      null,
    ],
    ['what is only held cannot go back', held(), [], request('refund', 1), 'not_captured'],
  ])('%s', (_, before, operations, requested, reason) => {
    expect(refusalOf(before, operations, requested)).toBe(reason)
  })

  test('has a key of its own that counts within payment and kind', () => {
    const first = newOperation(7, [], { kind: 'refund', amountMinor: 5, reason: 'why' }, start)
    expect(first).toEqual({
      key: '7:refund:1',
      paymentId: 7,
      kind: 'refund',
      number: 1,
      amountMinor: 5,
      state: 'waiting',
      reason: 'why',
      refundId: null,
      refundRef: null,
      refusal: null,
      attempts: 0,
      requestedAt: start,
      firstSentAt: null,
      dueAt: start,
    })
    const others = [first, operation('capture')]
    expect(newOperation(7, others, { kind: 'refund', amountMinor: 5, refundId: 3 }, start)).toMatchObject({
      key: '7:refund:2',
      number: 2,
      reason: null,
      refundId: 3,
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

  const sent = (kind: OperationRequest['kind']): Operation =>
    operation(kind, { state: 'sent', dueAt: after(5) })
  const step = (before: ProviderPayment, kind: OperationRequest['kind']): Step => ({
    payment: before,
    operation: sent(kind),
  })
  const all = { heldMinor: 1000 }

  test('is done when its answer says so', () => {
    expect(answered(step(payment(), 'authorize'), snapshot('pending')).operation).toMatchObject({
      state: 'done',
      dueAt: null,
    })
    expect(
      answered(step(held(), 'capture'), snapshot('captured', { ...all, capturedMinor: 1000 })).operation
        .state,
    ).toBe('done')
    expect(answered(step(held(), 'cancel'), snapshot('canceled', all)).operation.state).toBe('done')
    expect(
      answered(step(payment({ state: 'action', paymentRef: 'p' }), 'cancel'), snapshot('failed')).operation
        .state,
    ).toBe('done')
    const back = answered(
      step(captured(), 'refund'),
      snapshot('captured', { ...all, capturedMinor: 600, refundedMinor: 50 }),
      'refund-1',
    )
    expect(back).toMatchObject({
      operation: { state: 'done', refundRef: 'refund-1' },
      payment: { refundedMinor: 50 },
    })
  })

  test('an answer that cannot be is none', () => {
    const impossible = answered(step(payment(), 'authorize'), snapshot('held', { heldMinor: 1001 }))
    expect(impossible).toMatchObject({ payment: { contradicted: true }, operation: { state: 'sent' } })
  })

  test('stays open while the provider still thinks', () => {
    expect(answered(step(held(), 'capture'), snapshot('held', all)).operation).toEqual(sent('capture'))
  })

  test('reading the payment does not end a refund', () => {
    const read = readBack(step(captured(), 'refund'), snapshot('captured', { ...all, capturedMinor: 600 }))
    expect(read.operation).toEqual(sent('refund'))
  })

  test('has lost where the other thing was done', () => {
    const captured = snapshot('captured', { ...all, capturedMinor: 600 })
    expect(readBack(step(held(), 'cancel'), captured).operation).toMatchObject({
      state: 'refused',
      refusal: 'captured',
    })
    expect(readBack(step(held(), 'capture'), snapshot('canceled', all)).operation).toMatchObject({
      state: 'refused',
      refusal: 'canceled',
      dueAt: null,
    })
    expect(readBack(step(held(), 'capture'), captured).operation).toMatchObject({
      state: 'done',
      refusal: null,
    })
  })

  test('a refusal ends it, and fails a payment that had not begun', () => {
    expect(refused(step(payment(), 'authorize'), 'no')).toMatchObject({
      payment: { state: 'failed', declineCode: 'no' },
      operation: { state: 'refused', refusal: 'no', dueAt: null },
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
      payment: { state: 'failed' },
      operation: { state: 'done' },
    })
    expect(moot(step(held(), 'cancel'))).toBeNull()
    expect(moot(step(held(), 'capture'))).toBeNull()
    expect(moot(step(captured(), 'refund'))).toBeNull()
    expect(moot(step(captured(), 'capture'))).toMatchObject({ operation: { state: 'done' } })
  })

  test('a refused capture is requested again, five times in all', () => {
    const no = (number: number, changes: Partial<Operation> = {}) =>
      operation('capture', { state: 'refused', number, amountMinor: 600, ...changes })
    expect(againAfter(held(), [no(1)], no(1), start)).toMatchObject({
      key: '7:capture:2',
      state: 'waiting',
      amountMinor: 600,
      dueAt: after(5),
    })
    const four = [no(1), no(2), no(3), no(4)]
    expect(againAfter(held(), four, no(4), start)).toMatchObject({ number: 5, dueAt: after(300) })
    expect(againAfter(held(), [...four, no(5)], no(5), start)).toBeNull()
    expect(againAfter(captured(), [no(1)], no(1), start)).toBeNull()
    expect(againAfter(held(), [no(1)], no(1, { state: 'done' }), start)).toBeNull()
    expect(againAfter(held(), [], operation('cancel', { state: 'refused' }), start)).toBeNull()
  })

  test('a refund of money that is not due is requested again with its reason, a person’s refund is not', () => {
    const back = operation('refund', { state: 'refused', reason: 'not due' })
    expect(againAfter(captured(), [back], back, start)).toMatchObject({
      kind: 'refund',
      reason: 'not due',
      number: 2,
      state: 'waiting',
    })
    const bare = operation('refund', { state: 'refused' })
    expect(againAfter(captured(), [bare], bare, start)).toMatchObject({ reason: bare.reason })
    expect(againAfter(captured(), [back], { ...back, refundId: 3 }, start)).toBeNull()
  })
})

test('nothing is requested by itself after the provider has refused it five times', () => {
  const no = (kind: OperationRequest['kind'], changes: Partial<Operation> = {}) =>
    operation(kind, { state: 'refused', ...changes })
  const four = Array.from({ length: 4 }, () => no('refund'))
  expect(mayRequestAgain(four, 'refund')).toBe(true)
  expect(mayRequestAgain([...four, no('refund')], 'refund')).toBe(false)
  expect(mayRequestAgain([...four, no('refund')], 'capture')).toBe(true)
  const others = [no('refund', { refundId: 3 }), no('refund', { state: 'done' }), no('capture')]
  expect(mayRequestAgain([...four, ...others], 'refund')).toBe(true)
})

test('an operation has ended once the provider has said what came of it', () => {
  const states = ['waiting', 'sent', 'stuck', 'done', 'refused'] as const
  expect(states.filter((state) => hasEnded(operation('capture', { state })))).toEqual(['done', 'refused'])
})
