import { expect, test } from 'vitest'
import { owesTooMuch } from './debts.ts'

test.each([
  [0, 10_000, false],
  [9_999, 10_000, false],
  [10_000, 10_000, true],
  [10_001, 10_000, true],
  [1, 1, true],
  [0, 1, false],
  [0, 0, false],
  [1, 0, true],
  [1_000_000, null, false],
] as const)('a debt of %i, refused from %s on: %s', (debtMinor, fromMinor, expected) => {
  expect(owesTooMuch(debtMinor, fromMinor)).toBe(expected)
})
