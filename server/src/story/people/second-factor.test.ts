import type { ErrorAnswer, LogInTokens, Manager, Person, Role } from '@stationmaster/contract'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { mailTexts } from '../../platform/mail/mail-text.ts'
import { hashPassword } from '../../slices/people/managers/signing-in/passwords.ts'
import { demoPassword } from '../../slices/people/managers/staff/demo-accounts.ts'
import { insertManager } from '../../slices/people/managers/store.ts'
import { Office } from '../world/office.ts'

const needsCode = { status: 403, body: { code: 'auth.code_needed' } }
const wrongCode = { status: 403, body: { code: 'auth.code_wrong' } }
const refused = { status: 403, body: { code: 'auth.second_factor_needed' } }

interface Own {
  state: string
  required: boolean
  confirmed_at: string | null
  recovery_codes_left: number
}
type Codes = { recovery_codes: string[] } & ErrorAnswer

/** A person with an authenticator. */
interface Enrolled {
  id: number
  email: string
  token: string
  secret: string
  codes: string[]
}

describe.each(openTestDatabases())('a second factor ($name)', ({ open }) => {
  let office: Office
  let strict: Office
  let passwordHash: string
  let made = 0
  beforeAll(async () => {
    const env = { LOGIN_ATTEMPTS_PER_ADDRESS: '1000' }
    office = await Office.open(await open(), env, { jobs: true })
    const needed = { ...env, ADMINISTRATORS_NEED_SECOND_FACTOR: 'true' }
    strict = await Office.open(await open(), needed, { jobs: true })
    passwordHash = await hashPassword(demoPassword)
  })
  afterAll(async () => {
    await office?.close()
    await strict?.close()
  })

  async function hire(at: Office, role: Role = 'operator') {
    const email = `person${++made}@factor.example`
    const createdAt = at.clock.now()
    const person = { email, passwordHash, role, firstName: 'Nina', lastName: 'Orlova', createdAt }
    const id = (await insertManager(at.database.db, person))!
    return { id, email, token: (await at.logIn(email)).body.access_token }
  }
  const codeOf = (secret: string, at: Office, aside = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: at.clock.now().getTime() + aside * 30 * SECOND_MS,
    })
  const call = <T>(at: Office, token: string, method: 'GET' | 'POST', path: string, body?: object) =>
    at.call<T & ErrorAnswer>({ token }, method, `auth/manager/second-factor${path}`, body)
  const own = async (at: Office, token: string) => (await call<Own>(at, token, 'GET', '')).body

  /** A new person who has set it up, so that the step of the code is used. */
  async function enrolled(at = office, role: Role = 'operator'): Promise<Enrolled> {
    const person = await hire(at, role)
    const { secret } = (await call<{ secret: string }>(at, person.token, 'POST', '', {})).body
    const code = codeOf(secret, at)
    const answer = await call<Codes>(at, person.token, 'POST', '/confirmation', { code })
    expect(answer.status).toBe(200)
    at.clock.forward(30 * SECOND_MS)
    return { ...person, secret, codes: answer.body.recovery_codes }
  }
  const logIn = (email: string, more: object = {}, at = office) =>
    at.call<LogInTokens & ErrorAnswer>(null, 'POST', 'auth/manager/log-in', {
      email,
      password: demoPassword,
      ...more,
    })
  const auditOf = async (id: number) => {
    const rows = await office.database.db
      .selectFrom('audit_log')
      .select(['action', 'manager_id'])
      .where('subject_type', '=', 'manager')
      .where('subject_id', '=', String(id))
      .orderBy('id')
      .execute()
    return rows.filter(({ action }) => action !== 'manager.log_in')
  }

  test('is in force after its first code; then the password alone is not enough', async () => {
    const person = await hire(office)
    const begin = () => call<{ secret: string; uri: string }>(office, person.token, 'POST', '', {})
    const first = (await begin()).body.secret
    const { secret, uri } = (await begin()).body
    expect(secret).not.toBe(first)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect((await logIn(person.email)).status).toBe(200)
    const confirm = (code: string) => call<Codes>(office, person.token, 'POST', '/confirmation', { code })
    expect(await confirm(codeOf(first, office))).toMatchObject(wrongCode)
    const answer = await confirm(codeOf(secret, office))
    expect(answer.body.recovery_codes).toHaveLength(10)
    expect(await own(office, person.token)).toEqual({
      state: 'on',
      required: false,
      confirmed_at: office.clock.now().toISOString(),
      recovery_codes_left: 10,
    })
    const on = { status: 409, body: { code: 'second_factor.on' } }
    expect(await begin()).toMatchObject(on)
    expect(await confirm(codeOf(secret, office, 1))).toMatchObject(on)

    expect(await logIn(person.email)).toMatchObject(needsCode)
    expect(await logIn(person.email, { password: 'not-mine-1' })).toMatchObject({
      body: { code: 'auth.wrong_credentials' },
    })
    expect(await logIn(person.email, { code: '000000' })).toMatchObject(wrongCode)
    office.clock.forward(30 * SECOND_MS)
    const typed = codeOf(secret, office).replace(/^.../, '$& ')
    const { status, body } = await logIn(person.email, { code: typed })
    expect(status).toBe(200)
    const me = await office.call<Manager>({ token: body.access_token }, 'GET', 'auth/manager')
    expect(me.body.second_factor).toBe('on')
    await office.mailTo(person.email, mailTexts.en.secondFactorOn.subject)
    expect((await auditOf(person.id)).map(({ action }) => action)).toEqual(['manager.add_second_factor'])
  })

  test('accepts each code once, also with several requests at the same time, and no older code', async () => {
    const { email, secret } = await enrolled()
    const code = codeOf(secret, office)
    const twins = await Promise.all(Array.from({ length: 5 }, () => logIn(email, { code })))
    expect(twins.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403])
    expect(await logIn(email, { code: codeOf(secret, office, -1) })).toMatchObject(wrongCode)
    expect((await logIn(email, { code: codeOf(secret, office, 1) })).status).toBe(200)
  })

  test('can be replaced by a recovery code, each once, until there are new codes', async () => {
    const { id, email, token, codes } = await enrolled()
    const [first = '', second = ''] = codes
    const twins = await Promise.all(Array.from({ length: 4 }, () => logIn(email, { code: first })))
    expect(twins.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403])
    expect(await own(office, token)).toMatchObject({ recovery_codes_left: 9 })
    office.clock.forward(15 * MINUTE_MS)
    const renew = (body: object) => call<Codes>(office, token, 'POST', '/recovery-codes', body)
    expect(await renew({})).toMatchObject({ status: 403, body: { code: 'auth.password_needed' } })
    const fresh = (await renew({ current_password: demoPassword })).body.recovery_codes
    expect(await logIn(email, { code: second })).toMatchObject(wrongCode)
    expect((await logIn(email, { code: fresh[3]!.toUpperCase().replaceAll('-', '') })).status).toBe(200)
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'manager.add_second_factor',
      'manager.use_recovery_code',
      'manager.renew_recovery_codes',
      'manager.use_recovery_code',
    ])
  })

  test('is not guessed: ten wrong codes from anywhere, then even the right one waits, but on a device that is known', async () => {
    const { email, secret } = await enrolled()
    const device_token = (await logIn(email, { code: codeOf(secret, office) })).body.device_token
    office.clock.forward(MINUTE_MS)
    const guesses = await Promise.all(
      Array.from({ length: 14 }, (_, nth) => logIn(email, { code: String(900_000 + nth) })),
    )
    expect(guesses.filter(({ status }) => status === 403)).toHaveLength(10)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(4)
    expect((await logIn(email, { code: codeOf(secret, office) })).status).toBe(429)
    expect((await logIn(email, { code: codeOf(secret, office), device_token })).status).toBe(200)
  })

  test('can only be removed with the password, also right after the log-in', async () => {
    const { id, email, token } = await enrolled()
    const remove = (body: object) => call(office, token, 'POST', '/removal', body)
    expect(await remove({})).toMatchObject({ status: 403, body: { code: 'auth.password_needed' } })
    expect(await remove({ current_password: 'wrong' })).toMatchObject({
      body: { code: 'auth.password_wrong' },
    })
    expect((await remove({ current_password: demoPassword })).status).toBe(204)
    expect(await remove({ current_password: demoPassword })).toMatchObject({
      status: 409,
      body: { code: 'second_factor.off' },
    })
    expect((await logIn(email)).status).toBe(200)
    await office.mailTo(email, mailTexts.en.secondFactorOff.subject)
    expect((await auditOf(id)).at(-1)?.action).toBe('manager.remove_second_factor')
  })

  test('that was lost is reset by an administrator, who must type their own password', async () => {
    const { id, email } = await enrolled()
    const administrator = await hire(office, 'administrator')
    const reset = (who: number, body = {}) =>
      office.call<ErrorAnswer>(administrator, 'POST', `managers/${who}/second-factor/reset`, body)
    const person = async () => (await office.call<Person>(administrator, 'GET', `managers/${id}`)).body
    expect(await person()).toMatchObject({ second_factor: true, can: { reset_second_factor: true } })
    office.clock.forward(15 * MINUTE_MS)
    expect(await reset(id)).toMatchObject({ status: 403, body: { code: 'auth.password_needed' } })
    expect((await reset(id, { current_password: demoPassword })).status).toBe(204)
    expect(await reset(id)).toMatchObject({ status: 409, body: { code: 'second_factor.off' } })
    expect(await reset(administrator.id)).toMatchObject({ status: 409, body: { code: 'manager.self' } })
    expect(await reset(999_999)).toMatchObject({ status: 404, body: { code: 'manager.not_found' } })
    expect(await person()).toMatchObject({ second_factor: false, can: { reset_second_factor: false } })
    expect((await logIn(email)).status).toBe(200)
    await office.mailTo(email, mailTexts.en.secondFactorOff.subject)
    expect((await auditOf(id)).at(-1)).toEqual({
      action: 'manager.reset_second_factor',
      manager_id: administrator.id,
    })
  })

  test('rests sealed: neither secret nor recovery codes can be read in the database', async () => {
    const { id, email, secret, codes } = await enrolled()
    const { db } = office.database
    const kept = JSON.stringify([
      await db.selectFrom('second_factors').selectAll().execute(),
      await db.selectFrom('recovery_codes').selectAll().execute(),
    ])
    for (const secretText of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(kept).not.toContain(secretText)
    // sealed under another SECRET_KEY: codes by time are void, recovery codes are not
    const spoiled = { secret_sealed: Buffer.alloc(60).toString('base64url') }
    await db.updateTable('second_factors').set(spoiled).where('manager_id', '=', id).execute()
    expect(await logIn(email, { code: codeOf(secret, office) })).toMatchObject(wrongCode)
    expect((await logIn(email, { code: codes[0] })).status).toBe(200)
  })

  test('outlives a forgotten password', async () => {
    const { email, secret } = await enrolled()
    await office.call(null, 'POST', 'auth/manager/password-change-requests', { email })
    const mail = await office.mailTo(email, mailTexts.en.changePassword.subject)
    const token = /password-change\/([\w-]+)/.exec(mail.text)![1]
    const path = `auth/manager/password-change-requests/${token}`
    expect((await office.call(null, 'POST', path, { new_password: 'second-pass-2' })).status).toBe(204)
    const password = 'second-pass-2'
    expect(await logIn(email, { password })).toMatchObject(needsCode)
    expect((await logIn(email, { password, code: codeOf(secret, office) })).status).toBe(200)
  })

  describe('that administrators need, by the setting', () => {
    test('leaves them nothing but to set it up until they have', async () => {
      const { id, token } = await hire(strict, 'administrator')
      const ask = (path: string) => strict.call<ErrorAnswer>({ token }, 'GET', path)
      for (const path of ['managers', 'locations', 'stations', `managers/${id}`, 'live'])
        expect(await ask(path), path).toMatchObject(refused)
      const graphql = await strict.call({ token }, 'POST', '/api/graphql', { query: '{ __typename }' })
      expect(graphql.status).toBe(403)
      expect((await strict.call<Manager>({ token }, 'GET', 'auth/manager')).body.second_factor).toBe('needed')
      expect(await own(strict, token)).toMatchObject({ state: 'needed', required: true })
      const { secret } = (await call<{ secret: string }>(strict, token, 'POST', '', {})).body
      await call(strict, token, 'POST', '/confirmation', { code: codeOf(secret, strict) })
      expect((await ask('managers')).status).toBe(200)
      expect(await call(strict, token, 'POST', '/removal', { current_password: demoPassword })).toMatchObject(
        {
          status: 409,
          body: { code: 'second_factor.required' },
        },
      )
    })

    test('is only required from administrators, and from a new one with their next call', async () => {
      const person = await hire(strict, 'manager')
      expect((await strict.call(person, 'GET', 'locations')).status).toBe(200)
      expect(await own(strict, person.token)).toMatchObject({ state: 'off', required: false })
      const administrator = await enrolled(strict, 'administrator')
      const body = { role: 'administrator' }
      expect((await strict.call(administrator, 'PATCH', `managers/${person.id}`, body)).status).toBe(200)
      expect(await strict.call(person, 'GET', 'locations')).toMatchObject(refused)
    })

    test('counts against a session of before that was reset', async () => {
      const [one, other] = [await enrolled(strict, 'administrator'), await enrolled(strict, 'administrator')]
      expect((await strict.call(other, 'GET', 'managers')).status).toBe(200)
      await strict.call(one, 'POST', `managers/${other.id}/second-factor/reset`, {})
      expect(await strict.call(other, 'GET', 'managers')).toMatchObject(refused)
      strict.clock.forward(DAY_MS)
    })
  })
})
