import { roles } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, testConfig } from '../../../platform/general/testing.ts'
import { type RunningServer, startServer } from '../../../server.ts'
import { demoAccounts, demoPassword } from '../../../slices/people/managers/staff/demo-accounts.ts'
import { insertManager } from '../../../slices/people/managers/store.ts'
import {
  absent,
  absentPersonal,
  type Belongings,
  insertBelongings,
  insertPersonal,
  type Personal,
} from './role-network.ts'
import { type Right, type Row, readTable } from './role-rows.ts'

const rows = readTable()

/** A name of the table in a call: what it stands for, and whether it only narrows. */
interface Named {
  name: keyof Subject
  narrows: boolean
}

type Subject = Belongings & Personal

const nowhere: Subject = { ...absent, ...absentPersonal }
const subjectNames = Object.keys(nowhere).filter((name) => name !== 'name')
const placeholder = new RegExp(`\\{(~?)(${[...subjectNames, 'fresh'].join('|')})\\}`, 'g')

/** The names in a call, each once. */
function namedIn({ path, body = '' }: Row): Named[] {
  const found = [...(path + body).matchAll(placeholder)].filter(([, , name]) => name !== 'fresh')
  return [
    ...new Map(found.map(([text, sign, name]) => [text, { name, narrows: sign === '~' } as Named])).values(),
  ]
}

const emailOf = (role: string) => demoAccounts.find((account) => account.role === role)!.email

interface Reached {
  status: number
  text: string
}

