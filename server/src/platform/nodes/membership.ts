import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { SECOND_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../database/database-fault.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Clock } from '../general/clock.ts'
import type { Db, Tx } from '../schema/schema.ts'
import type { NodeBus } from './bus.ts'
import {
  beat,
  type NodeReport,
  type NodeRow,
  type NodeState,
  removeNode,
  updateDead,
  upsertNode,
} from './node-store.ts'

const beatMs = 5 * SECOND_MS
/** a server that has not written for this time is dead: the others take over what it had */
export const leaseMs = 15 * SECOND_MS
/** a timer of this period shows how late timers are */
const loopEveryMs = 100
/** what is waiting for the lease looks again this often */
const againMs = 100

export interface MembershipOptions {
  db: Db
  /** this server's name among those on the database */
  node: string
  version: string
  /** the database takes no other server, so there is nothing to write or read */
  alone: boolean
  log: FastifyBaseLogger
  clock: Clock
  bus: NodeBus
  /** a server is dead: what it had is released, in the transaction that says so */
  died(tx: Tx, node: string): Promise<void>
  /** the same, after the commit */
  buried(node: string): void
  /** the others took this server for dead, and it is not: it claims what nobody has taken over, before it goes on */
  revived(): Promise<void>
  /** another process has begun under this name: this one has to end */
  replaced(): void
}

/**
 * This server among those on one database. Every five seconds it writes that it is there, by the database's clock; after 15 s without that the
 * others take it for dead. It knows by its own clock when that may have happened: from then on it processes no message until the database has confirmed its lease.
 */
export class Membership {
  #run = randomUUID()
  #state: NodeState = 'up'
  /** real time until which nobody can have taken this server for dead */
  #heldUntil = 0
  /** real time since when every beat was answered in time; only who has heard them all can tell that another one's are missing */
  #listeningSince = Number.POSITIVE_INFINITY
  #rows: readonly NodeRow[] = []
  #stopped = new AbortController()
  #isReplaced = false
  #beating: Promise<void> = Promise.resolve()
  #report: Partial<NodeReport> = {}
  readonly #delays = monitorEventLoopDelay({ resolution: loopEveryMs })

  constructor(private readonly options: MembershipOptions) {}

  /** Makes this server known; what an earlier run of it left is its own to clear. */
  async start(): Promise<void> {
    const { db, node: id, version, alone } = this.options
    const begun = performance.now()
    if (alone) {
      this.#heldUntil = Number.POSITIVE_INFINITY
      return
    }
    await upsertNode(db, { id, run: this.#run, version })
    this.#holdFrom(begun)
    this.#delays.enable()
    this.#beating = this.#beat()
  }

  /** The servers on the database as of the last beat, this one among them. */
  get rows(): readonly NodeRow[] {
    return this.#rows
  }

  /** Whether a server was dead at the last beat; one that has begun since is not known yet, and not dead. */
  isDead(node: string): boolean {
    return this.#rows.some(({ id, state, silent }) => id === node && (state === 'dead' || silent))
  }

  /** Whether nobody can have taken over what this server has. */
  get holds(): boolean {
    return performance.now() < this.#heldUntil
  }

  /** Resolves at once while the lease is held, else when this server has it again, or ends. */
  async held(): Promise<void> {
    const { signal } = this.#stopped
    while (!this.holds && !signal.aborted)
      await delay(againMs, undefined, { ref: false, signal }).catch(() => undefined)
  }

  /** From now on this server takes nothing new. */
  drain(): void {
    this.#state = 'draining'
  }

  /** Ends the beats and makes the server unknown. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    this.#delays.disable()
    await this.#beating
    const { db, node: id, alone } = this.options
    if (!alone) await removeNode(db, { id, run: this.#run }).catch(() => undefined)
  }

  #holdFrom(begun: number): void {
    if (!this.holds) this.#listeningSince = begun
    this.#heldUntil = begun + leaseMs
  }

  async #beat(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted && !this.#isReplaced) {
      await this.#beatOnce().catch((error) =>
        logFailure(this.options.log, error, 'this server could not say that it is there'),
      )
      // a lease that has run out is requested again at once
      await delay(this.holds ? beatMs : againMs * 5, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }

  async #beatOnce(): Promise<void> {
    const { db, node: id } = this.options
    const begun = performance.now()
    const rows = await beat(db, { id, run: this.#run, state: this.#state, report: this.#report }, leaseMs)
    await this.#measure(performance.now() - begun, rows[0]?.now)
    const own = rows.find((row) => row.id === id)
    if (own?.run === this.#run && own.state !== 'dead') this.#holdFrom(begun)
    else if (own === undefined || own.run === this.#run) await this.#revive(begun)
    else {
      this.#isReplaced = true
      return this.options.replaced()
    }
    const hasHeardAll = begun - this.#listeningSince >= leaseMs
    // after a time without the database every server has been silent
    this.#rows = hasHeardAll ? rows : rows.map((row) => Object.assign(row, { silent: false }))
    if (!hasHeardAll) return
    for (const row of rows) if (row.silent && row.state !== 'dead' && row.id !== id) await this.#bury(row)
  }

  /** What the next beat says of this server. */
  async #measure(databaseMs: number, databaseNow: Date | undefined): Promise<void> {
    const { bus, clock } = this.options
    this.#report = {
      nats: bus.state,
      databaseMs: Math.round(databaseMs),
      natsMs: await bus.roundTripMs(),
      loopMs: Math.max(0, Math.round(this.#delays.percentile(99) / 1e6 - loopEveryMs)),
      memoryBytes: process.memoryUsage.rss(),
      clockMs: databaseNow ? Math.round(clock.now().getTime() - databaseNow.getTime() - databaseMs / 2) : 0,
    }
    this.#delays.reset()
  }

  /** The lease is held again only when everything is claimed: messages wait until then. */
  async #revive(begun: number): Promise<void> {
    const { db, node: id, version, log, revived } = this.options
    log.warn('the other servers took this one for dead; it claims what they have not taken over')
    this.#run = randomUUID()
    await upsertNode(db, { id, run: this.#run, version })
    await revived()
    this.#listeningSince = performance.now()
    this.#heldUntil = begun + leaseMs
  }

  async #bury(row: NodeRow): Promise<void> {
    const { db, log, died, buried } = this.options
    const first = await inTransaction(db, async (tx) => {
      if (!(await updateDead(tx, row, leaseMs))) return false
      await died(tx, row.id)
      return true
    })
    if (!first) return
    log.warn({ node: row.id }, 'a server is dead; the others take over what it had')
    buried(row.id)
  }
}
