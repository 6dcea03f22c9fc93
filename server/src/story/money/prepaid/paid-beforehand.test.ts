import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, twoVersions } from '../../../platform/general/testing.ts'
import { connectForeign } from '../../world/foreign-client.ts'
import { World } from '../../world/world.ts'
import { SandboxProcess } from '../payments/payment-sandbox.ts'
import { DriverLink } from './driver-link.ts'

const sandbox = new SandboxProcess()
let world: World

beforeAll(async () => {
  await sandbox.start()
  world = await World.open(await openTestDatabase(), undefined, sandbox.env)
})
afterAll(async () => {
  await world.close()
  await sandbox.remove()
})

/** A station that takes reservations, and a driver with a link to an order at it. */
async function offered(protocol: (typeof twoVersions)[number], start: object, options = {}) {
  const station = await world.simulate(protocol, { plugDelayMs: null, ...options })
  await world.untilOnline(station.made.id)
  await world.patch(`stations/${station.made.id}`, { reservations_supported: true })
  await world.until('the connector is free', async () => (await statusOf(station.made.id)) === 'Available')
  const driver = await DriverLink.offer(world, sandbox, station.made, start)
  return { station, driver }
}

async function statusOf(stationId: string): Promise<string | null> {
  const { evses } = await world.get<{ evses: { connectors: { origin_status: string | null }[] }[] }>(
    `stations/${stationId}`,
  )
  return evses[0]!.connectors[0]!.origin_status
}

const fire = () => world.server.stations.timers.fire()
const forward = async (ms: number) => {
  await world.forward(ms)
  await fire()
}

/** A paid reservation at a foreign station, which answers ReserveNow as the test says. */
async function reservedAt(protocol: (typeof twoVersions)[number], answer: () => object | Promise<object>) {
  const is16 = protocol === 'ocpp1.6'
  const made = await world.addStation()
  const client = await connectForeign(world.server.url, protocol, made)
  const start: Record<string, unknown>[] = []
  client.handle('ReserveNow', ({ params }) => {
    start.push(params as Record<string, unknown>)
    return answer()
  })
  client.handle('CancelReservation', () => ({ status: 'Accepted' }))
  const boot = () =>
    client.call(
      'BootNotification',
      is16
        ? { chargePointVendor: 'Alien', chargePointModel: 'X' }
        : { reason: 'PowerUp', chargingStation: { vendorName: 'Alien', model: 'Y' } },
    )
  const tell = (status: string) => {
    const timestamp = world.clock.now().toISOString()
    return client.call(
      'StatusNotification',
      is16
        ? { connectorId: 1, errorCode: 'NoError', status, timestamp }
        : { timestamp, connectorStatus: status, evseId: 1, connectorId: 1 },
    )
  }
  await world.untilOnline(made.id)
  await boot()
  await tell('Available')
  await world.patch(`stations/${made.id}`, { reservations_supported: true })
  const driver = await DriverLink.offer(world, sandbox, made, { kind: 'reservation', limit_amount: 1000 })
  await driver.pay('approved')
  await driver.until('reserved')
  await world.until('the station gets the request', async () => start.length > 0)
  return { driver, client, start, boot, tell }
}

const eventsOf = async (driver: DriverLink) => {
  const { order, logs } = await driver.details()
  return { order, events: logs.map(({ event, status }) => (status ? `${event} ${status}` : event)) }
}

