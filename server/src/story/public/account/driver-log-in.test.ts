import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DriverAccount, DriverTokens, ErrorAnswer } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { Office } from '../../world/office.ts'
import { codesTo } from '../../world/outbox.ts'
import { logDriverIn } from './driver-account.ts'

const minuteMs = 60_000
type Contact = { email: string } | { phone: string }

describe.each(openTestDatabases())('a driver logs in without a password ($name)', ({ open }) => {
  let office: Office
  let count = 0
  beforeAll(async () => {
    office = await Office.open(await open(), {}, { jobs: true })
  })
  afterAll(() => office.close())

  const fresh = () => `driver${++count}@people.example`
  /** Each from another address, so that what one test tries keeps no other from trying. */
  const from = () => ({ 'x-forwarded-for': `10.0.${count}.1` })
  const ask = (contact: Contact, headers = {}) =>
    office.call<ErrorAnswer>(null, 'POST', 'driver/auth/code', contact, headers)
  const signIn = (contact: Contact, code: string) =>
    office.call<DriverTokens & ErrorAnswer>(null, 'POST', 'driver/auth/sign-in', { ...contact, code }, from())
  const codeTo = async (email: string) => {
    expect((await ask({ email })).status).toBe(204)
    await office.mailed()
    return codesTo(office.config.dataDir, email).at(-1)!
  }
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
  const me = (token: string) => office.call<DriverAccount & ErrorAnswer>({ token }, 'GET', 'driver/me')
  const parts = () => ({
    db: office.database.db,
    app: office.app,
    now: office.clock.now(),
    dataDir: office.config.dataDir,
  })
  const idOf = async (contact: { email?: string; phone?: string }) =>
    (await me((await logDriverIn(parts(), contact)).access_token)).body.id

  test('an address that nobody knows becomes a new driver, and the same one at the next time', async () => {
    const email = fresh()
    const first = await signIn({ email }, await codeTo(email))
    expect(first.status).toBe(200)
    const account = (await me(first.body.access_token)).body
    expect(account).toMatchObject({ email, email_proven: true, first_name: '', balance: 0, saved_card: null })
    office.clock.forward(1000)
    const again = await signIn({ email: email.toUpperCase() }, await codeTo(email))
    expect((await me(again.body.access_token)).body.id).toBe(account.id)
  })

  test('a code is good for ten minutes, and not for a second longer', async () => {
    for (const [ms, status] of [
      [10 * minuteMs - 1, 200],
      [10 * minuteMs, 400],
    ] as const) {
      const email = fresh()
      const code = await codeTo(email)
      office.clock.forward(ms)
      const answer = await signIn({ email }, code)
      expect(answer.status, `${ms}`).toBe(status)
      if (status === 400) expect(answer.body.code).toBe('driver.code_invalid')
    }
  })

  test('a code is good once, and only the last one', async () => {
    const email = fresh()
    const old = await codeTo(email)
    office.clock.forward(1000)
    const code = await codeTo(email)
    if (old !== code) expect((await signIn({ email }, old)).status).toBe(400)
    expect((await signIn({ email: fresh() }, code)).status).toBe(400)
    expect((await signIn({ email }, code)).status).toBe(200)
    expect((await signIn({ email }, code)).status).toBe(400)
  })

  test('a code may be tried five times', async () => {
    for (const [tries, status] of [
      [4, 200],
      [5, 400],
    ] as const) {
      const email = fresh()
      const code = await codeTo(email)
      for (let time = 0; time < tries; time += 1)
        expect((await signIn({ email }, wrong(code))).body.code).toBe('driver.code_invalid')
      expect((await signIn({ email }, code)).status, `after ${tries}`).toBe(status)
    }
  })

  test('of requests that use a code at the same instant one logs in', async () => {
    const email = fresh()
    const code = await codeTo(email)
    const answers = await Promise.all([1, 2, 3, 4].map(() => signIn({ email }, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
  })

  test('an address gets five codes an hour and ten a day, whether it is known or not', async () => {
    const known = fresh()
    await idOf({ email: known })
    for (const email of [known, fresh()]) {
      const get = async () => (await ask({ email })).status
      const five = async () => [await get(), await get(), await get(), await get(), await get()]
      expect(await five()).toEqual([204, 204, 204, 204, 204])
      const refused = await ask({ email })
      expect([refused.status, refused.body.code]).toEqual([429, 'driver.too_many_codes'])
      expect(Number(refused.headers['retry-after'])).toBe(3600)
      office.clock.forward(60 * minuteMs)
      expect(await five()).toEqual([204, 204, 204, 204, 204])
      office.clock.forward(60 * minuteMs)
      expect(await get()).toBe(429)
      office.clock.forward(22 * 60 * minuteMs)
      expect(await get()).toBe(204)
    }
    await office.mailed()
  })

  describe('whom an address opens', () => {
    const enter = async (driver: object) =>
      (
        await office.call<{ id: number }>('administrator', 'POST', 'drivers', {
          first_name: 'Anna',
          ...driver,
        })
      ).body.id

    test('the driver whom the staff have entered with it', async () => {
      const email = fresh()
      const id = await enter({ email: email.toUpperCase() })
      expect(await idOf({ email })).toBe(id)
      const phone = await enter({ phone: '+7 (912) 345-67-89' })
      expect(await idOf({ phone: '+79123456789' })).toBe(phone)
    })

    test('none of several, but a new one, which stays the one', async () => {
      const email = fresh()
      const entered = [await enter({ email }), await enter({ email })]
      const id = await idOf({ email })
      expect(entered).not.toContain(id)
      expect(await idOf({ email })).toBe(id)
    })

    test('no driver who has proven another address', async () => {
      const email = fresh()
      const id = await enter({ email, phone: '+79990001122' })
      expect(await idOf({ phone: '+79990001122' })).toBe(id)
      expect(await idOf({ email })).not.toBe(id)
    })

    test('one driver, though two servers take codes for it at the same instant', async () => {
      const email = fresh()
      const entered = await enter({ email })
      // the later of two codes makes the earlier one void, so one of the two may be refused, but neither opens another driver
      const answers = await Promise.allSettled([idOf({ email }), idOf({ email })])
      const opened = answers.filter((one) => one.status === 'fulfilled').map(({ value }) => value)
      expect(new Set(opened)).toEqual(new Set([entered]))
    })
  })

  test('a code by SMS lies in the outbox where no gateway is set', async () => {
    const phone = '+7 921 111-22-33'
    expect((await ask({ phone }, { 'accept-language': 'de' })).status).toBe(204)
    const folder = join(office.config.dataDir, 'outbox')
    await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith('.sms'))).toHaveLength(1)
    const [name] = readdirSync(folder).filter((one) => one.endsWith('.sms'))
    const text = readFileSync(join(folder, name!), 'utf8')
    expect(text).toContain('To: +79211112233')
    expect(text).toContain('ist Ihr Code')
    const code = /\b\d{6}\b/.exec(text)![0]
    expect((await signIn({ phone: '+79211112233' }, code)).status).toBe(200)
  })

  test('no code and no address is written as it is', async () => {
    const email = fresh()
    const code = await codeTo(email)
    const { rows } = await sql`select * from driver_address_codes`.execute(office.database.db)
    expect(JSON.stringify(rows)).not.toContain(email)
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  describe('tokens', () => {
    const tokens = async () => logDriverIn(parts(), { email: fresh() })
    const refresh = (token: string) =>
      office.call<DriverTokens & ErrorAnswer>(null, 'POST', 'driver/auth/refresh', { refresh_token: token })

    test('open no call of the staff, and theirs open none of a driver', async () => {
      const { access_token: token } = await tokens()
      expect((await office.call<ErrorAnswer>({ token }, 'GET', 'drivers')).body.code).toBe('auth.required')
      expect((await office.call<ErrorAnswer>({ token }, 'GET', 'auth/manager')).status).toBe(401)
      expect((await office.call('administrator', 'GET', 'driver/me')).status).toBe(401)
    })

    test('of access work for a quarter of an hour', async () => {
      const { access_token: token } = await tokens()
      office.clock.forward(15 * minuteMs - 1000)
      expect((await me(token)).status).toBe(200)
      office.clock.forward(1000)
      expect((await me(token)).body.code).toBe('auth.token_expired')
    })

    test('of refresh are exchanged, and one that is used late ends the log-in', async () => {
      const first = (await tokens()).refresh_token
      const second = (await refresh(first)).body
      office.clock.forward(minuteMs)
      expect((await refresh(first)).status).toBe(200)
      office.clock.forward(1)
      expect((await refresh(first)).body.code).toBe('auth.token_expired')
      expect((await refresh(second.refresh_token)).status).toBe(401)
      expect((await me(second.access_token)).body.code).toBe('auth.token_expired')
    })

    test('end at once with a log-out, here or everywhere', async () => {
      const email = fresh()
      const [one, two, three] = [
        await logDriverIn(parts(), { email }),
        await logDriverIn(parts(), { email }),
        await logDriverIn(parts(), { email }),
      ]
      const out = (token: string, everywhere?: boolean) =>
        office.call(null, 'POST', 'driver/auth/log-out', { refresh_token: token, everywhere })
      await out(one.refresh_token)
      expect((await me(one.access_token)).status).toBe(401)
      expect((await me(two.access_token)).status).toBe(200)
      // one that has ended ends no other
      await out(one.refresh_token, true)
      expect((await me(two.access_token)).status).toBe(200)
      await out(two.refresh_token, true)
      expect((await me(three.access_token)).status).toBe(401)
    })
  })
})
