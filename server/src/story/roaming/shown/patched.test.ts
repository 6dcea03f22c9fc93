import type { Connection, Invitation, PartnerQueue } from '@stationmaster/contract'
import { type Emsp, startEmsp } from '@stationmaster/simulator/emsp'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { World } from '../../world/world.ts'

/** Where only the status of an EVSE moves, its partner is sent that alone, in its place among all else of the location. */
describe.each(['2.2.1', '2.3.0'] as const)('the status of one EVSE (OCPI %s)', (version) => {
  let world: World
  let emsp: Emsp
  let partner = 0
  let stations: string[] = []
  const location = () => String(world.locationId)
  beforeAll(async () => {
    world = await World.open(await openTestDatabase())
    await world.put('roaming/party', { country_code: 'DE', party_id: 'STM', name: 'Stationmaster' })
    await sql`update locations set lat = 56.85, lng = 35.9, country = 'Russia'`.execute(world.db)
    emsp = await startEmsp({ versions: [version], now: () => world.clock.now() })
    const invited = await world.post<Invitation>('roaming/partners', { name: 'Cards' })
    partner = invited.partner.id
    await emsp.partner.register(invited.versions_url, invited.token)
    for (let nth = 0; nth < 5; nth += 1) stations.push((await world.addStation()).id)
    stations = stations.sort()
    await sql`insert into station_presence (station_id, connection_id) select id, id from stations`.execute(
      world.db,
    )
    await sql`update connectors set ocpp_status = 'Available'`.execute(world.db)
    await world.put(`roaming/locations/${location()}`, { published: true })
    await emsp.until(() => emsp.location(location()), 'the location')
  })
  afterAll(async () => {
    await emsp?.close()
    await world?.close()
  })

  /** Calls of ours since some moment, as `PATCH /3`. */
  const callsSince = (from: number) =>
    emsp.book.arrivals
      .slice(from)
      .filter(({ module, method }) => module === 'locations' && method !== 'GET')
      .map(({ method, path }) => `${method} ${path.split(`/DE/STM/${location()}`)[1]}`)
  const now = () => emsp.book.arrivals.length
  const set = (status: string, ...nths: number[]) =>
    sql`update connectors set ocpp_status = ${status} where station_id = any(${nths.map((nth) => stations[nth])})`.execute(
      world.db,
    )
  const uidOf = async (nth: number) => {
    const { rows } = await sql<{
      uid: number
    }>`select min(id) as uid from connectors where station_id = ${stations[nth]}
      group by evse_number order by 1 limit 1`.execute(world.db)
    return rows[0]!.uid
  }
  const arrived = async () => {
    await world.server.deliveries.wake()
    await world.until(
      'nothing waits',
      async () => (await world.get<PartnerQueue>(`roaming/partners/${partner}/queue`)).waiting === 0,
    )
  }
  const show = async () => {
    world.clock.forward(1000)
    await world.server.shown.look()
    await arrived()
  }
  /** The partner has what a reader of our list gets. */
  const hasAll = async () => {
    const mine = emsp.location(location())
    const { objects } = await emsp.partner.pull('locations')
    expect(mine).toEqual(objects.find(({ id }) => id === location()))
  }

  test('is sent alone, with its stamp, and moves the location’s there', async () => {
    await show()
    const from = now()
    await set('Charging', 1)
    await show()
    expect(callsSince(from)).toEqual([`PATCH /${await uidOf(1)}`])
    const [patch] = emsp.book.arrivals.slice(from).filter(({ method }) => method === 'PATCH')
    expect(patch?.body).toEqual({ status: 'CHARGING', last_updated: emsp.location(location())?.last_updated })
    await hasAll()
    // nothing of it moves again
    await show()
    await world.put(`roaming/locations/${location()}`, { published: true })
    await arrived()
    expect(callsSince(from)).toHaveLength(1)
    expect(emsp.book.counts.locations).toEqual({ duplicates: 0, idle: 0, stale: 0 })
  })

  test('goes with the whole location where anything else has moved, or many have', async () => {
    let from = now()
    await set('Available', 1)
    await sql`update locations set name = name || '!' where id = ${location()}`.execute(world.db)
    await show()
    expect(callsSince(from)).toEqual(['PUT '])
    from = now()
    await set('Charging', 0, 1, 2, 3)
    await show()
    expect(callsSince(from)).toEqual(['PUT '])
    from = now()
    await set('Available', 0, 1)
    await show()
    expect(callsSince(from).sort()).toEqual([`PATCH /${await uidOf(0)}`, `PATCH /${await uidOf(1)}`].sort())
    await hasAll()
    expect(emsp.book.counts.locations).toEqual({ duplicates: 0, idle: 0, stale: 0 })
  })

  test('waits for a partner that is away, in order with all else, and each arrives once', async () => {
    const from = now()
    emsp.faults.set({ kind: 'error', status: 503 })
    for (const status of ['Charging', 'Faulted', 'Charging']) {
      await set(status, 4)
      world.clock.forward(1000)
      await world.server.shown.look()
    }
    emsp.faults.clear()
    world.clock.forward(10 * 60_000)
    await arrived()
    const taken = emsp.book.arrivals
      .slice(from)
      .filter(({ http, module }) => module === 'locations' && http === 200)
    expect(taken.filter(({ method }) => method !== 'GET').map(({ body }) => body)).toMatchObject([
      { status: 'CHARGING' },
    ])
    await hasAll()
    expect(emsp.book.counts.locations).toEqual({ duplicates: 0, idle: 0, stale: 0 })
  })

  test('is no part for a partner that has lost the location: it gets it whole, and stays whole', async () => {
    emsp.book.locations.clear()
    const from = now()
    await set('Available', 4)
    await show()
    expect(callsSince(from)).toEqual([`PATCH /${await uidOf(4)}`, 'PUT '])
    await hasAll()
    await set('Charging', 4)
    await show()
    expect(callsSince(from).slice(2)).toEqual(['PUT '])
    await hasAll()
  })

  test('is part of the whole once more when tokens were exchanged', async () => {
    expect((await world.post<Connection>(`roaming/partners/${partner}/renew`)).failure).toBeNull()
    const from = now()
    await set('Available', 4)
    await show()
    await set('Charging', 4)
    await show()
    expect(callsSince(from)).toEqual(['PUT ', `PATCH /${await uidOf(4)}`])
    await hasAll()
  })
})
