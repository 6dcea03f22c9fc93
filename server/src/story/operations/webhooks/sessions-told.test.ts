import { type WebhookEndpoint, type WebhookEventType, webhookEventTypes } from '@stationmaster/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { bodySchemas } from '../../../slices/operations/webhooks/events/events.ts'
import { World } from '../../world/world.ts'
import { Receiver } from './receiver.ts'

describe.each(openTestDatabases())('webhooks of a session ($name)', ({ open }) => {
  let world: World
  let receiver: Receiver

  beforeAll(async () => {
    world = await World.open(await open(), undefined, { OUTGOING_PRIVATE_NETWORKS: 'loopback' })
    receiver = await Receiver.open()
    const { secret } = await world.post<{ endpoint: WebhookEndpoint; secret: string }>('webhook-endpoints', {
      name: 'All',
      url: receiver.url,
      events: webhookEventTypes,
    })
    receiver.secret = secret
  })
  afterAll(async () => {
    await world.close()
    await receiver.close()
  })

  test('a station and its session are heard of within seconds, each body by its schema', async () => {
    const station = await world.simulate('ocpp2.0.1')
    await station.plugIn()
    const { id } = await world.post<{ id: number }>(`connectors/${station.made.connectorId}/start`, {})
    await world.until('it charges', async () => (await world.order(id)).status === 'started')
    // nobody looks: live signals wake the server
    await world.until('its begin is heard of', () => receiver.of('order.started').length > 0)
    await world.post(`connectors/${station.made.connectorId}/stop`)
    await world.until('its end is heard of', () => receiver.of('order.completed').length > 0)
    await station.goOffline()
    await world.untilOffline(station.id)
    await world.until('its silence is heard of', () => receiver.of('station.offline').length > 0)

    const types = new Set(receiver.arrivals.map(({ body }) => body.type))
    for (const type of ['station.online', 'station.booted', 'connector.status_changed'])
      expect(types).toContain(type)
    for (const { body } of receiver.arrivals) {
      const { error } = bodySchemas(body.type as WebhookEventType).full.safeParse(body)
      expect(error, body.type).toBeUndefined()
    }
    expect(receiver.of('order.started').map(({ body }) => body.data.object_id)).toEqual([String(id)])
    expect(receiver.of('order.completed').map(({ body }) => body.data.object.status)).toEqual(['completed'])
    expect(receiver.forged).toBe(0)
  })

  test('whatever is lost, repeated and late, the highest version of an object is its last state', async () => {
    const place = await world.post<{ id: number }>('locations', { name: 'Moving', city: 'Tver' })
    const answer = fc.constantFrom(204, 204, 500, null)
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { minLength: 2, maxLength: 6 }),
        fc.nat(1_000_000),
        async (answers, n) => {
          let nth = 0
          receiver.answers = () => answers[nth++ % answers.length] ?? null
          for (const [at] of answers.entries()) {
            await world.patch(`locations/${place.id}`, { name: `Moving ${n} ${at}` })
            await world.server.webhooks.look()
            await world.server.deliveries.idle()
          }
          receiver.answers = () => 204
          for (let turn = 0; turn < 4; turn++) {
            await world.forward(3 * 60 * 60_000)
            await world.server.webhooks.look()
            await world.server.deliveries.wake()
            await world.server.deliveries.idle()
          }
          const now = await world.get<{ name: string }>(`locations/${place.id}`)
          expect(receiver.states().get(`location/${place.id}`)?.object.name).toBe(now.name)
        },
      ),
      { numRuns: 4, endOnFailure: true },
    )
  })
})
