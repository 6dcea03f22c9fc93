import { offsetMost } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { idsOf, instantOf, pageOf, searchOf } from './graphql-arguments.ts'

const refusal = (path: string, message: string) =>
  expect.objectContaining({ code: 'request.invalid', details: [{ path, message }] })

test('a page has fifty rows from the first, unless it is said otherwise', () => {
  expect(pageOf({}, 100)).toEqual({ limit: 50, offset: 0 })
  expect(pageOf({ limit: null, offset: null }, 100)).toEqual({ limit: 50, offset: 0 })
  expect(pageOf({ limit: 1, offset: offsetMost }, 100)).toEqual({ limit: 1, offset: offsetMost })
  expect(pageOf({ limit: 100 }, 100)).toEqual({ limit: 100, offset: 0 })
})

test.each([
  [{ limit: 0 }, 'limit', 'from 1 to 100'],
  [{ limit: 101 }, 'limit', 'from 1 to 100'],
  [{ offset: -1 }, 'offset', `from 0 to ${offsetMost}`],
  [{ offset: offsetMost + 1 }, 'offset', `from 0 to ${offsetMost}`],
])('a page of %j is refused', (page, path, message) => {
  expect(() => pageOf(page, 100)).toThrow(refusal(path, message))
})

test('an instant is one of ISO 8601, or none', () => {
  expect(instantOf('2026-03-10T10:00:00Z', 'from')).toEqual(new Date('2026-03-10T10:00:00Z'))
  expect([instantOf(null, 'from'), instantOf(undefined, 'from'), instantOf('', 'from')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  for (const text of ['yesterday', '3000-01-01T00:00:00Z'])
    expect(() => instantOf(text, 'from')).toThrow(refusal('from', 'not an ISO 8601 instant of 1970 to 2999'))
})

test('ids are whole numbers, or not given', () => {
  expect(idsOf(['1', '20'], 'ids')).toEqual([1, 20])
  expect([idsOf(null, 'ids'), idsOf(undefined, 'ids')]).toEqual([undefined, undefined])
  for (const text of ['x', '1.5'])
    expect(() => idsOf(['1', text], 'ids')).toThrow(refusal('ids', 'not an id'))
})

test('what is searched for has no spaces around it, and a hundred characters at most', () => {
  expect(searchOf('  a b ')).toBe('a b')
  expect([searchOf('  '), searchOf(null), searchOf(undefined)]).toEqual([undefined, undefined, undefined])
  expect(searchOf('x'.repeat(101))).toBe('x'.repeat(100))
})
