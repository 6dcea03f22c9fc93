import { expect, test } from 'vitest'
import { codeLength, codeSecretOf, passwordOf, stepAt, stepOfPassword } from './code-rules.ts'

const now = new Date('2026-03-01T10:00:30Z')
const secret = codeSecretOf('k'.repeat(32), 'CS-1')

test('the secret of a station is its own, and long enough for it', () => {
  expect(secret).toMatch(/^[\w-]{32}$/)
  expect(codeSecretOf('k'.repeat(32), 'CS-2')).not.toBe(secret)
  expect(codeSecretOf('l'.repeat(32), 'CS-1')).not.toBe(secret)
})

test.each([
  [0, stepAt(now)],
  [-1, stepAt(now) - 1],
  [1, stepAt(now) + 1],
  [-2, 'old'],
  [-60, 'old'],
  [-61, 'foreign'],
  [2, 'foreign'],
])('a password of %i intervals from now is %s', (steps, found) => {
  const password = passwordOf(secret, stepAt(now) + steps)
  expect(password).toMatch(/^[\dA-Za-z]+$/)
  expect(password).toHaveLength(codeLength)
  expect(stepOfPassword(secret, password, now)).toBe(found)
})

test('any other text is foreign, whatever its length', () => {
  const password = passwordOf(secret, stepAt(now))
  for (const text of ['', password.slice(1), `${password}0`, password.toUpperCase(), 'é'.repeat(codeLength)])
    expect(stepOfPassword(secret, text, now)).toBe('foreign')
  expect(stepOfPassword(codeSecretOf('k'.repeat(32), 'CS-2'), password, now)).toBe('foreign')
})
