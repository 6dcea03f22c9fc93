import { describe, expect, test } from 'vitest'
import {
  authorizationOf,
  envelope,
  envelopeOf,
  isSuccess,
  nextPage,
  nextPageIn,
  statusCodes,
  tokensIn,
} from './envelope.ts'
import { bestOf, codecOf, ocpiVersions } from './versions.ts'

const at = new Date('2026-03-10T10:00:00Z')

test('an answer has its data, its code and its time', () => {
  expect(envelopeOf(at, { data: [1] })).toEqual({
    data: [1],
    status_code: 1000,
    timestamp: '2026-03-10T10:00:00.000Z',
  })
  expect(envelopeOf(at, { status: 'unknownToken', message: 'no such token' })).toEqual({
    status_code: 2004,
    status_message: 'no such token',
    timestamp: '2026-03-10T10:00:00.000Z',
  })
  expect(Object.hasOwn(envelopeOf(at, {}), 'data')).toBe(false)
})

test('partners’ answers are read with codes of their own, and without what they leave out', () => {
  const codes = [999, 1000, 1999, 2901, 4999, 5000]
  expect(codes.map((status_code) => envelope.safeParse({ status_code }).success)).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
  ])
  expect(envelope.safeParse({ data: null, status_code: 1000, status_message: null }).success).toBe(true)
  expect([999, 1000, 1999, 2000].map(isSuccess)).toEqual([false, true, true, false])
  expect(new Set(Object.values(statusCodes)).size).toBe(Object.values(statusCodes).length)
})

describe('tokens in the header', () => {
  test('are written in both ways', () => {
    expect(authorizationOf('example-token', 'plain')).toBe('Token example-token')
    expect(authorizationOf('example-token', 'base64')).toBe('Token ZXhhbXBsZS10b2tlbg==')
  })

  test('are read in both ways', () => {
    for (const encoding of ['plain', 'base64'] as const)
      for (const token of ['example-token', '9e80a9c4-28be-11e9-b210-d663bd873d93', 'abcd'])
        expect(tokensIn(authorizationOf(token, encoding))).toContainEqual({ token, encoding })
  })

  test('what could be base64 may be plain, and what cannot is', () => {
    expect(tokensIn('Token YWJj')).toEqual([
      { token: 'abc', encoding: 'base64' },
      { token: 'YWJj', encoding: 'plain' },
    ])
    expect(tokensIn('Token a-b')).toEqual([{ token: 'a-b', encoding: 'plain' }])
    // it decodes to bytes that are no text
    expect(tokensIn('Token gIGC')).toEqual([{ token: 'gIGC', encoding: 'plain' }])
  })

  test('a line feed before the encoding is not part of the token', () => {
    expect(tokensIn('Token ZXhhbXBsZS10b2tlbgo=')[0]).toEqual({ token: 'example-token', encoding: 'base64' })
  })

  test.each([
    undefined,
    '',
    'Token',
    'Token ',
    'Bearer abc',
    'Token a b',
    'Token ä',
    `Token ${'x'.repeat(400)}`,
  ])('%s has none', (header) => {
    expect(tokensIn(header)).toEqual([])
  })

  test('the word before it is the same in small letters', () => {
    expect(tokensIn('token  a-b ')).toEqual([{ token: 'a-b', encoding: 'plain' }])
  })
})

describe('pages', () => {
  const called = 'https://a.example/ocpi/cdrs?limit=2'

  test.each([
    [
      nextPage('https://a.example/ocpi/cdrs?offset=2&limit=2'),
      'https://a.example/ocpi/cdrs?offset=2&limit=2',
    ],
    ['</ocpi/cdrs?offset=2>; rel=next', 'https://a.example/ocpi/cdrs?offset=2'],
    ['<?offset=2>;rel="next"', 'https://a.example/ocpi/cdrs?offset=2'],
    [
      '<x>; rel="prev", <y?date_from=2026-01-01T00:00:00Z>; rel="next"',
      'https://a.example/ocpi/y?date_from=2026-01-01T00:00:00Z',
    ],
    ['<x>; rel="last"', undefined],
    ['', undefined],
    [undefined, undefined],
    ['<https://[>; rel="next"', undefined],
  ])('%s', (link, next) => {
    expect(nextPageIn(link, called)).toBe(next)
  })
})

test('the best version that both sides speak is taken', () => {
  expect(bestOf(['2.1.1', '2.2.1', '2.3.0', '3.0'])).toBe('2.3.0')
  expect(bestOf(['2.2.1', '2.2'])).toBe('2.2.1')
  expect(bestOf(['2.2', '2.1.1'])).toBeUndefined()
  expect(ocpiVersions.map((version) => codecOf(version).tariff).length).toBe(2)
})
