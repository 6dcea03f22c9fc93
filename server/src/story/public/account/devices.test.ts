import type { DriverDevices, ErrorAnswer } from '@stationmaster/contract'
import { protocols } from '@stationmaster/ocpp'
import { MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PaymentStage } from '../../money/payments/payment-stage.ts'
import { DriverLink } from '../../money/prepaid/driver-link.ts'
import { type Browser, PushService } from '../../money/prepaid/push-service.ts'
import { type AccountOf, openAccount } from './driver-account.ts'

/** Notices to the devices that drivers have named in their accounts, read as the browsers read them. */
describe('notices of every session', () => {
  let service: PushService
  let stage: PaymentStage
  let count = 0
  beforeAll(async () => {
    service = await PushService.open()
    stage = await PaymentStage.open({ PUSH_SERVICES: service.origin })
  })
  afterAll(async () => {
    await stage?.close()
    await service.close()
  })

  const fresh = () => openAccount(stage.world, { email: `device${++count}.${Date.now()}@people.example` })
  const add = async (account: AccountOf, browser: Browser, endpoint = browser.subscription.endpoint) =>
    account.call<{ id: number } & ErrorAnswer>('POST', 'driver/me/devices', {
      ...browser.subscription,
      endpoint,
    })
  const devicesOf = async (account: AccountOf) =>
    (await account.call<DriverDevices>('GET', 'driver/me/devices')).body
  const until = (browser: Browser, many: number) =>
    stage.world.until(`${many} notices`, () => browser.received.length >= many)
  const kindsOf = (browser: Browser) => browser.received.map(({ kind }) => kind)

  /** A driver with a charging card, whose sessions are paid with a saved card, and a session that runs. */
  async function charging(account: AccountOf, protocol: (typeof protocols)[number]) {
    const { world, sandbox } = stage
    const station = await world.simulate(protocol)
    const card = `D${station.id}`.toUpperCase()
    await world.post('id-tokens', { token: card, driver_id: account.id })
    const offer = { kind: 'charge', driver_id: account.id, limit_amount: 1000 }
    const link = await DriverLink.offer(world, sandbox, station.made, offer)
    await link.pay('approved', { save_card: true })
    await link.until('waiting_plug')
    await world.post(`orders/${link.orderId}/cancel`, { reason: 'only to save the card' })
    await link.untilMoney(1000, 0, 1000)
    await station.begin({ token: card })
    await world.until('it runs', async () => (await world.ordersOf(station.id)).length === 2)
    const { id: orderId } = (await world.ordersOf(station.id))[1]!
    return { station, orderId, link }
  }

  test.each(
    protocols,
  )('%s: each device learns that a session stopped and that the stay will cost, in the driver’s language', async (protocol) => {
    const account = await fresh()
    await account.call('PATCH', 'driver/me', { language: 'de' })
    // the link is paid in another language than the account's
    const session = await charging(account, protocol)
    const [phone, tablet, other] = [service.browser(), service.browser(), service.browser()]
    const { id } = (await add(account, phone)).body
    await add(account, tablet)
    await add(await fresh(), other)
    await stage.untilPaid(session.orderId, [{ state: 'held' }])
    await account.call('DELETE', `driver/me/devices/${id}`)
    await add(account, phone)
    await stage.end(session, 10_000, { stays: true })
    await until(phone, 1)
    await until(tablet, 1)
    expect(phone.received[0]).toMatchObject({
      kind: 'ended',
      body: 'Das Laden ist beendet: 10,0 kWh, 170,00\u00a0₽.',
    })
    await stage.world.forward(6 * MINUTE_MS)
    await stage.world.server.notices.lookAtIdle()
    await until(phone, 2)
    await until(tablet, 2)
    expect([kindsOf(phone), kindsOf(tablet)]).toEqual([
      ['ended', 'idle'],
      ['ended', 'idle'],
    ])
    expect(other.received).toEqual([])
    await session.station.unplug()
  })

  test('what the saved card no longer pays is said once', async () => {
    const { sandbox } = stage
    const account = await fresh()
    const phone = service.browser()
    const session = await charging(account, 'ocpp1.6')
    await add(account, phone)
    await stage.untilPaid(session.orderId, [{ state: 'held' }])
    await sandbox.forget((await stage.rowsOf(session.link.orderId))[0]!.saved!)
    await stage.end(session, 10_000, { stays: true })
    await stage.world.forward(21 * MINUTE_MS)
    await stage.world.server.idleCars.lookAtAll()
    await session.station.unplug()
    await stage.world.until(
      'the car has left',
      async () => !(await stage.world.order(session.orderId)).ev_connected,
    )
    await stage.world.server.idleCars.lookAtAll()
    // the fee is charged to the saved card, which the provider does not know any more
    await stage.until(async () => kindsOf(phone).filter((kind) => kind === 'unpaid'), ['unpaid'])
    expect(phone.received.find(({ kind }) => kind === 'unpaid')).toMatchObject({
      body: '300.00\u00a0₽ for your charging session could not be charged. Please pay it in your account or on the session’s page.',
    })
    await stage.paymentService.decideAgain((await stage.rowsOf(session.orderId))[0]!.id)
    const { rows } = await sql<{ kind: string }>`
      select kind from push_notices where order_id = ${session.orderId} order by kind`.execute(stage.world.db)
    expect(rows.map(({ kind }) => kind).filter((kind) => kind !== 'idle')).toEqual(['ended', 'unpaid'])
    expect(
      kindsOf(phone)
        .filter((kind) => kind !== 'idle')
        .toSorted(),
    ).toEqual(['ended', 'unpaid'])
  })

  test('a device is switched off by its driver alone, and with it every notice', async () => {
    const [anna, mallory] = [await fresh(), await fresh()]
    const browser = service.browser()
    const { id } = (await add(anna, browser)).body
    expect((await add(anna, browser)).body.id).toBe(id)
    expect(await devicesOf(anna)).toEqual({
      push_key: expect.stringMatching(/^[\w-]{87}$/),
      devices: [{ id, name: 'Firefox, Android', since: expect.any(String) }],
    })
    expect((await devicesOf(mallory)).devices).toEqual([])
    expect((await mallory.call('DELETE', `driver/me/devices/${id}`)).status).toBe(404)
    expect((await devicesOf(anna)).devices).toHaveLength(1)
    expect((await anna.call('DELETE', `driver/me/devices/${id}`)).status).toBe(204)
    expect((await devicesOf(anna)).devices).toEqual([])
    const session = await charging(anna, 'ocpp1.6')
    await stage.untilPaid(session.orderId, [{ state: 'held' }])
    await stage.end(session, 10_000)
    await stage.untilPaid(session.orderId, [{ state: 'captured' }])
    expect(browser.headers).toEqual([])
  })

  test('a session that is stopped because its hold is refused says what it costs', async () => {
    const account = await fresh()
    const phone = service.browser()
    const { station, link } = await charging(account, 'ocpp1.6')
    await station.stop()
    await station.unplug()
    await stage.sandbox.forget((await stage.rowsOf(link.orderId))[0]!.saved!)
    await add(account, phone)
    await station.begin({ token: `D${station.id}`.toUpperCase() })
    await stage.world.until('it runs', async () => (await stage.world.ordersOf(station.id)).length === 3)
    const { id: orderId } = (await stage.world.ordersOf(station.id))[2]!
    station.addEnergy(undefined, 2000)
    await stage.untilPaid(orderId, [{ state: 'failed' }])
    await until(phone, 2)
    expect(kindsOf(phone).toSorted()).toEqual(['ended', 'unpaid'])
    expect(phone.received.find(({ kind }) => kind === 'unpaid')?.body).toContain('34.00\u00a0₽')
  })

  test('five devices at most, at known push services only, and none after a log-out everywhere or a deletion', async () => {
    const account = await fresh()
    const unknown = await add(account, service.browser(), 'http://169.254.169.254/latest/meta-data')
    expect([unknown.status, unknown.body.code]).toEqual([400, 'notices.unknown_service'])
    const ids: number[] = []
    for (let nth = 0; nth < 6; nth += 1) ids.push((await add(account, service.browser())).body.id)
    expect((await devicesOf(account)).devices.map(({ id }) => id)).toEqual(ids.slice(1).toReversed())
    const left = async () => {
      const { rows } = await sql`select from push_subscriptions where driver_id = ${account.id}`.execute(
        stage.world.db,
      )
      return rows.length
    }
    const body = { refresh_token: account.refreshToken, everywhere: true }
    expect((await account.call('POST', 'driver/auth/log-out', body)).status).toBe(204)
    expect(await left()).toBe(0)
  })
})
