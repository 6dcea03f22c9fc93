import { expect, test } from 'vitest'
import { byteRangeOf } from './byte-range.ts'

const file = { etag: '"one"', size: 10 }
const of = (range: string, more: object = {}) => byteRangeOf({ range, ...more }, file)

test.each([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=3-5', { first: 3, last: 5 }],
  ['bytes=9-9', { first: 9, last: 9 }],
  ['bytes=4-', { first: 4, last: 9 }],
  ['bytes=4-99', { first: 4, last: 9 }],
  ['bytes=-3', { first: 7, last: 9 }],
  ['bytes=-99', { first: 0, last: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
])('%s of ten bytes', (range, part) => {
  expect(of(range)).toEqual(part)
})

test.each([
  'bytes=-',
  'bytes=5-3',
  'bytes=0-1,4-5',
  'items=0-1',
  'bytes=a-b',
  '',
])('%s is no part', (range) => {
  expect(of(range)).toBeUndefined()
})

test('a part is given only of the requested version of the file', () => {
  expect(of('bytes=0-1', { 'if-range': '"one"' })).toEqual({ first: 0, last: 1 })
  expect(of('bytes=0-1', { 'if-range': '"other"' })).toBeUndefined()
})

test('nothing of an empty file is a part', () => {
  expect(byteRangeOf({ range: 'bytes=0-' }, { etag: '"none"', size: 0 })).toBe('unsatisfiable')
})
