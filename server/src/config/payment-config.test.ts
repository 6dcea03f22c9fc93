import { expect, test } from 'vitest'
import { tillOf } from './payment-config.ts'

test.each([
  // what is named counts, whoever takes the money
  ['yookassa', 'stripe', 'demo', 'yookassa'],
  ['sandbox', 'yookassa', 'serve', 'sandbox'],
  ['none', 'sandbox', 'demo', null],
  ['none', undefined, 'demo', null],
  // a demonstration has the sandbox, unless somebody else takes the money
  [undefined, undefined, 'demo', 'sandbox'],
  [undefined, undefined, 'empty', 'sandbox'],
  [undefined, 'sandbox', 'demo', 'sandbox'],
  [undefined, null, 'demo', 'sandbox'],
  [undefined, 'stripe', 'demo', null],
  // in earnest nothing is registered unless it is named
  [undefined, undefined, 'serve', null],
  [undefined, 'sandbox', 'serve', null],
] as const)('with the till %s and the provider %s, %s registers receipts at %s', (named, provider, mode, till) => {
  expect(tillOf(named, provider, mode)).toBe(till)
})
