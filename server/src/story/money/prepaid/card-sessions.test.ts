import type { ErrorAnswer, Station } from '@stationmaster/contract'
import { HOUR_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { twoVersions } from '../../../platform/general/testing.ts'
import { cardTalk } from '../../stations/journal/card-talk.ts'
import { PaymentStage } from '../payments/payment-stage.ts'
import { DriverLink } from './driver-link.ts'

let stage: PaymentStage

beforeAll(async () => {
  stage = await PaymentStage.open()
})
afterAll(() => stage.close())

interface Driver {
  id: number
  saved_card: { last4: string } | null
  busy: boolean
  balance: number
}

const driverOf = async (card: string): Promise<Driver> =>
  (await stage.world.get<Driver[]>(`drivers?search=${card}`))[0]!

/** A driver who has paid by a link once, and had the card saved. */
async function withSavedCard(protocol: (typeof twoVersions)[number]) {
  const { world, sandbox } = stage
  const station = await world.simulate(protocol)
  const card = `S${station.id}`
  await world.addCard(card)
  const { id } = await driverOf(card)
  const link = await DriverLink.offer(world, sandbox, station.made, {
    kind: 'charge',
    driver_id: id,
    limit_amount: 1000,
  })
  expect((await link.page()).can.save_card).toBe(true)
  await link.pay('approved', { save_card: true })
  await link.until('waiting_plug')
  await world.post(`orders/${link.orderId}/cancel`, { reason: 'only to save the card' })
  await link.untilMoney(1000, 0, 1000)
  return { station, card, driverId: id, link }
}

const eventsOf = async (orderId: number): Promise<string[]> => {
  const { logs } = await stage.world.get<{ logs: { event: string }[] }>(`orders/${orderId}/details`)
  return logs.map(({ event }) => event)
}

const stateOf = async ({ id }: { id: string }): Promise<string | undefined> =>
  (await stage.world.get<Station>(`stations/${id}`)).evses[0]?.connectors[0]?.status

describe.each(twoVersions)('%s', (protocol) => {
  test('what a driver begins with a charging card is held of the saved card at once, and captured in the end', async () => {
    const { station, card, link } = await withSavedCard(protocol)
    expect(await driverOf(card)).toMatchObject({ saved_card: { last4: '4242' } })
    expect(await eventsOf(link.orderId)).toContain('card_saved')
    await station.begin({ token: card })
    await stage.world.until('it runs', async () => (await stage.world.ordersOf(station.id)).length === 2)
    const { id } = (await stage.world.ordersOf(station.id))[1]!
    // 100 kWh at 17.00
    await stage.untilPaid(id, [{ state: 'held', held: 170_000 }])
    expect(await stage.world.order(id)).toMatchObject({ hold_amount: 170_000, limit_amount: 170_000 })
    await stage.end({ station, orderId: id }, 20_000)
    await stage.untilPaid(id, [{ state: 'captured', captured: 34_000, canceled: 136_000 }])
    expect(await stage.paymentOf(id)).toMatchObject({ method_type: 'card', captured_amount: 34_000 })
  })

  test('a session whose hold cannot be written does not begin, and begins once it can', async () => {
    const { station, card } = await withSavedCard(protocol)
    const { db } = stage.world
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no holds'; end $$`.execute(
      db,
    )
    await sql`create trigger refuse before insert on payment_operations execute function refuse()`.execute(db)
    const talk = cardTalk(protocol, station, () => stage.world.clock.now())
    try {
      await expect(talk.start(card)).rejects.toThrow()
      expect(await stage.world.ordersOf(station.id)).toHaveLength(1)
    } finally {
      await sql`drop function refuse() cascade`.execute(db)
    }
    await talk.start(card)
    const { id } = (await stage.world.ordersOf(station.id))[1]!
    await stage.untilPaid(id, [{ state: 'held', held: 170_000 }])
  })

  test('a session whose hold is refused is stopped, and what flowed is a debt', async () => {
    const { station, card, link } = await withSavedCard(protocol)
    await stage.sandbox.forget((await stage.rowsOf(link.orderId))[0]!.saved!)
    await station.begin({ token: card })
    await stage.world.until('it runs', async () => (await stage.world.ordersOf(station.id)).length === 2)
    const { id } = (await stage.world.ordersOf(station.id))[1]!
    station.addEnergy(undefined, 2000)
    await stage.untilPaid(id, [{ state: 'failed' }])
    await stage.world.until('it has ended', async () => (await stage.world.order(id)).status === 'completed')
    const events = await eventsOf(id)
    expect(events).toContain('payment_declined')
    expect(events.indexOf('hold_refused')).toBeGreaterThan(events.indexOf('start_tx_request'))
    expect(events.indexOf('remote_stop_tx_request')).toBeGreaterThan(events.indexOf('start_tx_request'))
    expect(await stage.paymentOf(id)).toMatchObject({ captured_amount: 0, debt_amount: 3400 })
  })

  test('what began and ended while the station was out of contact is charged all the same', async () => {
    const { station, card } = await withSavedCard(protocol)
    const talk = cardTalk(protocol, station, () => stage.world.clock.now())
    const at = new Date(stage.world.clock.now().getTime() - HOUR_MS)
    const { transactionId } = await talk.start(card, { at })
    await talk.stop(transactionId, card, 3000)
    const { id } = (await stage.world.ordersOf(station.id))[1]!
    await stage.untilPaid(id, [{ state: 'captured', captured: 5100 }])
  })

  test('a card that is forgotten is forgotten at its provider, and the charging card is on account again', async () => {
    const { station, card, driverId, link } = await withSavedCard(protocol)
    const removed = await fetch(`${stage.world.server.url}/api/v1/drivers/${driverId}/saved-card`, {
      method: 'DELETE',
      headers: { authorization: stage.world.authorization },
    })
    expect(removed.status).toBe(204)
    expect((await driverOf(card)).saved_card).toBe(null)
    const tokens = await stage.world.get<object[]>(`id-tokens?search=${card}`)
    expect(tokens).toMatchObject([{ payment_method_type: 'account' }])
    const talk = cardTalk(protocol, station, () => stage.world.clock.now())
    expect((await talk.authorize(card)).status).toBe('Accepted')
    expect(link.orderId).toBeGreaterThan(0)
    // a charging card that is to be paid with a card that is not there begins nothing
    await stage.world.patch(`id-tokens/${card}`, { payment_method_type: 'card' })
    expect((await talk.authorize(card)).status).toBe(protocol === 'ocpp1.6' ? 'Blocked' : 'NoCredit')
  })

  const start = ({ made }: { made: { connectorId: number } }, order: object) =>
    stage.world.post<{ id: number }>(`connectors/${made.connectorId}/start`, order)
  const answerOf = (started: Promise<unknown>): Promise<string> =>
    started.then(
      () => 'started',
      (error: { body: string }) => (JSON.parse(error.body) as ErrorAnswer).code,
    )

  test('what the staff start for a driver waits for the driver, one at a time wherever it is, and is held of the saved card then', async () => {
    const { world, sandbox } = stage
    const { station, card, driverId } = await withSavedCard(protocol)
    const elsewhere = await world.simulate(protocol, { plugDelayMs: null })
    const order = { driver_id: driverId, limit_kwh: 30 }
    const driver = await DriverLink.start(world, sandbox, elsewhere.made, order)
    expect(await answerOf(start(station, order))).toBe('driver.busy')
    const offered = world.post(`connectors/${station.made.connectorId}/orders`, {
      kind: 'charge',
      driver_id: driverId,
    })
    expect(await answerOf(offered)).toBe('driver.busy')
    expect(await driverOf(card)).toMatchObject({ busy: true })

    const { orderId: id } = driver
    expect(await driver.page()).toMatchObject({
      step: 'pay',
      saved_card: { last4: '4242' },
      hold_amount: 51_000,
    })
    expect(await world.order(id)).toMatchObject({
      status: 'wait_payment',
      limit_kwh: 30,
      limit_amount: 51_000,
    })
    expect(await stage.rowsOf(id)).toEqual([])
    expect((await driver.call('POST', '/payment', { method: 'saved_card' })).status).toBe(200)
    await driver.until('waiting_plug')
    await stage.untilPaid(id, [{ state: 'held', held: 51_000 }])
    await elsewhere.plugIn(undefined, null)
    await driver.until('charging')
    elsewhere.addEnergy(undefined, 20_000)
    await elsewhere.sendMeterValues({})
    await driver.call('POST', '/stop')
    await driver.until('finished')
    const { charging_price: captured } = await world.order(id)
    expect(captured).toBeGreaterThanOrEqual(34_000)
    await stage.untilPaid(id, [{ state: 'captured', captured: captured!, canceled: 51_000 - captured! }])
    expect(await stage.paymentOf(id)).toMatchObject({ method_type: 'card', captured_amount: captured })
    expect(await driverOf(card)).toMatchObject({ busy: false })

    // a card that is there no more is not charged, and nothing starts
    await stage.sandbox.forget((await stage.rowsOf(id))[0]!.saved!)
    const next = await DriverLink.offer(world, sandbox, station.made, { kind: 'charge', driver_id: driverId })
    await next.call('POST', '/payment', { method: 'saved_card' })
    await stage.untilPaid(next.orderId, [{ state: 'failed' }])
    expect(await next.page()).toMatchObject({ step: 'pay', decline: expect.any(String) })
    await next.call('POST', '/cancel')
  })

  test('a driver whose card is not saved pays from the balance for what the staff start, and who is blocked starts nothing', async () => {
    const { world, sandbox } = stage
    const station = await world.simulate(protocol, { plugFirst: true })
    const card = `A${station.id}`
    await world.addCard(card)
    const { id: driverId } = await driverOf(card)
    await world.post(`drivers/${driverId}/top-ups`, { amount: 60_000, reason: 'paid in' })
    await station.plugIn()
    await world.until('the car is seen', async () => (await stateOf(station)) === 'busy')
    const waiting = (await world.ordersOf(station.id))[0]?.id
    const order = { driver_id: driverId, limit_amount: 50_000 }
    const driver = await DriverLink.start(world, sandbox, station.made, order)
    const { orderId: id } = driver
    // 2.0.1 tells of the plug by a transaction of its own
    expect(id === waiting).toBe(protocol === 'ocpp2.0.1')
    expect(await driver.page()).toMatchObject({ step: 'pay', saved_card: null })
    const tapped = await driver.call('POST', '/payment', { method: 'saved_card' })
    expect(tapped).toMatchObject({ status: 409, body: { code: 'payment.no_saved_card' } })
    const code = await driver.mailedCode('/balance-code')
    await driver.call('POST', '/payment', { method: 'account', code })
    await driver.until('charging')
    station.addEnergy(undefined, 20_000)
    await station.stop()
    await station.unplug()
    await driver.until('finished')
    const { captured_amount: captured, method_type } = await stage.paymentOf(id)
    expect(method_type).toBe('account')
    expect(captured).toBeGreaterThanOrEqual(34_000)
    expect(await driverOf(card)).toMatchObject({ balance: 60_000 - captured, busy: false })
    await world.post(`drivers/${driverId}/block`, { blocked: true, reason: 'left without paying' })
    expect(await answerOf(start(station, { driver_id: driverId }))).toBe('driver.blocked')
    expect(await answerOf(start(station, { driver_id: 999_999 }))).toBe('driver.not_found')
  })
})
