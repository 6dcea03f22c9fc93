import type { ErrorAnswer, Review, ReviewChoices, Unmatched } from '@stationmaster/contract'
import type { VirtualStation } from '@stationmaster/simulator'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { World } from '../world/world.ts'

describe.each(openTestDatabases())('the inbox ($name)', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
    for (let i = 1; i <= 7; i += 1) await world.addCard(`CARD${i}`)
  })
  afterAll(() => world?.close())

  const unmatchedOf = async (stationId: string) =>
    (await world.get<Unmatched[]>('inbox/transactions')).find(({ station_id }) => station_id === stationId)
  const reviewOf = async (stationId: string) =>
    (await world.get<Review[]>('inbox/orders')).find(({ station_id }) => station_id === stationId)
  const codeOf = (path: string, body: object): Promise<string> =>
    world.post(path, body).then(
      () => 'accepted',
      (error: { body: string }) => (JSON.parse(error.body) as ErrorAnswer).code,
    )
  const audited = async (action: string) =>
    (
      await world.db
        .selectFrom('audit_log')
        .select(['action', 'after'])
        .where('action', '=', action)
        .execute()
    ).length

  /** A 1.6 station whose stop comes under a number that nobody knows, after its session was given up. */
  async function aLostStop(token: string) {
    const station = await world.simulate('ocpp1.6')
    await station.begin({ token })
    station.addEnergy(undefined, 4000)
    await station.sendMeterValues()
    const register = station.register()
    await station.link.call('StopTransaction', {
      transactionId: 1_999_999_999,
      meterStop: register,
      timestamp: world.clock.now().toISOString(),
      reason: 'Local',
    })
    return station
  }

  test('an end under an unknown number is offered the session it belongs to, and ends it', async () => {
    const station = await aLostStop('CARD1')
    const waiting = await unmatchedOf(station.id)
    expect(waiting).toMatchObject({ kind: 'stop', reason: 'Local', transaction_id: '1999999999' })
    const [candidate] = waiting!.candidates
    expect(candidate).toMatchObject({ status: 'started', rfid: 'CARD1', energy: 4000 })
    await world.post(`inbox/transactions/${waiting!.id}/match`, { order_id: candidate!.order_id })
    expect(await world.ordersOf(station.id)).toMatchObject([
      { status: 'completed', energyWh: 4000, priceMinor: 6800 },
    ])
    expect(await world.paymentsOf(station.id)).toEqual([{ status: 'captured', capturedMinor: 6800 }])
    expect(await unmatchedOf(station.id)).toBeUndefined()
    expect(await audited('unmatched.match')).toBe(1)
    expect(await codeOf(`inbox/transactions/${waiting!.id}/match`, { order_id: candidate!.order_id })).toBe(
      'unmatched.not_found',
    )
  })

  test('an end does not fit a session that has ended by itself, or another station’s', async () => {
    const station = await aLostStop('CARD2')
    const other = await world.simulate('ocpp2.0.1')
    await other.charge({ token: 'CARD3', energyWh: 1000 })
    const [foreign] = await world.ordersOf(other.id)
    const waiting = await unmatchedOf(station.id)
    const path = `inbox/transactions/${waiting!.id}/match`
    expect(await codeOf(path, { order_id: foreign!.id })).toBe('order.no_match')
    expect(await codeOf(path, { order_id: 99_999_999 })).toBe('order.not_found')
    expect(await unmatchedOf(station.id)).toBeDefined()
    await world.post(`inbox/transactions/${waiting!.id}/waive`, { note: 'the meter was tested' })
    expect(await unmatchedOf(station.id)).toBeUndefined()
    await station.stop()
  })

  test('an end without any session becomes an order of its own, priced for the energy that is believed', async () => {
    const station = await world.simulate('ocpp1.6')
    await station.link.call('StopTransaction', {
      transactionId: 1_888_888_888,
      meterStop: 50_000,
      timestamp: world.clock.now().toISOString(),
    })
    const waiting = await unmatchedOf(station.id)
    expect(waiting?.candidates).toEqual([])
    const foreign = (await world.addStation()).connectorId
    const path = `inbox/transactions/${waiting!.id}/price`
    expect(await codeOf(path, { connector_id: foreign, energy: 10_000, note: 'x' })).toBe(
      'connector.not_found',
    )
    await world.post(path, {
      connector_id: station.made.connectorId,
      energy: 10_000,
      note: 'the driver sent a photograph',
    })
    expect(await world.ordersOf(station.id)).toMatchObject([
      { status: 'completed', energyWh: 10_000, priceMinor: 17_000, needsReview: false },
    ])
    expect(await world.paymentsOf(station.id)).toEqual([{ status: 'captured', capturedMinor: 17_000 }])
  })

  test.each([
    ['two digits of a year', '0020-03-01T10:00:00.000Z'],
    ['a day long before us', '2019-12-31T23:59:59.999Z'],
    ['a day of the far future', '9999-12-31T23:59:59.000Z'],
  ])('an end reported with the time %s is priced for the day of its arrival', async (_, timestamp) => {
    const station = await world.simulate('ocpp1.6')
    await station.link.call('StopTransaction', { transactionId: 1_888_888_887, meterStop: 50_000, timestamp })
    const { id } = (await unmatchedOf(station.id))!
    const decision = { connector_id: station.made.connectorId, energy: 10_000, note: 'as its display said' }
    await world.post(`inbox/transactions/${id}/price`, decision)
    const [order] = await world.ordersOf(station.id)
    expect(order).toMatchObject({ status: 'completed', priceMinor: 17_000 })
    const { transaction_finish } = await world.order(order!.id)
    expect(Math.abs(Date.parse(transaction_finish!) - world.clock.now().getTime())).toBeLessThan(60_000)
  })

  /** A station whose register leaps further than its connector can give. */
  async function anImplausibleSession(token: string) {
    const station = await world.simulate('ocpp1.6')
    await station.begin({ token })
    station.addEnergy(undefined, 3000)
    await station.sendMeterValues()
    station.addEnergy(undefined, 900_000_000)
    await station.stop()
    const review = await reviewOf(station.id)
    expect(review).toMatchObject({ warning: 'implausible_energy', energy: 3000, charging_price: 5100 })
    expect(await world.paymentsOf(station.id)).toEqual([{ status: 'created', capturedMinor: 0 }])
    return { station, path: `inbox/orders/${review!.order_id}` }
  }

  test.each([
    ['energy', 'CARD4', { energy: 5000 }, 5000, 8500],
    ['an amount', 'CARD5', { amount: 12_345 }, 3000, 12_345],
  ])('a review is decided by %s, and captured', async (_, token, decision, energyWh, priceMinor) => {
    const { station, path } = await anImplausibleSession(token)
    const { choices } = await world.get<ReviewChoices>(`${path}/choices`)
    expect(choices[0]).toEqual({ by: 'believed', energy: 3000, charging_price: 5100 })
    expect(choices[1]).toMatchObject({ by: 'registers', energy: 900_003_000 })
    expect(await codeOf(`${path}/price`, { note: 'neither' })).toBe('request.invalid')
    await world.post(`${path}/price`, { ...decision, note: 'agreed on the telephone' })
    expect(await world.ordersOf(station.id)).toMatchObject([{ energyWh, priceMinor, needsReview: false }])
    expect(await world.paymentsOf(station.id)).toEqual([{ status: 'captured', capturedMinor: priceMinor }])
    expect(await reviewOf(station.id)).toBeUndefined()
    expect(await codeOf(`${path}/waive`, { note: 'again' })).toBe('order.not_in_review')
  })

  test.each([
    ['an unknown card', 'unowned', 'ocpp1.6'],
    ['an unknown card', 'unowned', 'ocpp2.0.1'],
    ['a driver who charges elsewhere', 'other_token', 'ocpp1.6'],
    ['a driver who charges elsewhere', 'other_token', 'ocpp2.0.1'],
  ] as const)('energy of %s is not charged until a person prices it (%s, %s)', async (_, warning, protocol) => {
    const elsewhere = await world.simulate('ocpp1.6')
    const token = warning === 'unowned' ? 'NOBODY' : 'CARD7'
    if (warning === 'other_token') await elsewhere.begin({ token })
    const station = await world.simulate(protocol)
    await disobey(station)
    await station.begin({ token })
    station.addEnergy(undefined, 4000)
    await station.stop()
    const [order] = await world.ordersOf(station.id)
    expect(order).toMatchObject({ energyWh: 4000, priceMinor: 0, warning, needsReview: true })
    expect(await world.paymentsOf(station.id)).toEqual([])
    expect(await reviewOf(station.id)).toMatchObject({ warning, energy: 4000, rfid: token })
    await world.post(`inbox/orders/${order!.id}/price`, { energy: 4000, note: 'the driver has called' })
    expect(await world.ordersOf(station.id)).toMatchObject([{ priceMinor: 6800, needsReview: false }])
    expect(await world.paymentsOf(station.id)).toEqual([{ status: 'captured', capturedMinor: 6800 }])
    await elsewhere.stop()
    await daysAddUp()
  })

  test('a remote start that came after it had been given up is stopped, and its energy is in the inbox', async () => {
    const station = await world.simulate('ocpp2.0.1', { plugDelayMs: null })
    const { id } = await world.post<{ id: number }>(`connectors/${station.made.connectorId}/start`)
    await world.post(`connectors/${station.made.connectorId}/stop`)
    await station.plugIn()
    await world.until('it has been stopped', async () =>
      (await world.ordersOf(station.id)).some(({ status }) => status === 'completed'),
    )
    const said = station.said('charging.started').at(-1)
    expect(said?.reply).toMatchObject({ type: 'accepted', status: 'Accepted' })
    const [canceled, late] = await world.ordersOf(station.id)
    expect(canceled).toMatchObject({ id, status: 'canceled' })
    expect(late).toMatchObject({ warning: 'late_start', needsReview: late!.energyWh > 0 })
  })

  test('where charging is free nobody has to decide', async () => {
    const station = await world.simulate('ocpp1.6')
    await world.post(`stations/${station.id}/monetize`, { monetized: false })
    await station.charge({ token: 'ANYBODY', energyWh: 4000 })
    expect(await world.ordersOf(station.id)).toMatchObject([
      { energyWh: 4000, priceMinor: 0, needsReview: false },
    ])
  })

  test('a waived review costs nothing, and the days add up', async () => {
    const { station, path } = await anImplausibleSession('CARD6')
    await world.post(`${path}/waive`, { note: 'our fault' })
    expect(await world.ordersOf(station.id)).toMatchObject([{ priceMinor: 0, needsReview: false }])
    expect(await world.paymentsOf(station.id)).toEqual([{ status: 'captured', capturedMinor: 0 }])
    await daysAddUp()
  })

  const daysAddUp = async () => {
    const { rows } = await sql<{ paid: number; counted: number }>`
      select (select sum(captured_minor) from payments) as paid,
        (select sum(amount_minor) from daily_totals) as counted`.execute(world.db)
    expect(rows[0]?.paid).toBe(rows[0]?.counted)
  }

  /** Makes a station go on with a session that it was ordered to stop. */
  const disobey = (station: VirtualStation) =>
    world.server.stations.commands.links.get(station.id)!.command(
      station.protocol === 'ocpp1.6'
        ? {
            type: 'raw',
            action: 'ChangeConfiguration',
            payload: { key: 'StopTransactionOnInvalidId', value: 'false' },
          }
        : {
            type: 'raw',
            action: 'SetVariables',
            payload: {
              setVariableData: [
                {
                  component: { name: 'TxCtrlr' },
                  variable: { name: 'StopTxOnInvalidId' },
                  attributeValue: 'false',
                },
              ],
            },
          },
    )
})
