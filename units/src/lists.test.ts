import { expect, test } from 'vitest'
import { first, last, valueIn } from './lists.ts'

test('the ends of a list are its first and its last element', () => {
  expect([first([1, 2, 3]), last([1, 2, 3])]).toEqual([1, 3])
  expect([first([undefined]), last([null])]).toEqual([undefined, null])
})

test('an empty list has no ends', () => {
  expect(() => first([])).toThrow('The list is empty.')
  expect(() => last([])).toThrow('The list is empty.')
})

test('a map gives the value of a key that it holds', () => {
  const map = new Map<string, number | undefined>([
    ['one', 1],
    ['none', undefined],
  ])
  expect([valueIn(map, 'one'), valueIn(map, 'none')]).toEqual([1, undefined])
  expect(() => valueIn(map, 'two')).toThrow('The map has no two.')
})
