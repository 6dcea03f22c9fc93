import type { EnergyView } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Servers } from './servers.ts'

/** One server computes a site; the other goes on with it, and with all that stations have. */
describe('a site whose server is killed', () => {
  let servers: Servers
  let made = 0
  beforeAll(async () => {
    servers = await Servers.open(2, { LOG_LEVEL: 'warn' })
  })
  afterAll(() => servers?.close())

  test('is computed by another one, and a limit by call reaches its stations', async () => {
    // a story that is tried again has a location and stations of its own
    const { id: location } = await servers.apis[0]!.post<{ id: number }>('locations', {
      name: `Lease ${made}`,
      city: 'Tver',
    })
    const ids = [`LEASE-${++made}`, `LEASE-${++made}`] as const
    const passwords = [await servers.add(ids[0], location), await servers.add(ids[1], location)]
    const energy = `locations/${location}/energy`
    await servers.apis[0]!.put(`${energy}/site`, {
      enabled: true,
      strategy: 'equal',
      circuits: [{ id: 'grid', name: 'Grid', parent: null, fuse_a: [200, 200, 200] }],
      outlets: ids.map((station_id) => ({
        station_id,
        evse: 1,
        circuit: 'grid',
        phases: [1, 2, 3],
        most_a: 217,
        floor_a: 20,
      })),
    })
    const holder = async () => {
      const rows = await servers.query<{ node: string | null }>(
        `select node from energy_control where location_id = ${location}`,
      )
      return rows[0]?.node ?? null
    }
    await servers.until('a server computes it', async () => (await holder()) !== null)
    const computes = (await holder()) === 'node-0' ? 0 : 1
    const other = 1 - computes
    for (const [nth, protocol] of (['ocpp1.6', 'ocpp2.0.1'] as const).entries()) {
      const id = ids[nth]!
      const station = await servers.simulate(id, protocol, other, { password: passwords[nth]! })
      await station.plugIn(1, { maxDcW: 140_000, batteryWh: 90_000, arrivalPercent: 5 })
      await station.begin({ token: `CARD-${id}` })
    }
    const view = () => servers.apis[other]!.get<EnergyView>(energy)
    const counted = async () => (await view()).outlets.map(({ session }) => session?.counted_a ?? 0)
    const sumOf = (all: readonly number[]) => all.reduce((sum, a) => sum + a, 0)
    // all of the fuse but for steps; the floors are 40 A
    const isShared = (sum: number) => sum > 180 && sum <= 200
    const isSet = async () => {
      const { outlets } = await view()
      const own = outlets.filter(({ session }) => session)
      return own.length === 2 && own.every(({ floor_set }) => floor_set) && isShared(sumOf(await counted()))
    }
    await servers.until('cars charge by what was set', isSet, 150_000)
    servers.all[computes]!.signal('SIGKILL')
    await servers.until('the other server computes it', async () => (await holder()) === `node-${other}`)
    // what stations have is known to it
    expect(isShared(sumOf(await counted())), String(await counted())).toBe(true)
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await servers.apis[other]!.post(`${energy}/limits`, { percent: 30, until })
    await servers.until('both have less', async () => sumOf(await counted()) <= 60)
    await servers.until('no more flows', async () => (await view()).circuits[0]!.flow_a.every((a) => a <= 60))
  }, 400_000)
})
