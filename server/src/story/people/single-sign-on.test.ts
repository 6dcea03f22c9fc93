import type { ErrorAnswer, LogInTokens } from '@stationmaster/contract'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { demoPassword } from '../../slices/people/managers/staff/demo-accounts.ts'
import type { Office } from '../world/office.ts'
import type { IdentityProvider } from './identity-provider/identity-provider.ts'
import { type Begun, networkClient, networkUrl, SignOnWorld } from './identity-provider/sign-on-world.ts'

describe.each(openTestDatabases())('single sign-on ($name)', ({ open }) => {
  let office: Office
  let provider: IdentityProvider
  let world: SignOnWorld
  let tver: number
  let klin: number

  const endedBy = (logout_token: string) =>
    office.call<{ ended: number } & ErrorAnswer>(
      null,
      'POST',
      'auth/single-sign-on/back-channel-log-outs',
      new URLSearchParams({ logout_token }).toString(),
      { 'content-type': 'application/x-www-form-urlencoded' },
    )

  beforeAll(async () => {
    world = await SignOnWorld.open(await open())
    ;({ office, provider } = world)
    tver = await office.addLocation('Tver')
    klin = await office.addLocation('Klin')
  })
  afterAll(async () => {
    await world?.close()
  })

  test('it is switched on after a log-in was tried, which changes nothing', async () => {
    expect((await world.begin()) as unknown).toMatchObject({ code: 'sso.off' })
    const rules = [
      { group: 'bosses', role: 'administrator', owner_id: null, location_ids: [] },
      { group: 'tver', role: 'manager', owner_id: null, location_ids: [tver] },
      { group: 'klin', role: 'manager', owner_id: null, location_ids: [klin] },
      { group: 'desk', role: 'operator', owner_id: null, location_ids: [] },
    ]
    const given = {
      issuer: provider.issuer,
      client_id: 'stationmaster',
      client_secret: networkClient.client_secret,
    }
    expect((await world.change({ ...given, rules, enabled: true })).body.code).toBe('sso.not_tried')
    expect((await world.change({ ...given, rules, accounts: 'first_log_in', label: 'Company' })).status).toBe(
      200,
    )
    expect(JSON.stringify(world.settings)).not.toContain(networkClient.client_secret)
    const checked = await office.call('administrator', 'POST', 'single-sign-on/checks')
    expect(checked.body).toMatchObject({ issuer: provider.issuer, log_out: true, back_channel_log_out: true })
    await world.person('tess', ['tver', 'klin', 'desk'])
    expect((await world.try('tess')).body).toMatchObject({
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
    expect((await world.change({ enabled: true })).status).toBe(200)
    const { body: options } = await office.call(null, 'GET', 'auth/single-sign-on')
    expect(options).toEqual({ enabled: true, label: 'Company', password_log_in: true })
  })

  test('whoever comes first gets an account with the role and the locations of their groups', async () => {
    const { token } = await world.tokenOf('tess')
    expect((await world.me(token)).body).toMatchObject({
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
    expect((await world.logIn('tess')).body.outcome).toBe('signed_in')
  })

  test('another group counts at the next log-in, and ends the sessions that had more', async () => {
    const before = await world.tokenOf('tess')
    await world.person('tess', ['desk'])
    expect((await world.me(before.token)).body.role).toBe('manager')
    const after = await world.tokenOf('tess')
    expect((await world.me(before.token)).body.code).toBe('auth.token_expired')
    expect((await world.me(after.token)).body.role).toBe('operator')
    await world.person('tess', ['bosses'])
    const boss = await world.tokenOf('tess')
    expect((await world.me(after.token)).body.role).toBe('administrator')
    expect((await world.me(boss.token)).body.role).toBe('administrator')
    await world.person('tess', ['nothing'])
    expect((await world.logIn('tess')).body).toMatchObject({ code: 'sso.no_role' })
    await world.person('tess', ['desk'])
  })

  test('an address that nobody has verified, of another domain, or of an account with a password opens nothing', async () => {
    await world.person('una', ['desk'], { email_verified: false })
    expect((await world.logIn('una')).body.code).toBe('sso.email_unverified')
    await world.person('taker', ['bosses'], { email: office.emailOf('operator') })
    expect((await world.logIn('taker')).body.code).toBe('sso.account_exists')
    await world.change({ email_domains: ['company.example'] })
    await world.person('far', ['desk'], { email: 'far@company.example.other.example' })
    expect((await world.logIn('far')).body.code).toBe('sso.domain_refused')
    await world.change({ email_domains: [], accounts: 'invited' })
    await world.person('new', ['desk'])
    expect((await world.logIn('new')).body.code).toBe('sso.not_invited')
    const body = { email: 'New@company.example', first_name: 'N', last_name: 'L', role: 'operator' }
    await office.call('administrator', 'POST', 'managers', body)
    await world.person('new', ['desk'], { email_verified: false })
    expect((await world.logIn('new')).body.code).toBe('sso.email_unverified')
    await world.person('new', ['desk'])
    expect((await world.logIn('new')).body).toMatchObject({ outcome: 'signed_in' })
    await world.person('thief', ['desk'], { email: 'new@company.example' })
    expect((await world.logIn('thief')).body.code).toBe('sso.account_exists')
    await world.change({ accounts: 'first_log_in' })
  })

  test('somebody who is signed in connects their account, once', async () => {
    const operator = await office.tokenOf('operator')
    await world.person('oleg', ['desk'], { email: 'another@company.example' })
    const link = async (name: string) => {
      const body = { current_password: demoPassword }
      const { body: begun } = await office.call<Begun>(
        { token: operator },
        'POST',
        'auth/single-sign-on/link',
        body,
      )
      return world.comeBack(begun.browser_secret, await provider.visit(begun.url, name))
    }
    expect((await link('oleg')).body.outcome).toBe('linked')
    expect((await link('tess')).body.code).toBe('sso.linked_elsewhere')
    expect((await world.me((await world.tokenOf('oleg')).token)).body.email).toBe(office.emailOf('operator'))
    const own = await office.call<{ linked_at: string }>(
      { token: operator },
      'GET',
      'auth/single-sign-on/link',
    )
    expect(own.body.linked_at).toEqual(expect.any(String))
    const { token } = await world.tokenOf('tess')
    expect(await office.call({ token }, 'DELETE', 'auth/single-sign-on/link')).toMatchObject({
      status: 409,
      body: { code: 'sso.only_way_in' },
    })
    expect((await office.call({ token: operator }, 'DELETE', 'auth/single-sign-on/link')).status).toBe(204)
  })

  test('a state, a code and a browser count once and together', async () => {
    const [one, other] = [await world.begin(), await world.begin()]
    const back = await provider.visit(one.url, 'tess')
    expect((await world.comeBack(other.browser_secret, back)).body.code).toBe('sso.return_unknown')
    expect((await world.comeBack(one.browser_secret, back)).body.outcome).toBe('signed_in')
    expect((await world.comeBack(one.browser_secret, back)).body.code).toBe('sso.return_unknown')
    // the code of one attempt under the state of another
    const { state } = Object.fromEntries(new URL(other.url).searchParams)
    expect((await world.comeBack(other.browser_secret, { ...back, state })).body.code).toBe(
      'sso.answer_invalid',
    )
    const third = await world.begin()
    const denied = {
      error: 'access_denied',
      state: new URL(third.url).searchParams.get('state'),
      iss: provider.issuer,
    }
    expect((await world.comeBack(third.browser_secret, denied)).body).toMatchObject({
      code: 'sso.refused_at_provider',
      details: { reason: 'access_denied' },
    })
    const fourth = await world.begin()
    const foreign = { ...(await provider.visit(fourth.url, 'tess')), iss: 'https://other.example' }
    expect((await world.comeBack(fourth.browser_secret, foreign)).body.code).toBe('sso.answer_invalid')
    const late = await world.begin()
    const lateBack = await provider.visit(late.url, 'tess')
    office.clock.forward(10 * MINUTE_MS)
    expect((await world.comeBack(late.browser_secret, lateBack)).body.code).toBe('sso.return_unknown')
  })

  test('another key of the provider counts at once', async () => {
    await provider.turnKey()
    expect((await world.logIn('tess')).body.outcome).toBe('signed_in')
  })

  test('two returns with one state at the same time open one session', async () => {
    const { url, browser_secret } = await world.begin()
    const back = await provider.visit(url, 'tess')
    const answers = await Promise.all([
      world.comeBack(browser_secret, back),
      world.comeBack(browser_secret, back),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('logging out here tells where one logs out there', async () => {
    const { token, refresh } = await world.tokenOf('tess')
    const out = await office.call<{ url: string }>(null, 'POST', 'auth/single-sign-on/log-outs', {
      refresh_token: refresh,
    })
    const url = new URL(out.body.url)
    expect(url.origin).toBe(provider.issuer)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${networkUrl}/login?step=out`)
    expect((await world.me(token)).body.code).toBe('auth.token_expired')
    const again = await office.call(null, 'POST', 'auth/single-sign-on/log-outs', { refresh_token: refresh })
    expect(again.body).toEqual({ url: null })
  })

  test('the provider ends sessions by a logout token, which counts once', async () => {
    const { token } = await world.tokenOf('tess')
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
    expect((await world.me(token)).status).toBe(200)
    const right = await provider.logoutToken(good)
    expect((await endedBy(right)).body.ended).toBeGreaterThan(0)
    expect((await world.me(token)).body.code).toBe('auth.token_expired')
    expect((await endedBy(right)).status).toBe(400)
    const other = await world.tokenOf('tess')
    expect((await endedBy(await provider.logoutToken({ sid: 'unknown', jti: 'other' }))).body.ended).toBe(0)
    expect((await world.me(other.token)).status).toBe(200)
  })

  test('who is shut out at the provider loses a session at the next question, and every session at its hour', async () => {
    await world.person('ivo', ['tver'])
    const { token, refresh } = await world.tokenOf('ivo')
    const wanted = { name: 'A program', scopes: ['stations:read'], days: 9 }
    const { key } = (await office.call<{ key: string }>({ token }, 'POST', 'api-keys', wanted)).body
    const byKey = async () =>
      (await office.call<ErrorAnswer>({ token: key }, 'GET', 'stations')).body.code ?? 'good'
    expect(await byKey()).toBe('good')
    office.clock.forward(16 * MINUTE_MS)
    expect((await world.me(token)).status).toBe(200)
    await provider.person('ivo', {}, true)
    office.clock.forward(16 * MINUTE_MS)
    await world.me(token)
    await expect
      .poll(async () => (await world.me(token)).body.code, { timeout: 60_000 })
      .toBe('auth.token_expired')
    const renewed = { email: 'ivo@company.example', refresh_token: refresh }
    expect((await office.call(null, 'POST', 'auth/manager/create-token', renewed)).status).toBe(401)
    expect(await byKey()).toBe('key.idle')
    await provider.person('ivo', {})
    await world.logIn('ivo')
    expect(await byKey()).toBe('good')
    const tess = await world.tokenOf('tess')
    office.clock.forward(12 * HOUR_MS)
    expect((await world.me(tess.token)).body.code).toBe('auth.token_expired')
    const late = { email: 'tess@company.example', refresh_token: tess.refresh }
    expect((await office.call(null, 'POST', 'auth/manager/create-token', late)).status).toBe(401)
  })

  test('our second factor is asked after that of the provider, unless the provider has asked for one', async () => {
    await world.person('vera', ['desk'])
    const { token } = await world.tokenOf('vera')
    const own = 'auth/manager/second-factor'
    const { secret } = (await office.call<{ secret: string }>({ token }, 'POST', own, {})).body
    const codeNow = () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: office.clock.now().getTime() })
    const confirmed = await office.call({ token }, 'POST', `${own}/confirmation`, { code: codeNow() })
    expect(confirmed.status).toBe(200)
    office.clock.forward(30 * SECOND_MS)
    const { body } = await world.logIn('vera')
    expect(body).toMatchObject({ outcome: 'code_needed', tokens: null })
    const give = (pending: string, code: string) =>
      office.call<LogInTokens & ErrorAnswer>(null, 'POST', 'auth/single-sign-on/codes', { pending, code })
    const pending = body.pending ?? ''
    const [state] = pending.split('.')
    expect((await give(`${state}.another-browser`, codeNow())).body.code).toBe('sso.return_unknown')
    expect((await give(pending, '000000')).body.code).toBe('auth.code_wrong')
    const entered = await give(pending, codeNow())
    expect((await world.me(entered.body.access_token)).body.first_name).toBe('Petra')
    office.clock.forward(30 * SECOND_MS)
    expect((await give(pending, codeNow())).body.code).toBe('sso.return_unknown')
    const late = (await world.logIn('vera')).body.pending ?? ''
    office.clock.forward(10 * MINUTE_MS)
    expect((await give(late, codeNow())).body.code).toBe('sso.return_unknown')
    await world.person('vera', ['desk'], { amr: ['pwd', 'mfa'] })
    expect((await world.logIn('vera')).body.outcome).toBe('signed_in')
  })

  test('passwords are switched off but for one administrator, who stays one', async () => {
    const administrator = await office.idOf('administrator')
    expect((await world.change({ password_log_in: false })).body.code).toBe('sso.emergency_unfit')
    const operator = await office.idOf('operator')
    const unfit = await world.change({ password_log_in: false, emergency_manager_id: operator })
    expect(unfit.body.code).toBe('sso.emergency_unfit')
    const before = (await office.logIn(office.emailOf('accounter'))).body.access_token
    const given = { password_log_in: false, emergency_manager_id: administrator }
    expect((await world.change(given)).status).toBe(200)
    expect((await world.me(before)).body.code).toBe('auth.token_expired')
    expect((await office.logIn(office.emailOf('accounter'))).body.code).toBe('auth.single_sign_on_only')
    expect((await office.logIn(office.emailOf('accounter'), 'wrong-password')).body.code).toBe(
      'auth.wrong_credentials',
    )
    expect((await office.logIn(office.emailOf('administrator'))).status).toBe(200)
    await world.person('tess', ['bosses'])
    const { token } = await world.tokenOf('tess')
    for (const body of [{ role: 'operator' }, { blocked: true }])
      expect(await office.call({ token }, 'PATCH', `managers/${administrator}`, body)).toMatchObject({
        body: { code: 'sso.emergency_kept' },
      })
    await world.change({ password_log_in: true })
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
    expect(JSON.stringify(rows)).not.toContain(networkClient.client_secret)
  })
})
