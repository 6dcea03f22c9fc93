import type { EnergyView } from '@stationmaster/contract'
import type { Protocol } from '@stationmaster/ocpp'
import type { SimulateOptions, VirtualStation } from '@stationmaster/simulator'
import type { World } from '../../world/world.ts'

type Seen = EnergyView['outlets'][number]
type YardStation = VirtualStation & { made: { id: string } }

let yards = 0

/** two looks and more */
const stillMs = 5000

/** A location of its own with three-phase plugs of 32 A behind one fuse, and cars that take all of it. */
export class Yard {
  private constructor(
    private readonly world: World,
    readonly locationId: number,
    readonly stations: readonly YardStation[],
    private readonly site: object,
  ) {}

  /** Builds the stations, and saves the site with a fuse of so many A. */
  static async open(
    world: World,
    protocols: readonly Protocol[],
    { fuseA, floorA = 6, ...more }: { fuseA: number; floorA?: number } & Partial<SimulateOptions>,
  ): Promise<Yard> {
    const nth = ++yards
    const { id: locationId } = await world.post<{ id: number }>('locations', {
      name: `Yard ${nth}`,
      city: 'Tver',
    })
    const stations: YardStation[] = []
    for (const [index, protocol] of protocols.entries()) {
      const id = `YARD${nth}-${index + 1}`
      const type = 'Type 2'
      const connectors = [{ evse_number: 1, number: 1, type, current: 'AC', power: 22.08 }]
      const { password, evses } = await world.post<{
        password: string
        evses: { connectors: { id: number }[] }[]
      }>(`locations/${locationId}/stations`, { id, vendor_name: 'Story', model: 'AC', connectors })
      await world.addCard(`CARD-${id}`)
      const connectorId = evses[0]?.connectors[0]?.id ?? 0
      const options = {
        connectors: [{ number: 1, evse: 1, type, powerW: 22_080 }],
        meterEveryMs: 300,
        ...more,
      }
      stations.push(await world.simulateAs({ id, password, connectorId }, protocol, options))
    }
    const site = {
      enabled: true,
      strategy: 'equal',
      circuits: [{ id: 'grid', name: 'Grid', parent: null, fuse_a: [fuseA, fuseA, fuseA] }],
      outlets: stations.map(({ made: { id } }) => ({
        station_id: id,
        evse: 1,
        circuit: 'grid',
        phases: [1, 2, 3],
        most_a: 32,
        floor_a: floorA,
      })),
    }
    await world.put(`locations/${locationId}/energy/site`, site)
    const yard = new Yard(world, locationId, stations, site)
    await yard.until('stations have their floors', ({ outlets }) =>
      outlets.every(({ floor_set }) => floor_set),
    )
    return yard
  }

  /** A car arrives at a station and charges. */
  async car(index: number): Promise<void> {
    const station = this.station(index)
    await station.plugIn(1, { maxAcW: 22_080, arrivalPercent: 5, batteryWh: 90_000 })
    await station.begin({ token: `CARD-${station.made.id}` })
  }

  station(index: number): YardStation {
    const station = this.stations[index]
    if (!station) throw new Error(`no station ${index}`)
    return station
  }

  view(): Promise<EnergyView> {
    return this.world.get(`locations/${this.locationId}/energy`)
  }

  async save(more: object): Promise<void> {
    await this.world.put(`locations/${this.locationId}/energy/site`, { ...this.site, ...more })
  }

  limit(body: object): Promise<{ id: number }> {
    const until = new Date(this.world.clock.now().getTime() + 3_600_000).toISOString()
    return this.world.post(`locations/${this.locationId}/energy/limits`, { until, ...body })
  }

  /** What each outlet has, A; null: nothing that was set holds. */
  async grants(): Promise<(number | null)[]> {
    return (await this.view()).outlets.map(({ session }) => session?.granted_a ?? null)
  }

  outlet = async (index: number): Promise<Seen> => {
    const outlet = (await this.view()).outlets[index]
    if (!outlet) throw new Error(`no outlet ${index}`)
    return outlet
  }

  async until(what: string, isSo: (view: EnergyView) => boolean): Promise<void> {
    let last: EnergyView | undefined
    await this.world
      .until(what, async () => {
        last = await this.view()
        return isSo(last)
      })
      .catch((error) => {
        throw new Error(
          `${error.message}: ${JSON.stringify(last?.outlets)} ${JSON.stringify(last?.circuits)}`,
        )
      })
  }

  /** Waits until an outlet has drawn nothing for some looks: who draws more than it may while time is moved on does not obey. */
  async untilStill(index: number): Promise<void> {
    let since: number | null = null
    await this.until('it draws nothing', ({ outlets }) => {
      const { measured_a: drawn, measured_at: at } = outlets[index]?.session ?? {}
      if (drawn !== 0 || !at) since = null
      else since ??= Date.parse(at)
      return since !== null && Date.parse(at ?? '') - since >= stillMs
    })
  }

  /** Waits until the outlets have these currents, A. */
  untilGranted(...amperes: (number | null)[]): Promise<void> {
    return this.until(`they have ${amperes.join(', ')} A`, ({ outlets }) =>
      amperes.every((wanted, nth) => (outlets[nth]?.session?.granted_a ?? null) === wanted),
    )
  }
}
