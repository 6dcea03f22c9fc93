import { expect, test } from 'vitest'
import {
  drawRecoveryCodes,
  drawSecret,
  hashRecoveryCode,
  isTimeCode,
  plainCode,
  stepOf,
  uriOf,
} from './totp.ts'

/** The secret of RFC 6238, appendix B, for SHA-1: the text 12345678901234567890. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1000)

/** The last six of the eight digits that the appendix lists. */
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %d s the code is %s', (seconds, code) => {
  expect(stepOf(secret, code, at(seconds))).toBe(Math.floor(seconds / 30))
})

test.each(['ЫЫЫЫЫЫ', '٢٨٧٠٨٢', '28708', '2870822', ''])('%s is no code of any time', (typed) => {
  expect(stepOf(secret, typed, at(59))).toBeNull()
})

test('a code is accepted in its step, the one before and the one after, and gives its own step', () => {
  // the step of 1,111,111,110 s begins there
  const begin = 1_111_111_110
  const step = begin / 30
  const of = (seconds: number) => stepOf(secret, '050471', at(seconds))
  expect([of(begin - 31), of(begin - 30), of(begin), of(begin + 29), of(begin + 59), of(begin + 60)]).toEqual(
    [null, step, step, step, step, null],
  )
})

test.each(['', '28708', '2870822', 'ЫЫЫЫЫЫ', '٢٨٧٠٨٢', '28708\n'])('%j is no code', (text) => {
  expect(stepOf(secret, text, at(59))).toBeNull()
})

test('a secret has 160 bits, and the address for the QR code names who it is for', () => {
  const drawn = drawSecret()
  expect(drawn).toMatch(/^[A-Z2-7]{32}$/)
  expect(drawSecret()).not.toBe(drawn)
  const uri = new URL(uriOf(drawn, 'nina+csms@people.example'))
  expect(uri.protocol).toBe('otpauth:')
  expect(decodeURIComponent(uri.pathname)).toContain('Stationmaster:nina+csms@people.example')
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret: drawn, issuer: 'Stationmaster' })
})

test('recovery codes differ, and spaces and dashes in them do not matter', () => {
  const codes = drawRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/)
    expect(isTimeCode(plainCode(code))).toBe(false)
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')}`
    expect(hashRecoveryCode(typed)).toBe(hashRecoveryCode(code))
  }
  expect(isTimeCode(plainCode('123 456'))).toBe(true)
})
