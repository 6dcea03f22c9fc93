import { setTimeout as delay } from 'node:timers/promises'
import { SECOND_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { inTime } from '../../jobs/in-time.ts'
import type { NodeBus } from '../../nodes/bus.ts'
import type { Db } from '../../schema/schema.ts'
import type { Database, PoolUse } from '../database.ts'
import { codeOf, isAway } from '../database-fault.ts'
import { loadReplayed, loadWritten } from './replica-store.ts'

const lookEveryMs = SECOND_MS
/** what waits for the replica looks again this often */
const againMs = 100
/** longer than this no look waits for an answer */
const answerMs = 1500
/** so many looks without an answer end what still waits for the replica */
const silencesMost = 3
/** positions older than this are forgotten: by then the replica is far behind */
const rememberedMs = 600 * SECOND_MS
/**
 * SQLSTATEs of reads that the primary can answer: ended because the replica had to go on, or of a table or column that the replica
 * has not got yet
 */
const ofReplica = /^(40001|42P01|42703|42883)$/

/** Where reports are read that may be some seconds old. */
export interface Reading {
  /** Reads for a person. `mayLag`: it is of the past; what the person has just changed is seen nevertheless. */
  read<T>(what: { managerId: number; mayLag: boolean }, work: (db: Db) => Promise<T>): Promise<T>
  /** Where the whole of a file is read for a person, page by page; it may wait until the replica has the person's changes. */
  dbFor(managerId: number, waitMs?: number): Promise<Db>
  /** A person has changed something: until the replica has it, the person's reports are read from the primary. */
  changed(managerId: number): void
}

/** Everything is read where it is written. */
export const primaryOnly = (db: Db): Reading => ({
  read: (_what, work) => work(db),
  dbFor: async () => db,
  changed: () => undefined,
})

/** What a replica's reads are counted by. */
export type ReadFrom = 'replica' | 'primary'

interface ReplicaParts {
  primary: Db
  replica: Database
  /** how far behind it may be */
  mostLagMs: number
  bus: NodeBus
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
}

/**
 * A streaming replica of the database. Once a second it is compared how far the primary has written and how far the replica has
 * come: it holds everything that was committed before the last position of the primary that it has reached. No clock of another
 * machine counts.
 */
export class Replica implements Reading {
  /** where the primary was, and when, the oldest first */
  #positions: { at: number; lsn: bigint }[] = []
  /** everything that was committed before this moment is there */
  #freshAt = Number.NEGATIVE_INFINITY
  /** since when this server hears what the others say of changes */
  #hearsSince = performance.now()
  /** when each person last changed something that the replica may not have */
  readonly #changes = new Map<number, number>()
  #silences = 0
  #isLogged = false
  readonly #begun = performance.now()
  readonly #stopped = new AbortController()
  #looking: Promise<void> = Promise.resolve()
  #counted: (from: ReadFrom) => void = () => undefined

  constructor(private readonly parts: ReplicaParts) {
    const { bus } = parts
    bus.hear('changed', (managerId: number) => this.#note(managerId))
    bus.onChange((state) => {
      if (state === 'connected') this.#hearsSince = performance.now()
    })
  }

  start(): void {
    this.#looking = this.#lookOn()
  }

  async close(): Promise<void> {
    this.#stopped.abort()
    await this.#looking
    await this.parts.replica.close()
  }

  /** Calls back with where each read that may lag was answered. */
  onRead(counted: (from: ReadFrom) => void): void {
    this.#counted = counted
  }

  /** By how much it is behind at most, ms. */
  get lagMs(): number {
    return performance.now() - Math.max(this.#freshAt, this.#begun - rememberedMs)
  }

  /** Whether reports are read from it. */
  get serves(): boolean {
    const { bus, mostLagMs } = this.parts
    return (
      this.#silences === 0 &&
      this.#freshAt >= this.#hearsSince &&
      bus.state !== 'cut_off' &&
      this.lagMs <= mostLagMs
    )
  }

  pools(): PoolUse[] {
    return this.parts.replica.pools().filter(({ name }) => name === 'people')
  }

  async read<T>(what: { managerId: number; mayLag: boolean }, work: (db: Db) => Promise<T>): Promise<T> {
    const { primary, replica } = this.parts
    if (!what.mayLag) return work(primary)
    if (!this.#has(what.managerId)) {
      this.#counted('primary')
      return work(primary)
    }
    try {
      const found = await work(replica.db)
      this.#counted('replica')
      return found
    } catch (error) {
      if (!isAway(error) && !ofReplica.test(codeOf(error))) throw error
      this.#counted('primary')
      return work(primary)
    }
  }

  async dbFor(managerId: number, waitMs = 0): Promise<Db> {
    const end = performance.now() + waitMs
    while (this.serves && !this.#has(managerId) && performance.now() < end) await delay(againMs)
    const has = this.#has(managerId)
    this.#counted(has ? 'replica' : 'primary')
    return has ? this.parts.replica.db : this.parts.primary
  }

  changed(managerId: number): void {
    this.#note(managerId)
    this.parts.bus.broadcast('changed', managerId)
  }

  /** Compares the two; tests do it too. */
  async look(): Promise<void> {
    const { primary, replica } = this.parts
    const at = performance.now()
    try {
      this.#positions.push({ at, lsn: await inTime(loadWritten(primary), answerMs) })
      this.#reached(await inTime(loadReplayed(replica.db), answerMs))
      this.#silences = 0
    } catch (error) {
      this.#silent(error)
    }
    this.#tell()
  }

  async #lookOn(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      await this.look()
      await delay(lookEveryMs, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }

  #reached(lsn: bigint): void {
    const ahead = this.#positions.findIndex((one) => one.lsn > lsn)
    const reached = ahead < 0 ? this.#positions : this.#positions.slice(0, ahead)
    this.#freshAt = reached.at(-1)?.at ?? this.#freshAt
    const oldest = performance.now() - rememberedMs
    this.#positions = this.#positions.slice(reached.length).filter(({ at }) => at > oldest)
    for (const [managerId, at] of this.#changes) if (at < this.#freshAt) this.#changes.delete(managerId)
  }

  #silent(error: unknown): void {
    this.#silences += 1
    // whoever waits for it reads the primary instead
    if (this.#silences % silencesMost === 0) this.parts.replica.cut()
    if (this.#isLogged) return
    this.#isLogged = true
    this.parts.log.warn(
      { err: error },
      'the replica of the database cannot be read: reports are read from the primary',
    )
  }

  /** Says once that it can be used again. */
  #tell(): void {
    if (!this.#isLogged || !this.serves) return
    this.#isLogged = false
    this.parts.log.info('the replica of the database is read again')
  }

  #note(managerId: number): void {
    this.#changes.set(managerId, performance.now())
  }

  /** Whether it holds everything that a person has changed, and is close enough behind. */
  #has(managerId: number): boolean {
    return this.serves && (this.#changes.get(managerId) ?? Number.NEGATIVE_INFINITY) < this.#freshAt
  }
}
