import type { Driver, Fleet } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { twoVersions } from '../../../platform/general/testing.ts'
import { Servers } from './servers.ts'

/** what a full battery costs at 17.00, and a limit that is for one of them and a part of another */
const fullMinor = 170_000
const limitMinor = 200_000

/** A story that is tried again has a company of its own. */
let made = 0

describe('a company whose cards are shown at stations of two servers', () => {
  let servers: Servers
  beforeAll(async () => {
    servers = await Servers.open()
  })
  afterAll(() => servers.close())

  const fleetOf = async (cards: readonly string[]): Promise<number> => {
    const [api] = servers.apis
    const name = `Taxi${++made}`
    const { id } = await api!.post<Fleet>('fleets', {
      name,
      email: `${name.toLowerCase()}@fleet.example`,
      tax_number: '7707083893',
      contract_number: '12/26',
      language: 'en',
      month_limit: limitMinor,
    })
    for (const card of cards) {
      const person = { first_name: 'Igor', last_name: card, email: `${card.toLowerCase()}@people.example` }
      const { id: driverId } = await api!.post<Driver>('drivers', { ...person, tokens: [card] })
      await api!.patch(`drivers/${driverId}`, { fleet_id: id })
    }
    return id
  }

  test('sessions that begin and end at once use no more than its limit of the month', async () => {
    const nth = ++made
    const stations = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((index) =>
        servers.simulate(`FL-${nth}-${index}`, twoVersions[index % 4 < 2 ? 0 : 1]!, index % 2, {
          meterEveryMs: 600_000,
        }),
      ),
    )
    const cards = stations.map((_, index) => `FLEET-${nth}-${index}`)
    const fleetId = await fleetOf(cards)
    const rows = () =>
      servers.query<{ station: string; limit: number; status: string }>(
        `select station_id as station, limit_amount_minor::int as limit, status from orders
          where fleet_id = ${fleetId} order by 2`,
      )
    await Promise.all(stations.map((station) => station.plugIn(1, null)))
    await Promise.all(stations.map((station, index) => station.tap(1, cards[index]!)))
    await servers.until('two sessions run', async () => (await rows()).length >= 2)
    const begun = await rows()
    expect(begun.map(({ limit }) => limit)).toEqual([limitMinor - fullMinor, fullMinor])
    // each charges all that it may, and all end at once
    const running = begun.map(({ station, limit }) => {
      const own = stations.find(({ id }) => id === station)
      own?.addEnergy(1, Math.round(limit / 1.7))
      return own
    })
    await Promise.all(running.map((station) => station?.stop(1)))
    await servers.until('both have ended', async () =>
      (await rows()).every(({ status }) => status === 'completed'),
    )
    const fleet = await servers.apis[1]!.get<Fleet>(`fleets/${fleetId}`)
    expect(fleet).toMatchObject({ held: 0, used: limitMinor, used_up: true })
  })
})
