import type { OcppMessage, OrderDetails, OrderLog } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { connectForeign, type ForeignProtocol, ForeignSession } from '../../world/foreign-client.ts'
import { World } from '../../world/world.ts'

interface Details {
  order: OrderDetails
  logs: OrderLog[]
  ocpp: OcppMessage[]
}

/** Foreign stations that lose their connection while they charge, and report their measurements afterwards. */
describe.each(openTestDatabases())('an outage on $name', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
    await world.addCard('OUT16')
    await world.addCard('OUT201')
    await world.addCard('AWAY')
  })
  afterAll(() => world?.close())

  /** An order once the return of its station is recorded, which happens after the traffic. */
  const settled = async (id: number): Promise<Details> => {
    const read = () => world.get<Details>(`orders/${id}/details`)
    await world.until('the return is recorded', async () =>
      (await read()).logs.some(({ event }) => event === 'connection_returned'),
    )
    return read()
  }

  /** The entries of a chronology, as [event, minute since the start, energy or reason, late]. */
  const entriesOf = (logs: readonly OrderLog[], begun: Date) => {
    const minute = (iso: string) => Math.round((Date.parse(iso) - begun.getTime()) / MINUTE_MS)
    const events = [
      'start_tx_request',
      'meter_values',
      'connection_lost',
      'connection_returned',
      'stop_tx_request',
    ]
    return logs
      .filter(({ event }) => events.includes(event))
      .map(({ event, created_at, meters, reason, received_at, gone_at, late_count }) => {
        const value = meters?.energy?.value ?? reason ?? null
        const gone = gone_at ? { since: minute(gone_at), messages: late_count } : {}
        return [event, minute(created_at), value, received_at ? { at: minute(received_at) } : null, gone]
      })
  }

  const expected: Record<ForeignProtocol, unknown[]> = {
    'ocpp1.6': [
      ['start_tx_request', 0, null, null, {}],
      ['meter_values', 1, 2000, null, {}],
      ['connection_lost', 1, 'lost', null, {}],
      ['meter_values', 4, 5000, { at: 11 }, {}],
      ['meter_values', 8, 8000, { at: 11 }, {}],
      ['connection_returned', 11, null, null, { since: 1, messages: 2 }],
      ['meter_values', 12, 11_000, null, {}],
      ['stop_tx_request', 13, 'EVDisconnected', null, {}],
    ],
    'ocpp2.0.1': [
      ['start_tx_request', 0, null, null, {}],
      ['meter_values', 0, 0, null, {}],
      ['meter_values', 1, 2000, null, {}],
      ['connection_lost', 1, 'lost', null, {}],
      ['meter_values', 4, 5000, { at: 11 }, {}],
      ['meter_values', 8, 8000, { at: 11 }, {}],
      ['connection_returned', 11, null, null, { since: 1, messages: 2 }],
      ['meter_values', 12, 11_000, null, {}],
      ['stop_tx_request', 13, 'EVDisconnected', null, {}],
      ['meter_values', 13, 12_345, null, {}],
    ],
  }

  test.each([
    ['ocpp1.6', 'OUT16'],
    ['ocpp2.0.1', 'OUT201'],
  ] as const)('in %s reads as it happened, not as it arrived', async (protocol, token) => {
    const made = await world.addStation()
    const connect = () => connectForeign(world.server.url, protocol, made)
    const begun = world.clock.now()
    const minute = (n: number) => new Date(begun.getTime() + n * MINUTE_MS)
    const session = new ForeignSession(protocol, token)
    let client = await connect()
    await session.begin(client, 700_000, begun)
    await world.forward(MINUTE_MS)
    await session.send(client, session.sample(702_000, 120_000, minute(1)))
    await client.close({ force: true })
    await world.untilOffline(made.id)
    const [early, late] = [
      session.sample(705_000, 60_000, minute(4), true),
      session.sample(708_000, 45_000, minute(8), true),
    ]
    await world.forward(10 * MINUTE_MS)
    client = await connect()
    await session.send(client, late)
    await session.send(client, early)
    await world.forward(MINUTE_MS)
    await session.send(client, session.sample(711_000, 45_000, minute(12)))
    await world.forward(MINUTE_MS)
    await session.send(client, session.end(712_345, minute(13)))
    await client.close()

    const id = (await world.ordersOf(made.id))[0]!.id
    const details = await settled(id)
    expect(details.order).toMatchObject({
      status: 'completed',
      charging_price: 20_987,
      captured_amount: 20_987,
      duration: 780,
      needs_review: false,
      warning: null,
      verdict: null,
    })
    expect(entriesOf(details.logs, begun)).toEqual(expected[protocol])
  })

  test('a session that was reported long after its end has its chronology and its frames', async () => {
    const made = await world.addStation()
    const first = await connectForeign(world.server.url, 'ocpp1.6', made)
    await first.call('BootNotification', { chargePointVendor: 'Alien', chargePointModel: 'X' })
    await first.close({ force: true })
    await world.untilOffline(made.id)
    const begun = new Date(world.clock.now().getTime() + 10 * MINUTE_MS)
    const minute = (n: number) => new Date(begun.getTime() + n * MINUTE_MS)
    await world.forward(60 * MINUTE_MS)
    const client = await connectForeign(world.server.url, 'ocpp1.6', made)
    const session = new ForeignSession('ocpp1.6', 'AWAY')
    await session.begin(client, 0, begun)
    await session.send(client, session.end(5000, minute(20)))
    await client.close()

    const id = (await world.ordersOf(made.id))[0]!.id
    const { order, logs, ocpp } = await settled(id)
    expect(order).toMatchObject({ status: 'completed', charging_price: 8500, duration: 1200 })
    expect(entriesOf(logs, begun)).toEqual([
      ['connection_lost', -10, 'lost', null, {}],
      ['start_tx_request', 0, null, { at: 50 }, {}],
      ['stop_tx_request', 20, 'EVDisconnected', { at: 50 }, {}],
      ['connection_returned', 50, null, null, { since: -10, messages: 2 }],
    ])
    const actions = ocpp.filter(({ message_type_id }) => message_type_id === 2).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['StartTransaction', 'StopTransaction']))
  })
})
