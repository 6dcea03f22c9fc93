import { setTimeout as delay } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import PgBoss from 'pg-boss'
import type { Config } from '../../config/config.ts'
import type { Database } from '../database/database.ts'
import { codeOf, isAway } from '../database/database-fault.ts'
import { inTransaction, isCollision } from '../database/transaction.ts'
import type { Db, Tx } from '../schema/schema.ts'
import { claimJobs, endClaim, releaseJobs } from './claim-store.ts'
import { JobClock } from './job-clock.ts'

/** A job's handler; it may run again after a failure or a restart, so it must be idempotent. */
export type JobHandler<D extends object> = (data: D) => Promise<void>

/** How a job ended, and after how many seconds. */
export type JobEnded = (name: string, outcome: 'done' | 'failed', seconds: number) => void

export interface SendOptions {
  /** not before this instant of the database's clock */
  startAfter?: Date
  /** at most one waiting job per key */
  singletonKey?: string
}

/** Durable jobs in the database, at least once. */
export interface Jobs {
  /** Names a job and who does it; before `start`. */
  work<D extends object>(name: string, handler: JobHandler<D>): void
  /** Names a job that runs by a cron line of minute and hour in the network's time zone; before `start`. */
  schedule(name: string, cron: string, handler: JobHandler<object>): void
  /** Sends a job in the caller's transaction: it exists if and only if that commits. This is the outbox. */
  send(tx: Tx, name: string, data: object, options?: SendOptions): Promise<void>
  /** Puts back what a server had under way that is no more: it is done again at once. */
  putBack(tx: Tx, node: string): Promise<void>
  /** Makes the queues: from then on jobs can be sent. */
  open(): Promise<void>
  /** Begins to do jobs, of queues that it makes where `open` has not. */
  start(): Promise<void>
  /** Calls back when a job has ended here, with how long it took. */
  onEnd(listener: JobEnded): void
  /** How many jobs of each name wait, those excepted whose time has not come. */
  countWaiting(): Promise<{ name: string; count: number }[]>
  /** Waits for running jobs, by default 10 s at most; a job that takes longer is done again after the next start. */
  stop(withinMs?: number): Promise<void>
}

/** Opens the job queue on the server's database; `report` hears of failures of the queue itself and of jobs. */
export const openJobs = (
  database: Database,
  config: Pick<Config, 'timeZone' | 'nodeId'>,
  report: (error: unknown, job?: string) => void,
): Jobs => new JobQueues(database, config, report)

class JobQueues implements Jobs {
  readonly #database: Database
  readonly #node: string
  readonly #report: (error: unknown, job?: string) => void
  readonly #boss: PgBoss
  readonly #clock: JobClock
  readonly #handlers = new Map<string, JobHandler<object>>()
  readonly #workers = new Map<string, string>()
  readonly #look = new Look(() => this.#wakeWorkers())
  #state: 'starting' | 'working' | 'stopped' = 'starting'
  #opening: Promise<void> | undefined
  #ended: JobEnded = () => undefined

