import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  newOperation,
  type Operation,
  type OperationRequest,
  refusalOf,
} from '../../providers/payment/operation.ts'
import { payment } from '../../providers/payment/payment.fixtures.ts'
import type { ProviderPayment } from '../../providers/payment/payment.ts'
import {
  chargeOfDebt,
  leftAtProvider,
  type ProviderFile,
  savedOf,
  settlementOf,
  spread,
} from './at-provider.ts'

const now = new Date('2026-03-01T10:00:00Z')
const captured = (capturedMinor: number, changes: Partial<ProviderPayment> = {}) =>
  payment({ state: 'captured', heldMinor: capturedMinor, capturedMinor, ...changes })
const operation = (request: OperationRequest, state: Operation['state'], number = 1): Operation => ({
  ...newOperation(1, [], request, now),
  state,
  number,
})
const file = (one: ProviderPayment, ...operations: Operation[]): ProviderFile => ({
  payment: one,
  operations,
})
const settled = (files: ProviderFile[], due: number | null) => settlementOf(files, due, 'sandbox')
const capture = (amountMinor: number): OperationRequest => ({ kind: 'capture', amountMinor })
const refund = (amountMinor: number, refundId?: number): OperationRequest => ({
  kind: 'refund',
  amountMinor,
  ...(refundId === undefined ? {} : { refundId }),
})

describe('a debt', () => {
  const charged = (debt: number, files: ProviderFile[], paid: ProviderFile[] = [], connected = 'sandbox') =>
    chargeOfDebt(debt, files, paid, connected)
  test.each([
    [499, 499],
    [500, 500],
    [501, 500],
  ])('of %i is captured of the 500 that are held as %i', (debt, amountMinor) => {
    expect(charged(debt, [file(payment())])).toEqual({ kind: 'capture', paymentId: 1, amountMinor })
  })
  test('is charged in whole to the method of its own last payment, else to that of the charging', () => {
    const [first, last] = [file(captured(100, { id: 1 })), file(captured(100, { id: 2 }))]
    const whole = (paymentId: number) => ({ kind: 'payment', paymentId, amountMinor: 900 })
    expect(charged(900, [first, last])).toEqual(whole(2))
    expect(charged(900, [first], [last])).toEqual(whole(1))
    expect(charged(900, [], [first, last])).toEqual(whole(2))
  })
  test('is not charged to what another provider holds, nor where no method may be charged again', () => {
    expect(charged(900, [file(payment())], [], 'another')).toBeUndefined()
    expect(charged(900, [file(captured(100, { methodRef: null }))])).toBeUndefined()
  })
})

describe('what is held', () => {
  test.each<[due: number, request: OperationRequest, underWay: boolean]>([
    [340, capture(340), true],
    [500, capture(500), true],
    [900, capture(500), true],
    [0, { kind: 'cancel', amountMinor: 0 }, false],
  ])('of %i due', (due, request, underWay) => {
    expect(settled([file(payment())], due)).toMatchObject({
      requests: [{ paymentId: 1, request }],
      underWay,
      capturedMinor: 0,
      charge: null,
      debtMinor: 0,
    })
  })
  test('waits while nobody has decided what is due', () => {
    expect(settled([file(payment())], null)).toMatchObject({
      requests: [],
      underWay: true,
      capturedMinor: 0,
      debtMinor: 0,
    })
  })
  test('is not requested twice', () => {
    for (const state of ['waiting', 'sent', 'stuck'] as const)
      expect(settled([file(payment(), operation(capture(340), state))], 340)).toMatchObject({
        requests: [],
        underWay: true,
        debtMinor: 0,
      })
    const canceling = file(payment(), operation({ kind: 'cancel', amountMinor: 0 }, 'sent'))
    expect(settled([canceling], 0)).toMatchObject({ requests: [], underWay: false, debtMinor: 0 })
  })
  test('is a debt when the provider has refused to take it five times', () => {
    const refused = (times: number) =>
      Array.from({ length: times }, (_, i) => operation(capture(340), 'refused', i + 1))
    expect(settled([file(payment(), ...refused(4))], 340).requests).toHaveLength(1)
    expect(settled([file(payment(), ...refused(5))], 340)).toMatchObject({
      requests: [],
      charge: null,
      underWay: false,
      debtMinor: 340,
    })
  })
})