describe.each(twoVersions)('%s', (protocol) => {
  test('a reservation is paid with 3-D Secure, the car comes, charges, and the receipt says all', async () => {
    const { station, driver } = await offered(protocol, {
      kind: 'reservation',
      minutes: 30,
      limit_amount: 50_000,
    })
    expect(await driver.page()).toMatchObject({
      step: 'pay',
      hold_amount: 60_000,
      reservation: { fee: 10_000, seconds: 1800, free_seconds: 60 },
      price: { tariff: 1700 },
      can: { pay: true, cancel: true, start: false, stop: false },
    })
    await driver.pay('three_d_secure')
    await driver.until('action')
    await driver.answerBank({ answer: 'yes', code: '1234' })
    expect(await driver.until('reserved')).toMatchObject({ can: { start: true, cancel: true } })
    await world.until('the station keeps it', async () => (await statusOf(station.made.id)) === 'Reserved')
    await station.plugIn(1, null)
    await driver.until('charging')
    station.addEnergy(1, 10_000)
    await station.sendMeterValues({ connector: 1 })
    const charging = await driver.page()
    expect(charging.session).toMatchObject({ energy: 10_000, amount: 17_000 })
    expect((await driver.call('POST', '/stop')).body.step).toBe('stopping')
    const over = await driver.until('finished')
    expect(over.receipt).toMatchObject({ charging: 17_000, reservation: 10_000, held: 60_000 })
    await driver.untilMoney(60_000, 27_000, 33_000)
    const { order, logs } = await driver.details()
    expect(order).toMatchObject({
      status: 'completed',
      charging_price: 17_000,
      reservation_price: 10_000,
      captured_amount: 27_000,
      payment_method_type: 'card',
    })
    const events = logs.map(({ event }) => event)
    for (const event of [
      ...['created_at', 'holded_amount', 'reservation_start', 'reserve_now_request', 'reserve_now_response'],
      ...['charging_start', 'countdown_finish', 'remote_start_tx_request', 'transaction_start'],
    ])
      expect(events).toContain(event)
    await station.unplug(1)
  })

  test('a charge waits for its car, which is there before the money or after it', async () => {
    const { station, driver } = await offered(protocol, { kind: 'charge' })
    // 100 kWh at 17.00
    expect((await driver.page()).hold_amount).toBe(170_000)
    await driver.pay('approved')
    const waiting = await driver.until('waiting_plug')
    expect(Date.parse(waiting.until!) - world.clock.now().getTime()).toBeGreaterThan(9 * MINUTE_MS)
    await station.plugIn(1, null)
    await driver.until('charging')
    await driver.call('POST', '/stop')
    await driver.until('finished')
    await driver.untilMoney(170_000, 0, 170_000)

    const other = await world.simulate(protocol, { plugDelayMs: null })
    await world.untilOnline(other.made.id)
    await other.plugIn(1, null)
    await world.until('a car waits', async () =>
      ['Preparing', 'Occupied'].includes((await statusOf(other.made.id)) ?? ''),
    )
    const plugged = await DriverLink.offer(world, sandbox, other.made, { kind: 'charge' })
    expect((await plugged.page()).plugged).toBe(true)
    await plugged.pay('approved')
    await plugged.until('charging')
    await plugged.call('POST', '/stop')
    await plugged.until('finished')
  })

  test('a reservation that is canceled within its first minute is free, and costs its fee after that', async () => {
    for (const [waits, fee] of [
      [0, 0],
      [2 * MINUTE_MS, 10_000],
    ] as const) {
      const { station, driver } = await offered(protocol, { kind: 'reservation', limit_amount: 1000 })
      await driver.pay('approved')
      await driver.until('reserved')
      await world.until('the station keeps it', async () => (await statusOf(station.made.id)) === 'Reserved')
      if (waits > 0) await forward(waits)
      expect((await driver.call('POST', '/cancel')).body).toMatchObject({
        step: 'canceled',
        receipt: { reservation: fee },
      })
      await driver.untilMoney(11_000, fee, 11_000 - fee)
      await world.until(
        'the station lets it go',
        async () => (await statusOf(station.made.id)) === 'Available',
      )
      const { order } = await driver.details()
      expect(order).toMatchObject({ status: 'canceled', captured_amount: fee === 0 ? null : fee })
      expect((await driver.call('POST', '/cancel')).body.code).toBe('order.has_started')
    }
  })

  test('a reservation that nobody comes for is over after its time, and costs its fee', async () => {
    const { driver } = await offered(protocol, { kind: 'reservation', minutes: 60, limit_amount: 1000 })
    await driver.pay('approved')
    await driver.until('reserved')
    await forward(59 * MINUTE_MS)
    expect((await driver.page()).step).toBe('reserved')
    await forward(2 * MINUTE_MS)
    expect(await driver.until('expired')).toMatchObject({ reason: 'reservation_over' })
    await driver.untilMoney(11_000, 10_000, 1000)
  })

  test('a reservation that the station refuses costs nothing', async () => {
    const { station, driver } = await offered(protocol, { kind: 'reservation', limit_amount: 1000 })
    await station.fault(1, 'GroundFailure')
    await driver.pay('approved')
    expect(await driver.until('canceled')).toMatchObject({ reason: 'reservation_refused' })
    await driver.untilMoney(11_000, 0, 11_000)
  })

  test('a reservation that the station never answers costs nothing', async () => {
    const { driver, client } = await reservedAt(protocol, () => new Promise<object>(() => {}))
    const { until } = await driver.page()
    expect(Date.parse(until!) - world.clock.now().getTime()).toBeGreaterThan(59 * MINUTE_MS)
    await forward(20 * SECOND_MS)
    expect((await driver.page()).step).toBe('reserved')
    await forward(20 * SECOND_MS)
    expect(await driver.until('canceled')).toMatchObject({ reason: 'reservation_unanswered' })
    await driver.untilMoney(11_000, 0, 11_000)
    const { order, events } = await eventsOf(driver)
    expect(order).toMatchObject({ status: 'canceled', reservation_price: 0, captured_amount: null })
    expect(events).toContain('reserve_now_request')
    expect(events).not.toContain('reserve_now_response Accepted')
    await client.close({ force: true })
  })

  test('a reservation that the station drops by itself costs nothing, one that a boot loses is requested again', async () => {
    const { driver, client, start, boot, tell } = await reservedAt(protocol, () => ({ status: 'Accepted' }))
    const accepted = async () =>
      (await eventsOf(driver)).events.filter((one) => one === 'reserve_now_response Accepted').length
    // on a busy machine the boot before may have sent one more request
    const acceptedAgain = (before: number) =>
      world.until('the station has accepted', async () => (await accepted()) > before)
    await acceptedAgain(0)
    await tell('Reserved')
    await forward(MINUTE_MS)
    const before = await accepted()
    await boot()
    await acceptedAgain(before)
    await tell('Available')
    expect((await driver.page()).step).toBe('reserved')
    await tell('Reserved')
    await forward(5 * MINUTE_MS)
    const reservationId = start[0]!.id
    if (protocol === 'ocpp1.6') await tell('Available')
    else await client.call('ReservationStatusUpdate', { reservationId, reservationUpdateStatus: 'Removed' })
    expect(await driver.until('canceled')).toMatchObject({ reason: 'reservation_removed' })
    await driver.untilMoney(11_000, 0, 11_000)
    const { order, events } = await eventsOf(driver)
    expect(order).toMatchObject({ status: 'canceled', reservation_price: 0, captured_amount: null })
    expect(events).toContain(
      protocol === 'ocpp1.6' ? 'connector_status Available' : 'reservation_ended Removed',
    )
    await client.close()
  })

  test('a driver who is there ends the reservation, and has ten minutes to plug in', async () => {
    const { driver } = await offered(protocol, { kind: 'reservation', limit_amount: 1000 })
    await driver.pay('approved')
    await driver.until('reserved')
    expect((await driver.call('POST', '/start')).body.step).toBe('waiting_plug')
    await forward(9 * MINUTE_MS)
    expect((await driver.page()).step).toBe('waiting_plug')
    await forward(2 * MINUTE_MS)
    expect(await driver.until('expired')).toMatchObject({ reason: 'never_plugged' })
    await driver.untilMoney(11_000, 10_000, 1000)
  })
})

