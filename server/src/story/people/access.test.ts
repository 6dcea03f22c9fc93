import type { ErrorAnswer, Manager, Tokens } from '@stationmaster/contract'
import { DAY_MS, HOUR_MS, SECOND_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { Office } from '../world/office.ts'

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

  test('a wrong password and an unknown e-mail get the same answer', async () => {
    const wrong = await office.logIn(office.emailOf('operator'), 'demo-pass-2')
    const unknown = await office.logIn('nobody@demo.stationmaster.example')
    expect(wrong).toMatchObject({ status: 401, body: { code: 'auth.wrong_credentials' } })
    expect(unknown.body).toEqual(wrong.body)
  })

  test('no token, a foreign token and an old token get different answers', async () => {
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

  test('a refresh token is exchanged; the old one works for a minute more, so that two tabs live, and then ends the session', async () => {
    const email = office.emailOf('accounter')
    const first = (await office.logIn(email)).body.refresh_token
    const second = await refresh(email, first)
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).not.toBe(first)
    office.clock.forward(59 * SECOND_MS)
    expect((await refresh(email, first)).status).toBe(200)
    office.clock.forward(2 * SECOND_MS)
    const ended = { status: 401, body: { code: 'auth.token_expired' } }
    expect(await refresh(email, first)).toMatchObject(ended)
    expect(await refresh(email, second.body.refresh_token)).toMatchObject(ended)
    const me = await office.call({ token: second.body.access_token }, 'GET', 'auth/manager')
    expect(me).toMatchObject(ended)
    const other = (await office.logIn(email)).body.refresh_token
    expect((await refresh(email, other)).status).toBe(200)
    const { action, after } = await office.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'manager.end_reused_session')
      .executeTakeFirstOrThrow()
    expect([action, after]).toEqual(['manager.end_reused_session', { sessions: [expect.any(Number)] }])
  })

  test('when the owner and a thief use a token at the same time after the grace, the session ends for both', async () => {
    const email = office.emailOf('accounter')
    for (let round = 0; round < 4; round++) {
      const stolen = (await office.logIn(email)).body.refresh_token
      let newest = (await refresh(email, stolen)).body.refresh_token
      office.clock.forward(61 * SECOND_MS)
      const come = [() => refresh(email, newest), () => refresh(email, stolen)]
      if (round % 2 === 1) come.reverse()
      const answers = await Promise.all(come.map((act) => act()))
      newest = answers.find(({ status }) => status === 200)?.body.refresh_token ?? newest
      expect((await refresh(email, newest)).status).toBe(401)
    }
  })

  test('a session ends when it was not used for 30 days, and lives as long as it is', async () => {
    const email = office.emailOf('accounter')
    let { access_token, refresh_token } = (await office.logIn(email)).body
    for (let month = 0; month < 3; month++) {
      office.clock.forward(30 * DAY_MS - SECOND_MS)
      const renewed = await refresh(email, refresh_token)
      expect(renewed.status).toBe(200)
      access_token = renewed.body.access_token
      refresh_token = renewed.body.refresh_token
    }
    // a day of work with the access token alone counts as use
    office.clock.forward(DAY_MS - SECOND_MS)
    expect((await office.call({ token: access_token }, 'GET', 'auth/manager')).status).toBe(200)
    office.clock.forward(30 * DAY_MS - SECOND_MS)
    const last = await refresh(email, refresh_token)
    expect(last.status).toBe(200)
    office.clock.forward(30 * DAY_MS)
    expect((await refresh(email, last.body.refresh_token)).status).toBe(401)
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

  test('a setting shortens how long a session may rest, for access tokens too', async () => {
    const strict = await Office.open(await open(), { SESSION_IDLE_DAYS: '1' })
    try {
      const email = strict.emailOf('operator')
      const { refresh_token } = (await strict.logIn(email)).body
      strict.clock.forward(12 * HOUR_MS)
      const renewed = await strict.call<Tokens>(null, 'POST', 'auth/manager/create-token', {
        email,
        refresh_token,
      })
      expect(renewed.status).toBe(200)
      strict.clock.forward(DAY_MS - SECOND_MS)
      const token = renewed.body.access_token
      const sessions = strict.database.db.updateTable('sessions')
      await sessions.set({ last_used_at: new Date(strict.clock.now().getTime() - DAY_MS) }).execute()
      expect(await strict.call({ token }, 'GET', 'auth/manager')).toMatchObject({
        status: 401,
        body: { code: 'auth.token_expired' },
      })
    } finally {
      await strict.close()
    }
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

  test('guessing is throttled by account and address, and even the right password waits there', async () => {
    const email = office.emailOf('manager')
    for (let attempt = 0; attempt < 10; attempt++) await office.logIn(email, 'guess')
    const limited = { status: 429, body: { code: 'auth.too_many_attempts' } }
    expect(await office.logIn(email)).toMatchObject(limited)
    expect((await office.logIn(office.emailOf('operator'))).status).toBe(200)
    office.clock.forward(15 * 60 * SECOND_MS)
    expect((await office.logIn(email)).status).toBe(200)
  })
})
