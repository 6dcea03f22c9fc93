import type { ErrorAnswer } from '@stationmaster/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { Office } from '../world/office.ts'

const bodies = 10_000

/** Calls that visitors may make, each with a body that would do. */
const calls: Record<string, Record<string, string>> = {
  'auth/manager': { email: 'a@b.example', first_name: 'A', last_name: 'B', password: 'a-password-1' },
  'auth/manager/log-in': { email: 'a@b.example', password: 'a-password-1' },
  'auth/manager/create-token': { email: 'a@b.example', refresh_token: 'none' },
  'auth/manager/log-out': { refresh_token: 'none' },
  'auth/manager/password-change-requests': { email: 'a@b.example' },
  'auth/manager/password-change-requests/none': { new_password: 'a-password-1' },
  'auth/email/verify': { token: 'none' },
}
const paths = Object.keys(calls)

const nasty = fc.constantFrom<unknown>(
  '',
  ' ',
  '\u0000',
  'a\u0000b@c.example',
  '\ud800',
  'x'.repeat(500),
  null,
  -1,
  1e308,
  [],
  {},
  ['a@b.example'],
)
const anyText = fc.string({ unit: 'binary', maxLength: 12 })
const anyValue = fc.oneof(nasty, anyText, fc.jsonValue({ maxDepth: 3 }))

/** A call with a body: any JSON, the right names with any values, a good body with one bad value, or no JSON at all. */
const attempt = fc.constantFrom(...paths).chain((path) => {
  const good = calls[path]!
  const names = Object.keys(good)
  const namedAny = fc.record(Object.fromEntries(names.map((name) => [name, anyValue])), { requiredKeys: [] })
  const oneBad = fc
    .tuple(fc.constantFrom(...names), nasty)
    .map(([name, value]) => ({ ...good, [name]: value }))
  const json = fc
    .oneof(
      { arbitrary: fc.jsonValue({ maxDepth: 4 }), weight: 3 },
      { arbitrary: namedAny, weight: 4 },
      { arbitrary: oneBad, weight: 4 },
    )
    .map((value) => JSON.stringify(value))
  return fc.record({
    path: fc.constant(path),
    payload: fc.oneof({ arbitrary: json, weight: 12 }, { arbitrary: anyText, weight: 1 }),
  })
})

describe('bad input', () => {
  let office: Office
  beforeAll(async () => {
    const high = '1000000'
    const env = {
      LOGIN_ATTEMPTS_PER_ACCOUNT: high,
      LOGIN_ATTEMPTS_PER_ADDRESS: high,
      ACCOUNT_REQUESTS_PER_ADDRESS: high,
    }
    office = await Office.open(await openTestDatabase(), env, { jobs: true })
  })
  afterAll(() => office.close())

  const stored = async () => {
    const { rows } = await sql`select
      (select count(*) from managers) as managers, (select count(*) from sessions) as sessions,
      (select count(*) from refresh_tokens) as refresh_tokens, (select count(*) from one_time_tokens) as one_time_tokens,
      (select count(*) from audit_log) as audit_log,
      (select count(*) from pgboss.job where name in ('mail', 'password-mail')) as jobs`.execute(
      office.database.db,
    )
    return rows
  }

  test('ten thousand random bodies are refused with the reason, and nothing is stored', async () => {
    const before = await stored()
    const statuses = new Map<number, number>()
    const unclear: unknown[] = []
    const send = async ({ path, payload }: { path: string; payload: string }) => {
      const answer = await office.app.inject({
        method: 'POST',
        url: `/api/v1/${path}`,
        headers: { 'content-type': 'application/json' },
        payload,
      })
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
      if (answer.statusCode < 400) return unclear.push({ path, payload, status: answer.statusCode })
      const { error, code, details } = answer.json<ErrorAnswer>()
      const listed = Array.isArray(details) && details.length > 0
      const isClear = answer.statusCode !== 400 || code === 'auth.token_invalid' || listed
      if (answer.statusCode >= 500 || !error || !code || !isClear) unclear.push({ path, payload, code })
      if (answer.statusCode === 400 && listed) detailed += 1
    }
    let detailed = 0
    const attempts = fc.sample(attempt, bodies)
    for (let from = 0; from < bodies; from += 50) await Promise.all(attempts.slice(from, from + 50).map(send))

    // a log-out with an unknown token succeeds and changes nothing
    const good = unclear.filter((one) => (one as { path: string }).path !== 'auth/manager/log-out')
    expect(good.slice(0, 5), JSON.stringify([...statuses])).toEqual([])
    expect(detailed, JSON.stringify([...statuses])).toBeGreaterThanOrEqual(9000)
    expect(await stored()).toEqual(before)
  })
})