  constructor(
    database: Database,
    config: Pick<Config, 'timeZone' | 'nodeId'>,
    report: (error: unknown, job?: string) => void,
  ) {
    this.#database = database
    this.#node = config.nodeId
    this.#report = report
    const db = lasting(
      executor(database.db),
      () => this.#state === 'stopped',
      (error) => {
        if (this.#state === 'starting') throw error
        report(error)
      },
    )
    this.#boss = new PgBoss({ db, schedule: false })
    this.#boss.on('error', (error) => report(error))
    this.#clock = new JobClock(database.db, config.timeZone, this.#sendDue.bind(this), (error) => {
      if (!isAway(error)) report(error)
    })
  }

  work<T extends object>(name: string, handler: JobHandler<T>): void {
    this.#add(name, handler as JobHandler<object>)
  }

  schedule(name: string, cron: string, handler: JobHandler<object>): void {
    this.#add(name, handler)
    this.#clock.add(name, cron)
  }

  async send(tx: Tx, name: string, data: object, options: SendOptions = {}): Promise<void> {
    if (!this.#handlers.has(name)) throw new Error(`Nobody does the job ${name}.`)
    await this.#boss.send(name, data, { ...options, db: executor(tx) })
    this.#look.soon()
  }

  async putBack(tx: Tx, other: string): Promise<void> {
    await releaseJobs(tx, other)
    this.#look.soon()
  }

  open(): Promise<void> {
    this.#opening ??= this.#openQueues()
    return this.#opening
  }

  async start(): Promise<void> {
    await this.open()
    await inTransaction(this.#database.db, (tx) => releaseJobs(tx, this.#node))
    this.#state = 'working'
    this.#look.start()
    this.#clock.start()
  }

  onEnd(listener: JobEnded): void {
    this.#ended = listener
  }

  async countWaiting(): Promise<{ name: string; count: number }[]> {
    const { rows } = await executor(this.#database.db).executeSql(waitingOfEach, [])
    return rows as { name: string; count: number }[]
  }

  async stop(withinMs = 10_000): Promise<void> {
    await this.#look.stop()
    await this.#clock.stop()
    await this.#boss.stop({ graceful: true, wait: true, timeout: withinMs })
    this.#state = 'stopped'
  }

  #add(name: string, handler: JobHandler<object>): void {
    if (this.#handlers.has(name)) throw new Error(`Two handlers for the job ${name}.`)
    this.#handlers.set(name, handler)
  }

  /** Does a job; resolves with the error if it has failed. */
  async #run(name: string, handler: JobHandler<object>, { data }: PgBoss.Job<object>): Promise<unknown> {
    const begunMs = performance.now()
    const end = (outcome: 'done' | 'failed') =>
      this.#ended(name, outcome, (performance.now() - begunMs) / 1000)
    try {
      await handler(data)
      end('done')
      return undefined
    } catch (error) {
      end('failed')
      this.#report(error, name)
      return error
    }
  }

  /**
   * Jobs that fail are put back alone: those beside them in their batch are done, and must not be done again. This comes last, as the
   * queue then notes the end of whatever of the batch is under way: another server could have begun with what was put back before.
   */
  async #runBatch(name: string, handler: JobHandler<object>, batch: PgBoss.Job<object>[]): Promise<void> {
    const { db } = this.#database
    const node = this.#node
    await claimJobs(db, { node, name, ids: batch.map(({ id }) => id) })
    const failed: { id: string; error: unknown }[] = []
    for (const job of batch) {
      const error = await this.#run(name, handler, job)
      if (error !== undefined) failed.push({ id: job.id, error })
    }
    for (const { id, error } of failed) {
      await endClaim(db, { node, name, id })
      await this.#boss.fail(name, id, error as Error)
    }
  }

  /** One that waits to be done is enough. */
  async #sendDue(tx: Tx, names: string[]): Promise<void> {
    const waits = new Set(await namesOfWaiting(executor(tx)))
    const jobs = names.filter((name) => !waits.has(name)).map((name) => ({ name, data: {} }))
    if (jobs.length > 0) await this.#boss.insert(jobs, { db: executor(tx) })
    this.#look.soon()
  }

  async #openQueues(): Promise<void> {
    await this.#boss.start()
    const known = new Set((await this.#boss.getQueues()).map(({ name }) => name))
    for (const name of this.#handlers.keys())
      if (!known.has(name))
        await this.#boss.createQueue(name, { name, retryLimit: 10, retryDelay: 5, retryBackoff: true })
  }

  async #wakeWorkers(): Promise<void> {
    for (const name of await namesOfWaiting(executor(this.#database.db))) {
      const worker = this.#workers.get(name)
      if (worker !== undefined) this.#boss.notifyWorker(worker)
      else await this.#beginWork(name)
    }
  }

  /** From its first job on a queue has a worker, which asks for it at once. */
  async #beginWork(name: string): Promise<void> {
    const handler = this.#handlers.get(name)
    if (!handler) return
    const options = { pollingIntervalSeconds: seldomSeconds, batchSize: 20 }
    const worker = await this.#boss.work<object>(name, options, (batch) =>
      this.#runBatch(name, handler, batch),
    )
    this.#workers.set(name, worker)
  }
}

