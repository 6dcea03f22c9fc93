import { describe, expect, test } from 'vitest'
import { drawPassword, fittingHash, hashStationPassword } from './password.ts'

test('passwords fit what both versions take, and are all different', () => {
  const drawn = Array.from({ length: 2_000 }, drawPassword)
  expect(new Set(drawn).size).toBe(drawn.length)
  for (const password of drawn) {
    // bytes of 1.6's AuthorizationKey: 16 to 20; 2.0.1's BasicAuthPassword: 16 to 40 of passwordString
    expect(Buffer.byteLength(password)).toBe(20)
    expect(password).toMatch(/^[A-Za-z2-9]{16,40}$/)
  }
})

test('a hash is the HMAC-SHA-256 of station and password, in hex', () => {
  // printf 'S1:pass' | openssl dgst -sha256 -hmac secret
  const known = '102e8ca165bb4da79b09b89f58f8cba4d2874cf86643769cae97c0c6dc0bb933'
  expect(hashStationPassword('secret', 'S1', 'pass')).toBe(known)
  expect(hashStationPassword(Buffer.from('secret'), 'S1', Buffer.from('pass'))).toBe(known)
})

describe('the hash that a password fits', () => {
  const hashOf = (password: string, stationId = 'S1') => hashStationPassword('secret', stationId, password)
  const present = hashOf('present')
  const next = hashOf('next')
  const latest = hashOf('latest')
  const fit = (passwordHash: string | null, nextPasswordHashes: string[], password: string | null) =>
    fittingHash(
      'secret',
      { id: 'S1', passwordHash, nextPasswordHashes },
      password === null ? null : Buffer.from(password),
    )

  test.each([
    ['the present one', present, [next], 'present', present],
    ['the next one, sent since', present, [next], 'next', next],
    ['the last of several that were sent', present, [next, latest], 'latest', latest],
    ['none, if it is wrong', present, [next], 'wrong', null],
    ['none, if it is empty', present, [next], '', null],
    ['none, if it is missing', present, [next], null, null],
    ['none, if it is missing and an empty one is kept', hashOf(''), [], null, null],
    ['none, if it belongs to another station', hashOf('present', 'S2'), [], 'present', null],
    ['none, if the kept hash has another length', present.slice(2), [`${present}00`], 'present', null],
    ['none, if the kept hash is empty', '', [], 'present', null],
    ['the first password of a station that had none', null, [next], 'next', next],
    ['an open station with a wrong password', null, [next], 'wrong', 'open'],
    ['an open station without a password', null, [next], null, 'open'],
    ['an open station that was never sent a password', null, [], 'any', 'open'],
  ] as const)('is %s', (_what, passwordHash, nextHashes, password, expected) => {
    expect(fit(passwordHash, [...nextHashes], password)).toBe(expected)
  })
})
