import type { ErrorAnswer, PayPage } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, twoVersions } from '../../../platform/general/testing.ts'
import { World } from '../../world/world.ts'
import { SandboxProcess } from '../payments/payment-sandbox.ts'
import { DriverLink } from './driver-link.ts'
import { type Browser, PushService } from './push-service.ts'

describe("notices on drivers' phones", () => {
  const sandbox = new SandboxProcess()
  let world: World
  let service: PushService
  beforeAll(async () => {
    await sandbox.start()
    service = await PushService.open()
    world = await World.open(await openTestDatabase(), undefined, {
      ...sandbox.env,
      PUSH_SERVICES: `${service.origin},https://*.push.example.com`,
    })
  })
  afterAll(async () => {
    await world?.close()
    await service.close()
    await sandbox.remove()
  })

  const offered = async (protocol: (typeof twoVersions)[number]) => {
    const station = await world.simulate(protocol, { plugDelayMs: null })
    await world.untilOnline(station.made.id)
    const driver = await DriverLink.offer(world, sandbox, station.made, { kind: 'charge' })
    return { station, driver }
  }
  const follow = (driver: DriverLink, browser: Browser, language = 'en') =>
    fetch(`${world.server.url}/api/v1/pay/${driver.token}/notices`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify(browser.subscription),
    }).then(async (answer) => ({
      status: answer.status,
      body: (await answer.json()) as { id: number } & ErrorAnswer,
    }))
  const charging = async (protocol: (typeof twoVersions)[number] = 'ocpp1.6') => {
    const { station, driver } = await offered(protocol)
    await driver.pay('approved')
    await driver.until('waiting_plug')
    await station.plugIn(1, null)
    await driver.until('charging')
    station.addEnergy(1, 10_000)
    await station.sendMeterValues({ connector: 1 })
    return { station, driver }
  }
  const until = (browser: Browser, count: number) =>
    world.until(`${count} notices`, () => browser.received.length >= count)
  const subscriptions = async (orderId: number) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from push_subscriptions where order_id = ${orderId}`.execute(world.db)
    return rows[0]!.count
  }

  test.each(
    twoVersions,
  )('%s: a session that ends, and the idle fee that is near, each once', async (protocol) => {
    const { station, driver } = await charging(protocol)
    const browser = service.browser()
    const german = service.browser()
    const { body } = await follow(driver, browser)
    expect((await follow(driver, browser)).body.id).toBe(body.id)
    await follow(driver, german, 'de')
    const { push_key } = await driver.page()

    await station.stop(1)
    await driver.until('finished')
    await until(browser, 1)
    await until(german, 1)
    expect(browser.received).toEqual([
      {
        id: body.id,
        kind: 'ended',
        title: expect.stringMatching(/^#\d{4} Yard$/),
        body: 'Charging has ended: 10.0 kWh, 170.00\u00a0₽.',
      },
    ])
    expect(german.received[0]!.body).toBe('Das Laden ist beendet: 10,0 kWh, 170,00\u00a0₽.')
    const [headers] = browser.headers
    expect(headers).toMatchObject({ ttl: '3600', urgency: 'high', 'content-encoding': 'aes128gcm' })
    const sender = await service.senderOf(String(headers!.authorization), world.clock.now())
    expect(sender).toMatchObject({ key: push_key, audience: service.origin })

    await world.server.notices.lookAtIdle()
    await world.forward(4 * MINUTE_MS)
    await world.server.notices.lookAtIdle()
    expect((await noticesOf(driver)).toSorted()).toEqual(['ended'])
    await world.forward(2 * MINUTE_MS)
    await world.server.notices.lookAtIdle()
    await world.server.notices.lookAtIdle()
    await until(browser, 2)
    expect(browser.received[1]).toMatchObject({
      kind: 'idle',
      body: expect.stringMatching(
        /^Please move the car: from .+ on, every 10 minutes .+ cost 150\.00\u00a0₽\.$/,
      ),
    })
    expect(browser.received).toHaveLength(2)
    await station.unplug(1)
  })

  const noticesOf = async (driver: DriverLink) => {
    const { rows } = await sql<{ kind: string }>`
      select kind from push_notices where order_id = ${driver.orderId}`.execute(world.db)
    return rows.map(({ kind }) => kind)
  }

  test('a charge that cannot begin is said; one that its driver gives up is not', async () => {
    const { station, driver } = await offered('ocpp1.6')
    const browser = service.browser()
    await follow(driver, browser)
    await driver.pay('approved')
    await driver.until('waiting_plug')
    await world.forward(11 * MINUTE_MS)
    await world.server.stations.timers.fire()
    await until(browser, 1)
    expect(browser.received[0]).toMatchObject({
      kind: 'failed',
      body: expect.stringContaining('did not begin'),
    })
    await station.close()

    const other = await offered('ocpp1.6')
    await follow(other.driver, service.browser())
    await other.driver.pay('approved')
    await other.driver.until('waiting_plug')
    await other.driver.call('POST', '/cancel')
    expect(await noticesOf(other.driver)).toEqual([])
  })

  test.each([
    404, 410, 403,
  ])('a subscription that the service answers with %i is forgotten', async (status) => {
    const { station, driver } = await charging()
    const browser = service.browser()
    browser.status = status
    await follow(driver, browser)
    await station.stop(1)
    await world.until('it is forgotten', async () => (await subscriptions(driver.orderId)) === 0)
    expect(browser.headers).toHaveLength(1)
    await station.unplug(1)
  })

  test('a service that is away is tried again', async () => {
    const { station, driver } = await charging()
    const browser = service.browser()
    browser.status = 503
    await follow(driver, browser)
    await station.stop(1)
    await world.until('it was tried', () => browser.headers.length > 0)
    browser.status = 201
    await until(browser, 1)
    expect(browser.headers.length).toBeGreaterThan(1)
    expect(browser.received).toHaveLength(1)
    await station.unplug(1)
  })

  test('only browsers of known push services are taken, five for a session, and no stranger’s link', async () => {
    const { station, driver } = await charging()
    const browser = service.browser()
    for (const endpoint of [
      'http://127.0.0.1:1/x',
      'http://169.254.169.254/latest/meta-data',
      'https://evil.example/',
      `${service.origin}@evil.example/`,
      'ftp://push.example.com/',
    ]) {
      const { subscription } = browser
      const refused = await follow(driver, { subscription: { ...subscription, endpoint } } as Browser)
      expect(refused).toMatchObject({ status: 400, body: { code: 'notices.unknown_service' } })
    }
    const all = Array.from({ length: 6 }, () => service.browser())
    for (const one of all) expect((await follow(driver, one)).status).toBe(200)
    expect(await subscriptions(driver.orderId)).toBe(5)
    await station.stop(1)
    await until(all[5]!, 1)
    expect(all[0]!.received).toEqual([])
    expect(service.strangers).toBe(0)
    const stranger = await fetch(`${world.server.url}/api/v1/pay/${'x'.repeat(43)}/notices`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(browser.subscription),
    })
    expect(stranger.status).toBe(404)
    await station.unplug(1)
    await world.until('nothing more can happen', async () => {
      const { push_key }: PayPage = await driver.page()
      return push_key === null
    })
  })

  test('what is old is forgotten', async () => {
    await world.forward(73 * 60 * MINUTE_MS)
    await world.server.notices.lookAtIdle()
    const { rows } = await sql`select from push_subscriptions`.execute(world.db)
    expect(rows).toHaveLength(0)
  })
})
