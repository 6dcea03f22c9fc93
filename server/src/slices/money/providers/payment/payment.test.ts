import { describe, expect, test } from 'vitest'
import type { PaymentSnapshot } from '../port.ts'
import { after, captured, held, payment, snapshot } from './operation.fixtures.ts'
import { declined, hasMoved, merge, type ProviderPayment, servicePurpose, soldOf } from './payment.ts'

describe('what a provider tells', () => {
  test('a hold, with its end, its card and what can be paid with again', () => {
    const action = { kind: 'redirect', url: 'https://bank.example' } as const
    const requested = merge(payment(), snapshot('action', { action }))
    expect(requested).toMatchObject({ state: 'action', action, paymentRef: 'p', heldMinor: 0 })
    const card = { brand: 'Visa', last4: '4242' }
    const full = { heldMinor: 1000, holdExpiresAt: after(60), methodRef: 'm', card }
    expect(merge(requested, snapshot('held', full))).toMatchObject({
      state: 'held',
      action: null,
      heldMinor: 1000,
      holdExpiresAt: after(60),
      methodRef: 'm',
      cardBrand: 'Visa',
      cardLast4: '4242',
    })
  })

  test('a partial capture releases the rest, and earlier reports are kept', () => {
    const before = held({ holdExpiresAt: after(60), methodRef: 'm', cardBrand: 'Visa', cardLast4: '4242' })
    expect(
      merge(before, snapshot('captured', { heldMinor: 1000, capturedMinor: 600, feeMinor: 15 })),
    ).toEqual({
      ...before,
      state: 'captured',
      capturedMinor: 600,
      canceledMinor: 400,
      feeMinor: 15,
    })
    expect(merge(before, snapshot('captured', { heldMinor: 600, capturedMinor: 600 }))).toMatchObject({
      heldMinor: 1000,
      capturedMinor: 600,
      canceledMinor: 400,
    })
  })

  test('a payment that failed after it was held was canceled', () => {
    expect(merge(held(), snapshot('failed'))).toMatchObject({
      state: 'canceled',
      heldMinor: 1000,
      canceledMinor: 1000,
    })
    expect(merge(payment(), snapshot('failed', { declineCode: 'no' }))).toMatchObject({
      state: 'failed',
      canceledMinor: 0,
      declineCode: 'no',
    })
  })

  test('an older picture changes nothing', () => {
    for (const state of ['pending', 'action'] as const) {
      expect(merge(held(), snapshot(state))).toEqual(held())
      expect(merge(captured(), snapshot(state))).toEqual(captured())
    }
    expect(merge(captured(), snapshot('held', { heldMinor: 1000 }))).toEqual(captured())
    const refunded = captured({ refundedMinor: 200 })
    expect(
      merge(refunded, snapshot('captured', { heldMinor: 1000, capturedMinor: 600, refundedMinor: 100 })),
    ).toEqual(refunded)
  })

  test('what goes back grows, and a fee may come late', () => {
    const more = snapshot('captured', {
      heldMinor: 1000,
      capturedMinor: 600,
      refundedMinor: 600,
      feeMinor: 9,
    })
    expect(merge(captured(), more)).toEqual(captured({ refundedMinor: 600, feeMinor: 9 }))
    expect(merge(captured({ feeMinor: 9 }), { ...more, feeMinor: null })).toMatchObject({ feeMinor: 9 })
  })

  test.each<[string, ProviderPayment, PaymentSnapshot]>([
    ['another payment', held(), snapshot('held', { paymentRef: 'q', heldMinor: 1000 })],
    ['more held than requested', payment(), snapshot('held', { heldMinor: 1001 })],
    ['more captured than held', held(), snapshot('captured', { heldMinor: 500, capturedMinor: 501 })],
    [
      'more refunded than captured',
      captured(),
      snapshot('captured', { heldMinor: 1000, capturedMinor: 600, refundedMinor: 601 }),
    ],
    [
      'less than nothing',
      held(),
      snapshot('captured', { heldMinor: 1000, capturedMinor: -1, refundedMinor: -1 }),
    ],
    [
      'captured after a cancel',
      held({ state: 'canceled', canceledMinor: 1000 }),
      snapshot('captured', { heldMinor: 1000, capturedMinor: 1000 }),
    ],
    ['canceled after a capture', captured(), snapshot('canceled', { heldMinor: 1000 })],
    ['another amount captured', captured(), snapshot('captured', { heldMinor: 1000, capturedMinor: 700 })],
  ])('%s cannot be: it is marked and changes nothing', (_, before, picture) => {
    expect(merge(before, picture)).toEqual({ ...before, contradicted: true })
  })

  test('the bounds of what can be', () => {
    const all = snapshot('captured', { heldMinor: 1000, capturedMinor: 1000, refundedMinor: 1000 })
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

test('the purpose of a service names what was sold', () => {
  expect(servicePurpose(12)).toBe('service:12')
  expect(soldOf(servicePurpose(12))).toBe(12)
  expect(['charging', 'parking', 'check'].map((purpose) => soldOf(purpose as 'charging'))).toEqual([
    ...[null, null, null],
  ])
})
