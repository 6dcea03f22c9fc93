import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makeAdministrator } from '../measuring/asking.ts'
import { startNats } from '../measuring/nats.ts'
import { startStationmaster, type Target } from '../measuring/servers.ts'
import { own, temporaryFolder } from '../processes/processes.ts'
import { BenchDatabase } from '../seeding/database.ts'
import type { BadNetwork } from './bad-network.ts'

interface Cluster {
  url: string
  start(): Promise<void>
  stop(mode: 'fast' | 'immediate'): Promise<void>
  remove(): Promise<void>
}

const { makeCluster }: { makeCluster(): Promise<Cluster> } = await import(
  /* @vite-ignore */ new URL('../../../scripts/lib/provide/programs/postgres.mjs', import.meta.url).href
)
const sandboxCli = fileURLToPath(new URL('../../../payment-sandbox/dist/cli.js', import.meta.url))
const sandboxKey = 'a key for measurements only'
const drainMs = 60_000

/** One start of a server. */
export interface Life {
  name: string
  target: Target
  begunAt: number
  endedAt?: number
}

/** What the servers stand on. */
interface Laid {
  network: BadNetwork
  database: BenchDatabase
  password: string
  cluster: Cluster
  nats: Awaited<ReturnType<typeof startNats>>
  sandboxUrl: string
  /** what all servers have in their environment */
  shared: Readonly<Record<string, string>>
}

/** PostgreSQL, NATS, the payment sandbox and the servers, each of which may be taken away and brought back. */
export class Stage {
  readonly lives: Life[] = []
  /** servers that ended by themselves */
  readonly deaths: string[] = []
  private readonly ending = new Set<Life>()

  private constructor(private readonly laid: Laid) {}

  get network(): BadNetwork {
    return this.laid.network
  }

  get database(): BenchDatabase {
    return this.laid.database
  }

  /** of the administrator */
  get password(): string {
    return this.laid.password
  }

  static async open(network: BadNetwork, stations: number): Promise<Stage> {
    const cluster = await makeCluster()
    const database = await BenchDatabase.create(cluster.url)
    const password = makeAdministrator({ DATABASE_URL: database.url })
    await database.seed(stations)
    const nats = await startNats()
    process.once('exit', () => void nats.end('SIGKILL'))
    const sandboxUrl = await startSandbox()
    const shared = {
      NATS_URL: nats.url,
      FILES_URL: `file://${temporaryFolder('bench-files')}`,
      SMTP_URL: 'smtp://127.0.0.1:9',
      PUBLIC_URL: network.origin,
      ...sandboxSettings(sandboxUrl),
      FISCAL_TILL: 'none',
      PLANS: 'off',
      LOG_LEVEL: 'error',
      REQUESTS_PER_MINUTE: '1000000',
    }
    return new Stage({ network, database, password, cluster, nats, sandboxUrl, shared })
  }

  /** The life that a server has now. */
  lifeOf(name: string): Life | undefined {
    return this.lives.findLast((life) => life.name === name && life.endedAt === undefined)
  }

  async startServer(name: string): Promise<void> {
    const target = await startStationmaster(this.database.url, undefined, {
      ...this.laid.shared,
      NODE_ID: name,
    })
    const life: Life = { name, target, begunAt: performance.now() }
    this.lives.push(life)
    this.network.add(originOf(life))
    target.process.once('exit', (code, signal) => {
      life.endedAt = performance.now()
      this.network.remove(originOf(life))
      if (!this.ending.has(life)) this.deaths.push(`${name} ended by itself: ${code ?? signal}`)
    })
  }

  /** Ends a server; resolves with how long it took, ms. */
  async endServer(name: string, signal: 'SIGTERM' | 'SIGKILL'): Promise<number> {
    const life = this.lifeOf(name)
    if (!life) return 0
    const begun = performance.now()
    this.ending.add(life)
    // as a load balancer that asks /health/ready
    this.network.remove(originOf(life))
    const gone = once(life.target.process, 'exit', { signal: AbortSignal.timeout(drainMs) })
    life.target.process.kill(signal)
    await gone
    return performance.now() - begun
  }

  /** Takes the database away as a crash does, for a time. */
  async crashDatabase(awayMs: number): Promise<void> {
    await this.laid.cluster.stop('immediate')
    await pause(awayMs)
    await this.laid.cluster.start()
  }

  async killNats(awayMs: number): Promise<void> {
    await this.laid.nats.end('SIGKILL')
    await pause(awayMs)
    await this.laid.nats.start()
  }

  /** Every payment that the sandbox knows. */
  async paymentsAtProvider(): Promise<
    { id: string; order_ref: string; state: string; captured: number; refunded: number }[]
  > {
    const answer = await fetch(`${this.laid.sandboxUrl}/v1/payments?from=2020&to=2100`, {
      headers: { authorization: `Bearer ${sandboxKey}` },
    })
    return (await answer.json()) as never
  }

  async close(): Promise<void> {
    for (const { name } of this.lives) await this.endServer(name, 'SIGKILL')
    await this.laid.nats.end('SIGKILL')
    await this.laid.cluster.remove()
  }
}

/** What makes a server take payments at the sandbox. */
export const sandboxSettings = (sandboxUrl: string) => ({
  PAYMENT_PROVIDER: 'sandbox',
  PAYMENT_SANDBOX_URL: sandboxUrl,
  PAYMENT_SANDBOX_KEY: sandboxKey,
})

const originOf = ({ target }: Life): string => new URL(target.url.replace('ws', 'http')).origin

/** Starts the payment sandbox; resolves with its address. */
export async function startSandbox(): Promise<string> {
  const folder = join(temporaryFolder('bench-sandbox'), 'book')
  const args = [sandboxCli, '--port', '0', '--folder', folder, '--late-ms', '5000']
  const child = own(
    spawn(process.execPath, args, {
      env: { PAYMENT_SANDBOX_KEY: sandboxKey },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  // its output is a pipe, see `stdio`
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  return line.replace(/^.* /, '')
}
