import { expect, test } from 'vitest'
import { authorizationOf, tokenIn } from './encoding.ts'

test('a token is read in the encoding in which it was written, and in no other', () => {
  const token = 'example-tökén='
  for (const encoding of ['base64', 'plain'] as const) {
    expect(tokenIn(authorizationOf(token, encoding), encoding)).toBe(token)
  }
  expect(tokenIn(authorizationOf('abc', 'base64'), 'plain')).toBe('YWJj')
  expect(tokenIn(authorizationOf('plain-token', 'plain'), 'base64')).toBeNull()
  expect(tokenIn('token YWJj', 'base64')).toBe('abc')
  for (const header of ['Token YW*Jj', 'Token YWJj more', 'Bearer YWJj', 'Token ', 'Token', undefined]) {
    expect(tokenIn(header, 'base64')).toBeNull()
  }
})
