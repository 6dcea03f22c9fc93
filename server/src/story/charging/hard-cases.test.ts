import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBothDatabases } from '../../platform/general/testing.ts'
import { World } from '../world/world.ts'

const protocols = ['ocpp1.6', 'ocpp2.0.1'] as const

describe.each(openBothDatabases())('on $name', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
    for (let i = 1; i <= 40; i += 1) await world.addCard(`CARD${i}`)
  })
  afterAll(() => world?.close())

  let cards = 0
  const card = () => {
    cards += 1
    return `CARD${cards}`
  }

  describe.each(protocols)('%s', (protocol) => {
    test('a session is billed to the Wh and the kopeck', async () => {
      const station = await world.simulate(protocol)
      await station.charge({ token: card(), energyWh: 20_000 })
      const [order] = await world.ordersOf(station.id)
      expect(order).toMatchObject({
        status: 'completed',
        energyWh: 20_000,
        priceMinor: 34_000,
        warning: null,
      })
      expect(await world.paymentsOf(station.id)).toEqual([{ status: 'captured', capturedMinor: 34_000 }])
    })

    test('a start that is sent again gets the same answer and makes no second order', async () => {
      const station = await world.simulate(protocol)
      await station.begin({ token: card() })
      const first = station.said('charging.started').at(-1)?.reply
      expect(await station.resendStart()).toEqual(first)
      expect(await world.ordersOf(station.id)).toHaveLength(1)
      await station.stop()
    })

    test('a stop that is sent again is billed once', async () => {
      const station = await world.simulate(protocol)
      const charge = await station.charge({ token: card(), energyWh: 12_345 })
      await charge.resendStop()
      await charge.resendStop()
      expect(await world.ordersOf(station.id)).toMatchObject([
        { status: 'completed', energyWh: 12_345, priceMinor: 20_987 },
      ])
      expect(await world.paymentsOf(station.id)).toEqual([{ status: 'captured', capturedMinor: 20_987 }])
    })

    test('a stop for an unknown transaction is acknowledged and kept for an operator', async () => {
      const station = await world.simulate(protocol)
      const at = world.clock.now().toISOString()
      const stop =
        protocol === 'ocpp1.6'
          ? ['StopTransaction', { transactionId: 2_000_000_001, meterStop: 5000, timestamp: at }]
          : [
              'TransactionEvent',
              {
                eventType: 'Ended',
                timestamp: at,
                triggerReason: 'RemoteStop',
                seqNo: 9,
                transactionInfo: { transactionId: 'nobody-knows' },
              },
            ]
      for (let i = 0; i < 2; i += 1)
        await station.link.call(stop[0] as string, stop[1] as Record<string, unknown>)
      const { rows } = await world.db
        .selectFrom('unmatched_transactions')
        .selectAll()
        .where('station_id', '=', station.id)
        .execute()
        .then((found) => ({ rows: found }))
      expect(rows).toHaveLength(1)
      expect(await world.ordersOf(station.id)).toHaveLength(0)
    })

    test('meter values late, twice and out of order change neither energy nor price', async () => {
      const station = await world.simulate(protocol)
      await station.begin({ token: card(), at: new Date(world.clock.now().getTime() - HOUR_MS) })
      const base = station.register()
      const at = (minutes: number) => new Date(world.clock.now().getTime() - HOUR_MS + minutes * MINUTE_MS)
      await station.sendMeterValues({ at: at(30), registerWh: base + 6000 })
      await station.sendMeterValues({ at: at(10), registerWh: base + 2000 })
      await station.sendMeterValues({ at: at(30), registerWh: base + 6000 })
      await station.sendMeterValues({ at: at(20), registerWh: base + 4000 })
      const [running] = await world.ordersOf(station.id)
      expect(running).toMatchObject({ energyWh: 6000, priceMinor: 10_200, needsReview: false })
      station.addEnergy(undefined, 8000)
      await station.stop()
      expect(await world.ordersOf(station.id)).toMatchObject([
        { energyWh: 8000, priceMinor: 13_600, needsReview: false },
      ])
      await station.sendMeterValues({ at: at(25), registerWh: base + 5000 })
      await station.sendMeterValues({ registerWh: base + 99_000 })
      expect(await world.ordersOf(station.id)).toMatchObject([
        { status: 'completed', energyWh: 8000, priceMinor: 13_600, needsReview: false },
      ])
    })

    test('a station that comes back while its old socket hangs stays online', async () => {
      const station = await world.simulate(protocol)
      await station.abandonSocket()
      await world.until('the new socket is the one that counts', async () => {
        const presence = await world.db
          .selectFrom('station_presence')
          .selectAll()
          .where('station_id', '=', station.id)
          .executeTakeFirst()
        return (
          presence !== undefined &&
          presence.connection_id === world.server.stations.commands.links.get(station.id)?.connectionId
        )
      })
      await station.charge({ token: card(), energyWh: 1000 })
      expect(await world.ordersOf(station.id)).toMatchObject([{ status: 'completed', energyWh: 1000 }])
    })

    test('the same transaction lives on through a hard reset', async () => {
      const station = await world.simulate(protocol, { rebootMs: 50, keepsTransactions: true })
      await station.begin({ token: card() })
      station.addEnergy(undefined, 3000)
      await station.reboot({ hard: true, sameTransaction: true })
      station.addEnergy(undefined, 2000)
      await station.stop()
      expect(await world.ordersOf(station.id)).toMatchObject([
        { status: 'completed', energyWh: 5000, priceMinor: 8500 },
      ])
    })

    test('what happened offline is billed at its own time', async () => {
      const station = await world.simulate(protocol)
      await station.goOffline()
      const startedAt = new Date(world.clock.now().getTime() - 5 * HOUR_MS)
      await station.charge({ token: card(), energyWh: 7000, startedAt, durationMs: HOUR_MS })
      await station.goOnline()
      await world.until(
        'the replay is in',
        async () => (await world.ordersOf(station.id))[0]?.status === 'completed',
      )
      const [order] = await world.ordersOf(station.id)
      expect(order).toMatchObject({ energyWh: 7000, priceMinor: 11_900, warning: null })
      const details = await world.order(order!.id)
      expect(details.transaction_start).toBe(startedAt.toISOString())
      expect(details.duration).toBe(3600)
    })

    test('a session whose stop never came is corrected when it does', async () => {
      const station = await world.simulate(protocol)
      await station.begin({ token: card() })
      station.addEnergy(undefined, 4000)
      await station.sendMeterValues()
      await station.goOffline()
      await world.untilOffline(station.id)
      await world.forward(25 * HOUR_MS)
      await world.until('the silent session is closed', async () => {
        await world.server.stations.timers.fire()
        return (await world.ordersOf(station.id))[0]?.warning === 'lost'
      })
      expect(await world.paymentsOf(station.id)).toEqual([{ status: 'captured', capturedMinor: 6800 }])
      station.addEnergy(undefined, 1000)
      await station.stop()
      await station.goOnline()
      await world.until(
        'the stop has corrected it',
        async () => (await world.ordersOf(station.id))[0]?.warning === null,
      )
      expect(await world.ordersOf(station.id)).toMatchObject([
        { status: 'completed', energyWh: 5000, priceMinor: 8500 },
      ])
      expect(await world.paymentsOf(station.id)).toEqual([{ status: 'captured', capturedMinor: 8500 }])
    })

    test('a card that charges elsewhere, a blocked card and an unknown card get their own answers', async () => {
      const [here, there] = [await world.simulate(protocol), await world.simulate(protocol)]
      const busy = card()
      await here.begin({ token: busy })
      expect(await there.tap(undefined, busy)).toBe('ConcurrentTx')
      expect(await there.tap(undefined, 'NOBODY')).toBe('Invalid')
      await there.begin({ token: 'NOBODY' })
      await world.until(
        'the station has ended it',
        async () => (await world.ordersOf(there.id))[0]?.status === 'completed',
      )
      expect(await world.ordersOf(there.id)).toMatchObject([
        { priceMinor: 0, warning: 'unowned', rfid: 'NOBODY' },
      ])
      expect(await world.paymentsOf(there.id)).toEqual([])
      await here.stop()
    })

    test.each([
      ['money', { limit_amount: 3400 }],
      ['energy', { limit_kwh: 2 }],
      ['battery', { limit_percents: 80 }],
      ['time', { limit_minutes: 30 }],
    ])('a limit of %s ends the session by itself', async (what, limits) => {
      const station = await world.simulate(protocol, { car: { arrivalPercent: 79, batteryWh: 20_000 } })
      const { id } = await world.post<{ id: number }>(`connectors/${station.made.connectorId}/start`, limits)
      await world.until('it charges', async () => (await world.order(id)).status === 'started')
      station.addEnergy(undefined, what === 'battery' ? 0 : 1000)
      await station.sendMeterValues()
      expect((await world.order(id)).stop_tx_status).toBeNull()
      await world.forward(31 * MINUTE_MS)
      if (what === 'time') await world.server.stations.timers.fire()
      else station.addEnergy(undefined, 1000)
      await station.sendMeterValues()
      await world.until('the limit has ended it', async () => (await world.order(id)).status === 'completed')
      expect(await world.order(id)).toMatchObject({ stop_reason: 'Remote', stop_tx_status: 'stopped' })
    })

    test('an operator starts and stops; the limit ends a session by itself', async () => {
      const station = await world.simulate(protocol)
      const { connectorId } = station.made
      const { id } = await world.post<{ id: number }>(`connectors/${connectorId}/start`, { limit_kwh: 2 })
      await station.waitFor('charging')
      await world.until('the order has started', async () => (await world.order(id)).status === 'started')
      station.addEnergy(undefined, 1000)
      await station.sendMeterValues()
      expect((await world.order(id)).status).toBe('started')
      station.addEnergy(undefined, 1000)
      await station.sendMeterValues()
      await world.until('the limit has ended it', async () => (await world.order(id)).status === 'completed')
      expect(await world.order(id)).toMatchObject({ stop_reason: 'Remote', stop_tx_status: 'stopped' })

      await station.unplug()
      await world.until('the connector is free', () => station.connectorView().state === 'Available')
      const again = await world.post<{ id: number }>(`connectors/${connectorId}/start`)
      await world.until('it charges', async () => (await world.order(again.id)).status === 'started')
      expect(await world.post(`connectors/${connectorId}/stop`)).toBe('Accepted')
      await world.until('it has ended', async () => (await world.order(again.id)).status === 'completed')
    })
  })
})
