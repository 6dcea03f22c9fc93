import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { after, charging } from '../../charging/orders/machine/rules.fixtures.ts'
import type { ProviderFile } from '../payments/cards/at-provider.ts'
import { newOperation, type OperationRequest } from '../providers/payment/operation.ts'
import { payment } from '../providers/payment/payment.fixtures.ts'
import { type ProviderPayment, providerPaymentStates } from '../providers/payment/payment.ts'
import { maySell, soldBy, wayOf } from './rules.ts'

const file = (given: Partial<ProviderPayment> = {}, ...requests: OperationRequest[]): ProviderFile => ({
  payment: payment(given),
  operations: requests.map((request) => newOperation(1, [], request, after(0))),
})
const state = (name: ProviderPayment['state'], minor: number): Partial<ProviderPayment> => ({
  state: name,
  heldMinor: name === 'held' || name === 'captured' ? minor : 0,
  capturedMinor: name === 'captured' ? minor : 0,
})

describe('services are sold', () => {
  test.each([
    [charging(), true],
    [charging({ awaitsCard: true }), false],
    [charging({ status: 'countdown' }), true],
    [charging({ status: 'wait_payment', payUntil: after(15) }), false],
    [charging({ status: 'started', payUntil: after(15) }), false],
    [charging({ status: 'completed', evConnected: true }), true],
    [charging({ status: 'completed', evConnected: false }), false],
    [charging({ status: 'canceled', evConnected: true }), false],
  ])('with an order that has been paid for and whose car is there or comes (%#)', (order, sells) => {
    expect(maySell(order)).toBe(sells)
  })

  test.each([
    ['card', {}, [file()]],
    ['card', {}, [file({ state: 'captured' }), file({ state: 'failed', methodRef: null })]],
    ['sbp', {}, [file({ method: 'sbp', methodRef: null, state: 'captured' })]],
    [undefined, {}, [file({ state: 'failed' })]],
    [undefined, {}, [file({ provider: 'another' })]],
    [undefined, {}, [file({ provider: 'another', method: 'sbp', methodRef: null })]],
    [undefined, { paymentMethodType: 'compensation' as const }, []],
    ['account', { paymentMethodType: 'account' as const, driverId: 3 }, []],
    ['account', { paymentMethodType: 'account' as const, driverId: 3, holdMinor: 500 }, []],
    [undefined, { paymentMethodType: 'account' as const, driverId: null }, []],
  ])('by %s where that is how the order is paid', (by, order, files) => {
    expect(wayOf(charging(order), files, 'sandbox')?.by).toBe(by)
  })
})

describe('a sale of 500', () => {
  const sold = { state: 'asked', priceMinor: 500 } as const
  test.each([
    ['asked', file({ state: 'created', heldMinor: 0 }), []],
    ['asked', file({ state: 'action', heldMinor: 0 }), []],
    ['asked', file(), ['capture']],
    ['asked', file({}, { kind: 'capture', amountMinor: 500 }), []],
    ['sold', file(state('captured', 500)), []],
    ['void', file(state('failed', 0)), []],
    ['void', file(state('canceled', 0)), []],
    ['void', file(state('captured', 400)), ['refund']],
  ] as const)('is %s by what its provider says', (expected, one, requests) => {
    const { state, there } = soldBy(sold, [one])
    expect(state).toBe(expected)
    expect(there.requests.map(({ request }) => request.kind)).toEqual(requests)
  })
  test('that was paid stays sold when its money is called back', () => {
    expect(soldBy({ state: 'sold', priceMinor: 500 }, [file(state('canceled', 0))]).state).toBe('sold')
  })

  test('that is void stays so, and what comes in for it goes back', () => {
    const { state: now, there } = soldBy({ state: 'void', priceMinor: 500 }, [file(state('captured', 500))])
    expect([now, there.capturedMinor, there.debtMinor]).toEqual(['void', 0, 0])
    expect(there.requests).toEqual([
      { paymentId: 1, request: { kind: 'refund', amountMinor: 500, reason: 'not_due' } },
    ])
  })

  test('is paid in full, under way, or nothing of it is kept; nobody is charged again or owes it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('asked', 'sold', 'void'),
        fc.constantFrom(...providerPaymentStates),
        fc.integer({ min: 0, max: 500 }),
        fc.constantFrom(null, 'capture', 'cancel'),
        (before, name, minor, waiting) => {
          const requests: OperationRequest[] = waiting ? [{ kind: waiting, amountMinor: minor }] : []
          const one = file(state(name, minor), ...requests)
          const { state: now, there } = soldBy({ state: before, priceMinor: 500 }, [one])
          expect(there.charge).toBeNull()
          if (now === 'sold' && before !== 'sold') expect(there.capturedMinor).toBe(500)
          if (now === 'asked') expect(there.underWay).toBe(true)
          if (now !== 'void') return
          expect(there.debtMinor).toBe(0)
          const kept = name === 'held' || (name === 'captured' && minor > 0)
          if (kept && waiting === null) expect(there.requests).toHaveLength(1)
        },
      ),
    )
  })
})