test.each(['created', 'pending', 'action'] as const)('a payment that is %s may still come', (state) => {
  const undecided = file(payment({ state, heldMinor: 0 }))
  expect(settled([undecided], 340)).toMatchObject({ requests: [], underWay: true, debtMinor: 0 })
  expect(settled([undecided], 0)).toMatchObject({
    requests: [{ request: { kind: 'cancel' } }],
    underWay: false,
  })
})

describe('captured money', () => {
  test.each<[due: number, captured: number, back: number]>([
    [500, 500, 0],
    [340, 340, 160],
    [0, 0, 500],
  ])('of %i due', (due, capturedMinor, back) => {
    const requests = back > 0 ? [{ paymentId: 1, request: { ...refund(back), reason: 'not_due' } }] : []
    expect(settled([file(captured(500))], due)).toMatchObject({
      capturedMinor,
      requests,
      debtMinor: 0,
      underWay: false,
    })
  })
  test('that went back as not due does not count any more', () => {
    const released = file(captured(500, { refundedMinor: 160 }), operation(refund(160), 'done'))
    expect(settled([released], 340)).toMatchObject({ capturedMinor: 340, requests: [] })
    // the price is corrected upwards
    expect(settled([released], 400)).toMatchObject({
      capturedMinor: 340,
      charge: { paymentId: 1, amountMinor: 60 },
    })
    const refused = file(captured(500), operation(refund(160), 'refused'))
    expect(settled([refused], 340)).toMatchObject({
      capturedMinor: 340,
      requests: [{ request: refund(160) }],
    })
    const given = Array.from({ length: 5 }, () => operation(refund(160), 'refused'))
    expect(settled([file(captured(500), ...given)], 340).requests).toEqual([])
  })
  test('that went back as a refund of the order still counts', () => {
    const refunded = file(captured(340, { refundedMinor: 100 }), operation(refund(100, 7), 'done'))
    expect(settled([refunded], 340)).toMatchObject({
      capturedMinor: 340,
      requests: [],
      charge: null,
      debtMinor: 0,
    })
  })
})

describe('what is missing', () => {
  const first = file(captured(300))
  test('is charged to the method that was paid with', () => {
    expect(settled([first], 340)).toMatchObject({
      capturedMinor: 300,
      underWay: true,
      charge: { paymentId: 1, amountMinor: 40 },
      debtMinor: 0,
    })
    expect(settled([file(payment({ state: 'canceled' }))], 340).charge).toEqual({
      paymentId: 1,
      amountMinor: 340,
    })
  })
  test.each<[string, ProviderFile[], string | null]>([
    ['there is no method', [file(captured(300, { methodRef: null }))], 'sandbox'],
    ['a charge was refused', [first, file(payment({ id: 2, state: 'failed', heldMinor: 0 }))], 'sandbox'],
    ['the provider is another one now', [first], 'stripe'],
    ['nobody takes money now', [first], null],
  ])('is a debt where %s', (_, files, connected) => {
    expect(settlementOf(files, 340, connected)).toMatchObject({
      charge: null,
      underWay: false,
      debtMinor: 40,
      capturedMinor: 300,
    })
  })
  test('waits for what is under way', () => {
    const second = file(payment({ id: 2, amountMinor: 40, heldMinor: 40 }))
    expect(settled([first, second], 340)).toMatchObject({
      requests: [{ paymentId: 2, request: capture(40) }],
      charge: null,
      debtMinor: 0,
    })
  })
})

test('the last attempt that has not failed gives the payment’s provider', () => {
  const failed = file(
    payment({ id: 2, state: 'failed', method: 'sbp', provider: 'other', marketShopId: 'x' }),
  )
  expect(settled([file(captured(340)), failed], 340)).toMatchObject({
    method: 'card',
    provider: 'sandbox',
    marketShopId: 'shop',
  })
  expect(settled([failed], 340)).toMatchObject({ method: 'sbp', provider: 'other', marketShopId: 'x' })
  expect(savedOf([file(captured(1)), file(captured(1, { id: 2, methodRef: null }))], 'sandbox')?.id).toBe(1)
})

