import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Protocol } from '@stationmaster/ocpp'
import { simulate, type VirtualStation } from '@stationmaster/simulator'
import { openServerUrls } from '../../../platform/general/testing.ts'
import { Api, freePort, ServerProcess } from '../../world/server-process.ts'

/** A built server as a process of its own on a fresh database, with a location whose stations are simulated. */
export class Yard {
  readonly stations: VirtualStation[] = []
  private locationId: number | undefined
  private session: Promise<Api> | undefined

  private constructor(
    readonly server: ServerProcess,
    readonly databaseUrl: string | null,
    readonly dataDir: string,
    private readonly undo: (() => Promise<unknown> | unknown)[],
  ) {}

  /** Nothing runs yet. The database is that of PostgreSQL where there is one. */
  static async open(env: Record<string, string> = {}): Promise<Yard> {
    const database = await openServerUrls().at(-1)!.create()
    const dataDir = mkdtempSync(join(tmpdir(), 'yard-'))
    const server = new ServerProcess(dataDir, await freePort(), database.url, env)
    return new Yard(server, database.url, dataDir, [
      () => database.drop(),
      () => rmSync(dataDir, { recursive: true, force: true }),
      () => server.end('SIGKILL'),
    ])
  }

  /** Starts the server with flags and waits until it is ready. */
  async start(...flags: string[]): Promise<void> {
    this.server.launch({ flags: ['--empty', ...flags] })
    await this.server.said(/^Stationmaster is ready at /)
  }

  api(): Promise<Api> {
    this.session ??= Api.open(this.server.url)
    return this.session
  }

  /** Adds a station with one connector, and a card for it; answers its password. */
  async register(id: string): Promise<string> {
    const api = await this.api()
    if (this.locationId === undefined) {
      this.locationId = (await api.post<{ id: number }>('locations', { name: 'Yard' })).id
      await api.post(`locations/${this.locationId}/pricing`, { tariff: 1700 })
    }
    const { password } = await api.post<{ password: string }>(`locations/${this.locationId}/stations`, {
      id,
      vendor_name: 'Story',
      model: 'One',
      connectors: [{ evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 150 }],
    })
    await api.post('id-tokens', { token: `CARD${id}` })
    return password
  }

  /** Adds such a station and switches it on; it comes back within a fifth of a second. */
  async addStation(id: string, protocol: Protocol = 'ocpp1.6'): Promise<VirtualStation> {
    const password = await this.register(id)
    const station = await simulate({
      url: `${this.server.url.replace('http', 'ws')}/ocpp`,
      stationId: id,
      protocol,
      password,
      seed: id,
      connectors: [{ number: 1, evse: 1, type: 'CCS 2', current: 'DC', powerW: 150_000 }],
      meterEveryMs: 400,
      retry: { connectMs: 50, connectMostMs: 200, messageMs: 100, messageAttempts: 50 },
    })
    this.stations.push(station)
    return station
  }

  /** A whole session of a station; answers its order's number. */
  async charge(
    station: VirtualStation,
    energyWh = 2000,
  ): Promise<{ status: string; meter_stop: number | null }> {
    await station.begin({ token: `CARD${station.id}` })
    station.addEnergy(undefined, energyWh)
    await station.stop()
    const api = await this.api()
    const orders = (await api.orders()).filter((one) => one.station.id === station.id)
    // the newest is the first of the list
    return (await api.details(orders[0]!.id)).order
  }

  async close(): Promise<void> {
    await Promise.all(this.stations.map((station) => station.close()))
    for (const one of this.undo.reverse()) await one()
  }
}
