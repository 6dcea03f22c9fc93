import type { Invitation, RoamingPreview } from '@stationmaster/contract'
import { type Emsp, startEmsp } from '@stationmaster/simulator/emsp'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { World } from '../../world/world.ts'

/** What changes in the network is sent to partners of both versions, and nothing else. */
describe.each(['2.2.1', '2.3.0'] as const)('a partner is sent the network (OCPI %s)', (version) => {
  let world: World
  let emsp: Emsp
  beforeAll(async () => {
    world = await World.open(await openTestDatabase())
    await world.put('roaming/party', { country_code: 'DE', party_id: 'STM', name: 'Stationmaster' })
    await sql`update locations set lat = 56.85, lng = 35.9, country = 'Russia'`.execute(world.db)
    emsp = await startEmsp({ versions: [version], now: () => world.clock.now() })
    const { token, versions_url: url } = await world.post<Invitation>('roaming/partners', { name: 'Cards' })
    await emsp.partner.register(url, token)
  })
  afterAll(async () => {
    await emsp?.close()
    await world?.close()
  })

  const id = () => String(world.locationId)
  const statuses = (): string[] =>
    ((emsp.location(id())?.evses ?? []) as { status: string }[]).map(({ status }) => status)
  const until = (what: string, isSo: () => boolean) =>
    emsp.until(() => (isSo() ? true : undefined), `${what}: ${JSON.stringify(emsp.location(id()))}`)
  const pushes = (module: string) =>
    emsp.book.arrivals.filter(({ method, path }) => method !== 'GET' && path.includes(`/${module}/`)).length

  test('a location is sent as it is published, with what follows, once for each change', async () => {
    const station = await world.simulate('ocpp2.0.1', { plugDelayMs: null })
    await world.put(`roaming/locations/${id()}`, { published: true })
    await until('it is shown', () => statuses().length === 1)
    await world.server.shown.look()
    await until('it is free', () => statuses()[0] === 'AVAILABLE')
    const sent = pushes('locations')
    // looking again finds nothing new
    await world.server.shown.look()
    await world.server.deliveries.wake()
    await world.server.deliveries.idle()
    expect(pushes('locations')).toBe(sent)
    // a partner sees a plug without anybody's looking
    await station.plugIn(1, null)
    await until('a car is there', () => statuses()[0] === 'CHARGING')
    expect(emsp.book.counts.locations).toEqual({ duplicates: 0, idle: 0, stale: 0 })
    expect(emsp.book.refusals()).toEqual([])
    expect(emsp.book.vanished).toEqual([])
  })

  test('a tariff is sent as it is published and changed, and deleted as it is taken back', async () => {
    const { versions } = await world.get<RoamingPreview>(`roaming/locations/${id()}/preview`)
    const tariff = versions[0]!.tariffs[0]!.id
    const sent = () => [...emsp.book.tariffs.values()]
    await world.put(`roaming/tariffs/${tariff}`, { published: true })
    await emsp.until(() => sent()[0], 'a tariff')
    // what happens at a plug is no news of a tariff
    const before = pushes('tariffs')
    const station = await world.simulate('ocpp1.6', { plugDelayMs: null })
    await world.server.shown.look()
    await until('a second one is free', () => statuses().includes('AVAILABLE'))
    await station.plugIn(1, null)
    await until('a second car is there', () => !statuses().includes('AVAILABLE'))
    await world.server.deliveries.idle()
    expect(pushes('tariffs')).toBe(before)
    await world.put(`roaming/tariffs/${tariff}`, { published: false })
    await emsp.until(() => (sent().length === 0 ? true : undefined), 'its end')
    expect(emsp.book.refusals()).toEqual([])
  })

  test('an EVSE that is taken down stays as REMOVED, and so does a location that is taken back', async () => {
    const { id: stationId } = await world.addStation()
    await world.server.shown.look()
    await until('a second one', () => statuses().length === 3)
    await world.remove(stationId)
    await world.server.shown.look()
    await until('it is removed', () => statuses().includes('REMOVED'))
    await world.put(`roaming/locations/${id()}`, { published: false })
    await until('all are removed', () => statuses().every((status) => status === 'REMOVED'))
    expect(statuses()).toHaveLength(3)
    expect(emsp.book.vanished).toEqual([])
  })
})
