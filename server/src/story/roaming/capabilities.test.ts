import type { RoamingPreview } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, twoVersions } from '../../platform/general/testing.ts'
import { World } from '../world/world.ts'

let world: World
beforeAll(async () => {
  world = await World.open(await openTestDatabase())
  await world.put('roaming/party', { country_code: 'DE', party_id: 'STM', name: 'Stationmaster' })
  await sql`update locations set lat = 56.85, lng = 35.9, country = 'Russia'`.execute(world.db)
})
afterAll(() => world?.close())

test.each(
  twoVersions,
)('what a station of %s reports decides what partners may ask of it', async (protocol) => {
  const { id } = await world.simulate(protocol)
  const { rows } = await sql<{
    uid: string
  }>`select min(id)::text as uid from connectors where station_id = ${id}`.execute(world.db)
  type Shown = { evses: { uid: string; capabilities: string[] }[] }
  const capabilities = async () => {
    const { versions } = await world.get<RoamingPreview>(`roaming/locations/${world.locationId}/preview`)
    const { evses } = versions[0]!.location as unknown as Shown
    return evses.find(({ uid }) => uid === rows[0]!.uid)?.capabilities
  }
  expect(await capabilities()).not.toContain('RESERVABLE')
  await world.post(`stations/${id}/configuration/refresh`)
  await world.until('it is known', async () => (await capabilities())?.includes('RESERVABLE') ?? false)
  expect(await capabilities()).toContain('CHARGING_PROFILE_CAPABLE')
  // another firmware takes no limits
  await sql`update station_configurations set settings =
    '[{"name":"SupportedFeatureProfiles","value":"Core","readonly":true}]' where station_id = ${id}`.execute(
    world.db,
  )
  expect(await capabilities()).not.toContain('CHARGING_PROFILE_CAPABLE')
})
