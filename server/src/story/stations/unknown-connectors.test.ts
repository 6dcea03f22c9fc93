import type { ReportingStation, Station } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, twoVersions } from '../../platform/general/testing.ts'
import { World } from '../world/world.ts'

describe.each(twoVersions)('a %s station with more connectors than are set up', (protocol) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await openTestDatabase())
  })
  afterAll(() => world.close())

  test('shows them on its page and in the inbox, and they can be set up as reported', async () => {
    const second = { number: 2, evse: 2, type: 'Type 2' }
    const first = { number: 1, evse: 1, type: 'CCS 2', current: 'DC' as const, powerW: 150_000 }
    const { made } = await world.simulate(protocol, { connectors: [first, second] })
    const unknown = async () => (await world.get<Station>(`stations/${made.id}`)).unknown_connectors
    await world.until('it is known', async () => (await unknown()).length > 0)
    expect(await unknown()).toEqual([protocol === 'ocpp1.6' ? '2' : '2/1'])

    const inbox = await world.get<ReportingStation[]>('inbox/connectors')
    expect(inbox).toMatchObject([{ station_id: made.id, connectors: await unknown() }])
    const accepted = await world.post<Station>(`stations/${made.id}/reported-connectors`)
    const added = accepted.evses.find(({ number }) => number === 2)!.connectors
    expect(added).toMatchObject([{ number: 1, type: 'CCS 2', power: 150 }])
    expect(accepted.unknown_connectors).toEqual([])
    // the server requests their statuses, and one can charge there
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
