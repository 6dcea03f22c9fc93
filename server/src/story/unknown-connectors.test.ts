import type { Station } from '@stationmaster/contract'
import { protocols } from '@stationmaster/ocpp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../platform/testing.ts'
import { World } from './world.ts'

describe.each(protocols)('a %s station with more connectors than are set up', (protocol) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await openTestDatabase())
  })
  afterAll(() => world.close())

  test('says so to whoever looks at it', async () => {
    const second = { number: 2, evse: 2, type: 'Type 2' }
    const first = { number: 1, evse: 1, type: 'CCS 2', current: 'DC' as const, powerW: 150_000 }
    const { made } = await world.simulate(protocol, { connectors: [first, second] })
    const unknown = async () => (await world.get<Station>(`stations/${made.id}`)).unknown_connectors
    await world.until('it is known', async () => (await unknown()).length > 0)
    expect(await unknown()).toEqual([protocol === 'ocpp1.6' ? '2' : '2/1'])

    const exact = await world.simulate(protocol)
    await world.untilOnline(exact.made.id)
    expect((await world.get<Station>(`stations/${exact.made.id}`)).unknown_connectors).toEqual([])
  })
})