describe('who may do what', () => {
  let server: RunningServer
  let neighbour: number
  let made = 0
  let untouched: Promise<Subject[]> | undefined
  const readBy = new Map<number, Promise<Subject[]>>()
  const people = new Map<string, { id: number; token: string }>()
  const now = new Date('2026-03-05T12:00:00Z')

  beforeAll(async () => {
    const env = {
      LOG_LEVEL: 'error',
      ACCOUNT_REQUESTS_PER_ADDRESS: '1000',
      // beside other programs the table takes longer than a password holds
      PASSWORD_ASKED_AFTER_MINUTES: '1440',
    }
    server = await startServer(testConfig(env), { database: await openTestDatabase() })
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
    insertBelongings(server.database.db, owner, `${name}${++made}X`, now)

  /** Makes the call about a subject. */
  function about({ method, path, body }: Row, subject: Subject, token?: string): Promise<Reached> {
    const fill = (text: string) =>
      text.replaceAll(placeholder, (_, _sign, name: string) =>
        name === 'fresh' ? `F${++made}` : String(subject[name as keyof Subject]),
      )
    return call(method, fill(path), body === undefined ? undefined : fill(body), token)
  }

  const refused = [400, 401, 403, 404, 405, 500]
  const passes = (row: Row, { status, text }: Reached, why: string) => {
    if (row.answers !== undefined) expect(status, `${why}: ${text}`).toBe(row.answers)
    else expect(refused, `${why}: ${status} ${text}`).not.toContain(status)
  }

  /**
   * What is a person's or their owner's, and what is a neighbour's: made for each call that may change it, once for those that are
   * refused, and once for what a person reads.
   */
  function subjectsFor(
    { method }: Row,
    right: Right,
    personId: number,
    named: readonly Named[],
  ): Promise<Subject[]> {
    const { db } = server.database
    const reads = method === 'GET'
    const isPersonal = reads || named.some(({ name }) => name !== 'manager' && name in absentPersonal)
    const of = async (owner: number, person: number, name: string): Promise<Subject> => ({
      ...(await anew(owner, name)),
      ...(isPersonal
        ? await insertPersonal(db, person, `P${made}`, now)
        : { ...absentPersonal, manager: person }),
    })
    const make = async () => [
      await of(people.get('manager')!.id, personId, 'OWN'),
      await of(neighbour, neighbour, 'FOREIGN'),
    ]
    if (right === '-') {
      untouched ??= make()
      return untouched
    }
    if (!reads) return make()
    const kept = readBy.get(personId) ?? make()
    readBy.set(personId, kept)
    return kept
  }

  /** An answer without what differs each time. */
  const outcomeOf = ({ status, text }: Reached) => ({
    status,
    text: text
      .replace(/"(url|token)":"[^"]+"/g, '"$1":""')
      .replace(/"(id|location_id|created_at)":("[^"]+"|\d+)|\bV-F\d+/g, ''),
  })

  /** What a role may reach of what is theirs, foreign and absent. */
  async function checkSubjects(row: Row, right: Right, who: { id: number; token: string }, role: string) {
    const named = namedIn(row)
    const [mine, theirs] = (await subjectsFor(row, right, who.id, named)) as [Subject, Subject]
    const own = { ...mine, manager: who.id }
    const reach = async (subject: Subject) => {
      // each person may wait for a few files only
      await server.database.db
        .updateTable('exports')
        .set({ made_at: now })
        .where('made_at', 'is', null)
        .execute()
      return about(row, subject, who.token)
    }
    if (right === '-') {
      for (const [what, subject] of Object.entries({ absent: nowhere, foreign: theirs, own }))
        expect((await reach(subject)).status, `${role}, ${what}`).toBe(403)
      return
    }
    const [gone, foreign] = [await reach(nowhere), await reach(theirs)]
    if (right === 'w') {
      for (const one of [foreign, await reach(own)]) expect(outcomeOf(one), role).toEqual(outcomeOf(gone))
      expect(gone.status, role).toBe(404)
      return
    }
    if (named.some(({ narrows }) => !narrows)) expect(gone.status, `${role}, absent: ${gone.text}`).toBe(404)
    else passes(row, gone, `${role}, absent`)
    // what is a person's own may name things of the network, all of which an administrator sees
    const scoped = right === 's' && role !== 'administrator'
    if (right === 's' && !scoped) expect(foreign.status, `${role}, foreign`).toBe(gone.status)
    else if (scoped) expect(outcomeOf(foreign), `${role}, foreign`).toEqual(outcomeOf(gone))
    else passes(row, foreign, `${role}, foreign`)
    for (const one of named.length > 1 ? named : []) await checkAlone(scoped, { own, theirs, reach }, one)
    const still = named.length > 1 && right === 'n' ? (await subjectsFor(row, right, who.id, named))[0]! : own
    passes(row, await reach({ ...still, manager: who.id }), `${role}, own`)
  }

  /** One foreign or absent thing among what is theirs; even who sees the network reaches nothing of one place through another. */
  async function checkAlone(
    scoped: boolean,
    { own, theirs, reach }: { own: Subject; theirs: Subject; reach(subject: Subject): Promise<Reached> },
    { name, narrows }: Named,
  ) {
    const gone = await reach({ ...own, [name]: nowhere[name] })
    const foreign = await reach({ ...own, [name]: theirs[name] })
    if (!narrows) expect(gone.status, `absent ${name}: ${gone.text}`).toBe(404)
    if (scoped) expect(outcomeOf(foreign), `foreign ${name}`).toEqual(outcomeOf(gone))
    else expect([401, 403, 500], `foreign ${name}: ${foreign.text}`).not.toContain(foreign.status)
  }

  /** What a role sees in a list. */
  async function checkList(row: Row, right: Right, who: { id: number; token: string }, role: string) {
    const ask = () => about(row, { ...nowhere, manager: who.id }, who.token)
    // only a list needs something to show: what is made for others would push it off the page
    if (right === '-') return expect((await ask()).status, role).toBe(403)
    if (right === 'y') return passes(row, await ask(), role)
    const own = await anew(people.get('manager')!.id, 'OWN')
    const foreign = await anew(neighbour, 'FOREIGN')
    const answer = await ask()
    passes(row, answer, role)
    expect(answer.text, `${role}, own`).toContain(own.name)
    if (right === 's') expect(answer.text, `${role}, foreign`).not.toContain(foreign.name)
    else expect(answer.text, `${role}, foreign`).toContain(foreign.name)
  }

  test.each(rows)('$method $path', async (row) => {
    const check = namedIn(row).length > 0 ? checkSubjects : checkList
    for (const [index, role] of roles.entries()) await check(row, row.rights[index]!, people.get(role)!, role)
    const visitor = await about(row, nowhere)
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
        `${method} /api/v1/${path.replace(/\?.*/, '').replaceAll(/\{~?\w+\}|(?<=\/)(?:ocpp)?[\d.-]+(?=\/|$)/g, '*')}`,
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