test('a card that is declined can be followed by another one', async () => {
  const { driver } = await offered('ocpp1.6', { kind: 'charge', limit_amount: 1000 })
  await driver.pay('declined')
  expect(await driver.until('pay')).toMatchObject({ decline: 'card_declined', can: { pay: true } })
  await driver.pay('three_d_secure')
  await driver.until('action')
  // the driver comes back from the bank without having answered, and takes another card
  await driver.pay('approved')
  await driver.until('waiting_plug')
  expect((await driver.pay('approved')) as unknown).toMatchObject({ code: 'payment.not_due' })
})

test('what nobody pays for is over after a quarter of an hour, and money that comes later goes back', async () => {
  const { driver } = await offered('ocpp1.6', { kind: 'charge', limit_amount: 1000 })
  await driver.paySbp()
  await driver.until('action')
  const { action } = await driver.page()
  await forward(15 * MINUTE_MS)
  await forward(31 * SECOND_MS)
  expect(await driver.until('expired')).toMatchObject({ reason: 'not_paid', can: { pay: false } })
  await sandbox.answer(action!.url, { answer: 'yes' })
  await driver.untilMoney(0, 0, 0)
  const second = await offered('ocpp1.6', { kind: 'charge', limit_amount: 1000 })
  await second.driver.pay('slow')
  await forward(15 * MINUTE_MS)
  await forward(31 * SECOND_MS)
  await second.driver.until('expired')
  await forward(HOUR_MS)
  await second.driver.untilMoney(1000, 0, 1000)
})

