import type { OrderDetails, Tokens } from '@stationmaster/contract'
import type { Protocol } from '@stationmaster/ocpp'
import { type SimulateOptions, simulate, type VirtualStation } from '@stationmaster/simulator'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { testConfig } from '../../platform/general/testing.ts'
import { type RunningServer, startServer } from '../../server.ts'
import { holdJobClock, StoryClock } from './story-clock.ts'

export interface StoryStation {
  id: string
  password: string
  connectorId: number
}

type Prepare = NonNullable<NonNullable<Parameters<typeof startServer>[1]>['prepare']>

/** The whole server over a real database, a real port and real sockets, and the network that a story needs. */
export class World {
  private constructor(
    readonly server: RunningServer,
    readonly clock: StoryClock,
    private token: string,
    readonly locationId: number,
    readonly dataDir: string,
  ) {}

  private readonly simulated: VirtualStation[] = []
  private stationCount = 0

  /**
   * Starts a server on a database and gives it one location at 17.00 a kWh. No job begins by the clock.
   */
  static async open(
    database: Database,
    clock = new StoryClock(),
    env: Record<string, string> = {},
    prepare: Prepare = async () => undefined,
  ): Promise<World> {
    const config = testConfig({ LOG_LEVEL: 'error', ...env })
    const server = await startServer(config, {
      database,
      clock,
      prepare: async (...parts) => {
        await holdJobClock(database.db)
        await prepare(...parts)
      },
    })
    server.readiness.ready = true
    const tokens = await signIn(server.url)
    const location = await post<{ id: number }>(
      server.url,
      'locations',
      { name: 'Yard', city: 'Tver' },
      tokens.access_token,
    )
    await post(server.url, `locations/${location.id}/pricing`, { tariff: 1700 }, tokens.access_token)
    return new World(server, clock, tokens.access_token, location.id, config.dataDir)
  }

  /** Lets time pass for the server; people who were signed in sign in again. */
  async forward(ms: number): Promise<void> {
    this.clock.forward(ms)
    this.token = (await signIn(this.server.url)).access_token
  }

  /** Waits until the server knows that a station is gone. */
  async untilOffline(stationId: string): Promise<void> {
    await this.until(`${stationId} is offline`, async () => {
      const presence = await this.db
        .selectFrom('station_presence')
        .select('connection_id')
        .where('station_id', '=', stationId)
        .executeTakeFirst()
      return presence?.connection_id === null
    })
  }

  /** Waits until it is written that a station has its socket, which follows the handshake. */
  async untilOnline(stationId: string): Promise<void> {
    await this.until(`${stationId} is online`, async () => {
      const presence = await this.db
        .selectFrom('station_presence')
        .select('connection_id')
        .where('station_id', '=', stationId)
        .executeTakeFirst()
      return Boolean(presence?.connection_id)
    })
  }

  /** The header of the administrator who is signed in. */
  get authorization(): string {
    return `Bearer ${this.token}`
  }

  get db() {
    return this.server.database.db
  }

  post<T>(path: string, body?: object): Promise<T> {
    return post<T>(this.server.url, path, body ?? {}, this.token)
  }

  patch = <T>(path: string, body: object): Promise<T> => this.send<T>('PATCH', path, body)
  put = <T>(path: string, body: object): Promise<T> => this.send<T>('PUT', path, body)

