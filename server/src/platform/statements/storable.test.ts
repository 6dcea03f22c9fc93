import { expect, test } from 'vitest'
import { isStorable } from './storable.ts'

const zero = 'a\0b'
const half = 'a\ud83d'

test.each([
  ['a text', 'hello', true],
  ['an empty text', '', true],
  ['a whole character of two halves', '\u{1f50c}', true],
  ['control characters', '\u0001\n\t', true],
  ['a zero character', zero, false],
  ['half a character', half, false],
  ['the other half', '\udd0c', false],
  ['a number', 7, true],
  ['null', null, true],
  ['nothing', undefined, true],
  ['a list', ['a', ['b', 1, null]], true],
  ['a text in a list', ['a', ['b', zero]], false],
  ['the first of a list', [zero, 'b'], false],
  ['an object', { a: { b: 'c' } }, true],
  ['a text in an object', { a: { b: half } }, false],
  ['the name of a field', { a: { [zero]: 1 } }, false],
  ['a text in an object in a list', [{ a: 1 }, { a: zero }], false],
])('%s can be stored or not', (_what, value, storable) => {
  expect(isStorable(value)).toBe(storable)
})

test('however deep a value is', () => {
  const nested = (inner: unknown) => Array.from({ length: 50_000 }).reduce((value) => [value], inner)
  expect(isStorable(nested('a'))).toBe(true)
  expect(isStorable(nested(zero))).toBe(false)
})
