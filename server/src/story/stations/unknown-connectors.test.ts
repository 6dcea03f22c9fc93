import type { ReportingStation, Station } from '@stationmaster/contract'
import { protocols } from '@stationmaster/ocpp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { World } from '../world/world.ts'

describe.each(protocols)('a %s station with more connectors than are set up', (protocol) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await openTestDatabase())
  })
  afterAll(() => world.close())

  test('says so to whoever looks and in the inbox, and what it reports is taken over', async () => {
    const second = { number: 2, evse: 2, type: 'Type 2' }
    const first = { number: 1, evse: 1, type: 'CCS 2', current: 'DC' as const, powerW: 150_000 }
    const { made } = await world.simulate(protocol, { connectors: [first, second] })
    const unknown = async () => (await world.get<Station>(`stations/${made.id}`)).unknown_connectors
    await world.until('it is known', async () => (await unknown()).length > 0)
    expect(await unknown()).toEqual([protocol === 'ocpp1.6' ? '2' : '2/1'])

    const told = await world.get<ReportingStation[]>('inbox/connectors')
    expect(told).toMatchObject([{ station_id: made.id, connectors: await unknown() }])
    const taken = await world.post<Station>(`stations/${made.id}/reported-connectors`)
    const added = taken.evses.find(({ number }) => number === 2)!.connectors
    expect(added).toMatchObject([{ number: 1, type: 'CCS 2', power: 150 }])
    expect(taken.unknown_connectors).toEqual([])
    // it is asked how they are, and one can charge there
    await world.until('it says how they are', async () => {
      const { evses } = await world.get<Station>(`stations/${made.id}`)
      return evses.flatMap((evse) => evse.connectors).every(({ status }) => status === 'available')
    })
    await world.post(`connectors/${added[0]!.id}/start`)

    const exact = await world.simulate(protocol)
    await world.untilOnline(exact.made.id)
    expect((await world.get<Station>(`stations/${exact.made.id}`)).unknown_connectors).toEqual([])
  })
})
