import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test.each([
  'password1',
  'Password123!',
  'p@ssw0rd',
  'P4ssw0rt2024',
  'qwerty123',
  'qwertz12',
  '1q2w3e4r',
  '1qaz2wsx',
  'abc12345',
  'a1234567',
  '12345678a',
  '87654321a',
  'aaaa1111',
  'abc1abc1',
  'iloveyou2',
  'welcome1',
  'Sommer2026',
  'пароль123',
  'йцукен12',
  'stationmaster1',
])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each([
  'demo-pass-1',
  'correct horse battery 9',
  'k7-lighthouse-pier',
  'Vierzehn8Sonnenblumen',
  'xq7rt9mz',
  'тёплый7чайник',
])('%s is not', (password) => {
  expect(isCommonPassword(password)).toBe(false)
})

test('the own name and address are common to who knows the person', () => {
  const own = ['Nina', 'Orlova', 'n.orlova@people.example']
  for (const password of ['orlova1985', 'Nina2026', 'n.orlova7']) {
    expect(isCommonPassword(password)).toBe(false)
    expect(isCommonPassword(password, own)).toBe(true)
  }
})
