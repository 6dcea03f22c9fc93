import { setTimeout as pause } from 'node:timers/promises'
import type { EnergyView } from '@stationmaster/contract'
import { protocols } from '@stationmaster/ocpp'
import { type Random, randomOf, simulate, type VirtualStation } from '@stationmaster/simulator'
import pg from 'pg'
import { BadNetwork } from '../soak/bad-network.ts'
import { Office } from '../soak/office.ts'
import { Stage } from '../soak/stage.ts'

/** so many stations hang at one feeder */
const perFeeder = 10
const plug = { type: 'Type 2', mostA: 32, floorA: 6 }
const phaseV = 230
/** of so many stations one has a single phase */
const singleOf = 4
const othersMostA = 60
const servers = ['one', 'two'] as const
/** a phase may carry too much for so long after something has changed, s */
const reactionSeconds = 10
/** what is measured and what is meant differ by this, A */
const toleranceA = 1

/** What came of a run. */
export interface LiveResult {
  stations: number
  minutes: number
  kills: number
  cuts: number
  limits: number
  deliveredKwh: number
  highestLoad: number
  /** seconds in which a circuit carried too much, and those of them beyond the reaction time */
  overloadSeconds: number
  overloadBeyondSeconds: number
  profilesPerStationMinute: number
}

/** A site with real servers and stations of every version, for some minutes, in which links, servers and the meter go away. */
export async function live(stations: number, minutes: number, seed: number): Promise<LiveResult> {
  const random = randomOf(seed)
  const network = await BadNetwork.listen(random)
  network.recover()
  const stage = await Stage.open(network, 1)
  for (const name of servers) await stage.startServer(name)
  const office = new Office(network.origin, stage.password)
  const yard = await buildYard(office, network.origin, stations)
  const run = new Run(yard, stage, office, random)
  try {
    return await run.through(minutes)
  } finally {
    await Promise.all(yard.stations.map((station) => station.close()))
    await stage.close()
  }
}

interface Circuit {
  id: string
  fuseA: number
  members: readonly Outlet[]
}

/** a station, and the phases of the circuit to which its own phases are wired */
interface Outlet {
  station: VirtualStation
  phases: readonly number[]
}

interface Yard {
  locationId: number
  key: string
  stations: VirtualStation[]
  circuits: Circuit[]
}

/** The phases of a station: rotated, station by station. */
const phasesOf = (nth: number): number[] =>
  Array.from({ length: nth % singleOf === 0 ? 1 : 3 }, (_, phase) => ((phase + nth) % 3) + 1)

const powerOf = (nth: number): number => phasesOf(nth).length * plug.mostA * phaseV

/** Makes a station of some version, with its card, and connects it. */
async function addStation(
  office: Office,
  origin: string,
  locationId: number,
  nth: number,
): Promise<VirtualStation> {
  const id = `LIVE-${nth}`
  const powerW = powerOf(nth)
  const connector = { evse_number: 1, number: 1, type: plug.type, current: 'AC', power: powerW / 1000 }
  const { password } = await office.call<{ password: string }>('POST', `locations/${locationId}/stations`, {
    id,
    vendor_name: 'Bench',
    model: 'AC',
    connectors: [connector],
  })
  await office.call('POST', 'id-tokens', { token: `CARD-${id}` })
  return simulate({
    url: `${origin.replace('http', 'ws')}/ocpp`,
    stationId: id,
    protocol: protocols[nth % protocols.length] ?? 'ocpp1.6',
    password,
    connectors: [{ number: 1, evse: 1, type: plug.type, powerW }],
    meterEveryMs: 10_000,
    token: `CARD-${id}`,
    patient: true,
  })
}

