import type { Station } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { connectForeign, ForeignSession } from '../world/foreign-client.ts'
import { World } from '../world/world.ts'

interface Shown {
  measurand: string
  value: number
  timestamp: string
}

describe('what a connector shows', () => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await openTestDatabase())
  })
  afterAll(() => world?.close())

  const ago = (seconds: number) => new Date(world.clock.now().getTime() - seconds * 1000)
  const shownAt = async (stationId: string) => {
    const values = await world.get<Shown[]>(`meter-values/${stationId}/1`)
    return Object.fromEntries(values.map(({ measurand, value }) => [measurand, value]))
  }
  const untilShown = (stationId: string, registerWh: number) =>
    world.until(
      `the register shows ${registerWh}`,
      async () => (await shownAt(stationId))['Energy.Active.Import.Register'] === registerWh,
    )

  test.each([
    'ocpp1.6',
    'ocpp2.0.1',
  ] as const)('ends with its transaction, but for the register (%s)', async (protocol) => {
    const card = `SHOW${protocol.length}`
    await world.addCard(card)
    const station = await world.addStation()
    const client = await connectForeign(world.server.url, protocol, station)
    const session = new ForeignSession(protocol, card)
    await session.begin(client, 700_000, ago(60))
    const [order] = await world.ordersOf(station.id)
    await untilShown(station.id, 700_000)
    await session.send(client, session.sample(702_000, 59_500, ago(30)))
    await untilShown(station.id, 702_000)
    expect(await shownAt(station.id)).toMatchObject({ 'Power.Active.Import': 59_500 })
    expect(await world.order(order!.id)).toMatchObject({ metered_at: expect.any(String) })
    await session.send(client, session.end(702_345, ago(10)))
    await untilShown(station.id, 702_345)
    expect(await shownAt(station.id)).toEqual({ 'Energy.Active.Import.Register': 702_345 })
    expect(await world.order(order!.id)).toMatchObject({ meter_stop: 702_345 })
    await client.close()
  })

  test('has its status since it changed, not since the last report', async () => {
    const station = await world.addStation()
    const client = await connectForeign(world.server.url, 'ocpp1.6', station)
    const say = (status: string, seconds: number) => {
      const timestamp = ago(seconds).toISOString()
      return client.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status, timestamp })
    }
    const connector = async () => {
      const { evses } = await world.get<Station>(`stations/${station.id}`)
      const { origin_status, status_updated_at } = evses[0]!.connectors[0]!
      return {
        status: origin_status,
        secondsAgo: Math.round((Number(world.clock.now()) - Date.parse(status_updated_at!)) / 1000),
      }
    }
    const isAbout = async (status: string, seconds: number) => {
      const now = await connector()
      expect(now.status).toBe(status)
      expect(Math.abs(now.secondsAgo - seconds)).toBeLessThan(30)
    }
    await say('Available', 3000)
    await isAbout('Available', 3000)
    await say('Available', 600)
    await isAbout('Available', 3000)
    // reported late, from before the last status
    await say('Charging', 1200)
    await isAbout('Available', 3000)
    await say('Preparing', 300)
    await isAbout('Preparing', 300)
    // disconnected and connected within a moment is a change too
    await Promise.all([say('Available', 200), say('Preparing', 100)])
    await isAbout('Preparing', 100)
    await client.close()
  })

  test('is the same energy in the history and on the page of the order when the registers contradict each other', async () => {
    await world.addCard('LEAP')
    const station = await world.addStation()
    const client = await connectForeign(world.server.url, 'ocpp1.6', station)
    const session = new ForeignSession('ocpp1.6', 'LEAP')
    await session.begin(client, 1000, ago(60))
    await session.send(client, session.end(1_901_000, ago(0)))
    const [order] = await world.ordersOf(station.id)
    const { meters, warning } = await world.order(order!.id)
    expect([warning, meters.energy?.value]).toEqual(['implausible_energy', 0])
    const answer = await fetch(`${world.server.url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: world.authorization },
      body: JSON.stringify({
        query: `{ orders(search: "${order!.id}") { edges { node { energy metered_at } } } }`,
      }),
    })
    expect(await answer.json()).toEqual({
      data: { orders: { edges: [{ node: { energy: 0, metered_at: null } }] } },
    })
    await client.close()
  })
})
