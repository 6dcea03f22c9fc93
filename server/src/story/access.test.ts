import type { ErrorAnswer, Manager, Tokens } from '@stationmaster/contract'
import { DAY_MS, SECOND_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../platform/testing.ts'
import { Office } from './office.ts'

describe.each(openTestDatabases())('signing in ($name)', ({ open }) => {
  let office: Office
  beforeAll(async () => {
    office = await Office.open(await open())
  })
  afterAll(() => office.close())

  const refresh = (email: string, refresh_token: string) =>
    office.call<Tokens & ErrorAnswer>(null, 'POST', 'auth/manager/create-token', { email, refresh_token })

  test('the right password gives tokens, and the token says who one is', async () => {
    const { status, body } = await office.logIn('Operator@Demo.Stationmaster.example')
    expect(status).toBe(200)
    const me = await office.call<Manager>({ token: body.access_token }, 'GET', 'auth/manager')
    expect(me.body).toMatchObject({ role: 'operator', first_name: 'Oleg', email: office.emailOf('operator') })
    expect(JSON.stringify(me.body)).not.toMatch(/password|argon/)
  })

  test('a wrong password and an unknown e-mail are told the same', async () => {
    const wrong = await office.logIn(office.emailOf('operator'), 'demo-pass-2')
    const unknown = await office.logIn('nobody@demo.stationmaster.example')
    expect(wrong).toMatchObject({ status: 401, body: { code: 'auth.wrong_credentials' } })
    expect(unknown.body).toEqual(wrong.body)
  })

  test('no token, a foreign token and an old token are told apart', async () => {
    expect(await office.call(null, 'GET', 'auth/manager')).toMatchObject({
      status: 401,
      body: { code: 'auth.required' },
    })
    const forged = { token: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwiZXhwIjo5OTk5OTk5OTk5fQ.' }
    expect(await office.call(forged, 'GET', 'auth/manager')).toMatchObject({
      body: { code: 'auth.required' },
    })
    const { body } = await office.logIn(office.emailOf('manager'))
    office.clock.forward(DAY_MS + SECOND_MS)
    const late = await office.call({ token: body.access_token }, 'GET', 'auth/manager')
    expect(late).toMatchObject({ status: 401, body: { code: 'auth.token_expired' } })
    expect((await refresh(office.emailOf('manager'), body.refresh_token)).status).toBe(200)
  })

  test('a refresh token is exchanged; the old one works for a minute more, so that two tabs live', async () => {
    const email = office.emailOf('accounter')
    const first = (await office.logIn(email)).body.refresh_token
    const second = await refresh(email, first)
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).not.toBe(first)
    office.clock.forward(59 * SECOND_MS)
    expect((await refresh(email, first)).status).toBe(200)
    office.clock.forward(2 * SECOND_MS)
    expect(await refresh(email, first)).toMatchObject({ status: 401, body: { code: 'auth.token_expired' } })
    expect((await refresh(email, second.body.refresh_token)).status).toBe(200)
  })

  test('a refresh token is its owner’s, ends after 30 days, and at log-out', async () => {
    const email = office.emailOf('accounter')
    const { refresh_token } = (await office.logIn(email)).body
    expect((await refresh(office.emailOf('operator'), refresh_token)).status).toBe(401)
    const out = await office.call(null, 'POST', 'auth/manager/log-out', { refresh_token })
    expect(out).toMatchObject({ status: 204, body: '' })
    expect((await refresh(email, refresh_token)).status).toBe(401)
    const old = (await office.logIn(email)).body.refresh_token
    office.clock.forward(30 * DAY_MS + SECOND_MS)
    expect((await refresh(email, old)).status).toBe(401)
  })

  test('tokens are kept as hashes only', async () => {
    const { refresh_token } = (await office.logIn(office.emailOf('operator'))).body
    const rows = await office.database.db.selectFrom('refresh_tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(refresh_token)
  })

  test('a blocked manager is refused everywhere', async () => {
    const { db } = office.database
    const email = office.emailOf('app-developer')
    const { access_token, refresh_token } = (await office.logIn(email)).body
    const block = (at: Date | null) =>
      db.updateTable('managers').set({ blocked_at: at }).where('email', '=', email).execute()
    await block(office.clock.now())
    const blocked = { status: 403, body: { code: 'auth.blocked' } }
    expect(await office.logIn(email)).toMatchObject(blocked)
    expect(await refresh(email, refresh_token)).toMatchObject(blocked)
    expect(await office.call({ token: access_token }, 'GET', 'auth/manager')).toMatchObject(blocked)
    await block(null)
  })

  test('guessing is throttled by account, and even the right password waits', async () => {
    const email = office.emailOf('manager')
    for (let attempt = 0; attempt < 10; attempt++) await office.logIn(email, 'guess')
    const limited = { status: 429, body: { code: 'auth.too_many_attempts' } }
    expect(await office.logIn(email)).toMatchObject(limited)
    expect((await office.logIn(office.emailOf('operator'))).status).toBe(200)
    office.clock.forward(15 * 60 * SECOND_MS)
    expect((await office.logIn(email)).status).toBe(200)
  })
})