/** Makes the location, its stations and its site, and waits until the floors are at all stations. */
async function buildYard(office: Office, origin: string, count: number): Promise<Yard> {
  const { id: locationId } = await office.call<{ id: number }>('POST', 'locations', {
    name: 'Live',
    city: 'Tver',
  })
  const stations: VirtualStation[] = []
  for (let nth = 0; nth < count; nth += 1) stations.push(await addStation(office, origin, locationId, nth))
  const outlets = stations.map((station, nth) => ({ station, phases: phasesOf(nth) }))
  // not much above the floors, so that cars have to share
  const feederA = Math.ceil(1.4 * perFeeder * plug.floorA)
  const feeders = Array.from({ length: Math.ceil(count / perFeeder) }, (_, nth) => ({
    id: `feeder-${nth}`,
    fuseA: feederA,
    members: outlets.slice(nth * perFeeder, (nth + 1) * perFeeder),
  }))
  const grid = { id: 'grid', fuseA: Math.ceil(count * plug.floorA * 1.2) + othersMostA, members: outlets }
  const fuse = (amperes: number) => [amperes, amperes, amperes]
  await office.call('PUT', `locations/${locationId}/energy/site`, {
    enabled: true,
    strategy: 'equal',
    circuits: [
      {
        id: grid.id,
        name: 'Grid',
        parent: null,
        fuse_a: fuse(grid.fuseA),
        other: { kind: 'meter', most_a: fuse(othersMostA), age_seconds: 30 },
      },
      ...feeders.map(({ id, fuseA }) => ({ id, name: id, parent: grid.id, fuse_a: fuse(fuseA) })),
    ],
    outlets: outlets.map(({ station, phases }, nth) => ({
      station_id: station.id,
      evse: 1,
      circuit: `feeder-${Math.floor(nth / perFeeder)}`,
      phases,
      most_a: plug.mostA,
      floor_a: plug.floorA,
    })),
  })
  const { key } = await office.call<{ key: string }>('POST', `locations/${locationId}/energy/key`)
  const path = `locations/${locationId}/energy`
  while (!(await office.call<EnergyView>('GET', path)).outlets.every(({ floor_set }) => floor_set))
    await pause(1000)
  return { locationId, key, stations, circuits: [grid, ...feeders] }
}

/** What flows through the phase that carries most, A. */
function mostOfPhases(outlets: readonly Outlet[]): number {
  const flows = [0, 0, 0]
  for (const { station, phases } of outlets) {
    const currentA = (station.snapshot().connectors[0]?.powerW ?? 0) / phaseV / phases.length
    for (const phase of phases) flows[phase - 1] = (flows[phase - 1] ?? 0) + currentA
  }
  return Math.max(...flows)
}

/** The minutes of a run, second by second. */
class Run {
  private kills = 0
  private cuts = 0
  private limits = 0
  private highest = 0
  private overload = 0
  private beyond = 0
  private readonly since = new Map<string, number>()
  private othersA = 0
  /** until when the grid connection may carry a share of its fuse alone */
  private limited: { share: number; until: number } | null = null

  constructor(
    private readonly yard: Yard,
    private readonly stage: Stage,
    private readonly office: Office,
    private readonly random: Random,
  ) {}

  async through(minutes: number): Promise<LiveResult> {
    const { stations } = this.yard
    const seconds = Math.round(minutes * 60)
    const registers = stations.map((station) => station.register(1))
    const profiles = await this.profiles()
    const errands = new Set<Promise<unknown>>()
    const errand = (work: Promise<unknown>) => {
      const done: Promise<unknown> = work
        .catch((error: unknown) => console.error(`an errand failed: ${error}`))
        .finally(() => errands.delete(done))
      errands.add(done)
    }
    for (let second = 0; second < seconds; second += 1) {
      const begun = performance.now()
      for (const happens of this.happenings(second, seconds)) errand(happens())
      this.look()
      await pause(Math.max(0, 1000 - (performance.now() - begun)))
    }
    await Promise.all(errands)
    const deliveredWh = stations.reduce(
      (sum, station, nth) => sum + station.register(1) - (registers[nth] ?? 0),
      0,
    )
    return {
      stations: stations.length,
      minutes,
      kills: this.kills,
      cuts: this.cuts,
      limits: this.limits,
      deliveredKwh: Math.round(deliveredWh / 100) / 10,
      highestLoad: Math.round(this.highest * 1000) / 1000,
      overloadSeconds: this.overload,
      overloadBeyondSeconds: this.beyond,
      profilesPerStationMinute:
        Math.round((((await this.profiles()) - profiles) / stations.length / minutes) * 100) / 100,
    }
  }

