import type { MadeKey, Scope } from '@stationmaster/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { twoVersions } from '../../../platform/general/testing.ts'
import { IdentityProvider } from '../../people/identity-provider/identity-provider.ts'
import { type Begun, networkClient, type Returned } from '../../people/identity-provider/sign-on-world.ts'
import { Caller, type Signal } from './caller.ts'
import { Servers } from './servers.ts'
import { Switch } from './switch.ts'

/** the servers learn of the end of a log-in from each other; it would be five seconds if they did not */
const learnsMs = 3_000
/** a signal waits a quarter of a second for others; the rest is for a busy machine */
const hearsMs = 2_000
const demo = (name: string) => `${name}@demo.stationmaster.example`

describe('people at two servers', () => {
  let servers: Servers
  let provider: IdentityProvider
  /** the address that all of them are reached by */
  let door: Switch
  let administrator: Caller
  const portOf = (at: number) => Number(new URL(servers.all[at]!.url).port)
  beforeAll(async () => {
    door = await Switch.open(0)
    const url = door.url.replace('ws:', 'http:').replace('/ocpp', '')
    provider = await IdentityProvider.start([
      { ...networkClient, redirect_uris: [`${url}/auth/single-sign-on`] },
    ])
    servers = await Servers.open(2, {
      PUBLIC_URL: url,
      OUTGOING_PRIVATE_NETWORKS: 'loopback',
      SSO_ISSUER: provider.issuer,
      SSO_CLIENT_ID: networkClient.client_id,
      SSO_CLIENT_SECRET: networkClient.client_secret,
      SSO_ADMINISTRATOR_GROUP: 'bosses',
    })
    administrator = new Caller(servers.all, demo('administrator'))
    await administrator.logIn(0)
  })
  afterAll(async () => {
    await servers.close()
    await provider.stop()
    door.close()
  })

  /** Waits until a call is refused at a server, which has accepted it just before. */
  async function endsAt(caller: Caller, at: number): Promise<void> {
    const begun = performance.now()
    await servers.until('it is refused', async () => (await caller.statusAt(at)) === 401)
    expect(performance.now() - begun).toBeLessThan(learnsMs)
  }

  test('a log-in, its exchange and its end', async () => {
    const caller = new Caller(servers.all, demo('operator'))
    expect((await caller.logIn(0)).status).toBe(200)
    expect(await caller.statusAt(1)).toBe(200)
    const exchange = () =>
      caller.call<{ access_token: string; refresh_token: string }>(1, 'POST', 'auth/manager/create-token', {
        email: caller.email,
        refresh_token: caller.refreshToken,
      })
    const { status, body } = await exchange()
    expect(status).toBe(200)
    caller.use(body)
    expect([await caller.statusAt(0), await caller.statusAt(1)]).toEqual([200, 200])
    const screens = [await caller.follow(0), await caller.follow(1)]
    const out = await caller.call(1, 'POST', 'auth/manager/log-out', { refresh_token: caller.refreshToken })
    expect(out.status).toBe(204)
    expect(await caller.statusAt(1)).toBe(401)
    await endsAt(caller, 0)
    await servers.until('the streams end', () => screens.every(({ ended }) => ended()), learnsMs)
    expect((await exchange()).status).toBe(401)
  })

  test('a log-in at the provider, which the browser brings back to another server', async () => {
    await provider.person('ida', { email: 'ida@company.example', email_verified: true, groups: ['bosses'] })
    const visitor = new Caller(servers.all, 'ida@company.example')
    const begun = (await visitor.call<Begun>(0, 'POST', 'auth/single-sign-on/log-ins')).body
    const parameters = await provider.visit(begun.url, 'ida')
    const back = { browser_secret: begun.browser_secret, parameters }
    const returns = await Promise.all(
      [0, 1].map((at) => visitor.call<Returned>(at, 'POST', 'auth/single-sign-on/returns', back)),
    )
    const [entered] = returns.filter(({ status }) => status === 200)
    expect(returns.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400])
    visitor.use(entered!.body.tokens!)
    expect([await visitor.statusAt(0), await visitor.statusAt(1)]).toEqual([200, 200])
    const logout_token = await provider.logoutToken({ sub: 'ida', jti: 'at two servers' })
    const endedBy = async (at: number) => {
      const url = `${servers.all[at]!.url}/api/v1/auth/single-sign-on/back-channel-log-outs`
      return (await fetch(url, { method: 'POST', body: new URLSearchParams({ logout_token }) })).status
    }
    expect(await endedBy(1)).toBe(200)
    await endsAt(visitor, 0)
    expect(await endedBy(0)).toBe(400)
  })

  test('a new password, which ends the other log-ins and their screens', async () => {
    const [caller, elsewhere] = [0, 1].map(() => new Caller(servers.all, demo('manager'))) as [Caller, Caller]
    await caller.logIn(0)
    await elsewhere.logIn(1)
    expect(await elsewhere.statusAt(1)).toBe(200)
    const screen = await elsewhere.follow(1)
    const { body } = await caller.call<{ id: number }>(0, 'GET', 'auth/manager')
    const change = { current_password: 'demo-pass-1', new_password: 'a-new-pass-2' }
    expect((await caller.call(0, 'PATCH', `managers/${body.id}`, change)).status).toBe(200)
    await servers.until('the stream ends', () => screen.ended(), learnsMs)
    await endsAt(elsewhere, 1)
    expect(await caller.statusAt(1)).toBe(200)
    expect((await elsewhere.logIn(1)).status).toBe(401)
    expect((await elsewhere.logIn(1, change.new_password)).status).toBe(200)
  })

  test('a code of the second factor is used once over both', async () => {
    const caller = new Caller(servers.all, demo('accounter'))
    await caller.logIn(0)
    const path = 'auth/manager/second-factor'
    const { secret } = (await caller.call<{ secret: string }>(0, 'POST', path, {})).body
    const codeOf = (aside: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + aside * 30_000 })
    expect((await caller.call(1, 'POST', `${path}/confirmation`, { code: codeOf(-1) })).status).toBe(200)
    expect((await caller.logIn(0)).body.code).toBe('auth.code_needed')
    for (const aside of [0, 1]) {
      const code = codeOf(aside)
      const both = await Promise.all(
        [0, 1].map((at) => new Caller(servers.all, caller.email).logIn(at, undefined, { code })),
      )
      expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
      for (const at of [0, 1])
        expect((await caller.logIn(at, undefined, { code })).body.code).toBe('auth.code_wrong')
    }
  })

  test('wrong passwords are counted over both', async () => {
    const caller = new Caller(servers.all, demo('developer'))
    for (let i = 0; i < 10; i += 1) expect((await caller.logIn(i % 2, `wrong-pass-${i}`)).status).toBe(401)
    for (const at of [0, 1]) expect((await caller.logIn(at)).body.code).toBe('auth.too_many_attempts')
  })

  test('a request under a key of its own is done once', async () => {
    const add = (at: number, key: string) =>
      administrator.call<{ id: number }>(
        at,
        'POST',
        'locations',
        { name: 'Once' },
        { 'idempotency-key': key },
      )
    const atOnce = await Promise.all([0, 1, 0, 1].map((at) => add(at, 'key-1')))
    const answers = [...atOnce, await add(0, 'key-1'), await add(1, 'key-1')]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const [{ count }] = (await servers.query<{ count: string }>(
      `select count(*) from locations where name = 'Once'`,
    )) as [{ count: string }]
    expect(count).toBe('1')
  })

  test.each(
    twoVersions,
  )('%s: a file is uploaded where it was not ordered, and downloaded once at another', async (protocol) => {
    const id = `LOGS-${protocol}`
    await servers.simulate(id, protocol, 0)
    door.to(portOf(1))
    const ordered = await administrator.call(0, 'POST', `stations/${id}/tasks`, {
      task: 'log',
      kind: 'diagnostics',
    })
    expect(ordered.status).toBe(200)
    type Shown = { uploads: { id: number; received_at: string | null }[] }
    const uploaded = async (at: number) =>
      (await administrator.call<Shown>(at, 'GET', `stations/${id}/tasks`)).body.uploads.find(
        (one) => one.received_at,
      )
    await servers.until('it is there', async () => (await uploaded(0)) !== undefined)
    const { id: number } = (await uploaded(1))!
    for (const [made, used] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const link = await administrator.call<{ url: string }>(
        made,
        'POST',
        `stations/${id}/uploads/${number}/download`,
      )
      const open = (at: number) => fetch(servers.all[at]!.url + link.body.url)
      const file = await open(used)
      expect([file.status, (await file.text()).length > 10]).toEqual([200, true])
      expect([(await open(made)).status, (await open(used)).status]).toEqual([410, 410])
    }
    const journal = await administrator.call<{ url: string }>(1, 'POST', `ocpp-messages/${id}/export`, {
      format: 'csv',
    })
    const opened = await Promise.all(
      [0, 1].map(async (at) => (await fetch(servers.all[at]!.url + journal.body.url)).status),
    )
    expect(opened.sort()).toEqual([200, 410])
  })

  /** A program with an API key of the administrator's. */
  async function programOf(scopes: Scope[]): Promise<Caller> {
    const wanted = { name: 'A program', scopes, days: 1, current_password: 'demo-pass-1' }
    const { body } = await administrator.call<MadeKey>(0, 'POST', 'api-keys', wanted)
    const program = new Caller(servers.all, administrator.email)
    program.use({ access_token: body.key, refresh_token: '' })
    return program
  }

  test.each(
    twoVersions,
  )('%s: a screen of one server hears what happens at a station of the other', async (protocol) => {
    const id = `HEARD-${protocol}`
    const station = await servers.simulate(id, protocol, 1, { meterEveryMs: 3_600_000 })
    const screen = await administrator.follow(0)
    const program = await (await programOf(['orders:read'])).follow(0)
    /** Does something, and waits until the screen has heard of it. */
    const hears = async (does: () => Promise<unknown> | unknown, isIt: (signal: Signal) => boolean) => {
      const before = screen.signals.length
      await does()
      await servers.until('it is heard', () => screen.signals.slice(before).some(isIt), hearsMs)
    }
    await hears(
      () => station.begin({ token: `CARD-${id}` }),
      ({ topic }) => topic === 'order',
    )
    expect(screen.signals.some(({ topic, stationId }) => topic === 'connector' && stationId === id)).toBe(
      true,
    )
    const ofJournal = ({ topic, id: of }: Signal) => topic === 'journal' && of === id
    expect(screen.signals.some(ofJournal)).toBe(false)
    await administrator.call(0, 'GET', `ocpp-messages/${id}`)
    await hears(() => station.stop(), ofJournal)
    await hears(
      () => station.cutCable(),
      ({ topic, id: of }) => topic === 'station' && of === id,
    )
    // a program hears what its key reads, and nothing else
    expect(new Set(program.signals.map(({ topic }) => topic))).toEqual(new Set(['order']))
    program.stop()
    screen.stop()
  })

  test('without NATS the screens read everything again, and once more when it is back', async () => {
    const screens = await Promise.all([0, 1].map((at) => administrator.follow(at)))
    const rereads = () => screens.map(({ signals }) => signals.filter(({ topic }) => topic === 'all').length)
    const readAgain = async (what: string, does: () => Promise<void> | void) => {
      const before = rereads()
      await does()
      await servers.until(what, () => rereads().every((count, i) => count > before[i]!), 10_000)
    }
    await readAgain('the loss is noticed', () => servers.nats.end('SIGKILL'))
    await readAgain('meanwhile everything is read now and then', () => undefined)
    await readAgain('what was not heard is read', () => servers.nats.start())
    await readAgain('a NATS that hangs is noticed', () => servers.nats.freeze())
    await readAgain('it goes on', () => servers.nats.thaw())
    expect(screens.map(({ ended }) => ended())).toEqual([false, false])
    for (const { stop } of screens) stop()
  })
})
