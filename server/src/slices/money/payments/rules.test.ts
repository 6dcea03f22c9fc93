import { describe, expect, test } from 'vitest'
import {
  bookedOn,
  isAtProvider,
  mayBook,
  mayChargeBack,
  mayRefund,
  refundableOf,
  stationProvider,
} from './rules.ts'

const payment = (changes: object = {}) => ({
  status: 'captured' as const,
  methodType: 'terminal' as const,
  provider: 'bank',
  capturedMinor: 34_000,
  refundedMinor: 0,
  chargedBackMinor: 0,
  ...changes,
})

test.each([
  [{}, 0, 34_000],
  [{ refundedMinor: 4000 }, 0, 30_000],
  [{ chargedBackMinor: 4000 }, 0, 30_000],
  [{}, 4000, 30_000],
  [{ refundedMinor: 30_000, chargedBackMinor: 3000 }, 1000, 0],
  [{ status: 'created' as const }, 0, 0],
])('of %j with %i under way %i may go back', (changes, pendingMinor, left) => {
  expect(refundableOf(payment(changes), pendingMinor)).toBe(left)
})

test.each(['card', 'sbp'] as const)('%s is with a provider', (methodType) => {
  expect(isAtProvider({ methodType })).toBe(true)
  expect(mayBook(payment({ methodType }), 0)).toBe(false)
  expect(mayRefund(payment({ methodType }), 0, 0)).toBe(false)
  expect(mayRefund(payment({ methodType }), 0, 1)).toBe(true)
  expect(mayChargeBack(payment({ methodType }), 0)).toBe(true)
})

test.each(['terminal', 'cash', 'account', 'compensation'] as const)('%s is with us', (methodType) => {
  expect(isAtProvider({ methodType })).toBe(false)
  expect(mayBook(payment({ methodType }), 0)).toBe(true)
  expect(mayRefund(payment({ methodType }), 0, 0)).toBe(true)
  expect(mayChargeBack(payment({ methodType }), 0)).toBe(methodType === 'terminal')
})

describe('where something went back, or is on its way', () => {
  test.each([
    [{ refundedMinor: 1 }, 0],
    [{ chargedBackMinor: 1 }, 0],
    [{}, 1],
    [{ status: 'created' }, 0],
  ])('%j, %i: it is not booked as something else', (changes, pendingMinor) => {
    expect(mayBook(payment(changes), pendingMinor)).toBe(false)
  })
  test('the terminal of a station itself says what it has taken', () => {
    expect(mayBook(payment({ provider: stationProvider }), 0)).toBe(false)
  })
  test('nothing more goes back than is left', () => {
    expect(mayRefund(payment(), 33_999, 0)).toBe(true)
    expect(mayRefund(payment(), 34_000, 0)).toBe(false)
    expect(mayChargeBack(payment(), 33_999)).toBe(true)
    expect(mayChargeBack(payment(), 34_000)).toBe(false)
  })
})

test('another way to pay counts on the day of the session while its month is open', () => {
  expect(bookedOn('2026-03-01', '2026-03-31')).toBe('2026-03-01')
  expect(bookedOn('2026-02-28', '2026-03-01')).toBe('2026-03-01')
})
