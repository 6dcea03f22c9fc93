import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBothDatabases } from '../../../platform/general/testing.ts'
import { connectForeign, ForeignSession } from '../../world/foreign-client.ts'
import { World } from '../../world/world.ts'

describe.each(openBothDatabases())('sessions that a node remembers, on $name', ({ name, open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
  })
  afterAll(() => world?.close())

  /** A session that its node remembers. */
  async function running(protocol: 'ocpp1.6' | 'ocpp2.0.1', card: string) {
    const made = await world.addStation()
    await world.addCard(card)
    const client = await connectForeign(world.server.url, protocol, made)
    const session = new ForeignSession(protocol, card)
    await session.begin(client, 1000, world.clock.now())
    const say = async (registerWh: number) => {
      await world.forward(10_000)
      await session.send(client, session.sample(registerWh, 20_000, world.clock.now()))
    }
    await say(1100)
    await say(1200)
    const [order] = await world.ordersOf(made.id)
    return { client, say, orderId: order!.id, stationId: made.id }
  }

  describe.each(['ocpp1.6', 'ocpp2.0.1'] as const)('%s', (protocol) => {
    test('a limit that another node has set counts for the next value', async () => {
      const { client, say, orderId, stationId } = await running(protocol, `LIMIT${protocol.at(-1)}`)
      await sql`update orders set limit_wh = 500 where id = ${orderId}`.execute(world.db)
      await say(1600)
      expect(await world.order(orderId)).toMatchObject({ meters: { energy: { value: 600 } } })
      await world.until('its station receives a stop', async () => {
        const action = protocol === 'ocpp1.6' ? 'RemoteStopTransaction' : 'RequestStopTransaction'
        return (await world.sentTo(stationId, action)).length === 1
      })
      await client.close()
    })

    // the embedded database has one connection
    test.runIf(name === 'postgres')('its values read nothing', async () => {
      const { client, say } = await running(protocol, `QUIET${protocol.at(-1)}`)
      const read = await world.db.transaction().execute(async (tx) => {
        // a transaction that reads the station, or locks the order, has to wait
        await sql`lock table stations, connectors in access exclusive mode`.execute(tx)
        const reply = say(1300)
        return Promise.race([
          reply.then(() => false),
          new Promise((wait) => setTimeout(() => wait(true), 5000)),
        ])
      })
      expect(read).toBe(false)
      await client.close()
    })
  })
})
