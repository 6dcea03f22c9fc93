import type { Invitation, PartnerQueue } from '@stationmaster/contract'
import { type Emsp, type Fault, startEmsp } from '@stationmaster/simulator/emsp'
import { MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { followProfiles } from '../../../slices/roaming/charging-profiles/follow.ts'
import { World } from '../../world/world.ts'

const profile = (limit: number) => ({
  charging_rate_unit: 'W',
  charging_profile_period: [{ start_period: 0, limit }],
})

/** Results of charging profiles, and changes of them, to a partner that does wrong what can be done wrong. */
describe.each([
  ['ocpp1.6', '2.2.1'],
  ['ocpp2.0.1', '2.3.0'],
] as const)('charging profiles and a partner with faults (%s, OCPI %s)', (protocol, version) => {
  let world: World
  let emsp: Emsp
  let partnerId = 0
  let id = ''
  let task: (body: object) => Promise<unknown>
  beforeAll(async () => {
    world = await World.open(await openTestDatabase(), undefined, { OCPI_TIMEOUT_SECONDS: '1' })
    await world.put('roaming/party', { country_code: 'DE', party_id: 'STM', name: 'Stationmaster' })
    await sql`update locations set lat = 56.85, lng = 35.9, country = 'Russia'`.execute(world.db)
    await world.put(`roaming/locations/${world.locationId}`, { published: true })
    emsp = await startEmsp({ versions: [version], now: () => world.clock.now() })
    const {
      token,
      versions_url: url,
      partner,
    } = await world.post<Invitation>('roaming/partners', { name: 'Cards' })
    partnerId = partner.id
    await emsp.partner.register(url, token)
    const card = emsp.wallet.put({ uid: 'car', whitelist: 'ALWAYS' })
    await emsp.cpo.pushToken(card)
    const station = await world.simulate(protocol)
    await station.begin({ token: card.uid })
    await world.until('the session runs', async () => {
      const order = (await world.ordersOf(station.made.id)).at(-1)
      id = String(order?.id)
      return order?.status === 'started'
    })
    task = (body) => world.post(`stations/${station.made.id}/tasks`, body)
  })
  afterAll(async () => {
    await emsp?.close()
    await world?.close()
  })

  const queue = () => world.get<PartnerQueue>(`roaming/partners/${partnerId}/queue`)
  const sendAgain = () => world.post(`roaming/partners/${partnerId}/queue/send`, {})
  const modules = ['chargingprofiles'] as ['chargingprofiles']
  const arrivals = (path: string) => emsp.book.arrivals.filter((one) => one.path.includes(path)).length
  let limit = 5000

  const away: [string, Fault][] = [
    ['answers 503', { kind: 'error', status: 503 }],
    ['refuses our token', { kind: 'unauthorized' }],
    ['is slower than we wait', { kind: 'slow', ms: 2_000 }],
    ['does the work and never answers', { kind: 'silent' }],
  ]
  test.each(away)('a result for one that %s waits, and holds no session up', async (_, fault) => {
    world.clock.forward(MINUTE_MS)
    emsp.faults.set(fault, { modules })
    limit += 100
    const wanted = limit
    const set = await emsp.cpo.setProfile(id, profile(wanted))
    expect(set.responses).toMatchObject([{ result: 'ACCEPTED' }])
    await world.until('it was tried', async () => (await queue()).failures > 0)
    expect(await queue()).toMatchObject({ dead: 0, error: expect.any(String) })
    emsp.faults.clear()
    await sendAgain()
    expect(await set.result()).toEqual({ result: 'ACCEPTED' })
    await world.until('nothing waits', async () => (await queue()).waiting === 0)
    // the work may have been done before, and once more; never another result
    expect(new Set(set.results.map((one) => JSON.stringify(one))).size).toBe(1)
    // the station has the limit that was accepted
    const read = await emsp.cpo.activeProfile(id, 60)
    expect(await read.result()).toMatchObject({
      profile: { charging_profile: { charging_profile_period: [{ limit: wanted }] } },
    })
  })

  test('answers out of order, and a session that stays PENDING there, change nothing', async () => {
    world.clock.forward(MINUTE_MS)
    emsp.faults.set({ kind: 'pending' })
    emsp.faults.set({ kind: 'out-of-order', ms: 300 }, { modules })
    const first = await emsp.cpo.setProfile(id, profile(6000))
    const second = await emsp.cpo.setProfile(id, profile(7000))
    expect([await first.result(), await second.result()]).toEqual([
      { result: 'ACCEPTED' },
      { result: 'ACCEPTED' },
    ])
    emsp.faults.clear()
    const read = await emsp.cpo.activeProfile(id, 60)
    expect(await read.result()).toMatchObject({
      profile: { charging_profile: { charging_profile_period: [{ limit: 7000 }] } },
    })
    expect([first.results.length, second.results.length]).toEqual([1, 1])
  })

  test('of changes while it is away it gets the newest alone', async () => {
    world.clock.forward(MINUTE_MS)
    const look = () =>
      followProfiles({ ...world.server.stations.commands, deliveries: world.server.deliveries })
    await (await emsp.cpo.setProfile(id, profile(9000))).result()
    await world.until('nothing waits', async () => (await queue()).waiting === 0)
    emsp.faults.set({ kind: 'error', status: 500 }, { modules })
    for (const limit of [8000, 7500, 7000]) {
      await task({ task: 'limit', evse: 1, unit: 'W', limit })
      await look()
    }
    await world.until('it was tried', async () => (await queue()).failures > 0)
    expect(await queue()).toMatchObject({ waiting: 1 })
    emsp.faults.clear()
    const before = arrivals(`chargingprofiles/${id}`)
    await sendAgain()
    await world.until('nothing waits', async () => (await queue()).waiting === 0)
    expect(emsp.profiles.get(id)?.charging_profile).toMatchObject({
      charging_profile_period: [{ limit: 7000 }],
    })
    expect(arrivals(`chargingprofiles/${id}`) - before).toBe(1)
  })
})