  /** What happens in a second: cars come and go, links are cut, servers are killed, the grid operator limits, the meter reports or is silent. */
  private happenings(second: number, seconds: number): (() => Promise<unknown>)[] {
    const { stations } = this.yard
    const all: (() => Promise<unknown>)[] = []
    // each car stays for some minutes
    const one = stations[this.random.integer(0, stations.length - 1)]
    if (!one) return []
    if (second % Math.max(1, Math.round(120 / stations.length)) === 0) all.push(() => this.comesOrGoes(one))
    // a third of the time the meter is silent
    if (second % 10 === 0 && second % 180 < 120) all.push(() => this.meter())
    if (second % 45 === 30) all.push(async () => this.cut(one))
    if (second % 150 === 75) all.push(() => this.kill())
    if (second % 240 === 40 && second + 60 < seconds) all.push(() => this.limit())
    return all
  }

  private async comesOrGoes(station: VirtualStation): Promise<void> {
    const { plugged } = station.connectorView(1)
    // three of four cars stay on, so that the circuits are full
    if (plugged) return this.random.integer(1, 4) === 1 ? station.unplug(1) : undefined
    const maxAcW = this.random.pick([7360, 11_040, 22_080, 22_080])
    await station.plugIn(1, { maxAcW, batteryWh: 60_000, arrivalPercent: this.random.integer(5, 60) })
    await station.begin()
  }

  private async meter(): Promise<void> {
    this.othersA = this.random.integer(0, othersMostA / 2)
    const others_a = [this.othersA, this.othersA, this.othersA]
    const answer = await fetch(`${this.stage.network.origin}/api/v1/energy/readings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.yard.key}` },
      body: JSON.stringify({ circuit: 'grid', others_a }),
    })
    if (answer.status !== 204) throw new Error(`a reading was answered ${answer.status}`)
  }

  private cut(station: VirtualStation): void {
    this.cuts += 1
    station.cutCable()
  }

  /** Kills the server that computes the site, and starts it again. */
  private async kill(): Promise<void> {
    const { computed } = await this.view()
    const name = servers.find((one) => one === computed?.node) ?? servers[0]
    this.kills += 1
    await this.stage.endServer(name, 'SIGKILL')
    await pause(20_000)
    await this.stage.startServer(name)
  }

  private async limit(): Promise<void> {
    const share = 0.8
    const until = Date.now() + 60_000
    await this.office.call('POST', `locations/${this.yard.locationId}/energy/limits`, {
      percent: share * 100,
      until: new Date(until).toISOString(),
    })
    this.limits += 1
    this.limited = { share, until }
  }

  private view(): Promise<EnergyView> {
    return this.office.call('GET', `locations/${this.yard.locationId}/energy`)
  }

  /** Takes what flows from the stations themselves, and holds it against what each circuit may carry. */
  private look(): void {
    const now = Date.now()
    if (this.limited && now >= this.limited.until) this.limited = null
    for (const { id, fuseA, members } of this.yard.circuits) {
      const isGrid = id === 'grid'
      const flowA = mostOfPhases(members) + (isGrid ? this.othersA : 0)
      const limitA = fuseA * (isGrid ? (this.limited?.share ?? 1) : 1)
      this.highest = Math.max(this.highest, flowA / fuseA)
      if (flowA <= limitA + toleranceA) {
        this.since.delete(id)
        continue
      }
      const since = this.since.get(id) ?? now
      this.since.set(id, since)
      this.overload += 1
      if (now - since > reactionSeconds * 1000) this.beyond += 1
    }
  }

  /** How many profiles all stations have been sent. */
  private async profiles(): Promise<number> {
    const client = new pg.Client({ connectionString: this.stage.database.url })
    await client.connect()
    const text =
      "select count(*) as count from frames where action = 'SetChargingProfile' and direction = 'out' and message_type = 2"
    const { rows } = await client.query<{ count: string }>(text).finally(() => client.end())
    return Number(rows[0]?.count ?? 0)
  }
}
