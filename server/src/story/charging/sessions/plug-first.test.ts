import type { ErrorAnswer, Station } from '@stationmaster/contract'
import { protocols } from '@stationmaster/ocpp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { connectForeign, pluggedForeign } from '../../world/foreign-client.ts'
import { World } from '../../world/world.ts'

describe.each(openTestDatabases())('a car that is plugged in first ($name)', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
    for (const card of ['CARD1', 'CARD2', 'CARD3', 'CARD4']) await world.addCard(card)
  })
  afterAll(() => world?.close())

  const start = (connectorId: number, limits = {}) =>
    world.post<{ id: number }>(`connectors/${connectorId}/start`, limits)
  const refusalOf = (connectorId: number): Promise<string> =>
    start(connectorId).then(
      () => 'accepted',
      (error: { body: string }) => (JSON.parse(error.body) as ErrorAnswer).code,
    )
  const mayStart = async (stationId: string) =>
    (await world.get<Station>(`stations/${stationId}`)).evses[0]?.connectors[0]?.can.start

  describe.each(protocols)('%s', (protocol) => {
    const plugged = async () => {
      const station = await world.simulate(protocol, { plugFirst: true })
      await station.plugIn()
      const begun = (await world.ordersOf(station.id)).length
      expect(begun).toBe(protocol === 'ocpp1.6' ? 0 : 1)
      return station
    }

    test('an operator starts it, and the transaction that runs already becomes the order', async () => {
      const station = await plugged()
      await world.until('it may be started', () => mayStart(station.id).then((may) => may === true))
      const { id } = await start(station.made.connectorId, { limit_kwh: 30 })
      await station.waitFor('charging')
      await world.until('the order runs', async () => (await world.order(id)).status === 'started')
      expect(await mayStart(station.id)).toBe(false)
      expect(await refusalOf(station.made.connectorId)).toBe('connector.occupied')
      station.addEnergy(undefined, 5000)
      await station.stop()
      const orders = await world.ordersOf(station.id)
      expect(orders).toMatchObject([{ id, status: 'completed', warning: null, needsReview: false }])
      expect(orders[0]!.priceMinor).toBe(Math.round(orders[0]!.energyWh * 1.7))
      expect(orders[0]!.energyWh).toBeGreaterThanOrEqual(5000)
      const order = await world.order(id)
      expect(order).toMatchObject({ limit_kwh: 30, start_tx_status: 'started' })
      expect(order.started_by).not.toBeNull()
      expect(await world.paymentsOf(station.id)).toEqual([
        { status: 'captured', capturedMinor: orders[0]!.priceMinor },
      ])
    })

    test('a card makes it its driver’s', async () => {
      const station = await plugged()
      const card = protocol === 'ocpp1.6' ? 'CARD1' : 'CARD2'
      expect(await station.tap(undefined, card)).toBe('Accepted')
      station.addEnergy(undefined, 3000)
      await station.stop()
      const [order, ...more] = await world.ordersOf(station.id)
      expect(more).toEqual([])
      expect(order).toMatchObject({ status: 'completed', rfid: card, warning: null, needsReview: false })
      expect(order!.priceMinor).toBe(Math.round(order!.energyWh * 1.7))
    })

    test('a car that is unplugged again has cost nothing and is no question', async () => {
      const station = await plugged()
      await station.unplug()
      for (const order of await world.ordersOf(station.id))
        expect(order).toMatchObject({ status: 'completed', energyWh: 0, warning: null, needsReview: false })
      expect(await world.paymentsOf(station.id)).toEqual([])
    })
  })

  const foreign = (answer: Parameters<typeof pluggedForeign>[1]) => pluggedForeign(world, answer)

  test('an event without a card is answered without a word about cards', async () => {
    const station = await foreign(() => ({ status: 'Rejected' }))
    expect(station.begun).not.toHaveProperty('idTokenInfo')
    const updated = await station.tell(
      'Updated',
      'MeterValuePeriodic',
      station.meter(1500, 'Sample.Periodic'),
    )
    expect(updated).not.toHaveProperty('idTokenInfo')
    const ended = await station.tell('Ended', 'EVDeparted', station.meter(1500, 'Transaction.End'), {
      stoppedReason: 'EVDisconnected',
    })
    expect(ended).not.toHaveProperty('idTokenInfo')
    // half a kilowatt-hour that nobody paid for
    expect(await world.ordersOf(station.made.id)).toMatchObject([
      { energyWh: 500, priceMinor: 0, warning: 'unowned', needsReview: true },
    ])
    await station.client.close()
  })

  test('a station that refuses gets one request, and the transaction stays free for a card', async () => {
    const station = await foreign(() => ({ status: 'Rejected' }))
    expect(await refusalOf(station.made.connectorId)).toBe('station.rejected')
    expect(station.requests).toHaveLength(1)
    expect(await mayStart(station.made.id)).toBe(true)
    const answer = await station.tell('Updated', 'Authorized', {
      idToken: { idToken: 'CARD3', type: 'ISO14443' },
    })
    expect(answer).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
    await station.tell('Ended', 'EVDeparted', station.meter(3000, 'Transaction.End'))
    expect(await world.ordersOf(station.made.id)).toMatchObject([
      { energyWh: 2000, priceMinor: 3400, rfid: 'CARD3', needsReview: false },
    ])
    await station.client.close()
  })

  test('the answer may name the transaction, or an event may name the start', async () => {
    const named = await foreign(() => ({ status: 'Accepted', transactionId: `T-${named.made.id}` }))
    const { id } = await start(named.made.connectorId)
    expect((await world.order(id)).transaction_id).toBe(named.transactionId)
    await named.tell('Ended', 'EVDeparted', named.meter(2000, 'Transaction.End'))
    expect(await world.ordersOf(named.made.id)).toMatchObject([{ id, energyWh: 1000, priceMinor: 1700 }])

    const adopted = await foreign(async ({ remoteStartId }) => {
      const idToken = { idToken: `O${remoteStartId.toString(36)}`, type: 'Central' }
      const answer = await adopted.tell('Updated', 'RemoteStart', { idToken }, { remoteStartId })
      expect(answer).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
      throw new Error('the answer is lost')
    })
    const requested = await start(adopted.made.connectorId)
    await adopted.tell('Ended', 'EVDeparted', adopted.meter(3000, 'Transaction.End'))
    expect(await world.ordersOf(adopted.made.id)).toMatchObject([
      { id: requested.id, energyWh: 2000, priceMinor: 3400, needsReview: false },
    ])
    await Promise.all([named.client.close(), adopted.client.close()])
  })

  test('a transaction that needs no card is accepted and billed, or free as the station is set', async () => {
    const idToken = { idToken: '', type: 'NoAuthorization' }
    for (const monetized of [true, false]) {
      const made = await world.addStation()
      await world.post(`stations/${made.id}/monetize`, { monetized })
      const client = await connectForeign(world.server.url, 'ocpp2.0.1', made)
      await world.untilOnline(made.id)
      await client.call('BootNotification', {
        reason: 'PowerUp',
        chargingStation: { vendorName: 'Alien', model: 'Y' },
      })
      const event = (eventType: string, seqNo: number, wh: number, context: string, more: object) =>
        client.call('TransactionEvent', {
          eventType,
          triggerReason: 'ChargingStateChanged',
          timestamp: world.clock.now().toISOString(),
          seqNo,
          transactionInfo: { transactionId: `N-${made.id}` },
          evse: { id: 1, connectorId: 1 },
          meterValue: [
            {
              timestamp: world.clock.now().toISOString(),
              sampledValue: [{ value: wh, context, unitOfMeasure: { unit: 'Wh' } }],
            },
          ],
          ...more,
        })
      expect(await event('Started', 0, 0, 'Transaction.Begin', { idToken })).toMatchObject({
        idTokenInfo: { status: 'Accepted' },
      })
      await event('Ended', 1, 2000, 'Transaction.End', {})
      expect(await world.ordersOf(made.id)).toMatchObject([
        { energyWh: 2000, priceMinor: monetized ? 3400 : 0, warning: null, needsReview: false },
      ])
      await client.close()
    }
  })
})
