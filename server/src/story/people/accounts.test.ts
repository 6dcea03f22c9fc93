import type { ErrorAnswer, Language, MailedLink, Manager, Session, Tokens } from '@stationmaster/contract'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { mailTexts } from '../../platform/mail/mail-text.ts'
import { Office } from '../world/office.ts'
import { linkIn, readOutbox } from '../world/outbox.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const invalid = { status: 400, body: { code: 'auth.token_invalid' } }
const ended = { status: 401, body: { code: 'auth.token_expired' } }

describe.each(openTestDatabases())('accounts ($name)', ({ open }) => {
  let office: Office
  let made = 0
  beforeAll(async () => {
    const env = { ACCOUNT_REQUESTS_PER_ADDRESS: '1000', LOGIN_ATTEMPTS_PER_ADDRESS: '1000' }
    office = await Office.open(await open(), env, { jobs: true })
  })
  afterAll(() => office.close())

  const password = 'first-pass-1'
  const signUp = (change: object = {}, language = 'en') =>
    office.call<Manager & ErrorAnswer>(
      null,
      'POST',
      'auth/manager',
      { email: `new${++made}@people.example`, first_name: 'Nina', last_name: 'Orlova', password, ...change },
      { 'accept-language': language },
    )
  const ask = (email: string) =>
    office.call<ErrorAnswer>(null, 'POST', 'auth/manager/password-change-requests', { email })
  const setPassword = (token: string, new_password: string) =>
    office.call<ErrorAnswer>(null, 'POST', `auth/manager/password-change-requests/${token}`, { new_password })
  const verify = (token: string) =>
    office.call<{ verified: boolean } & ErrorAnswer>(null, 'POST', 'auth/email/verify', { token })
  const me = (token: string) => office.call<Manager & ErrorAnswer>({ token }, 'GET', 'auth/manager')
  const refresh = (email: string, refresh_token: string) =>
    office.call<Tokens & ErrorAnswer>(null, 'POST', 'auth/manager/create-token', { email, refresh_token })
  const logIn = async (email: string, secret = password) => (await office.logIn(email, secret)).body
  const tokenIn = async (
    email: string,
    name: 'verifyEmail' | 'changePassword',
    language: Language = 'en',
  ) => {
    const mail = await office.mailTo(email, mailTexts[language][name].subject)
    const path = name === 'verifyEmail' ? '/auth/verify-email/' : '/auth/password-change/'
    return linkIn(mail, path).split('/').at(-1)!
  }
  const auditOf = async (id: number) => {
    const rows = await office.database.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_type', '=', 'manager')
      .where('subject_id', '=', String(id))
      .orderBy('id')
      .execute()
    return rows.map(({ action }) => action)
  }

  test('a sign-up makes a manager without locations, who confirms the address once', async () => {
    const { status, body } = await signUp({ email: 'Nina@people.example', subscriber: true }, 'ru')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      role: 'manager',
      email: 'Nina@people.example',
      owner_id: null,
      language: 'ru',
      email_verified: false,
    })
    const { access_token } = await logIn('nina@people.example')
    expect((await office.call<unknown[]>({ token: access_token }, 'GET', 'locations')).body).toEqual([])
    const token = await tokenIn('Nina@people.example', 'verifyEmail', 'ru')
    expect(await verify(token)).toMatchObject({ status: 200, body: { verified: true } })
    expect((await me(access_token)).body.email_verified).toBe(true)
    expect(await verify(token)).toMatchObject(invalid)
    expect(await auditOf(body.id)).toEqual(['manager.sign_up', 'manager.log_in', 'manager.verify_email'])
  })

  test('an address that is in use is refused, in upper or lower case', async () => {
    const { body } = await signUp()
    const again = await signUp({ email: body.email.toUpperCase() }, 'de')
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'manager.exists', error: 'Mit dieser E-Mail-Adresse gibt es schon ein Konto.' },
    })
  })

  test('of two sign-ups with one address at the same time, one succeeds', async () => {
    const email = 'twins@people.example'
    const answers = await Promise.all([signUp({ email }), signUp({ email })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('what a form refuses, the server refuses with the same words', async () => {
    const wrong = await signUp({
      email: 'nobody',
      first_name: ' ',
      last_name: undefined,
      password: 'Abcdefgh',
    })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
    expect(wrong.body.details).toEqual([
      { path: 'email', message: 'rules.email' },
      { path: 'first_name', message: 'rules.required' },
      { path: 'last_name', message: 'rules.required' },
      { path: 'password', message: 'rules.password' },
    ])
    for (const weak of ['short-1', 'no-digit-here', 'NO-LOWER-CASE-1'])
      expect((await signUp({ password: weak })).body.details).toContainEqual({
        path: 'password',
        message: 'rules.password',
      })
    expect((await signUp({ first_name: 'A\u0000B' })).status).toBe(400)
  })

  test('a link to confirm an address can be requested again; the older one is void, and it expires after three days', async () => {
    const { email } = (await signUp()).body
    const first = await tokenIn(email, 'verifyEmail')
    const { access_token } = await logIn(email)
    const again = () => office.call({ token: access_token }, 'POST', 'auth/email/verification-requests')
    office.clock.forward(SECOND_MS)
    expect((await again()).status).toBe(204)
    expect(await tokenIn(email, 'verifyEmail')).not.toBe(first)
    expect(await verify(first)).toMatchObject(invalid)
    office.clock.forward(3 * DAY_MS + SECOND_MS)
    expect(await verify(await tokenIn(email, 'verifyEmail'))).toMatchObject(invalid)
  })

  test('an old or used link shows its state, and a new one can be mailed to the same address', async () => {
    const look = (token: string) =>
      office.call<MailedLink & ErrorAnswer>(null, 'POST', 'auth/mailed-links', { token })
    const renew = (token: string) => office.call(null, 'POST', 'auth/mailed-links/renewals', { token })
    const { email } = (await signUp()).body
    const confirming = await tokenIn(email, 'verifyEmail')
    await ask(email)
    const token = await tokenIn(email, 'changePassword')
    const good = { purpose: 'password', state: 'good', done: false, can_renew: false }
    // looking uses nothing up
    for (let nth = 0; nth < 2; nth += 1) expect(await look(token)).toMatchObject({ status: 200, body: good })
    expect(await renew(token)).toMatchObject(invalid)
    office.clock.forward(HOUR_MS - SECOND_MS)
    expect((await look(token)).body.state).toBe('good')
    office.clock.forward(SECOND_MS)
    expect((await look(token)).body).toEqual({ ...good, state: 'expired', can_renew: true })
    expect((await renew(token)).status).toBe(204)
    await office.mailed()
    const fresh = await tokenIn(email, 'changePassword')
    expect(fresh).not.toBe(token)
    expect((await setPassword(fresh, 'second-pass-2')).status).toBe(204)
    expect((await look(fresh)).body).toEqual({ ...good, state: 'used', can_renew: true })
    // the mailbox has proved whose it is
    expect((await look(confirming)).body).toMatchObject({ purpose: 'email', done: true, can_renew: false })
    expect(await renew(confirming)).toMatchObject(invalid)
    expect(await look('x'.repeat(43))).toMatchObject(invalid)
    expect(await renew('x'.repeat(43))).toMatchObject(invalid)
  })

  test('a forgotten password is replaced from the mail, once, within an hour, and all sessions end', async () => {
    const { id, email } = (await signUp()).body
    const before = await logIn(email)
    expect((await me(before.access_token)).status).toBe(200)
    expect(await ask(email.toUpperCase())).toMatchObject({ status: 204, body: '' })
    const token = await tokenIn(email, 'changePassword')
    for (const weak of ['', 'short-1', 'no-digit-here', 'NO-LOWER-CASE-1'])
      expect((await setPassword(token, weak)).body).toMatchObject({ code: 'request.invalid' })

    expect((await setPassword(token, 'second-pass-2')).status).toBe(204)
    expect(await setPassword(token, 'third-pass-3')).toMatchObject(invalid)
    expect(await me(before.access_token)).toMatchObject(ended)
    expect(await refresh(email, before.refresh_token)).toMatchObject(ended)
    expect((await office.logIn(email, password)).status).toBe(401)
    const after = await logIn(email, 'second-pass-2')
    expect((await me(after.access_token)).body.email_verified).toBe(true)
    await office.mailTo(email, mailTexts.en.passwordChanged.subject)
    expect(await auditOf(id)).toContain('manager.change_password')
  })

  test('a link of an hour ago, a made-up one, one of another purpose and one to an old address change nothing', async () => {
    const { id, email } = (await signUp()).body
    await ask(email)
    const late = await tokenIn(email, 'changePassword')
    office.clock.forward(HOUR_MS + SECOND_MS)
    expect(await setPassword(late, 'second-pass-2')).toMatchObject(invalid)
    expect(await setPassword('made-up', 'second-pass-2')).toMatchObject(invalid)
    expect(await setPassword(await tokenIn(email, 'verifyEmail'), 'second-pass-2')).toMatchObject(invalid)
    await ask(email)
    const moved = await tokenIn(email, 'changePassword')
    const update = office.database.db.updateTable('managers')
    await update.set({ email: 'moved@people.example' }).where('id', '=', id).execute()
    expect(await setPassword(moved, 'second-pass-2')).toMatchObject(invalid)
    expect((await office.logIn('moved@people.example', password)).status).toBe(200)
  })

  test('of many requests with one link at the same time, one succeeds', async () => {
    const { email } = (await signUp()).body
    await ask(email)
    const token = await tokenIn(email, 'changePassword')
    const passwords = Array.from({ length: 8 }, (_, nth) => `wish-number-${nth}`)
    const answers = await Promise.all(passwords.map((change) => setPassword(token, change)))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7)
    const winner = passwords[answers.findIndex(({ status }) => status === 204)]!
    expect((await office.logIn(email, winner)).status).toBe(200)
  })

  test('the answer does not show whether an address is known; unknown and blocked people get no mail', async () => {
    const { id, email } = (await signUp()).body
    const update = office.database.db.updateTable('managers')
    await update.set({ blocked_at: office.clock.now() }).where('id', '=', id).execute()
    const other = (await signUp()).body.email
    const [unknown, blocked, known] = [await ask('nobody@people.example'), await ask(email), await ask(other)]
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect([blocked.status, blocked.body]).toEqual([known.status, known.body])
    await tokenIn(other, 'changePassword')
    const subject = mailTexts.en.changePassword.subject
    const receivers = readOutbox(office.config.dataDir)
      .filter((mail) => mail.subject === subject)
      .map(({ to }) => to)
    expect(receivers).not.toContain('nobody@people.example')
    expect(receivers).not.toContain(email)
  })

  test('a mailbox gets at most five such mails an hour, from all requests', async () => {
    const { email } = (await signUp()).body
    for (let nth = 0; nth < 8; nth++) expect((await ask(email)).status).toBe(204)
    await office.mailed()
    const subject = mailTexts.en.changePassword.subject
    const mails = readOutbox(office.config.dataDir).filter(
      (mail) => mail.to === email && mail.subject === subject,
    )
    expect(mails).toHaveLength(5)
  })

  test('sessions are listed, and ended one by one or all others at once', async () => {
    const { id, email } = (await signUp()).body
    const tokens = await office.call<Tokens>(
      null,
      'POST',
      'auth/manager/log-in',
      { email, password },
      { 'user-agent': firefox },
    )
    const token = tokens.body.access_token
    const phone = await logIn(email)
    const lost = await logIn(email)
    office.clock.forward(10 * MINUTE_MS)
    const list = async () => (await office.call<Session[]>({ token }, 'GET', 'auth/manager/sessions')).body
    const sessions = await list()
    expect(sessions).toHaveLength(3)
    expect(sessions[0]).toMatchObject({
      current: true,
      device: 'Firefox, Windows',
      remote_address: '127.0.0.1',
    })
    expect(Date.parse(sessions[0]!.last_used_at) - Date.parse(sessions[0]!.created_at)).toBe(10 * MINUTE_MS)
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)

    expect((await me(lost.access_token)).status).toBe(200)
    const end = (which: number | '') =>
      office.call<ErrorAnswer>({ token }, 'DELETE', `auth/manager/sessions${which === '' ? '' : `/${which}`}`)
    const last = Math.max(...sessions.map((session) => session.id))
    expect((await end(last)).status).toBe(204)
    expect(await me(lost.access_token)).toMatchObject(ended)
    expect(await refresh(email, lost.refresh_token)).toMatchObject(ended)
    expect(await end(last)).toMatchObject({ status: 404, body: { code: 'session.not_found' } })
    const foreign = (await office.call<Session[]>('operator', 'GET', 'auth/manager/sessions')).body[0]!
    expect((await end(foreign.id)).status).toBe(404)

    expect((await me(phone.access_token)).status).toBe(200)
    expect((await end('')).status).toBe(204)
    expect(await me(phone.access_token)).toMatchObject(ended)
    expect((await list()).map(({ current }) => current)).toEqual([true])
    expect((await auditOf(id)).filter((action) => action === 'manager.end_sessions')).toHaveLength(2)
  })

  test('a session that another node has ended is refused within five seconds', async () => {
    const { email } = (await signUp()).body
    const { access_token } = await logIn(email)
    const { id } = (await me(access_token)).body
    const update = office.database.db.updateTable('sessions')
    await update.set({ revoked_at: office.clock.now() }).where('manager_id', '=', id).execute()
    office.clock.forward(5 * SECOND_MS)
    expect(await me(access_token)).toMatchObject(ended)
  })

  test('a log-out ends the session, not only its refresh token', async () => {
    const { email } = (await signUp()).body
    const { access_token, refresh_token } = await logIn(email)
    expect((await me(access_token)).status).toBe(200)
    await office.call(null, 'POST', 'auth/manager/log-out', { refresh_token })
    expect(await me(access_token)).toMatchObject(ended)
  })

  test('tokens of mailed links are kept as hashes only', async () => {
    const { email } = (await signUp()).body
    const token = await tokenIn(email, 'verifyEmail')
    const rows = await office.database.db.selectFrom('one_time_tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})
