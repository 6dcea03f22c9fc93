import type { ErrorAnswer, LogInTokens, Manager } from '@stationmaster/contract'
import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { openJobs } from '../../platform/jobs/jobs.ts'
import { demoPassword } from '../../slices/people/managers/staff/demo-accounts.ts'
import { buildParts } from '../../wiring/parts.ts'
import { Office } from '../world/office.ts'

describe('a bombarded log-in', () => {
  let office: Office
  beforeAll(async () => {
    const env = {
      LOGIN_ATTEMPTS_PER_ACCOUNT: '5',
      LOGIN_ATTEMPTS_BY_STRANGERS: '30',
      LOGIN_ATTEMPTS_PER_ADDRESS: '20',
      ACCOUNT_REQUESTS_PER_ADDRESS: '10',
      TRUST_PROXY: '1',
    }
    office = await Office.open(await openTestDatabase(), env, { jobs: true })
  })
  afterAll(() => office.close())

  let place = 0
  /** From a new address, unless one is given. */
  const logIn = (email: string, password: string, address = `198.51.100.${++place}`, language = 'en') =>
    office.call<ErrorAnswer & LogInTokens>(
      null,
      'POST',
      'auth/manager/log-in',
      { email, password },
      { 'x-forwarded-for': address, 'accept-language': language },
    )

  test('is refused with a clear message in each language, by account and address, and recovers', async () => {
    const email = office.emailOf('manager')
    const stranger = '192.0.2.66'
    const guess = (nth: number) => logIn(email, `guess-${nth}`, stranger)
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, nth) => guess(nth)))
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7)

    const texts = {
      en: 'Too many attempts to log in. Wait a few minutes and try again.',
      de: 'Zu viele Anmeldeversuche. Warten Sie einige Minuten und versuchen Sie es dann erneut.',
      ru: 'Слишком много попыток входа. Подождите несколько минут и попробуйте снова.',
    }
    for (const [language, error] of Object.entries(texts)) {
      const refused = await logIn(email.toUpperCase(), demoPassword, stranger, language)
      expect(refused).toMatchObject({ status: 429, body: { error, code: 'auth.too_many_attempts' } })
      expect(Number(refused.headers['retry-after'])).toBe(15 * 60)
    }
    expect((await logIn(office.emailOf('operator'), demoPassword, stranger)).status).toBe(200)
    // the owner, from another address, on an unknown device
    expect((await logIn(email, demoPassword)).status).toBe(200)

    office.clock.forward(14 * MINUTE_MS)
    const later = await logIn(email, demoPassword, stranger)
    expect([later.status, later.headers['retry-after']]).toEqual([429, '60'])
    office.clock.forward(MINUTE_MS + SECOND_MS)
    expect((await logIn(email, demoPassword, stranger)).status).toBe(200)
  })

  test('by strangers from everywhere shuts strangers out, and never a device that the account knows', async () => {
    const email = office.emailOf('app-developer')
    const office1 = '192.0.2.80'
    const { device_token } = (await logIn(email, demoPassword, office1)).body
    const withDevice = (password: string, token = device_token) =>
      office.call<ErrorAnswer & LogInTokens>(
        null,
        'POST',
        'auth/manager/log-in',
        { email, password, device_token: token },
        { 'x-forwarded-for': office1 },
      )
    const guesses = await Promise.all(Array.from({ length: 40 }, (_, nth) => logIn(email, `guess-${nth}`)))
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(30)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10)
    expect((await logIn(email, demoPassword)).status).toBe(429)
    for (let nth = 0; nth < 5; nth++) await logIn(email, 'guess', office1)

    // known: neither the strangers nor those behind the same address stand in its way, and it keeps its token
    const known = await withDevice(demoPassword)
    expect([known.status, known.body.device_token]).toEqual([200, device_token])
    // but its guesses are limited too, and a device of another account or an invented one is a stranger
    for (let nth = 0; nth < 5; nth++) expect((await withDevice('guess')).status).toBe(401)
    expect((await withDevice(demoPassword)).status).toBe(429)
    const foreign = (await logIn(office.emailOf('operator'), demoPassword)).body.device_token
    for (const token of [foreign, 'x'.repeat(43)])
      expect((await withDevice(demoPassword, token)).status).toBe(429)
    office.clock.forward(15 * MINUTE_MS + SECOND_MS)
  })

  test('a device is known to every account that signed in there, and forgotten with a changed password', async () => {
    const { db } = office.database
    const email = office.emailOf('accounter')
    const first = (await logIn(office.emailOf('operator'), demoPassword)).body.device_token
    const log = (token: string) =>
      office.call<LogInTokens>(null, 'POST', 'auth/manager/log-in', {
        email,
        password: demoPassword,
        device_token: token,
      })
    const { access_token, device_token } = (await log(first)).body
    expect(device_token).toBe(first)
    await logIn(email, demoPassword)
    const { id } = (await office.call<Manager>({ token: access_token }, 'GET', 'auth/manager')).body
    const devices = async () =>
      (await db.selectFrom('known_devices').selectAll().where('manager_id', '=', id).execute()).length
    expect(await devices()).toBe(2)
    const body = { new_password: demoPassword }
    expect((await office.call({ token: access_token }, 'PATCH', `managers/${id}`, body)).status).toBe(200)
    expect(await devices()).toBe(1)
    const rows = await db.selectFrom('known_devices').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(first)
  })

  test('a token that a client makes up is no device’s: it gets one of ours', async () => {
    const email = office.emailOf('operator')
    const made = 'a'.repeat(43)
    const log = (device_token: string, password = demoPassword) =>
      office.call<LogInTokens>(null, 'POST', 'auth/manager/log-in', { email, password, device_token })
    const { device_token } = (await log(made)).body
    expect(device_token).toMatch(/^[\w-]{43}$/)
    expect(device_token).not.toBe(made)
    expect((await log(made)).body.device_token).not.toBe(made)
    expect((await log(device_token)).body.device_token).toBe(device_token)
  })

  test('nodes on one database count together', async () => {
    const email = office.emailOf('administrator')
    const jobs = openJobs(office.database, office.config, () => undefined)
    const { config, database, clock, log } = office.parts
    const parts = await buildParts({ config, database, clock, log, jobs })
    parts.readiness.ready = true
    const other = await buildApp(parts)
    const guess = (app: FastifyInstance) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/auth/manager/log-in',
        headers: { 'x-forwarded-for': '192.0.2.99' },
        payload: { email, password: 'guess' },
      })
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, nth) => guess(nth % 2 === 0 ? office.app : other)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5)
    await other.close()
  })

  test('an address that tries many accounts is refused, a whole IPv6 network as one; others are not', async () => {
    const guess = (nth: number, address: string) =>
      logIn(`somebody-${nth}@people.example`, 'guess-1', address)
    for (let nth = 0; nth < 20; nth++) expect((await guess(nth, `2001:db8:7:1::${nth}`)).status).toBe(401)
    expect((await guess(20, '2001:db8:7:1:ffff::1')).status).toBe(429)
    expect((await logIn(office.emailOf('operator'), demoPassword, '2001:db8:7:1::5')).status).toBe(429)
    expect((await logIn(office.emailOf('operator'), demoPassword, '2001:db8:7:2::5')).status).toBe(200)
  })

  test('a good log-in resets the count, so that an owner who mistypes now and then is never locked out', async () => {
    const email = office.emailOf('accounter')
    for (let day = 0; day < 4; day++) {
      for (let slip = 0; slip < 4; slip++) expect((await logIn(email, 'slip-1')).status).toBe(401)
      expect((await logIn(email, demoPassword)).status).toBe(200)
    }
  })

  test.each([
    ['auth/manager', { email: 'x', first_name: '', last_name: '', password: '' }, false],
    [
      'auth/manager',
      {
        email: 'manager@demo.stationmaster.example',
        first_name: 'A',
        last_name: 'B',
        password: 'a-password-1',
      },
      true,
    ],
    ['auth/manager/password-change-requests/none', { new_password: 'a-password-1' }, true],
    ['auth/email/verify', { token: 'none' }, true],
    ['auth/manager/create-token', { email: 'a@b.example', refresh_token: 'none' }, true],
  ])('%s is bounded by address, after what the form refuses', async (path, body, bounded) => {
    const headers = { 'x-forwarded-for': `203.0.113.${++place}` }
    const call = () => office.call<ErrorAnswer>(null, 'POST', path, body, headers)
    for (let nth = 0; nth < 10; nth++) expect((await call()).status).not.toBe(429)
    const { status, headers: answerHeaders } = await call()
    expect(status === 429).toBe(bounded)
    if (bounded) expect(Number(answerHeaders['retry-after'])).toBeGreaterThan(0)
  })
})
