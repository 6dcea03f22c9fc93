import type { FastifyBaseLogger } from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { codeOf, DatabaseAway, isAway, logFailure } from './database-fault.ts'

test.each([
  [new Error('timeout'), 'The database is away: timeout'],
  [new RangeError(''), 'The database is away: RangeError'],
  ['a word', 'The database is away: a word'],
  [null, 'The database is away: null'],
])('that the database is away is said with its cause: %s', (cause, message) => {
  const away = new DatabaseAway(cause)
  expect(away.message).toBe(message)
  expect(away.cause).toBe(cause)
})

test.each([
  [{ code: '23505' }, '23505'],
  [{ code: 7 }, '7'],
  [{}, ''],
  [null, ''],
  [undefined, ''],
  ['23505', ''],
])('the code of %o is "%s"', (error, code) => {
  expect(codeOf(error)).toBe(code)
})

test.each([
  ['08006', true],
  ['53100', true],
  ['57P01', true],
  ['58030', true],
  ['25006', true],
  ['25P03', true],
  ['25P04', true],
  ['25P02', false],
  ['25005', false],
  ['23505', false],
  ['40P01', false],
  ['X0853', false],
  ['', false],
])('a fault with the code %s is the state of the database: %s', (code, away) => {
  expect(isAway({ code })).toBe(away)
})

describe('a failure of background work', () => {
  const logged = (error: unknown, ...fields: object[]) => {
    const log = { debug: vi.fn(), error: vi.fn() }
    logFailure(log as unknown as FastifyBaseLogger, error, 'the report failed', ...fields)
    return { debug: log.debug.mock.calls, error: log.error.mock.calls }
  }

  test('is logged as an error, with its fields', () => {
    const err = new Error('no such column')
    expect(logged(err, { report: 7 })).toEqual({
      debug: [],
      error: [[{ err, report: 7 }, 'the report failed']],
    })
    expect(logged(err).error).toEqual([[{ err }, 'the report failed']])
  })

  test('is only noted where the database is away, which is logged once elsewhere', () => {
    const err = new DatabaseAway('gone')
    expect(isAway(err)).toBe(true)
    expect(logged(err)).toEqual({ debug: [[{ err }, 'the report failed']], error: [] })
  })
})
