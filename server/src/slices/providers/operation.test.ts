import { expect, test } from 'vitest'
import { hasEnded, mayAskAgain, newOperation, type Operation, type Wish } from './operation.ts'

const operation = (kind: Wish['kind'], changes: Partial<Operation> = {}): Operation => ({
  ...newOperation(7, [], { kind, amountMinor: 1000 }, new Date('2026-03-01T10:00:00Z')),
  ...changes,
})

test('nothing is asked for unasked once the provider has refused it five times', () => {
  const no = (kind: Wish['kind'], changes: Partial<Operation> = {}) =>
    operation(kind, { state: 'refused', ...changes })
  const four = Array.from({ length: 4 }, () => no('refund'))
  expect(mayAskAgain(four, 'refund')).toBe(true)
  expect(mayAskAgain([...four, no('refund')], 'refund')).toBe(false)
  expect(mayAskAgain([...four, no('refund')], 'capture')).toBe(true)
  const others = [no('refund', { refundId: 3 }), no('refund', { state: 'done' }), no('capture')]
  expect(mayAskAgain([...four, ...others], 'refund')).toBe(true)
})

test('an operation has ended once the provider has said what came of it', () => {
  const states = ['waiting', 'sent', 'stuck', 'done', 'refused'] as const
  expect(states.filter((state) => hasEnded(operation('capture', { state })))).toEqual(['done', 'refused'])
})
