import { expect, test } from 'vitest'
import { hashOf, newToken } from './tokens.ts'

test('a token has 256 bits, and each is another', () => {
  expect(newToken()).toMatch(/^[\w-]{43}$/)
  expect(newToken()).not.toBe(newToken())
})

test('what is kept of a token is its SHA-256', () => {
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