  private async send<T>(method: 'PATCH' | 'PUT', path: string, body: object): Promise<T> {
    const answer = await fetch(`${this.server.url}/api/v1/${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: this.authorization },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }

  async get<T>(path: string): Promise<T> {
    const answer = await fetch(`${this.server.url}/api/v1/${path}`, {
      headers: { authorization: this.authorization },
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }

  /** Removes a station; resolves with the answer's status and code. */
  async remove(stationId: string): Promise<{ status: number; code: string | null }> {
    const answer = await fetch(`${this.server.url}/api/v1/stations/${stationId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${this.token}` },
    })
    const text = await answer.text()
    return { status: answer.status, code: text === '' ? null : JSON.parse(text).code }
  }

  /** Makes a station with one connector; the default of `powerW` is that of a fast charger. */
  addStation(powerKw = 150): Promise<StoryStation> {
    this.stationCount += 1
    // a second server on the same database has a location of its own
    const series = this.locationId > 1 ? `${this.locationId}-` : ''
    return this.addStationAs(`STORY${series}${this.stationCount}`, powerKw)
  }

  /** The same with an id of its own, at another location where one is named. */
  async addStationAs(id: string, powerKw = 150, locationId = this.locationId): Promise<StoryStation> {
    const made = await this.post<{ password: string; evses: { connectors: { id: number }[] }[] }>(
      `locations/${locationId}/stations`,
      {
        id,
        vendor_name: 'Story',
        model: 'One',
        connectors: [{ evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: powerKw }],
      },
    )
    return { id, password: made.password, connectorId: made.evses[0]!.connectors[0]!.id }
  }

  /** Registers a card; with a driver of its own, who has an address, unless `driver` is false. */
  async addCard(token: string, driver = true): Promise<void> {
    if (!driver) await this.post('id-tokens', { token })
    else {
      const email = `${token.toLowerCase()}@people.example`
      await this.post('drivers', { first_name: 'Igor', last_name: token, email, tokens: [token] })
    }
  }

  /** A simulated station that has booted. */
  async simulate(
    protocol: Protocol,
    options: Partial<SimulateOptions> = {},
  ): Promise<VirtualStation & { made: StoryStation }> {
    return this.simulateAs(await this.addStation(), protocol, options)
  }

  /** The same for a station that has been made. */
  async simulateAs(
    made: StoryStation,
    protocol: Protocol,
    options: Partial<SimulateOptions> = {},
  ): Promise<VirtualStation & { made: StoryStation }> {
    const station = await simulate({
      url: `${this.server.url.replace('http', 'ws')}/ocpp`,
      stationId: made.id,
      protocol,
      password: made.password,
      connectors: [{ number: 1, evse: 1, type: 'CCS 2', current: 'DC', powerW: 150_000 }],
      seed: made.id,
      meterEveryMs: 3_600_000,
      clock: this.clock,
      ...options,
    })
    this.simulated.push(station)
    return Object.assign(station, { made })
  }

  order(id: number): Promise<OrderDetails> {
    return this.get<{ order: OrderDetails }>(`orders/${id}/details`).then(({ order }) => order)
  }

  /** The calls of an action that a station was sent, as they stand in the journal, oldest first; none is still to be written. */
  async sentTo(stationId: string, action: string): Promise<string[]> {
    await this.server.stations.journal.written()
    const frames = await this.db
      .selectFrom('frames')
      .select('frame')
      .where('station_id', '=', stationId)
      .where('direction', '=', 'out')
      .where('action', '=', action)
      .where('message_type', '=', 2)
      .orderBy('at')
      .execute()
    return frames.map(({ frame }) => frame)
  }

  /** Every order of a station, oldest first, as its row says. */
  async ordersOf(stationId: string) {
    const { rows } = await sql<{
      id: number
      status: string
      energyWh: number
      priceMinor: number | null
      warning: string | null
      needsReview: boolean
      transactionId: string | null
      rfid: string | null
    }>`select id, status, energy_wh as "energyWh", charging_price_minor as "priceMinor", warning,
        needs_review as "needsReview", transaction_id as "transactionId", rfid
      from orders where station_id = ${stationId} order by id`.execute(this.db)
    return rows
  }

  async paymentsOf(stationId: string) {
    const { rows } = await sql<{ status: string; capturedMinor: number }>`
      select p.status, p.captured_minor as "capturedMinor" from payments p join orders o on o.id = p.order_id
      where o.station_id = ${stationId} order by p.id`.execute(this.db)
    return rows
  }

  /** Waits until a question has the answer yes, asking every 20 ms, then ever more seldom; fails after a minute. */
  async until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
    const begin = Date.now()
    while (!(await isSo())) {
      const waitedMs = Date.now() - begin
      if (waitedMs > 60_000) throw new Error(`waited in vain: ${what}`)
      // the query may take long: on a busy machine the polling itself would delay what it waits for
      await new Promise((resolve) => setTimeout(resolve, Math.min(250, Math.max(20, waitedMs / 10))))
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.simulated.map((station) => station.close()))
    await this.server.close()
  }
}

const signIn = (url: string): Promise<Tokens> =>
  post(url, 'auth/manager/log-in', {
    email: 'administrator@demo.stationmaster.example',
    password: 'demo-pass-1',
  })

async function post<T>(url: string, path: string, body: object, token?: string): Promise<T> {
  const answer = await fetch(`${url}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok)
    throw Object.assign(new Error(`${path}: ${answer.status} ${text}`), { status: answer.status, body: text })
  return (text.startsWith('{') || text.startsWith('[') || /^\d/.test(text) ? JSON.parse(text) : text) as T
}
