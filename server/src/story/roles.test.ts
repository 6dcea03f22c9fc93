import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, testConfig } from '../platform/testing.ts'
import { type RunningServer, startServer } from '../server.ts'
import { demoAccounts, demoPassword } from '../slices/managers/demo-accounts.ts'
import { insertManager } from '../slices/managers/store.ts'
import { absent, type Belongings, insertBelongings } from './role-network.ts'
import { type Right, type Row, readTable, roles } from './role-table.ts'

const rows = readTable()
const placeholder =
  /\{(location|station|connector|order|review|unmatched|run|service|driver|manager|fresh)\}/g
const hasSubject = ({ path, body = '' }: Row) =>
  /\{(location|station|connector|order|review|unmatched|run|service|driver|manager)\}/.test(path + body)

const emailOf = (role: string) => demoAccounts.find((account) => account.role === role)!.email

type Subject = Belongings & { manager: number }
interface Reached {
  status: number
  text: string
}

describe('who may do what', () => {
  let server: RunningServer
  let neighbour: number
  let made = 0
  let untouched: Promise<Belongings[]> | undefined
  const people = new Map<string, { id: number; token: string }>()
  const now = new Date('2026-03-05T12:00:00Z')

  beforeAll(async () => {
    server = await startServer(testConfig({ LOG_LEVEL: 'error', ACCOUNT_REQUESTS_PER_ADDRESS: '1000' }), {
      database: await openTestDatabase(),
    })
    server.readiness.ready = true
    const { db } = server.database
    // before anybody signs in: a running server remembers for some seconds whose locations a person sees
    const own = db.selectFrom('managers').select('id').where('email', '=', emailOf('manager'))
    await db
      .updateTable('managers')
      .set({ owner_id: own })
      .where('role', 'in', ['operator', 'accounter'])
      .execute()
    for (const { email, role } of demoAccounts) people.set(role, await signIn(email))
    neighbour = (await insertManager(db, {
      email: 'neighbour@example.com',
      passwordHash: 'none',
      role: 'manager',
      firstName: 'N',
      lastName: 'N',
      createdAt: now,
    }))!
  })
  afterAll(() => server.close())

  async function signIn(email: string): Promise<{ id: number; token: string }> {
    const body = JSON.stringify({ email, password: demoPassword })
    const { text } = await call('POST', 'auth/manager/log-in', body)
    const token: string = JSON.parse(text).access_token
    const me = await call('GET', 'auth/manager', undefined, token)
    return { id: JSON.parse(me.text).id, token }
  }

  async function call(method: string, path: string, body?: string, token?: string): Promise<Reached> {
    const answer = await fetch(path.startsWith('/') ? server.url + path : `${server.url}/api/v1/${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    })
    return { status: answer.status, text: await answer.text() }
  }

  const anew = (owner: number, name: string) =>
    insertBelongings(server.database.db, owner, `${name}${++made}`, now)

  /** Makes the call about a subject. */
  function about({ method, path, body }: Row, subject: Subject, token?: string): Promise<Reached> {
    const fill = (text: string) =>
      text.replaceAll(placeholder, (_, name: string) =>
        name === 'fresh' ? `F${++made}` : String(subject[name as keyof Subject]),
      )
    return call(method, fill(path), body === undefined ? undefined : fill(body), token)
  }

  const refused = [400, 401, 403, 404, 405, 500]
  const passes = (row: Row, { status, text }: Reached, why: string) => {
    if (row.answers !== undefined) expect(status, `${why}: ${text}`).toBe(row.answers)
    else expect(refused, `${why}: ${status} ${text}`).not.toContain(status)
  }

  /** A subject of the manager's and one of a neighbour's: made for each call that may change them, once for those that are refused. */
  function subjectsFor(right: Right): Promise<Belongings[]> {
    const make = () => Promise.all([anew(people.get('manager')!.id, 'OWN'), anew(neighbour, 'FOREIGN')])
    if (right !== '-') return make()
    untouched ??= make()
    return untouched
  }

  /** What a role may reach of what is theirs, foreign and absent. */
  async function checkSubjects(row: Row, right: Right, who: { id: number; token: string }, role: string) {
    const [mine, theirs] = await subjectsFor(right)
    const [own, foreign] = [
      { ...mine!, manager: who.id },
      { ...theirs!, manager: neighbour },
    ]
    const answers = {
      absent: await about(row, { ...absent, manager: 999_999 }, who.token),
      foreign: await about(row, foreign, who.token),
      own: await about(row, own, who.token),
    }
    if (right === '-') {
      for (const [what, { status }] of Object.entries(answers)) expect(status, `${role}, ${what}`).toBe(403)
      return
    }
    expect(answers.absent.status, `${role}, absent: ${answers.absent.text}`).toBe(404)
    passes(row, answers.own, `${role}, own`)
    if (right === 's') expect(answers.foreign, `${role}, foreign`).toEqual(answers.absent)
    else passes(row, answers.foreign, `${role}, foreign`)
  }

  /** What a role sees in a list. */
  async function checkList(row: Row, right: Right, who: { id: number; token: string }, role: string) {
    const ask = () => about(row, { ...absent, manager: who.id }, who.token)
    // only a list needs something to show: what is made for others would push it off the page
    if (right === '-') return expect((await ask()).status, role).toBe(403)
    if (right === 'y') return passes(row, await ask(), role)
    const own = await anew(people.get('manager')!.id, 'OWN')
    const foreign = await anew(neighbour, 'FOREIGN')
    const answer = await ask()
    passes(row, answer, role)
    expect(answer.text, `${role}, own`).toContain(own.name)
    if (right === 's') expect(answer.text, `${role}, foreign`).not.toContain('FOREIGN')
    else expect(answer.text, `${role}, foreign`).toContain(foreign.name)
  }

  test.each(rows)('$method $path', async (row) => {
    const check = hasSubject(row) ? checkSubjects : checkList
    for (const [index, role] of roles.entries()) await check(row, row.rights[index]!, people.get(role)!, role)
    const visitor = await about(row, { ...absent, manager: 999_999 })
    if (row.rights[5] === '-') {
      expect(visitor.status, visitor.text).toBe(401)
      expect(visitor.text).toContain('"auth.required"')
    } else passes(row, visitor, 'visitor')
  })

  test('the table holds every call that is served, and no other', async () => {
    const { text } = await call('GET', '/api/openapi.json')
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> }
    const served = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '*')}`),
    )
    const known = rows.map(
      ({ method, path }) =>
        `${method} /api/v1/${path.replace(/\?.*/, '').replaceAll(/\{\w+\}|(?<=\/)(?:ocpp)?[\d.-]+(?=\/|$)/g, '*')}`,
    )
    expect(served.toSorted()).toEqual([...new Set(known)].toSorted())
  })

  test('an operator without an owner sees the whole network', async () => {
    const { db } = server.database
    await anew(people.get('manager')!.id, 'OWN')
    await anew(neighbour, 'FOREIGN')
    await db.updateTable('managers').set({ owner_id: null }).where('role', '=', 'operator').execute()
    const { token } = await signIn(emailOf('operator'))
    for (const name of ['OWN', 'FOREIGN']) {
      await expect
        .poll(async () => (await call('GET', `stations?search=${name}`, undefined, token)).text, {
          timeout: 10_000,
        })
        .toContain(name)
    }
  })
})