test('SBP is paid in full, and what is too much goes back', async () => {
  const { station, driver } = await offered('ocpp1.6', { kind: 'charge', limit_amount: 34_000 })
  await driver.paySbp()
  await driver.until('action')
  await driver.answerBank({ answer: 'yes' })
  await driver.until('waiting_plug')
  await station.plugIn(1, null)
  await driver.until('charging')
  station.addEnergy(1, 10_000)
  await station.sendMeterValues({ connector: 1 })
  await driver.call('POST', '/stop')
  await driver.until('finished')
  await driver.untilMoney(34_000, 34_000, 0, 17_000)
})

describe('a station whose plug begins the transaction', () => {
  const first = { plugFirst: true }

  test('has it paid for after it began', async () => {
    const station = await world.simulate('ocpp2.0.1', { plugDelayMs: null, ...first })
    await world.untilOnline(station.made.id)
    await station.plugIn(1, null)
    await world.until(
      'its transaction waits',
      async () => (await world.ordersOf(station.made.id)).length === 1,
    )
    const driver = await DriverLink.offer(world, sandbox, station.made, {
      kind: 'charge',
      limit_amount: 17_000,
    })
    expect((await driver.page()).step).toBe('pay')
    await driver.pay('approved')
    await driver.until('charging')
    station.addEnergy(1, 10_000)
    await station.sendMeterValues({ connector: 1 })
    await driver.until('finished')
    await driver.untilMoney(17_000, 17_000, 0)
    expect(await world.ordersOf(station.made.id)).toMatchObject([{ status: 'completed', needsReview: false }])
  })

  test('begins it before or after the money of an order that waits', async () => {
    for (const paysFirst of [true, false]) {
      const { station, driver } = await offered('ocpp2.0.1', { kind: 'charge', limit_amount: 17_000 }, first)
      const steps = [
        async () => {
          await driver.pay('approved')
        },
        async () => {
          await station.plugIn(1, null)
          await world.until(
            'it began',
            async () => (await world.ordersOf(station.made.id))[0]?.transactionId !== null,
          )
        },
      ]
      for (const step of paysFirst ? steps : steps.toReversed()) await step()
      await driver.until('charging')
      station.addEnergy(1, 10_000)
      await station.sendMeterValues({ connector: 1 })
      await driver.until('finished')
      await driver.untilMoney(17_000, 17_000, 0)
      expect(await world.ordersOf(station.made.id)).toHaveLength(1)
    }
  })

  test('has it for nobody again when nobody pays', async () => {
    const { station, driver } = await offered('ocpp2.0.1', { kind: 'charge', limit_amount: 17_000 }, first)
    await station.plugIn(1, null)
    await world.until(
      'it began',
      async () => (await world.ordersOf(station.made.id))[0]?.transactionId !== null,
    )
    expect((await driver.page()).step).toBe('pay')
    await forward(15 * MINUTE_MS)
    await forward(31 * SECOND_MS)
    await world.until('the link is over', async () => (await driver.call('GET')).status === 404)
    const again = await DriverLink.offer(world, sandbox, station.made, {
      kind: 'charge',
      limit_amount: 17_000,
    })
    expect((await driver.call('GET')).status).toBe(404)
    await again.pay('approved')
    await again.until('charging')
  })
})

test('a link names one order and nothing else, and guessing at links is refused', async () => {
  const { driver } = await offered('ocpp1.6', { kind: 'charge', limit_amount: 1000 })
  const guess = (token: string) => fetch(`${world.server.url}/api/v1/pay/${token}`)
  expect((await guess('x'.repeat(43))).status).toBe(404)
  const { link } = await world.post<{ link: string }>(`orders/${driver.orderId}/pay-links`, {})
  expect((await guess(link.split('/').at(-1)!)).status).toBe(200)
  const answers = await Promise.all(Array.from({ length: 60 }, () => guess('y'.repeat(43))))
  expect(answers.at(-1)!.status).toBe(429)
})
