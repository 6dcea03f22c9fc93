import { expect, test } from 'vitest'
import { isInn } from './inn.ts'

test.each([
  // of companies
  ['7707083893', true],
  ['7736050003', true],
  ['7707083894', false],
  ['7707038893', false],
  // of people
  ['500100732259', true],
  ['500100732258', false],
  ['500100732249', false],
  ['500100732202', false],
  ['5001007322590', false],
  ['', false],
  ['770708389', false],
  ['77070838930', false],
  ['7707083893a', false],
  [' 7707083893', false],
])('%j: %s', (text, expected) => {
  expect(isInn(text)).toBe(expected)
})
