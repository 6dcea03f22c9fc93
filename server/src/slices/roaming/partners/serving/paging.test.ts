import { describe, expect, test } from 'vitest'
import { Failure } from '../../../../platform/http/failure.ts'
import { invalid, isUnforeseen, notThere, OcpiFailure, TooManyCalls, unknownCaller } from './failure.ts'
import { pageHeaders, pageIn } from './paging.ts'

describe('a page is', () => {
  test('the first hundred of all where nothing is said', () => {
    const all = { offset: 0, limit: 100, from: null, to: null }
    expect(pageIn({})).toEqual(all)
    expect(pageIn({ offset: '', limit: '', date_from: '', date_to: '' })).toEqual(all)
  })

  test('as large as the list allows, at most', () => {
    expect(pageIn({ offset: '0', limit: '1' })).toMatchObject({ offset: 0, limit: 1 })
    expect(pageIn({ limit: '101' }).limit).toBe(100)
    expect(pageIn({ limit: '101' }, 1000).limit).toBe(101)
    expect(pageIn({}, 7).limit).toBe(7)
    expect(pageIn({ offset: '999999999' }).offset).toBe(999_999_999)
  })

  test.each([
    ['offset', '-1', 'offset must be a whole number from 0.'],
    ['offset', '1.5', 'offset must be a whole number from 0.'],
    ['offset', 'x1', 'offset must be a whole number from 0.'],
    ['offset', '1x', 'offset must be a whole number from 0.'],
    ['offset', '1000000000', 'offset must be a whole number from 0.'],
    ['limit', '0', 'limit must be a whole number from 1.'],
  ])('refused with %s %s', (name, value, message) => {
    expect(() => pageIn({ [name]: value })).toThrow(invalid(message))
  })

  test.each([
    ['2026-01-31T08:00:00Z', '2026-01-31T08:00:00.000Z'],
    ['2026-01-31T08:00:00', '2026-01-31T08:00:00.000Z'],
    ['2026-01-31T08:00:00.25', '2026-01-31T08:00:00.250Z'],
    ['2026-01-31T08:00:00.123456789Z', '2026-01-31T08:00:00.123Z'],
    ['2026-01-31T08:00:00+01:00', '2026-01-31T07:00:00.000Z'],
    ['2026-01-31T08:00:00 01:00', '2026-01-31T07:00:00.000Z'],
    ['2026-01-31T08:00:00-02:30', '2026-01-31T10:30:00.000Z'],
  ])('from %s: %s', (text, at) => {
    expect(pageIn({ date_from: text })).toMatchObject({ from: new Date(at), to: null })
    expect(pageIn({ date_to: text })).toMatchObject({ from: null, to: new Date(at) })
  })

  test.each([
    'yesterday',
    '2026-01-31',
    '2026-13-31T08:00:00Z',
    'x2026-01-31T08:00:00Z',
    '2026-01-31T08:00:00Zx',
    '2026-01-31T08:00:00.Z',
    '2026-01-31T08:00:00.1234567890Z',
  ])('refused from %s', (text) => {
    const failure = invalid('date_from must be an instant such as 2026-01-31T08:00:00Z.')
    expect(() => pageIn({ date_from: text })).toThrow(failure)
  })
})

describe('its headers', () => {
  const page = { offset: 20, limit: 10, from: null, to: null }
  const url = 'https://csms.example/ocpi/2.3.0/locations?date_from=x&offset=20'
  test('say how many there are, and where the next is', () => {
    expect(pageHeaders(url, page, { total: 31, count: 10 })).toEqual({
      'x-total-count': '31',
      'x-limit': '100',
      link: '<https://csms.example/ocpi/2.3.0/locations?date_from=x&offset=30&limit=10>; rel="next"',
    })
    expect(pageHeaders(url, page, { total: 31, count: 10, most: 50 })['x-limit']).toBe('50')
  })

  test('of the last page name no next one, nor those of an empty page', () => {
    const last = { 'x-total-count': '30', 'x-limit': '100' }
    expect(pageHeaders(url, page, { total: 30, count: 10 })).toEqual(last)
    expect(pageHeaders(url, page, { total: 30, count: 0 })).toEqual(last)
  })
})

test('a call is refused with a code of OCPI, and with an HTTP error where the standard says so', () => {
  const of = ({ status, http, message, name }: OcpiFailure) => [name, status, http, message]
  expect(of(invalid('x'))).toEqual(['OcpiFailure', 'invalidParameters', 200, 'x'])
  expect(of(notThere('y'))).toEqual(['OcpiFailure', 'clientError', 404, 'y'])
  expect(of(unknownCaller())).toEqual([
    'OcpiFailure',
    'clientError',
    401,
    'The credentials token is not known, or does not open this.',
  ])
  expect(of(new TooManyCalls(9))).toEqual([
    'TooManyCalls',
    'clientError',
    429,
    'Too many calls: try again in 9 seconds.',
  ])
  expect(new TooManyCalls(9).seconds).toBe(9)
})

test.each([
  ['a server that ends', new Failure('server.not_ready'), false],
  ['a wrong call', invalid('x'), false],
  ['a fault of ours', new Failure('server.failed'), true],
  ['a fault of ours to a partner', new OcpiFailure('serverError', 'y', 500), true],
  ['whatever else is thrown', new Error('z'), true],
])('%s: logged only if nobody foresaw it', (_, error, expected) => expect(isUnforeseen(error)).toBe(expected))
