import type { ErrorAnswer, Manager, Person, Tokens } from '@stationmaster/contract'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { mailTexts } from '../../platform/mail/mail-text.ts'
import { hashPassword } from '../../slices/people/managers/signing-in/passwords.ts'
import { demoPassword } from '../../slices/people/managers/staff/demo-accounts.ts'
import { insertManager } from '../../slices/people/managers/store.ts'
import { Office } from '../world/office.ts'
import { linkIn, readOutbox } from '../world/outbox.ts'

const needed = { status: 403, body: { code: 'auth.password_needed' } }
const wrong = { status: 403, body: { code: 'auth.password_wrong' } }
const invalid = { status: 400, body: { code: 'auth.token_invalid' } }

describe.each(openTestDatabases())('a log-in of some time ago ($name)', ({ open }) => {
  let office: Office
  let passwordHash: string
  let made = 0
  let person: { id: number; email: string; token: string; refresh: string }
  beforeAll(async () => {
    const env = { ACCOUNT_REQUESTS_PER_ADDRESS: '1000', LOGIN_ATTEMPTS_PER_ADDRESS: '1000' }
    office = await Office.open(await open(), env, { jobs: true })
    passwordHash = await hashPassword(demoPassword)
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    const email = `person${++made}@mailbox.example`
    const createdAt = office.clock.now()
    const newManager = {
      email,
      passwordHash,
      role: 'operator',
      firstName: 'A',
      lastName: 'B',
      createdAt,
    } as const
    const id = (await insertManager(office.database.db, { ...newManager, emailVerifiedAt: createdAt }))!
    const { access_token: token, refresh_token: refresh } = (await office.logIn(email)).body
    person = { id, email, token, refresh }
  })

  const change = (body: object, who: { token: string } = person) =>
    office.call<Person & ErrorAnswer>(who, 'PATCH', `managers/${person.id}`, body)
  const me = () => office.call<Manager & ErrorAnswer>(person, 'GET', 'auth/manager')
  const tokenIn = async (to: string, name: 'confirmNewEmail' | 'emailChanging' | 'changePassword') =>
    linkIn(await office.mailTo(to, mailTexts.en[name].subject), '/auth/')
      .split('/')
      .at(-1)!
  const verify = (token: string) => office.call<ErrorAnswer>(null, 'POST', 'auth/email/verify', { token })
  const object = (token: string) => office.call<ErrorAnswer>(null, 'POST', 'auth/email/objections', { token })
  /** The cached token of the role may have died with the clock. */
  const asAdministrator = async () => ({
    token: (await office.logIn(office.emailOf('administrator'))).body.access_token,
  })
  const newEmail = () => `new-${person.email}`

  test('of up to 15 minutes changes password and address; an older one gives the password once more', async () => {
    office.clock.forward(15 * MINUTE_MS - SECOND_MS)
    for (const weak of ['', 'short-1', 'no-digit-here', 'NO-LOWER-CASE-1'])
      expect((await change({ new_password: weak })).status).toBe(400)
    expect((await change({ new_password: 'second-pass-2' })).status).toBe(200)
    office.clock.forward(SECOND_MS)
    for (const body of [{ new_password: 'third-pass-3' }, { email: newEmail() }]) {
      expect(await change(body)).toMatchObject(needed)
      expect(await change({ ...body, current_password: demoPassword })).toMatchObject(wrong)
    }
    // what is no key to the account needs none
    expect((await change({ first_name: 'Olga', email: person.email })).status).toBe(200)
    const proven = { new_password: 'third-pass-3', current_password: 'second-pass-2' }
    expect((await change(proven)).status).toBe(200)
    // it counts for the next 15 minutes, in this session alone
    office.clock.forward(10 * MINUTE_MS)
    expect((await change({ email: newEmail() })).body.new_email).toBe(newEmail())
    expect((await office.logIn(person.email, 'third-pass-3')).status).toBe(200)
  })

  test('may not guess: ten wrong ones, then even the right one waits, and no other session does', async () => {
    office.clock.forward(15 * MINUTE_MS)
    const attempt = (current_password: string, who = { token: person.token }) =>
      change({ new_password: 'second-pass-2', current_password }, who)
    for (let nth = 0; nth < 10; nth++) expect(await attempt(`guess-${nth}`)).toMatchObject(wrong)
    const refused = await attempt(demoPassword)
    expect(refused).toMatchObject({ status: 429, body: { code: 'auth.too_many_attempts' } })
    expect(Number(refused.headers['retry-after'])).toBe(900)
    const elsewhere = (await office.logIn(person.email)).body.access_token
    expect((await attempt(demoPassword, { token: elsewhere })).status).toBe(200)
  })

  test('of an administrator is needed to change the address of another person', async () => {
    const { token } = await asAdministrator()
    office.clock.forward(15 * MINUTE_MS)
    expect(await change({ email: newEmail() }, { token })).toMatchObject(needed)
    const proven = { email: newEmail(), current_password: demoPassword }
    expect((await change(proven, { token })).body).toMatchObject({
      email: person.email,
      new_email: newEmail(),
    })
  })

  describe('a new address', () => {
    test('signs in when it is confirmed, and the old one until then', async () => {
      expect((await change({ email: newEmail() })).body).toMatchObject({
        email: person.email,
        new_email: newEmail(),
        email_verified: true,
      })
      expect((await office.logIn(newEmail())).status).toBe(401)
      expect((await office.logIn(person.email)).status).toBe(200)
      const mail = await office.mailTo(person.email, mailTexts.en.emailChanging.subject)
      expect(mail.text).toContain(newEmail())
      const token = await tokenIn(newEmail(), 'confirmNewEmail')
      expect((await verify(token)).status).toBe(200)
      expect(await verify(token)).toMatchObject(invalid)
      expect((await me()).body).toMatchObject({ email: newEmail(), new_email: null, email_verified: true })
      expect((await office.logIn(newEmail())).status).toBe(200)
      expect((await office.logIn(person.email)).status).toBe(401)
      const renewed = { email: newEmail(), refresh_token: person.refresh }
      expect((await office.call<Tokens>(null, 'POST', 'auth/manager/create-token', renewed)).status).toBe(200)
    })

    test('is withdrawn with the old one; its link is void then, and after three days', async () => {
      await change({ email: newEmail() })
      const first = await tokenIn(newEmail(), 'confirmNewEmail')
      expect((await change({ email: person.email })).body.new_email).toBeNull()
      expect(await verify(first)).toMatchObject(invalid)
      await change({ email: newEmail() })
      office.clock.forward(SECOND_MS)
      expect((await office.call(person, 'POST', 'auth/email/verification-requests')).status).toBe(204)
      const again = await tokenIn(newEmail(), 'confirmNewEmail')
      office.clock.forward(3 * DAY_MS)
      expect(await verify(again)).toMatchObject(invalid)
      expect((await office.logIn(person.email)).status).toBe(200)
    })

    test('that another account has, or takes meanwhile, is refused', async () => {
      const conflict = { status: 409, body: { code: 'manager.exists' } }
      expect(await change({ email: office.emailOf('manager').toUpperCase() })).toMatchObject(conflict)
      await change({ email: newEmail() })
      const token = await tokenIn(newEmail(), 'confirmNewEmail')
      const rival = {
        email: newEmail().toUpperCase(),
        first_name: 'R',
        last_name: 'I',
        password: 'rival-pass-1',
      }
      expect((await office.call(null, 'POST', 'auth/manager', rival)).status).toBe(201)
      expect(await verify(token)).toMatchObject(conflict)
      expect((await office.logIn(person.email)).status).toBe(200)
    })

    test.each([
      false,
      true,
    ])('is objected to from the old mailbox (already confirmed: %s)', async (confirmed) => {
      await change({ email: newEmail() })
      if (confirmed) await verify(await tokenIn(newEmail(), 'confirmNewEmail'))
      office.clock.forward(6 * DAY_MS)
      const thief = (await office.logIn(confirmed ? newEmail() : person.email)).body
      const token = await tokenIn(person.email, 'emailChanging')
      expect(await verify(token)).toMatchObject(invalid)
      expect((await object(token)).status).toBe(204)
      expect(await object(token)).toMatchObject(invalid)

      expect((await office.call({ token: thief.access_token }, 'GET', 'auth/manager')).status).toBe(401)
      for (const email of [newEmail(), person.email]) expect((await office.logIn(email)).status).toBe(401)
      const chosen = `auth/manager/password-change-requests/${await tokenIn(person.email, 'changePassword')}`
      expect((await office.call(null, 'POST', chosen, { new_password: 'second-pass-2' })).status).toBe(204)
      expect((await office.logIn(person.email, 'second-pass-2')).status).toBe(200)
      expect(
        (await office.call<Person>(await asAdministrator(), 'GET', `managers/${person.id}`)).body,
      ).toMatchObject({
        email: person.email,
        new_email: null,
        email_verified: true,
      })
    })

    test('is objected to for seven days', async () => {
      await change({ email: newEmail() })
      const token = await tokenIn(person.email, 'emailChanging')
      office.clock.forward(7 * DAY_MS)
      expect(await object(token)).toMatchObject(invalid)
    })

    test('floods nobody’s mailbox', async () => {
      const answers = []
      for (let nth = 0; nth < 7; nth++)
        answers.push((await change({ email: `a${nth}.${newEmail()}` })).status)
      expect(answers).toEqual([200, 200, 200, 200, 200, 429, 429])
    })
  })

  test('an invitation to a wrong address is sent again to the right one, without a confirmation', async () => {
    const guest = { email: `wrong${made}@mailbox.example`, first_name: 'G', last_name: 'N', role: 'operator' }
    const administrator = await asAdministrator()
    const { id } = (await office.call<Person>(administrator, 'POST', 'managers', guest)).body
    const email = `right${made}@mailbox.example`
    const changed = await office.call<Person>(administrator, 'PATCH', `managers/${id}`, { email })
    expect(changed.body).toMatchObject({ email, new_email: null, invited: true })
    await office.mailed()
    const mails = readOutbox(office.config.dataDir).filter(({ to }) => to === email)
    expect(mails.map(({ subject }) => subject)).toEqual([mailTexts.en.invitation.subject])
    const token = linkIn(mails[0]!, '/auth/password-change/').split('/').at(-1)!
    const path = `auth/manager/password-change-requests/${token}`
    expect((await office.call(null, 'POST', path, { new_password: 'chosen-pass-1' })).status).toBe(204)
    expect((await office.logIn(email, 'chosen-pass-1')).status).toBe(200)
  })
})
