import { expect, test } from 'vitest'
import { drawPassword } from './password.ts'

test('passwords fit what both versions take, and are all different', () => {
  const drawn = Array.from({ length: 2_000 }, drawPassword)
  expect(new Set(drawn).size).toBe(drawn.length)
  for (const password of drawn) {
    // bytes of 1.6's AuthorizationKey: 16 to 20; 2.0.1's BasicAuthPassword: 16 to 40 of passwordString
    expect(Buffer.byteLength(password)).toBe(20)
    expect(password).toMatch(/^[A-Za-z2-9]{16,40}$/)
  }
})