async function namesOfWaiting(on: ReturnType<typeof executor>): Promise<string[]> {
  const { rows } = (await on.executeSql(waiting, [])) as { rows: { name: string }[] }
  return rows.map(({ name }) => name)
}

/** each queue would ask for itself; the look at all of them wakes those that have something to do */
const seldomSeconds = 3600
const lookMs = 5000
const soonMs = 200

/** Queues with a job whose time has come. */
const waiting = "select distinct name from pgboss.job where state < 'active' and start_after <= now()"

const waitingOfEach =
  "select name, count(*) as count from pgboss.job where state < 'active' and start_after <= now() group by name"

/**
 * One look at all queues every five seconds, for jobs that were put off or whose sender died: to plan it takes longer than to do it, since
 * each queue has a table. Another one at the next beat after a job was sent here, when its transaction has mostly committed.
 */
class Look {
  readonly #see: () => Promise<void>
  #beat: NodeJS.Timeout | undefined
  #beats = 0
  #isRequested = false
  #looking: Promise<void> | undefined

  constructor(see: () => Promise<void>) {
    this.#see = see
  }

  start(): void {
    this.soon()
    this.#beat = setInterval(() => this.#look(), soonMs).unref()
  }

  soon(): void {
    this.#isRequested = true
  }

  /** Resolves when a look that is under way has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#beat)
    await this.#looking
  }

  #look(): void {
    this.#beats += 1
    if (this.#looking || !(this.#isRequested || this.#beats * soonMs >= lookMs)) return
    this.#beats = 0
    this.#isRequested = false
    // that the database is away is reported by those who need it
    this.#looking = this.#see()
      .catch(() => undefined)
      .finally(() => {
        this.#looking = undefined
      })
  }
}

const pauseMs = 1000

/** so often a statement is tried that takes too long each time: to wait on would help nobody */
const timedOutMost = 3
const timedOut = '57014'

const nothing = {} as { rows: [] }

/**
 * Waits for a database that is away, or that ended a statement because of a conflict. The queue does not await its statement that records
 * the end of a job: a rejection there would end the process. So a statement that always times out is reported to `givesUp` and answered
 * with no rows, which the queue reads as nothing done: a job whose end is not recorded expires, and is done again. The same holds for a
 * job that outlives the queue (`isOver`).
 */
const lasting = (
  { executeSql }: PgBoss.Db,
  isOver: () => boolean,
  givesUp: (error: unknown) => void,
): PgBoss.Db => ({
  executeSql: async (text, values) => {
    for (let tooLong = 0; ; ) {
      try {
        return await executeSql(text, values)
      } catch (error) {
        if (isOver()) return nothing
        if (!isAway(error) && !isCollision(error)) throw error
        if (codeOf(error) === timedOut) tooLong += 1
        if (tooLong === timedOutMost) {
          givesUp(error)
          return nothing
        }
        await delay(pauseMs, undefined, { ref: false })
      }
    }
  },
})

/** pg-boss begins and commits such a text itself, to lock what several servers may do at once */
const transactionText = /^\s*BEGIN;/
const uniqueViolation = '23505'

function executor(db: Db | Tx): PgBoss.Db {
  const run = async (on: Db | Tx, text: string, values: unknown[] | undefined) => {
    const { rows } = await on.executeQuery(CompiledQuery.raw(text, values ?? []))
    return { rows }
  }
  const attempt = (text: string, values: unknown[] | undefined) =>
    db.connection().execute(async (connection) => {
      try {
        return await run(connection, text, values)
      } catch (error) {
        // the connection would go back as it is, in a transaction that has failed
        await run(connection, 'ROLLBACK', [])
        throw error
      }
    })
  return {
    executeSql: (text, values) => {
      if (!transactionText.test(text)) return run(db, text, values)
      return attempt(text, values).catch((error: unknown) => {
        // `create schema if not exists` fails where another server has just made it; the second time it sees it
        if (codeOf(error) === uniqueViolation) return attempt(text, values)
        throw error
      })
    },
  }
}
