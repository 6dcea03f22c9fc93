import { expect, test } from 'vitest'
import { numberIn } from './search-store.ts'

test.each([
  ['28291601', 28_291_601],
  ['28\u00a0291\u00a0601', 28_291_601],
  ['28 291 601', 28_291_601],
  ['#0412', 412],
  ['№ 412', 412],
  ['123456789012', 123_456_789_012],
  ['1234567890123', null],
  ['+7 000 305', null],
  ['A412', null],
  ['#', null],
])('the number of a search for "%s"', (search, number) => {
  expect(numberIn(search)).toBe(number)
})
