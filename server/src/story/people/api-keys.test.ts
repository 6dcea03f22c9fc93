import type { ApiKey, ErrorAnswer, MadeKey, Scope } from '@stationmaster/contract'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import type { Letter, Mailer } from '../../platform/mail/mail.ts'
import { mailEndingKeys } from '../../slices/people/api-keys/expiry.ts'
import { writeKey } from '../../slices/people/api-keys/format.ts'
import { demoPassword } from '../../slices/people/managers/staff/demo-accounts.ts'
import { type Method, Office } from '../world/office.ts'
import { StaffWorld } from './staff-world.ts'

describe.each(openTestDatabases())('API keys ($name)', ({ open }) => {
  let office: Office
  let staff: StaffWorld
  let own: number
  let other: number
  let foreign: number
  beforeAll(async () => {
    office = await Office.open(await open(), {
      API_KEY_CALLS_PER_MINUTE: '30',
      ACCOUNT_REQUESTS_PER_ADDRESS: '5',
      TRUST_PROXY: '1',
    })
    staff = await StaffWorld.open(office)
    const manager = await office.idOf('manager')
    own = await office.addLocation('Own yard', manager)
    other = await office.addLocation('Other yard', manager)
    foreign = await office.addLocation('Foreign yard')
    await office.addStation(own, 'OWN-1')
    await office.addStation(other, 'OTHER-1')
    await office.addStation(foreign, 'FOREIGN-1')
  })
  afterAll(() => office.close())

  const bodyOf = (scopes: Scope[], more: object = {}) => ({ name: 'Billing', scopes, days: 100, ...more })
  type Maker = 'administrator' | 'manager' | 'app-developer'
  const make = async (who: Maker, scopes: Scope[], more: object = {}) => {
    const { status, body } = await office.call<MadeKey & ErrorAnswer>(who, 'POST', 'api-keys', {
      ...bodyOf(scopes, more),
      current_password: demoPassword,
    })
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  const by = <T = ErrorAnswer>(key: string, path: string, method: Method = 'GET', body?: unknown) =>
    office.call<T & ErrorAnswer>({ token: key }, method, path, body)
  const keyOf = async (id: number) => {
    const { body } = await office.call<ApiKey[]>('administrator', 'GET', 'api-keys')
    return body.find((one) => one.id === id)!
  }
  test('a key opens what its scopes name, and says which one is missing', async () => {
    const { key, made } = await make('manager', ['stations:read'])
    expect(key).toMatch(/^sm_live_[0-9a-z]{8}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/)
    const { status, body } = await by<{ id: string }[]>(key, 'stations')
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain('OWN-1')
    expect(JSON.stringify(body)).not.toContain('FOREIGN-1')
    expect((await by(key, 'stations/FOREIGN-1')).status).toBe(404)
    const refused = { status: 403, body: { code: 'key.scope_missing', details: { scope: 'stations:write' } } }
    expect(await by(key, 'stations/OWN-1', 'PATCH', { number: 7 })).toMatchObject(refused)
    expect((await by(key, 'stations/OWN-1', 'PATCH', { number: 7 })).body.error).toContain('stations:write')
    expect(await by(key, 'locations')).toMatchObject({ body: { details: { scope: 'locations:read' } } })
    // the role's rule counts as well
    expect(await by(key, 'stations/OWN-1/tasks')).toMatchObject({ status: 403 })
    expect(made).toMatchObject({ begins: key.slice(0, 16), state: 'active', locations: null })
    expect(JSON.stringify(made)).not.toContain(key.slice(17, 50))
  })

  test('GraphQL asks for the scope of each field', async () => {
    const { key } = await make('manager', ['orders:read'])
    const ask = (query: string) =>
      by<{ data: unknown; errors?: { extensions: object }[] }>(key, '/api/graphql', 'POST', { query })
    expect((await ask('{ orders { total_count } }')).body.errors).toBeUndefined()
    const { body } = await ask('{ orders { total_count } payments { id } }')
    expect(body.errors).toMatchObject([
      { extensions: { code: 'key.scope_missing', details: { scope: 'money:read' } } },
    ])
    expect(body.data).toBeNull()
  })

  test('accounts, log-ins and keys themselves are for persons', async () => {
    const { key, made } = await make('administrator', ['people:read', 'money:read'])
    expect((await by(key, 'managers')).status).toBe(200)
    const calls: [Method, string, unknown?][] = [
      ['GET', 'auth/manager'],
      ['GET', 'auth/manager/sessions'],
      ['DELETE', 'auth/manager/sessions'],
      ['POST', 'auth/manager/second-factor', {}],
      ['POST', 'managers', { email: 'a@b.example', first_name: 'A', last_name: 'B', role: 'administrator' }],
      ['PATCH', `managers/${await office.idOf('manager')}`, { role: 'administrator' }],
      ['GET', 'api-keys'],
      ['POST', 'api-keys', bodyOf(['people:read'])],
      ['DELETE', `api-keys/${made.id}`],
    ]
    for (const [method, path, body] of calls)
      expect(await by(key, path, method, body), path).toMatchObject({
        status: 403,
        body: { code: 'key.person_only' },
      })
  })

  test('who may have keys, and with which scopes', async () => {
    const add = (who: 'operator' | Maker, scopes: Scope[]) =>
      office.call<ErrorAnswer>(who, 'POST', 'api-keys', bodyOf(scopes))
    expect((await add('operator', ['stations:read'])).status).toBe(403)
    expect(await add('manager', ['roaming:read'])).toMatchObject({ body: { code: 'auth.forbidden' } })
    const { key } = await make('app-developer', ['versions:read', 'versions:write'])
    expect((await by(key, 'anti-sanction-protection/versions')).status).toBe(200)
    expect((await office.call<Scope[]>('app-developer', 'GET', 'api-keys/scopes')).body).not.toContain(
      'orders:read',
    )
    const narrowed = bodyOf(['stations:read'], { location_ids: [foreign] })
    expect(await office.call('manager', 'POST', 'api-keys', narrowed)).toMatchObject({ status: 404 })
    const odd = bodyOf(['stations:read'], { addresses: ['300.1.1.1'] })
    expect(await office.call('manager', 'POST', 'api-keys', odd)).toMatchObject({
      status: 400,
      body: { code: 'key.address_invalid' },
    })
  })

  test('a key of some locations sees nothing else, whoever made it, and opens nothing of the network', async () => {
    for (const maker of ['manager', 'administrator'] as const) {
      const { key } = await make(
        maker,
        ['stations:read', 'locations:read', 'locations:write', 'drivers:read', 'orders:read'],
        { location_ids: [own] },
      )
      const seen = JSON.stringify([(await by(key, 'stations')).body, (await by(key, 'locations')).body])
      expect(seen).toContain('OWN-1')
      expect(seen).not.toMatch(/OTHER-1|FOREIGN-1|Other yard|Foreign yard/)
      expect((await by(key, `locations/${other}`)).status).toBe(404)
      expect((await by(key, 'stations/OTHER-1')).status).toBe(404)
      const narrowed = { status: 403, body: { code: 'key.narrowed' } }
      expect(await by(key, 'drivers')).toMatchObject(narrowed)
      expect(await by(key, 'locations', 'POST', { name: 'New', city: 'Tver' })).toMatchObject(narrowed)
      // what only an administrator may do concerns more than a place
      expect(await by(key, `locations/${own}`, 'PATCH', { name: 'New', version: 1 })).toMatchObject(narrowed)
    }
  })

  test('a location that the maker loses is lost to the key at once, and a maker who is blocked has no key', async () => {
    const { id, token } = await staff.hire('manager')
    const mine = await office.addLocation('Lent yard', id)
    await office.addStation(mine, 'LENT-1')
    const body = bodyOf(['stations:read'], { location_ids: [mine] })
    const { key } = (await office.call<MadeKey>({ token }, 'POST', 'api-keys', body)).body
    expect((await by(key, 'stations/LENT-1')).status).toBe(200)
    const { db } = office.database
    const move = (owner: number | null) =>
      db.updateTable('locations').set({ owner_id: owner }).where('id', '=', mine).execute()
    await move(null)
    expect((await by(key, 'stations/LENT-1')).status).toBe(404)
    await move(id)
    expect((await by(key, 'stations/LENT-1')).status).toBe(200)
    const change = async (what: object) =>
      expect((await office.call('administrator', 'PATCH', `managers/${id}`, what)).status).toBe(200)
    for (const [taken, given] of [
      [{ blocked: true }, { blocked: false }],
      [{ role: 'operator' }, { role: 'manager' }],
    ] as const) {
      await change(taken)
      expect(await by(key, 'stations')).toMatchObject({ status: 403, body: { code: 'key.idle' } })
      await change(given)
      expect((await by(key, 'stations')).status).toBe(200)
    }
  })

  test('a wrong checksum is refused without the database, and wrong keys are bounded by address', async () => {
    const { key } = await make('administrator', ['stations:read'])
    const wrong = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`
    const attempts = () => office.database.db.selectFrom('attempts').selectAll().execute()
    const before = await attempts()
    for (let count = 0; count < 8; count++)
      expect(await by(wrong, 'stations')).toMatchObject({ status: 401, body: { code: 'key.invalid' } })
    expect(await attempts()).toEqual(before)
    const forged = writeKey(key.slice(8, 16), 'A'.repeat(43))
    const answers: number[] = []
    for (let count = 0; count < 7; count++) answers.push((await by(forged, 'stations')).status)
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429])
    // a good key from that address works
    expect((await by(key, 'stations')).status).toBe(200)
  })

  test('a key may be used from its addresses only', async () => {
    const { key, made } = await make('administrator', ['stations:read'], {
      addresses: ['203.0.113.0/24', '2001:db8::7'],
    })
    const from = (address: string) =>
      office.call<ErrorAnswer>({ token: key }, 'GET', 'stations', undefined, { 'x-forwarded-for': address })
    expect((await from('203.0.113.9')).status).toBe(200)
    expect((await from('2001:db8::7')).status).toBe(200)
    for (const address of ['203.0.114.1', '2001:db8::8', '203.0.113.9, 10.0.0.1'])
      expect(await from(address)).toMatchObject({ status: 403, body: { code: 'key.address_refused' } })
    await expect.poll(async () => (await keyOf(made.id)).last_used_from).toBe('203.0.113.9')
  })

  test('the calls of a key are bounded over all servers', async () => {
    const { key } = await make('administrator', ['stations:read'])
    const twin = await Office.open(office.database, { API_KEY_CALLS_PER_MINUTE: '30' })
    const ask = (at: Office) => at.call<ErrorAnswer>({ token: key }, 'GET', 'station-kinds')
    const first = await ask(office)
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"key";q=30;w=60',
      ratelimit: '"key";r=29;t=60',
    })
    const counted = []
    for (let count = 0; count < 40; count++) counted.push(await ask(count % 2 ? office : twin))
    expect(counted.filter(({ status }) => status === 200)).toHaveLength(29)
    const last = counted.at(-1)!
    expect(last).toMatchObject({ status: 429, body: { code: 'request.too_many' } })
    expect(last.headers).toMatchObject({ 'retry-after': '60', ratelimit: '"key";r=0;t=60' })
    await twin.app.close()
    office.clock.forward(MINUTE_MS)
    expect((await ask(office)).status).toBe(200)
  })

  test('a key is revoked at once, and another server that hears nothing refuses it within five seconds', async () => {
    const { key, made } = await make('manager', ['stations:read'])
    const twin = await Office.open(office.database)
    const other = () => twin.call<ErrorAnswer>({ token: key }, 'GET', 'station-kinds')
    twin.clock.forward(office.clock.now().getTime() - twin.clock.now().getTime())
    expect((await other()).status).toBe(200)
    expect((await office.call('administrator', 'DELETE', `api-keys/${made.id}`)).status).toBe(204)
    const revoked = { status: 401, body: { code: 'key.revoked' } }
    expect(await by(key, 'station-kinds')).toMatchObject(revoked)
    expect((await other()).status).toBe(200)
    twin.clock.forward(5 * SECOND_MS)
    expect(await other()).toMatchObject(revoked)
    await twin.app.close()
    expect(await keyOf(made.id)).toMatchObject({ state: 'revoked', can: { rotate: false, revoke: false } })
    expect((await office.call('app-developer', 'DELETE', `api-keys/${made.id}`)).status).toBe(404)
  })

  test('a key is replaced: both work for some hours, then the new one alone', async () => {
    const { key, made } = await make('manager', ['stations:read'], { location_ids: [own] })
    const rotate = (who: Maker, body: object) =>
      office.call<MadeKey & ErrorAnswer>(who, 'POST', `api-keys/${made.id}/rotation`, body)
    expect((await rotate('administrator', { days: 10, kept_hours: 2 })).status).toBe(404)
    const { body: next } = await rotate('manager', { days: 10, kept_hours: 2 })
    expect(next.made).toMatchObject({ name: 'Billing', scopes: ['stations:read'], locations: [{ id: own }] })
    for (const one of [key, next.key]) expect((await by(one, 'station-kinds')).status).toBe(200)
    expect((await keyOf(made.id)).state).toBe('replaced')
    expect(await rotate('manager', { days: 10, kept_hours: 2 })).toMatchObject({
      body: { code: 'key.ended' },
    })
    office.clock.forward(2 * HOUR_MS)
    expect(await by(key, 'station-kinds')).toMatchObject({ status: 401, body: { code: 'key.expired' } })
    expect((await by(next.key, 'station-kinds')).status).toBe(200)
  })

  test('what is done with a key is in the audit log as the key, and an idempotency key is the key’s own', async () => {
    const { key, made } = await make('administrator', ['locations:write'])
    const headers = { 'idempotency-key': 'one' }
    const add = (who: { token: string }, name: string) =>
      office.call<{ id: number } & ErrorAnswer>(who, 'POST', 'locations', { name, city: 'Tver' }, headers)
    const first = await add({ token: key }, 'By key')
    expect(await add({ token: key }, 'By key')).toMatchObject({ body: { id: first.body.id } })
    const person = await add({ token: await office.tokenOf('administrator') }, 'By a person')
    expect(person.body.id).not.toBe(first.body.id)
    const log = await office.database.db
      .selectFrom('audit_log')
      .select(['subject_id', 'manager_id', 'api_key_id'])
      .where('action', '=', 'location.add')
      .where('subject_id', 'in', [String(first.body.id), String(person.body.id)])
      .orderBy('id')
      .execute()
    const administrator = await office.idOf('administrator')
    expect(log).toEqual([
      { subject_id: String(first.body.id), manager_id: administrator, api_key_id: made.id },
      { subject_id: String(person.body.id), manager_id: administrator, api_key_id: null },
    ])
    const rename = (who: { token: string } | 'administrator', name: string) =>
      office.call<ErrorAnswer>(who, 'PATCH', `locations/${first.body.id}`, { name, version: 1 })
    expect((await rename({ token: key }, 'By a program')).status).toBe(200)
    // whoever comes too late sees that it was a program
    expect((await rename('administrator', 'Late')).body).toMatchObject({
      code: 'location.changed',
      details: [{ by: { id: administrator, key: 'Billing' }, fields: ['name'] }],
    })
  })

  test('the last use of a key is noted once a minute', async () => {
    const { key, made } = await make('administrator', ['stations:read'])
    const used = async () => (await keyOf(made.id)).last_used_at
    expect(await used()).toBeNull()
    await by(key, 'station-kinds')
    const first = office.clock.now().toISOString()
    await expect.poll(used).toBe(first)
    office.clock.forward(59 * SECOND_MS)
    await by(key, 'station-kinds')
    expect(await used()).toBe(first)
    office.clock.forward(SECOND_MS)
    await by(key, 'station-kinds')
    await expect.poll(used).toBe(office.clock.now().toISOString())
  })

  test('whoever logged in long ago gives the password for a key', async () => {
    const answer = await office.call<ErrorAnswer>('manager', 'POST', 'api-keys', bodyOf(['stations:read']))
    expect(answer).toMatchObject({ status: 403, body: { code: 'auth.password_needed' } })
  })

  test('whoever made a key is mailed once, 14 days before it ends', async () => {
    const { id, token, email } = await staff.hire('manager')
    const { db } = office.database
    await db
      .updateTable('managers')
      .set({ email_verified_at: office.clock.now() })
      .where('id', '=', id)
      .execute()
    const add = (name: string, days: number) =>
      office.call({ token }, 'POST', 'api-keys', { ...bodyOf(['stations:read']), name, days })
    for (const [name, days] of [
      ['Soon', 20],
      ['Later', 30],
      ['Short', 14],
    ] as const)
      expect((await add(name, days)).status).toBe(201)
    const sent: Letter<'apiKeysEnding'>[] = []
    const mailer = {
      send: async (_: unknown, letter: unknown) => void sent.push(letter as Letter<'apiKeysEnding'>),
      link: (path: string) => path,
    } as unknown as Mailer
    const day = async (days: number) => {
      const now = new Date(office.clock.now().getTime() + days * DAY_MS)
      await mailEndingKeys({ db, clock: { now: () => now }, mailer }, 'Europe/Moscow')
      return sent.filter(({ to }) => to === email).map(({ values }) => values.keys)
    }
    expect(await day(5)).toEqual([])
    expect(await day(6)).toEqual([expect.stringMatching(/^Soon \(.*2026.*\)$/)])
    expect(await day(7)).toHaveLength(1)
    expect((await day(16))[1]).toMatch(/^Later /)
  })

  test('a key ends when its days are over, and of its secret nothing is kept but a hash', async () => {
    const { key } = await make('administrator', ['stations:read'], { days: 1 })
    const rows = await office.database.db.selectFrom('api_keys').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(key.slice(17, 60))
    office.clock.forward(DAY_MS - SECOND_MS)
    expect((await by(key, 'station-kinds')).status).toBe(200)
    office.clock.forward(SECOND_MS)
    expect(await by(key, 'station-kinds')).toMatchObject({ status: 401, body: { code: 'key.expired' } })
  })
})
