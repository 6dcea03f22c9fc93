import type { ErrorAnswer, Review } from '@stationmaster/contract'
import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { connectForeign, type ForeignClient, ForeignSession } from '../../world/foreign-client.ts'
import { type StoryStation, World } from '../../world/world.ts'

describe.each(openTestDatabases())('a station that lost its transaction ($name)', ({ open }) => {
  let world: World
  let cards = 0
  beforeAll(async () => {
    world = await World.open(await open())
  })
  afterAll(() => world?.close())

  const codeOf = (path: string, body: object): Promise<string> =>
    world.post(path, body).then(
      () => 'accepted',
      (error: { body: string }) => (JSON.parse(error.body) as ErrorAnswer).code,
    )
  const pass = async (ms: number) => {
    await world.forward(ms)
    await world.server.stations.timers.fire()
  }

  describe.each(['ocpp1.6', 'ocpp2.0.1'] as const)('%s', (protocol) => {
    /** A session of 4 kWh on a station played outside our own code, with its last meter value at `sampledAt`. */
    async function running() {
      cards += 1
      const card = `LOST${cards}`
      await world.addCard(card)
      const made = await world.addStation()
      const client = await connectForeign(world.server.url, protocol, made)
      await world.untilOnline(made.id)
      const session = new ForeignSession(protocol, card)
      await session.begin(client, 1000, world.clock.now())
      await world.forward(20 * MINUTE_MS)
      const sampledAt = world.clock.now()
      await session.send(client, session.sample(5000, 20_000, sampledAt))
      return { made, client, session, card, sampledAt }
    }
    const boot = (client: ForeignClient) =>
      protocol === 'ocpp1.6'
        ? client.call('BootNotification', { chargePointVendor: 'Alien', chargePointModel: 'X' })
        : client.call('BootNotification', {
            reason: 'PowerUp',
            chargingStation: { vendorName: 'Alien', model: 'Y' },
          })
    const status = (client: ForeignClient, state: string) =>
      protocol === 'ocpp1.6'
        ? client.call('StatusNotification', {
            connectorId: 1,
            errorCode: 'NoError',
            status: state,
            timestamp: world.clock.now().toISOString(),
          })
        : client.call('StatusNotification', {
            evseId: 1,
            connectorId: 1,
            connectorStatus: state,
            timestamp: world.clock.now().toISOString(),
          })
    const ordersOf = ({ id }: StoryStation) => world.ordersOf(id)

    test('after a while a free connector ends it with its last sample; connector and card are free', async () => {
      const { made, client, session, card, sampledAt } = await running()
      await boot(client)
      await status(client, 'Available')
      await pass(4 * MINUTE_MS)
      expect(await ordersOf(made)).toMatchObject([{ status: 'started' }])
      await pass(2 * MINUTE_MS)
      const [order] = await ordersOf(made)
      expect(order).toMatchObject({ status: 'completed', energyWh: 4000, priceMinor: 6800, warning: 'lost' })
      const details = await world.order(order!.id)
      expect(details).toMatchObject({
        transaction_finish: sampledAt.toISOString(),
        verdict: { code: 'transaction_lost' },
      })
      const elsewhere = await world.simulate(protocol)
      expect(await elsewhere.tap(undefined, card)).toBe('Accepted')
      // the station still had its transaction after all
      const later = world.clock.now()
      await session.send(client, session.sample(6000, 20_000, later))
      expect(await ordersOf(made)).toMatchObject([{ energyWh: 5000, priceMinor: 8500, warning: 'lost' }])
      expect(await world.paymentsOf(made.id)).toEqual([{ status: 'captured', capturedMinor: 8500 }])
      await session.send(client, session.end(7000, world.clock.now()))
      expect(await ordersOf(made)).toMatchObject([
        { status: 'completed', energyWh: 6000, priceMinor: 10_200, warning: null, needsReview: false },
      ])
      expect(await world.paymentsOf(made.id)).toEqual([{ status: 'captured', capturedMinor: 10_200 }])
      await client.close()
    })

    test('a boot alone waits longer, and a meter value of the transaction cancels the end', async () => {
      const { made, client, session } = await running()
      await boot(client)
      await pass(25 * MINUTE_MS)
      await session.send(client, session.sample(6000, 20_000, world.clock.now()))
      await pass(10 * MINUTE_MS)
      expect(await ordersOf(made)).toMatchObject([{ status: 'started' }])
      await boot(client)
      await pass(31 * MINUTE_MS)
      expect(await ordersOf(made)).toMatchObject([{ status: 'completed', energyWh: 5000 }])
      await client.close()
    })

    test('a station that refuses to stop it has lost it', async () => {
      const { made, client } = await running()
      const stop = protocol === 'ocpp1.6' ? 'RemoteStopTransaction' : 'RequestStopTransaction'
      const unknown = { status: 'Rejected', statusInfo: { reasonCode: 'TxNotFound' } }
      client.handle(stop, () => (protocol === 'ocpp1.6' ? { status: 'Rejected' } : unknown))
      expect(await codeOf(`connectors/${made.connectorId}/stop`, {})).toBe('station.rejected')
      await pass(protocol === 'ocpp1.6' ? 16 * MINUTE_MS : 2 * MINUTE_MS)
      await world.until('it has ended', async () => {
        // refused stops are tried again after 5, 15 and 60 s
        world.clock.forward(20_000)
        await world.server.stations.timers.fire()
        return (await ordersOf(made))[0]?.status === 'completed'
      })
      await client.close()
    })

    test('a person ends it at once with a reason, and its money waits for review', async () => {
      const { made, client, session, card } = await running()
      const [order] = await ordersOf(made)
      expect((await world.order(order!.id)).can.end).toBe(true)
      expect(await codeOf(`orders/${order!.id}/end`, {})).toBe('request.invalid')
      expect(await codeOf('orders/999999999/end', { reason: 'x' })).toBe('order.not_found')
      await world.post(`orders/${order!.id}/end`, { reason: 'the display shows nothing' })
      expect(await codeOf(`orders/${order!.id}/end`, { reason: 'again' })).toBe('order.not_running')
      expect(await ordersOf(made)).toMatchObject([
        { status: 'completed', energyWh: 4000, priceMinor: 6800, warning: 'lost', needsReview: true },
      ])
      expect(await world.paymentsOf(made.id)).toEqual([{ status: 'created', capturedMinor: 0 }])
      const { order: ended, logs } = await world.get<{
        order: { can: { end: boolean }; verdict: { code: string } }
        logs: { event: string; text?: string }[]
      }>(`orders/${order!.id}/details`)
      expect(ended).toMatchObject({ can: { end: false }, verdict: { code: 'ended_by_staff' } })
      expect(logs.find(({ event }) => event === 'order_end')?.text).toContain('the display shows nothing')
      const { after } = await world.db
        .selectFrom('audit_log')
        .select('after')
        .where('action', '=', 'order.end')
        .where('subject_id', '=', String(order!.id))
        .executeTakeFirstOrThrow()
      expect(after).toMatchObject({ reason: 'the display shows nothing', energyWh: 4000 })
      const elsewhere = await world.simulate(protocol)
      expect(await elsewhere.tap(undefined, card)).toBe('Accepted')
      const waiting = (await world.get<Review[]>('inbox/orders')).find((one) => one.order_id === order!.id)
      expect(waiting).toMatchObject({ warning: 'lost', energy: 4000 })
      // the late stop needs no person
      await session.send(client, session.end(6000, world.clock.now()))
      expect(await ordersOf(made)).toMatchObject([{ energyWh: 5000, priceMinor: 8500, needsReview: false }])
      expect(await world.paymentsOf(made.id)).toEqual([{ status: 'captured', capturedMinor: 8500 }])
      await client.close()
    })

    test('the station is asked about it, and its answer stays in the chronology', async () => {
      const { made, client, session } = await running()
      const [order] = await ordersOf(made)
      const path = `orders/${order!.id}/inquiry`
      const asks = async () => (await world.order(order!.id)).can.inquire
      if (protocol === 'ocpp1.6') {
        expect(await asks()).toBe(false)
        expect(await codeOf(path, {})).toBe('order.no_inquiry')
        return client.close()
      }
      let answer: object = { ongoingIndicator: true, messagesInQueue: true }
      const inquiries: unknown[] = []
      client.handle('GetTransactionStatus', ({ params }) => {
        inquiries.push(params)
        return answer
      })
      expect(await asks()).toBe(true)
      expect(await world.post(path)).toEqual({ told: 'running_waiting' })
      answer = { ongoingIndicator: false, messagesInQueue: false }
      expect(await world.post(path)).toEqual({ told: 'ended' })
      const { transaction_id } = await world.order(order!.id)
      expect(inquiries).toEqual([{ transactionId: transaction_id }, { transactionId: transaction_id }])
      const { logs } = await world.get<{ logs: { event: string; status?: string }[] }>(
        `orders/${order!.id}/details`,
      )
      const answers = logs.filter(({ event }) => event === 'transaction_inquiry')
      expect(answers.map(({ status: word }) => word)).toEqual(['running_waiting', 'ended'])
      await session.send(client, session.end(6000, world.clock.now()))
      expect(await asks()).toBe(true)
      await world.forward(25 * HOUR_MS)
      expect(await asks()).toBe(false)
      await client.close()
      await world.untilOffline(made.id)
      expect(await codeOf(path, {})).toBe('station.offline')
    })

    test('a station that disconnects with a free connector frees the card at once, and the connector when it is back', async () => {
      const { made, client, session, card, sampledAt } = await running()
      await status(client, 'Available')
      await client.close()
      await world.untilOffline(made.id)
      const elsewhere = await world.simulate(protocol)
      await world.until('the card is free', async () => {
        await pass(0)
        return (
          (
            (await elsewhere.link.report({
              type: 'token.presented',
              token: { token: card, type: 'ISO14443' },
            })) as { status: string }
          ).status === 'Accepted'
        )
      })
      await elsewhere.begin({ token: card })
      expect(await world.ordersOf(elsewhere.id)).toMatchObject([
        { status: 'started', warning: null, rfid: card },
      ])
      const [order] = await ordersOf(made)
      expect(order).toMatchObject({ status: 'started' })
      const { logs } = await world.get<{ logs: { event: string; reason?: string }[] }>(
        `orders/${order!.id}/details`,
      )
      expect(logs.filter(({ event }) => event === 'card_freed')).toMatchObject([{ reason: 'connector_free' }])

      await pass(HOUR_MS)
      expect(await ordersOf(made)).toMatchObject([{ status: 'started' }])
      const again = await connectForeign(world.server.url, protocol, made)
      await world.untilOnline(made.id)
      await pass(30_000)
      expect(await ordersOf(made)).toMatchObject([{ status: 'started' }])
      await world.until('the connector is free', async () => {
        await pass(35_000)
        return (await ordersOf(made))[0]?.status === 'completed'
      })
      expect(await ordersOf(made)).toMatchObject([{ energyWh: 4000, priceMinor: 6800, warning: 'lost' }])
      expect(await world.order(order!.id)).toMatchObject({ transaction_finish: sampledAt.toISOString() })
      // later messages correct it, whatever session its driver has begun since
      await session.send(again, session.end(7000, world.clock.now()))
      expect(await ordersOf(made)).toMatchObject([{ energyWh: 6000, priceMinor: 10_200, warning: null }])
      expect(await world.paymentsOf(made.id)).toEqual([{ status: 'captured', capturedMinor: 10_200 }])
      expect(await world.ordersOf(elsewhere.id)).toMatchObject([{ status: 'started' }])
      await again.close()
    })

    test('without a report about it, or with a boot alone, the card stays in use while the station is offline', async () => {
      for (const sign of [false, true]) {
        const { made, client, card } = await running()
        if (sign) await boot(client)
        await client.close()
        await world.untilOffline(made.id)
        await pass(HOUR_MS)
        const elsewhere = await world.simulate(protocol)
        const shown = { type: 'token.presented', token: { token: card, type: 'ISO14443' } } as const
        expect(await elsewhere.link.report(shown)).toMatchObject({ status: 'ConcurrentTx' })
      }
    })

    test('if the station still has it after all, it continues beside the driver’s new session', async () => {
      const { made, client, session, card } = await running()
      await status(client, 'Available')
      await client.close()
      await world.untilOffline(made.id)
      await pass(6 * MINUTE_MS)
      const elsewhere = await world.simulate(protocol)
      await elsewhere.begin({ token: card })
      const again = await connectForeign(world.server.url, protocol, made)
      await world.untilOnline(made.id)
      await session.send(again, session.sample(6000, 20_000, world.clock.now()))
      await pass(2 * MINUTE_MS)
      expect(await ordersOf(made)).toMatchObject([{ status: 'started', energyWh: 5000 }])
      await session.send(again, session.end(8000, world.clock.now()))
      expect(await ordersOf(made)).toMatchObject([
        { status: 'completed', energyWh: 7000, priceMinor: 11_900 },
      ])
      expect(await world.ordersOf(elsewhere.id)).toMatchObject([{ status: 'started', warning: null }])
      await again.close()
    })

    test('while the station is offline nothing ends it before a day has passed', async () => {
      const { made, client } = await running()
      await boot(client)
      await status(client, 'Available')
      await client.close()
      await world.untilOffline(made.id)
      await pass(HOUR_MS)
      expect(await ordersOf(made)).toMatchObject([{ status: 'started' }])
    })
  })
})
