import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupBy } from './group-by.ts'

test('keys and things keep the order in which they come', () => {
  const groups = groupBy([31, 12, 11, 32, 1], (one) => Math.floor(one / 10))
  expect([...groups]).toEqual([
    [3, [31, 32]],
    [1, [12, 11]],
    [0, [1]],
  ])
})

test('nothing gives no group, and anything iterable is grouped', () => {
  expect([...groupBy([], String)]).toEqual([])
  expect([...groupBy(new Set(['a', 'b']), (one) => one)]).toEqual([
    ['a', ['a']],
    ['b', ['b']],
  ])
})

test('no thing is lost, doubled or put under another key', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50)), (list) => {
      const keyOf = (one: number) => one % 7
      for (const [key, group] of groupBy(list, keyOf)) {
        expect(group).toEqual(list.filter((one) => keyOf(one) === key))
        expect(group.length).toBeGreaterThan(0)
      }
      expect([...groupBy(list, keyOf).keys()]).toEqual([...new Set(list.map(keyOf))])
    }),
  )
})
