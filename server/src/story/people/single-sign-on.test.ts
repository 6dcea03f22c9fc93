import type {
  ErrorAnswer,
  LogInTokens,
  Manager,
  Role,
  SingleSignOnReturn,
  SingleSignOnSettings,
} from '@stationmaster/contract'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { demoPassword } from '../../slices/people/managers/staff/demo-accounts.ts'
import { type Answer, Office } from '../world/office.ts'
import { IdentityProvider } from './identity-provider/identity-provider.ts'

const base = 'https://net.example'
const client = {
  client_id: 'stationmaster',
  client_secret: 'a secret of the client',
  redirect_uris: [`${base}/auth/single-sign-on`],
  post_logout_redirect_uris: [`${base}/login?step=out`],
  grant_types: ['authorization_code', 'refresh_token'],
}
const env = { PUBLIC_URL: base, OUTGOING_PRIVATE_NETWORKS: 'loopback' }

interface Begun {
  url: string
  browser_secret: string
}
type Returned = SingleSignOnReturn & ErrorAnswer

describe.each(openTestDatabases())('single sign-on ($name)', ({ open }) => {
  let office: Office
  let provider: IdentityProvider
  let settings: SingleSignOnSettings
  let tver: number
  let klin: number

  const change = async (more: object, who: Role | { token: string } = 'administrator') => {
    const {
      has_secret: _,
      preset: __,
      password_forced: ___,
      tried_at: ____,
      redirect_uri: _____,
      log_out_uri: ______,
      back_channel_uri: _______,
      ...written
    } = settings
    const answer = await office.call<SingleSignOnSettings & ErrorAnswer>(who, 'PUT', 'single-sign-on', {
      ...written,
      ...more,
      current_password: demoPassword,
    })
    if (answer.status === 200) settings = answer.body
    return answer
  }
  const begin = async () => (await office.call<Begun>(null, 'POST', 'auth/single-sign-on/log-ins')).body
  const comeBack = (browser_secret: string, parameters: object): Promise<Answer<Returned>> =>
    office.call<Returned>(null, 'POST', 'auth/single-sign-on/returns', { browser_secret, parameters })
  const logIn = async (person: string): Promise<Answer<Returned>> => {
    const { url, browser_secret } = await begin()
    return comeBack(browser_secret, await provider.visit(url, person))
  }
  const tokenOf = async (person: string) => {
    const { body } = await logIn(person)
    if (!body.tokens) throw new Error(JSON.stringify(body))
    return { token: body.tokens.access_token, refresh: body.tokens.refresh_token }
  }
  const me = (token: string) => office.call<Manager & ErrorAnswer>({ token }, 'GET', 'auth/manager')
  const endedBy = (logout_token: string) =>
    office.call<{ ended: number } & ErrorAnswer>(
      null,
      'POST',
      'auth/single-sign-on/back-channel-log-outs',
      new URLSearchParams({ logout_token }).toString(),
      { 'content-type': 'application/x-www-form-urlencoded' },
    )
  const person = (name: string, groups: string[], more: object = {}) =>
    provider.person(name, {
      email: `${name}@company.example`,
      email_verified: true,
      given_name: 'Petra',
      family_name: 'Lind',
      groups,
      ...more,
    })

  beforeAll(async () => {
    provider = await IdentityProvider.start([client])
    office = await Office.open(await open(), env, { jobs: true })
    tver = await office.addLocation('Tver')
    klin = await office.addLocation('Klin')
    settings = (await office.call<SingleSignOnSettings>('administrator', 'GET', 'single-sign-on')).body
  })
  afterAll(async () => {
    await office?.close()
    await provider?.stop()
  })

  test('it is switched on after a log-in was tried, which changes nothing', async () => {
    expect((await begin()) as unknown).toMatchObject({ code: 'sso.off' })
    const rules = [
      { group: 'bosses', role: 'administrator', owner_id: null, location_ids: [] },
      { group: 'tver', role: 'manager', owner_id: null, location_ids: [tver] },
      { group: 'klin', role: 'manager', owner_id: null, location_ids: [klin] },
      { group: 'desk', role: 'operator', owner_id: null, location_ids: [] },
    ]
    const given = { issuer: provider.issuer, client_id: 'stationmaster', client_secret: client.client_secret }
    expect((await change({ ...given, rules, enabled: true })).body.code).toBe('sso.not_tried')
    expect((await change({ ...given, rules, accounts: 'first_log_in', label: 'Company' })).status).toBe(200)
    expect(JSON.stringify(settings)).not.toContain(client.client_secret)
    const checked = await office.call('administrator', 'POST', 'single-sign-on/checks')
    expect(checked.body).toMatchObject({ issuer: provider.issuer, log_out: true, back_channel_log_out: true })
    await person('tess', ['tver', 'klin', 'desk'])
    const { body } = await office.call<Begun>('administrator', 'POST', 'single-sign-on/tries')
    const tried = await comeBack(body.browser_secret, await provider.visit(body.url, 'tess'))
    expect(tried.body).toMatchObject({
      outcome: 'tried',
      tokens: null,
      tried: {
        role: 'manager',
        location_ids: [tver, klin].sort((a, b) => a - b),
        email: 'tess@company.example',
      },
    })
    const people = await office.call<unknown[]>('administrator', 'GET', 'managers?search=tess')
    expect(people.body).toEqual([])
    expect((await change({ enabled: true })).status).toBe(200)
    const { body: options } = await office.call(null, 'GET', 'auth/single-sign-on')
    expect(options).toEqual({ enabled: true, label: 'Company', password_log_in: true })
  })

  test('whoever comes first gets an account with the role and the locations of their groups', async () => {
    const { token } = await tokenOf('tess')
    expect((await me(token)).body).toMatchObject({
      role: 'manager',
      first_name: 'Petra',
      email_verified: true,
    })
    const { body } = await office.call<{ id: number }[]>({ token }, 'GET', 'locations')
    expect(body.map(({ id }) => id).sort((a, b) => a - b)).toEqual([tver, klin].sort((a, b) => a - b))
    // no mail gives them a second way in
    await office.call(null, 'POST', 'auth/manager/password-change-requests', {
      email: 'tess@company.example',
    })
    expect((await logIn('tess')).body.outcome).toBe('signed_in')
  })

  test('another group counts at the next log-in, and ends the sessions that had more', async () => {
    const before = await tokenOf('tess')
    await person('tess', ['desk'])
    expect((await me(before.token)).body.role).toBe('manager')
    const after = await tokenOf('tess')
    expect((await me(before.token)).body.code).toBe('auth.token_expired')
    expect((await me(after.token)).body.role).toBe('operator')
    await person('tess', ['bosses'])
    const boss = await tokenOf('tess')
    expect((await me(after.token)).body.role).toBe('administrator')
    expect((await me(boss.token)).body.role).toBe('administrator')
    await person('tess', ['nothing'])
    expect((await logIn('tess')).body).toMatchObject({ code: 'sso.no_role' })
    await person('tess', ['desk'])
  })

  test('an address that nobody has verified, of another domain, or of an account with a password opens nothing', async () => {
    await person('una', ['desk'], { email_verified: false })
    expect((await logIn('una')).body.code).toBe('sso.email_unverified')
    await person('taker', ['bosses'], { email: office.emailOf('operator') })
    expect((await logIn('taker')).body.code).toBe('sso.account_exists')
    await change({ email_domains: ['company.example'] })
    await person('far', ['desk'], { email: 'far@company.example.other.example' })
    expect((await logIn('far')).body.code).toBe('sso.domain_refused')
    await change({ email_domains: [], accounts: 'invited' })
    await person('new', ['desk'])
    expect((await logIn('new')).body.code).toBe('sso.not_invited')
    const body = { email: 'New@company.example', first_name: 'N', last_name: 'L', role: 'operator' }
    await office.call('administrator', 'POST', 'managers', body)
    await person('new', ['desk'], { email_verified: false })
    expect((await logIn('new')).body.code).toBe('sso.email_unverified')
    await person('new', ['desk'])
    expect((await logIn('new')).body).toMatchObject({ outcome: 'signed_in' })
    await person('thief', ['desk'], { email: 'new@company.example' })
    expect((await logIn('thief')).body.code).toBe('sso.account_exists')
    await change({ accounts: 'first_log_in' })
  })

  test('somebody who is signed in connects their account, once', async () => {
    const operator = await office.tokenOf('operator')
    await person('oleg', ['desk'], { email: 'another@company.example' })
    const link = async (name: string) => {
      const body = { current_password: demoPassword }
      const { body: begun } = await office.call<Begun>(
        { token: operator },
        'POST',
        'auth/single-sign-on/link',
        body,
      )
      return comeBack(begun.browser_secret, await provider.visit(begun.url, name))
    }
    expect((await link('oleg')).body.outcome).toBe('linked')
    expect((await link('tess')).body.code).toBe('sso.linked_elsewhere')
    expect((await me((await tokenOf('oleg')).token)).body.email).toBe(office.emailOf('operator'))
    const own = await office.call<{ linked_at: string }>(
      { token: operator },
      'GET',
      'auth/single-sign-on/link',
    )
    expect(own.body.linked_at).toEqual(expect.any(String))
    const { token } = await tokenOf('tess')
    expect(await office.call({ token }, 'DELETE', 'auth/single-sign-on/link')).toMatchObject({
      status: 409,
      body: { code: 'sso.only_way_in' },
    })
    expect((await office.call({ token: operator }, 'DELETE', 'auth/single-sign-on/link')).status).toBe(204)
  })

  test('a state, a code and a browser count once and together', async () => {
    const [one, other] = [await begin(), await begin()]
    const back = await provider.visit(one.url, 'tess')
    expect((await comeBack(other.browser_secret, back)).body.code).toBe('sso.return_unknown')
    expect((await comeBack(one.browser_secret, back)).body.outcome).toBe('signed_in')
    expect((await comeBack(one.browser_secret, back)).body.code).toBe('sso.return_unknown')
    // the code of one attempt under the state of another
    const { state } = Object.fromEntries(new URL(other.url).searchParams)
    expect((await comeBack(other.browser_secret, { ...back, state })).body.code).toBe('sso.answer_invalid')
    const third = await begin()
    const denied = {
      error: 'access_denied',
      state: new URL(third.url).searchParams.get('state'),
      iss: provider.issuer,
    }
    expect((await comeBack(third.browser_secret, denied)).body).toMatchObject({
      code: 'sso.refused_at_provider',
      details: { reason: 'access_denied' },
    })
    const fourth = await begin()
    const foreign = { ...(await provider.visit(fourth.url, 'tess')), iss: 'https://other.example' }
    expect((await comeBack(fourth.browser_secret, foreign)).body.code).toBe('sso.answer_invalid')
    const late = await begin()
    const lateBack = await provider.visit(late.url, 'tess')
    office.clock.forward(10 * MINUTE_MS)
    expect((await comeBack(late.browser_secret, lateBack)).body.code).toBe('sso.return_unknown')
  })

  test('another key of the provider counts at once', async () => {
    await provider.turnKey()
    expect((await logIn('tess')).body.outcome).toBe('signed_in')
  })

  test('two returns with one state at the same time open one session', async () => {
    const { url, browser_secret } = await begin()
    const back = await provider.visit(url, 'tess')
    const answers = await Promise.all([comeBack(browser_secret, back), comeBack(browser_secret, back)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('logging out here tells where one logs out there', async () => {
    const { token, refresh } = await tokenOf('tess')
    const out = await office.call<{ url: string }>(null, 'POST', 'auth/single-sign-on/log-outs', {
      refresh_token: refresh,
    })
    const url = new URL(out.body.url)
    expect(url.origin).toBe(provider.issuer)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${base}/login?step=out`)
    expect((await me(token)).body.code).toBe('auth.token_expired')
    const again = await office.call(null, 'POST', 'auth/single-sign-on/log-outs', { refresh_token: refresh })
    expect(again.body).toEqual({ url: null })
  })

  test('the provider ends sessions by a logout token, which counts once', async () => {
    const { token } = await tokenOf('tess')
    const good = { sub: 'tess', jti: 'first' }
    const wrong = [
      provider.logoutToken({ ...good, aud: 'somebody-else' }),
      provider.logoutToken({ ...good, iss: 'https://other.example' }),
      provider.logoutToken({ ...good, nonce: 'one' }),
      provider.logoutToken({ ...good, events: {} }),
      provider.logoutToken({ jti: 'first' }),
      provider.logoutToken({ sub: 'tess' }),
      provider.logoutToken(good, { alg: 'foreign' }),
      provider.logoutToken(good, { ago: 3600 }),
    ]
    for (const one of wrong)
      expect(await endedBy(await one)).toMatchObject({ status: 400, body: { code: 'sso.log_out_invalid' } })
    expect((await endedBy('no.token.atall')).status).toBe(400)
    expect((await me(token)).status).toBe(200)
    const right = await provider.logoutToken(good)
    expect((await endedBy(right)).body.ended).toBeGreaterThan(0)
    expect((await me(token)).body.code).toBe('auth.token_expired')
    expect((await endedBy(right)).status).toBe(400)
    const other = await tokenOf('tess')
    expect((await endedBy(await provider.logoutToken({ sid: 'unknown', jti: 'other' }))).body.ended).toBe(0)
    expect((await me(other.token)).status).toBe(200)
  })

  test('who is shut out at the provider loses a session at the next question, and every session at its hour', async () => {
    await person('ivo', ['tver'])
    const { token, refresh } = await tokenOf('ivo')
    const wanted = { name: 'A program', scopes: ['stations:read'], days: 9 }
    const { key } = (await office.call<{ key: string }>({ token }, 'POST', 'api-keys', wanted)).body
    const byKey = async () =>
      (await office.call<ErrorAnswer>({ token: key }, 'GET', 'stations')).body.code ?? 'good'
    expect(await byKey()).toBe('good')
    office.clock.forward(16 * MINUTE_MS)
    expect((await me(token)).status).toBe(200)
    await provider.person('ivo', {}, true)
    office.clock.forward(16 * MINUTE_MS)
    await me(token)
    await expect.poll(async () => (await me(token)).body.code, { timeout: 60_000 }).toBe('auth.token_expired')
    const renewed = { email: 'ivo@company.example', refresh_token: refresh }
    expect((await office.call(null, 'POST', 'auth/manager/create-token', renewed)).status).toBe(401)
    expect(await byKey()).toBe('key.idle')
    await provider.person('ivo', {})
    await logIn('ivo')
    expect(await byKey()).toBe('good')
    const tess = await tokenOf('tess')
    office.clock.forward(12 * HOUR_MS)
    expect((await me(tess.token)).body.code).toBe('auth.token_expired')
    const late = { email: 'tess@company.example', refresh_token: tess.refresh }
    expect((await office.call(null, 'POST', 'auth/manager/create-token', late)).status).toBe(401)
  })

  test('our second factor is asked after that of the provider, unless the provider has asked for one', async () => {
    await person('vera', ['desk'])
    const { token } = await tokenOf('vera')
    const own = 'auth/manager/second-factor'
    const { secret } = (await office.call<{ secret: string }>({ token }, 'POST', own, {})).body
    const codeNow = () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: office.clock.now().getTime() })
    const confirmed = await office.call({ token }, 'POST', `${own}/confirmation`, { code: codeNow() })
    expect(confirmed.status).toBe(200)
    office.clock.forward(30 * SECOND_MS)
    const { body } = await logIn('vera')
    expect(body).toMatchObject({ outcome: 'code_needed', tokens: null })
    const give = (pending: string, code: string) =>
      office.call<LogInTokens & ErrorAnswer>(null, 'POST', 'auth/single-sign-on/codes', { pending, code })
    const pending = body.pending ?? ''
    const [state] = pending.split('.')
    expect((await give(`${state}.another-browser`, codeNow())).body.code).toBe('sso.return_unknown')
    expect((await give(pending, '000000')).body.code).toBe('auth.code_wrong')
    const entered = await give(pending, codeNow())
    expect((await me(entered.body.access_token)).body.first_name).toBe('Petra')
    office.clock.forward(30 * SECOND_MS)
    expect((await give(pending, codeNow())).body.code).toBe('sso.return_unknown')
    const late = (await logIn('vera')).body.pending ?? ''
    office.clock.forward(10 * MINUTE_MS)
    expect((await give(late, codeNow())).body.code).toBe('sso.return_unknown')
    await person('vera', ['desk'], { amr: ['pwd', 'mfa'] })
    expect((await logIn('vera')).body.outcome).toBe('signed_in')
  })

  test('passwords are switched off but for one administrator, who stays one', async () => {
    const administrator = await office.idOf('administrator')
    expect((await change({ password_log_in: false })).body.code).toBe('sso.emergency_unfit')
    const operator = await office.idOf('operator')
    const unfit = await change({ password_log_in: false, emergency_manager_id: operator })
    expect(unfit.body.code).toBe('sso.emergency_unfit')
    const before = (await office.logIn(office.emailOf('accounter'))).body.access_token
    const given = { password_log_in: false, emergency_manager_id: administrator }
    expect((await change(given)).status).toBe(200)
    expect((await me(before)).body.code).toBe('auth.token_expired')
    expect((await office.logIn(office.emailOf('accounter'))).body.code).toBe('auth.single_sign_on_only')
    expect((await office.logIn(office.emailOf('accounter'), 'wrong-password')).body.code).toBe(
      'auth.wrong_credentials',
    )
    expect((await office.logIn(office.emailOf('administrator'))).status).toBe(200)
    await person('tess', ['bosses'])
    const { token } = await tokenOf('tess')
    for (const body of [{ role: 'operator' }, { blocked: true }])
      expect(await office.call({ token }, 'PATCH', `managers/${administrator}`, body)).toMatchObject({
        body: { code: 'sso.emergency_kept' },
      })
    await change({ password_log_in: true })
    expect((await office.logIn(office.emailOf('accounter'))).status).toBe(200)
  })

  test('what was done stands in the audit log, without a secret', async () => {
    const rows = await office.database.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .execute()
    const actions = new Set(rows.map(({ action }) => action))
    for (const action of [
      'single_sign_on.try',
      'single_sign_on.change',
      'single_sign_on.refuse',
      'manager.add_by_single_sign_on',
      'manager.link_single_sign_on',
      'manager.unlink_single_sign_on',
      'manager.change_by_single_sign_on',
      'manager.log_out',
      'manager.log_out_by_provider',
    ])
      expect(actions).toContain(action)
    expect(JSON.stringify(rows)).not.toContain(client.client_secret)
  })
})