test('a refund is shared out, the newest payment first, and never more than is left', () => {
  const files = [file(captured(300)), file(captured(40, { id: 2, refundedMinor: 10 }))]
  expect(leftAtProvider(files)).toBe(330)
  expect(spread(files, 20)).toEqual([{ paymentId: 2, amountMinor: 20 }])
  expect(spread(files, 330)).toEqual([
    { paymentId: 2, amountMinor: 30 },
    { paymentId: 1, amountMinor: 300 },
  ])
  expect(spread(files, 331)).toBeNull()
})

/** A provider that accepts or refuses each request at random. */
class SimulatedProvider {
  files: { payment: ProviderPayment; operations: Operation[] }[] = []

  ask(paymentId: number, request: OperationRequest): void {
    const pending = this.files.find((one) => one.payment.id === paymentId)!
    expect(
      refusalOf(pending.payment, pending.operations, request),
      `${request.kind} of ${paymentId}`,
    ).toBeNull()
    pending.operations.push(newOperation(paymentId, pending.operations, request, now))
  }

  pay(amountMinor: number): void {
    const id = this.files.length + 1
    const made = payment({ id, state: 'created', amountMinor, heldMinor: 0, methodRef: null })
    this.files.push({
      payment: made,
      operations: [newOperation(id, [], { kind: 'authorize', amountMinor }, now)],
    })
  }

  /** Ends the next operation that waits; true where there was one. */
  answer(says: boolean): boolean {
    for (const one of this.files) {
      const operation = one.operations.find(({ state }) => state === 'waiting')
      if (!operation) continue
      operation.state = says ? 'done' : 'refused'
      const { kind, amountMinor } = operation
      const { payment: before } = one
      if (kind === 'authorize')
        one.payment = says
          ? { ...before, state: 'held', heldMinor: amountMinor, methodRef: 'card_1' }
          : { ...before, state: 'failed' }
      else if (says && kind === 'capture')
        one.payment = { ...before, state: 'captured', capturedMinor: amountMinor }
      else if (says && kind === 'cancel')
        one.payment = { ...before, state: 'canceled', canceledMinor: before.heldMinor }
      else if (says && kind === 'refund')
        one.payment = { ...before, refundedMinor: before.refundedMinor + amountMinor }
      return true
    }
    return false
  }

  decide(due: number | null) {
    const decided = settled(this.files, due)
    for (const { paymentId, request } of decided.requests) this.ask(paymentId, request)
    if (decided.charge) this.pay(decided.charge.amountMinor)
    return decided
  }
}

test('whatever is held, refused, corrected and repeated: what is due is captured once, or a debt', () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ answer: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ due: fc.option(fc.integer({ min: 0, max: 900 })) }) },
  )
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 600 }),
      fc.array(step, { maxLength: 30 }),
      fc.integer({ min: 0, max: 900 }),
      (hold, steps, last) => {
        const changes = new SimulatedProvider()
        changes.pay(hold)
        let due: number | null = null
        for (const one of steps) {
          if ('answer' in one) changes.answer(one.answer)
          else due = one.due
          changes.decide(due)
        }
        due = last
        let end = changes.decide(due)
        for (let calls = 0; changes.answer(true); calls += 1) {
          expect(calls, 'it comes to an end').toBeLessThan(100)
          end = changes.decide(due)
        }
        expect(end).toMatchObject({ requests: [], charge: null, underWay: false })
        expect(end.capturedMinor + end.debtMinor, 'all that is due').toBe(due)
        const kept = changes.files.reduce((sum, { payment: p }) => sum + p.capturedMinor - p.refundedMinor, 0)
        const stubborn = changes.files.some(
          ({ operations }) => operations.filter(({ state }) => state === 'refused').length >= 5,
        )
        if (!stubborn) expect(kept, 'nothing beside it is kept').toBe(end.capturedMinor)
        for (const { payment: p, operations } of changes.files) {
          expect(p.capturedMinor + p.canceledMinor).toBeLessThanOrEqual(p.heldMinor)
          expect(
            operations.filter(({ kind, state }) => kind === 'capture' && state === 'done').length,
          ).toBeLessThan(2)
        }
      },
    ),
    { numRuns: 3000 },
  )
})
