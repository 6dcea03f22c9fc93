import { expect, test } from 'vitest'
import { contractKey, isContractId } from './contracts.ts'

test.each([
  ['DE-8AA-C12345678-9', 'DE8AAC12345678'],
  ['DE8AAC123456789', 'DE8AAC12345678'],
  ['de-8aa-c1234567a', 'DE8AAC1234567A'],
  ['DE-8AA-C12345678', 'DE8AAC12345678'],
])('%s is a contract, compared as %s', (text, key) => {
  expect(isContractId(text)).toBe(true)
  expect(contractKey(text)).toBe(key)
})

test.each([
  'D-8AA-C12345678',
  'DE-8AA-X12345678',
  'DE-8AA-C1234567',
  'DE-8AA-C12345678-90',
  'xDE-8AA-C12345678',
  'DE--8AA-C12345678',
  'D1-8AA-C12345678',
  'DE-8A-C12345678',
  'DE-8AA--C12345678',
  'DE-8AA-C1234567.',
  'DE-8A.-C12345678',
])('%s is none, and stays as it is in upper case', (text) => {
  expect(isContractId(text)).toBe(false)
  expect(contractKey(text)).toBe(text.toUpperCase())
})
