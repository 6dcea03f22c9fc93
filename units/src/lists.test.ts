import { expect, test } from 'vitest'
import { first, last } from './lists.ts'

test('the ends of a list are its first and its last element', () => {
  expect([first([1, 2, 3]), last([1, 2, 3])]).toEqual([1, 3])
  expect([first([undefined]), last([null])]).toEqual([undefined, null])
})

test('an empty list has no ends', () => {
  expect(() => first([])).toThrow('The list is empty.')
  expect(() => last([])).toThrow('The list is empty.')
})
