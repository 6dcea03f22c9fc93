import type { ErrorAnswer } from '@stationmaster/contract'
import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../platform/testing.ts'
import { demoPassword } from '../slices/managers/demo-accounts.ts'
import { Office } from './office.ts'

describe('a bombarded log-in', () => {
  let office: Office
  beforeAll(async () => {
    const env = {
      LOGIN_ATTEMPTS_PER_ACCOUNT: '5',
      LOGIN_ATTEMPTS_PER_ADDRESS: '20',
      ACCOUNT_REQUESTS_PER_ADDRESS: '10',
      TRUST_PROXY: 'true',
    }
    office = await Office.open(await openTestDatabase(), env)
  })
  afterAll(() => office.close())

  let place = 0
  /** From an address of its own, unless told. */
  const logIn = (email: string, password: string, address = `198.51.100.${++place}`, language = 'en') =>
    office.call<ErrorAnswer>(
      null,
      'POST',
      'auth/manager/log-in',
      { email, password },
      { 'x-forwarded-for': address, 'accept-language': language },
    )

  test('is refused with a clear message in each language, by account, and recovers', async () => {
    const email = office.emailOf('manager')
    const guesses = await Promise.all(Array.from({ length: 40 }, (_, nth) => logIn(email, `guess-${nth}`)))
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(35)

    const texts = {
      en: 'Too many attempts to sign in. Wait a few minutes and try again.',
      de: 'Zu viele Anmeldeversuche. Warten Sie einige Minuten und versuchen Sie es dann erneut.',
      ru: 'Слишком много попыток входа. Подождите несколько минут и попробуйте снова.',
    }
    for (const [language, error] of Object.entries(texts)) {
      const refused = await logIn(email.toUpperCase(), demoPassword, undefined, language)
      expect(refused).toMatchObject({ status: 429, body: { error, code: 'auth.too_many_attempts' } })
      expect(Number(refused.headers['retry-after'])).toBe(15 * 60)
    }
    expect((await logIn(office.emailOf('operator'), demoPassword)).status).toBe(200)
    const rows = await office.database.db.selectFrom('sessions').select('id').execute()
    expect(rows).toHaveLength(1)

    office.clock.forward(14 * MINUTE_MS)
    const later = await logIn(email, demoPassword)
    expect([later.status, later.headers['retry-after']]).toEqual([429, '60'])
    office.clock.forward(MINUTE_MS + SECOND_MS)
    expect((await logIn(email, demoPassword)).status).toBe(200)
  })

  test('an address that tries many accounts is refused, a whole IPv6 network as one; others are not', async () => {
    const guess = (nth: number, address: string) =>
      logIn(`somebody-${nth}@people.example`, 'guess-1', address)
    for (let nth = 0; nth < 20; nth++) expect((await guess(nth, `2001:db8:7:1::${nth}`)).status).toBe(401)
    expect((await guess(20, '2001:db8:7:1:ffff::1')).status).toBe(429)
    expect((await logIn(office.emailOf('operator'), demoPassword, '2001:db8:7:1::5')).status).toBe(429)
    expect((await logIn(office.emailOf('operator'), demoPassword, '2001:db8:7:2::5')).status).toBe(200)
  })

  test('a good log-in wipes the slate: an owner who mistypes now and then is never shut out', async () => {
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
    const { status, headers: told } = await call()
    expect(status === 429).toBe(bounded)
    if (bounded) expect(Number(told['retry-after'])).toBeGreaterThan(0)
  })
})
