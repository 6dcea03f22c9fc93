import type { ErrorAnswer, OrderDetails } from '@stationmaster/contract'
import type { SimulateOptions } from '@stationmaster/simulator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { World } from '../world/world.ts'

interface Seen {
  order: OrderDetails
  logs: { event: string; status?: string; text?: string }[]
}

describe.each(openTestDatabases())('sessions that come before others ($name)', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
  })
  afterAll(() => world?.close())

  let nth = 0
  async function running(
    options: Partial<SimulateOptions> = {},
    protocol: 'ocpp2.0.1' | 'ocpp2.1' = 'ocpp2.1',
  ) {
    const station = await world.simulate(protocol, options)
    const card = `FIRST${++nth}`
    await world.addCard(card)
    await station.plugIn(undefined, null)
    expect(await station.tap(undefined, card)).toBe('Accepted')
    const [order] = await world.ordersOf(station.id)
    const id = order!.id
    return { station, id, card, read: () => world.get<Seen>(`orders/${id}/details`) }
  }
  const request = (id: number, active: boolean) => world.post(`orders/${id}/priority`, { active })
  const refused = (id: number, active = true): Promise<ErrorAnswer> =>
    request(id, active).then(
      () => Promise.reject(new Error('accepted')),
      (error: { body: string }) => JSON.parse(error.body),
    )
  const eventsOf = ({ logs }: Seen) =>
    logs.filter(({ event }) => event.startsWith('priority')).map(({ event }) => event)
  /** Whether the list of open sessions marks it. */
  async function isMarked(id: number): Promise<boolean> {
    const query = `{ orders(limit: 50) { edges { node { id priority } } } }`
    const answer = await fetch(`${world.server.url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: world.authorization },
      body: JSON.stringify({ query }),
    })
    const { data } = (await answer.json()) as {
      data: { orders: { edges: { node: { id: string; priority: boolean } }[] } }
    }
    return data.orders.edges.some(({ node }) => Number(node.id) === id && node.priority)
  }

  test('staff give it and take it back, and it says whose act it was', async () => {
    const { station, id, read } = await running()
    expect((await read()).order).toMatchObject({ priority: null, can: { prioritize: true } })
    expect(await request(id, true)).toEqual({ active: true })
    const { order, logs } = await read()
    expect(order.priority).toEqual({
      since: expect.any(String),
      by: expect.objectContaining({ id: expect.any(Number) }),
    })
    expect(station.transactions().at(-1)).toMatchObject({ comesFirst: true })
    expect(await isMarked(id)).toBe(true)
    expect(logs).toContainEqual(expect.objectContaining({ event: 'priority_response', status: 'Accepted' }))
    // the station reports the same: it stays the staff's
    await station.prioritize(true)
    expect((await read()).order.priority).toEqual(order.priority)
    expect(await request(id, false)).toEqual({ active: false })
    expect((await read()).order.priority).toBeNull()
    expect(eventsOf(await read()).toSorted()).toEqual(
      [
        'priority_off_request',
        'priority_on',
        'priority_on_request',
        'priority_response',
        'priority_response',
      ].toSorted(),
    )
    const audited = await world.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'order.prioritize')
      .where('subject_id', '=', String(id))
      .orderBy('id')
      .execute()
    expect(audited.map(({ after }) => after)).toEqual([{ active: true }, { active: false }])
    await station.close()
  })

  test('a driver takes it at the station, and it ends with the session', async () => {
    const { station, id, card, read } = await running()
    await station.prioritize(true)
    expect((await read()).order.priority).toEqual({ since: expect.any(String), by: null })
    await station.prioritize(false)
    expect((await read()).order.priority).toBeNull()
    await station.prioritize(true)
    expect(await isMarked(id)).toBe(true)
    station.addEnergy(undefined, 5000)
    expect(await station.tap(undefined, card)).toBe('Accepted')
    await world.until('it has ended', async () => (await read()).order.status === 'completed')
    expect((await read()).order).toMatchObject({ priority: null, can: { prioritize: false } })
    expect(await isMarked(id)).toBe(false)
    expect((await refused(id)).code).toBe('order.no_priority')
    await station.close()
  })

  test('a station without a profile for it says so in words, and the session is as before', async () => {
    const { station, id, read } = await running({ priority: false })
    expect(await refused(id)).toMatchObject({
      code: 'station.rejected',
      error: expect.stringContaining('no charging profile for sessions with priority'),
    })
    expect((await read()).order.priority).toBeNull()
    expect((await read()).logs).toContainEqual(
      expect.objectContaining({ event: 'priority_response', status: 'NoProfile' }),
    )
    const profile = {
      id: 7,
      stackLevel: 0,
      chargingProfilePurpose: 'PriorityCharging',
      chargingProfileKind: 'Absolute',
      chargingSchedule: [
        { id: 1, chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod: 0, limit: 11_000 }] },
      ],
    }
    const set = { action: 'SetChargingProfile', payload: { evseId: 1, chargingProfile: profile } }
    expect(await world.post(`stations/${station.id}/message`, set)).toMatchObject({ status: 'Accepted' })
    expect(await request(id, true)).toEqual({ active: true })
    await station.close()
  })

  test('a station that refuses, is away, or speaks another version leaves the session as it is', async () => {
    const { station, id, read } = await running()
    station.misbehave('refusing')
    expect((await refused(id)).code).toBe('station.rejected')
    expect((await read()).order.priority).toBeNull()
    station.misbehave(null)
    await station.goOffline()
    await world.untilOffline(station.id)
    expect((await refused(id)).code).toBe('station.offline')
    await station.close()
    const older = await running({}, 'ocpp2.0.1')
    expect((await older.read()).order.can.prioritize).toBe(false)
    expect((await refused(older.id)).code).toBe('order.no_priority')
    await older.station.close()
    expect((await refused(2 ** 40)).code).toBe('order.not_found')
  })
})
