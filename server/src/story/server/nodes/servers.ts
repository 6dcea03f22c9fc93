import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Protocol } from '@stationmaster/ocpp'
import { type SimulateOptions, simulate, type VirtualStation } from '@stationmaster/simulator'
import pg from 'pg'
import { openServerUrls } from '../../../platform/general/testing.ts'
import { Api, freePort, ServerProcess } from '../../world/server-process.ts'

/** A nats-server of Debian's package, which a story may end, freeze and start again. */
export interface Nats {
  url: string
  start(): Promise<void>
  end(signal?: NodeJS.Signals): Promise<void>
  freeze(): void
  thaw(): void
}

const { startNats }: { startNats(): Promise<Nats> } = await import(
  /* @vite-ignore */ new URL('../../../../../scripts/lib/provide/programs/nats.mjs', import.meta.url).href
)
const sandboxCli = fileURLToPath(new URL('../../../../../payment-sandbox/dist/cli.js', import.meta.url))

/** What differs from two servers on a fresh database. */
interface Opening {
  /** a PostgreSQL that a story may stop; it is removed at the end */
  database?: { url: string; drop(): Promise<void> }
  /** what a server alone has in its environment, by its index */
  envOf?(index: number): Record<string, string>
}

/** What was made for them, and what takes it away again. */
interface Laid {
  locationId: number
  another: Servers['another']
  undo: (() => unknown)[]
}

/** Several servers in processes of their own on one PostgreSQL, joined by NATS, with what they share. */
export class Servers {
  readonly all: readonly ServerProcess[]
  readonly apis: readonly Api[]
  readonly nats: Nats
  readonly databaseUrl: string
  /** A further server, not started yet, under the name of one that is there or another. */
  readonly another: (node: string) => Promise<ServerProcess>
  private readonly locationId: number
  private readonly undo: readonly (() => unknown)[]

  private constructor(opened: Pick<Servers, 'all' | 'apis' | 'nats' | 'databaseUrl'> & Laid) {
    this.all = opened.all
    this.apis = opened.apis
    this.nats = opened.nats
    this.databaseUrl = opened.databaseUrl
    this.locationId = opened.locationId
    this.another = opened.another
    this.undo = opened.undo
  }

  private readonly stations: VirtualStation[] = []

  /** Starts them, signs in at each, and gives the network one location at 17.00 a kWh. */
  static async open(count = 2, env: Record<string, string> = {}, opening: Opening = {}): Promise<Servers> {
    const undo: (() => unknown)[] = []
    const database = opening.database ?? (await freshDatabase())
    undo.push(() => database.drop())
    const folder = mkdtempSync(join(tmpdir(), 'servers-'))
    undo.push(() => rmSync(folder, { recursive: true, force: true }))
    const nats = await startNats()
    undo.push(() => nats.end('SIGKILL'))
    const sandbox = await startSandbox(join(folder, 'sandbox'))
    undo.push(() => sandbox.process.kill('SIGKILL'))
    const shared = {
      NATS_URL: nats.url,
      FILES_URL: pathToFileURL(join(folder, 'files')).href,
      SMTP_URL: 'smtp://127.0.0.1:9',
      SECRET_KEY: randomBytes(24).toString('hex'),
      PAYMENT_SANDBOX_URL: sandbox.url,
      PAYMENT_SANDBOX_KEY: sandbox.key,
      FISCAL_TILL: 'none',
      PLANS: 'off',
      ...env,
    }
    const another = async (node: string, own: Record<string, string> = {}) => {
      const dataDir = mkdtempSync(join(folder, 'data-'))
      const given = { ...shared, ...own, NODE_ID: node }
      const server = new ServerProcess(dataDir, await freePort(), database.url, given)
      undo.push(() => server.end('SIGKILL'))
      return server
    }
    const all: ServerProcess[] = []
    for (let i = 0; i < count; i += 1) {
      const server = await another(`node-${i}`, opening.envOf?.(i))
      all.push(server)
      await server.start()
    }
    const apis = await Promise.all(all.map(({ url }) => Api.open(url)))
    const { id } = await apis[0]!.post<{ id: number }>('locations', { name: 'Yard' })
    await apis[0]!.post(`locations/${id}/pricing`, { tariff: 1700 })
    return new Servers({ all, apis, nats, databaseUrl: database.url, locationId: id, another, undo })
  }

  /** Where a server takes stations. */
  ocppUrl(index: number): string {
    // there are as many servers as were opened
    return `${this.all[index]!.url.replace('http', 'ws')}/ocpp`
  }

  /** Makes a station known, with its card; answers its password. */
  async add(id: string, locationId = this.locationId): Promise<string> {
    const api = this.apis[0]!
    const { password } = await api.post<{ password: string }>(`locations/${locationId}/stations`, {
      id,
      vendor_name: 'Story',
      model: 'One',
      connectors: [{ evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 150 }],
    })
    await api.post('id-tokens', { token: `CARD-${id}` })
    return password
  }

  /** Connects a station to a server, or to another address; makes it known before, unless its password is given. */
  async simulate(
    id: string,
    protocol: Protocol,
    at: number | string,
    { password, ...options }: Partial<SimulateOptions> = {},
  ): Promise<VirtualStation> {
    const station = await simulate({
      url: typeof at === 'string' ? at : this.ocppUrl(at),
      stationId: id,
      protocol,
      password: password ?? (await this.add(id)),
      seed: id,
      connectors: [{ number: 1, evse: 1, type: 'CCS 2', current: 'DC', powerW: 150_000 }],
      meterEveryMs: 400,
      retry: { connectMs: 50, connectMostMs: 200, messageMs: 100, messageAttempts: 50 },
      ...options,
    })
    this.stations.push(station)
    await this.until(
      `${id} is online`,
      async () => (await this.apis.at(-1)!.get<{ online: boolean }>(`stations/${id}`)).online,
    )
    return station
  }

  /** The only connector of a station. */
  async connectorOf(stationId: string): Promise<number> {
    type Shown = { evses: { connectors: { id: number }[] }[] }
    const { evses } = await this.apis[0]!.get<Shown>(`stations/${stationId}`)
    // every station here is made with one
    return evses[0]!.connectors[0]!.id
  }

  /** Reads the database, beside the servers. */
  async query<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.databaseUrl })
    await client.connect()
    try {
      return (await client.query<T>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  /** Waits until something is so, a minute at most. */
  async until(what: string, isSo: () => Promise<boolean> | boolean, mostMs = 60_000): Promise<void> {
    const end = performance.now() + mostMs
    while (!(await isSo())) {
      if (performance.now() > end) throw new Error(`waited in vain: ${what}`)
      await delay(50)
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.stations.map((station) => station.close()))
    for (const server of this.all) server.signal('SIGCONT')
    await Promise.all(this.all.map((server) => server.end('SIGKILL')))
    for (const one of this.undo.toReversed()) await one()
  }
}

async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const [, postgres] = openServerUrls()
  if (!postgres) throw new Error('several servers need PostgreSQL: TEST_DATABASE_URL')
  const { url, drop } = await postgres.create()
  // only the embedded database has no URL
  return { url: url!, drop }
}

async function startSandbox(folder: string): Promise<{ url: string; key: string; process: ChildProcess }> {
  const key = randomBytes(16).toString('hex')
  const child = spawn(
    process.execPath,
    [sandboxCli, '--port', '0', '--folder', folder, '--late-ms', '1500'],
    {
      env: { PAYMENT_SANDBOX_KEY: key },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  // its output is a pipe, see `stdio`
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  return { url: line.replace(/^.* /, ''), key, process: child }
}
