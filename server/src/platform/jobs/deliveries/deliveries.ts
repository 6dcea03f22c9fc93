import { DAY_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { inTransaction } from '../../database/transaction.ts'
import type { Clock } from '../../general/clock.ts'
import type { Db, Tx } from '../../schema/schema.ts'
import type { Jobs } from '../jobs.ts'
import {
  buryDelivery,
  countFailure,
  type Delivery,
  insertDeliveries,
  listDueTargets,
  type NewDelivery,
  postponeDelivery,
  removeDeliveries,
  reviveDeliveries,
  type Target,
  takeDeliveries,
  updateReached,
  updateTargetDue,
} from './store.ts'

/** What became of a delivery. Whoever says after how long it is tried again also says when it is not: it is not given up here. */
export type DeliveryOutcome =
  /** it has arrived, or nobody wants it any more */
  | { kind: 'done' }
  /** the target was there and did not take this one; others may be taken */
  | { kind: 'refused'; error: string; againAfterMs?: number }
  /** the target is away: none would arrive now */
  | { kind: 'away'; error: string; againAfterMs?: number }

/** One kind of delivery. */
export interface Channel {
  name: string
  /** Sends one; it may have arrived before, if a server died meanwhile. A failure counts as refused. */
  deliver(delivery: Delivery): Promise<DeliveryOutcome>
}

interface Parts {
  db: Db
  clock: Clock
  jobs: Jobs
  report(error: unknown): void
}

/** so many are on their way to a target at once, each of another key */
const width = 8
/** whoever sends one has ended by then, or is gone */
const sendingMs = 2 * MINUTE_MS
/** so often a target may refuse one */
export const refusalsMost = 6
/** what did not arrive for so long is dead */
export const keptMs = 7 * DAY_MS
const longestPauseMs = 10 * MINUTE_MS

/** How long after the nth failure in a row it is tried again: 5 s, 10 s, 20 s ..., 10 minutes at most. */
export const pauseAfter = (failures: number): number =>
  Math.min(longestPauseMs, 5 * SECOND_MS * 2 ** Math.min(failures - 1, 16))

/**
 * Sends to other systems what a transaction has recorded for them: at least once, in order for each key, the newest where that says
 * all. Each target has a lane of its own, so one that is slow or away keeps no other waiting. Any number of servers send.
 */
export class Deliveries {
  readonly #channels = new Map<string, Channel>()
  readonly #lanes = new Map<string, Lane>()
  #isStopped = false

  constructor(private readonly parts: Parts) {
    const { jobs } = parts
    jobs.work('deliver', async (target: Target) => this.#begin(target))
    // what a server that died had on its way, and what was to be tried again
    jobs.schedule('deliveries', '* * * * *', () => this.wake())
  }

  /** Says who sends the deliveries of a channel; before the jobs start. */
  add(channel: Channel): void {
    this.#channels.set(channel.name, channel)
  }

  /** Records what is to be sent, in the caller's transaction. */
  async send(tx: Tx, all: readonly NewDelivery[]): Promise<void> {
    if (all.length === 0) return
    await insertDeliveries(tx, all, this.parts.clock.now())
    const targets = new Map(
      all.map(({ channel, target }) => [nameOf({ channel, target }), { channel, target }]),
    )
    for (const [singletonKey, target] of targets) await this.#wakeIn(tx, target, singletonKey)
  }

  /** Sends dead deliveries of a target again, all or one; answers how many. */
  async revive(tx: Tx, target: Target, id: number | null): Promise<number> {
    const count = await reviveDeliveries(tx, target, { id, now: this.parts.clock.now() })
    if (count > 0) await this.#wakeIn(tx, target, nameOf(target))
    return count
  }

  /** Tries a target again at once, though it was away. */
  async retry(tx: Tx, target: Target): Promise<void> {
    await updateTargetDue(tx, target, this.parts.clock.now())
    await this.#wakeIn(tx, target, nameOf(target))
  }

  /** Begins with all targets that something is due for. */
  async wake(): Promise<void> {
    for (const target of await listDueTargets(this.parts.db, this.parts.clock.now())) this.#begin(target)
  }

  /** Resolves when nothing is on its way from this server. */
  async idle(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map((lane) => lane.ended))
  }

  /** Takes nothing more; resolves when what is on its way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.idle()
  }

  async #wakeIn(tx: Tx, { channel, target }: Target, singletonKey: string): Promise<void> {
    await this.parts.jobs.send(tx, 'deliver', { channel, target }, { singletonKey })
  }

  /** A lane that runs looks once more before it ends. */
  #begin(target: Target): void {
    const channel = this.#channels.get(target.channel)
    if (!channel || this.#isStopped) return
    const name = nameOf(target)
    const running = this.#lanes.get(name)
    if (running) {
      running.isCalled = true
      return
    }
    const lane: Lane = { isCalled: false, ended: Promise.resolve() }
    this.#lanes.set(name, lane)
    lane.ended = this.#run(channel, target, lane)
      .catch((error) => this.parts.report(error))
      .finally(() => this.#lanes.delete(name))
  }

  async #run(channel: Channel, target: Target, lane: Lane): Promise<void> {
    const { db, clock } = this.parts
    do {
      lane.isCalled = false
      while (!this.#isStopped) {
        const now = clock.now()
        const until = new Date(now.getTime() + sendingMs)
        const batch = await takeDeliveries(db, target, { now, until, most: width })
        if (batch.length === 0) break
        const sent = await Promise.all(batch.map((one) => attempt(channel, one)))
        if (!(await this.#conclude(target, sent))) return
      }
    } while (lane.isCalled && !this.#isStopped)
  }

  /** Records how the deliveries of a batch ended; false: the target is away. */
  async #conclude(target: Target, sent: readonly Sent[]): Promise<boolean> {
    const { db, clock } = this.parts
    const now = clock.now()
    await removeDeliveries(
      db,
      sent.filter(({ outcome }) => outcome.kind === 'done').map(({ delivery }) => delivery.id),
    )
    if (sent.some(({ outcome }) => outcome.kind !== 'away')) await updateReached(db, target, now)
    for (const one of sent) await this.#putBack(target, one, now)
    const away = sent.map(({ outcome }) => outcome).find(({ kind }) => kind === 'away')
    if (away?.kind !== 'away') return true
    const failures = await countFailure(db, target, { now, error: away.error })
    const dueAt = new Date(now.getTime() + pauseAfter(failures))
    await updateTargetDue(db, target, dueAt)
    await this.#wakeLater(target, dueAt)
    return false
  }

  /** A delivery that has not arrived waits, or is dead. */
  async #putBack(target: Target, { delivery, outcome }: Sent, now: Date): Promise<void> {
    if (outcome.kind === 'done') return
    const { db } = this.parts
    const { id, createdAt } = delivery
    const { error } = outcome
    const own = outcome.againAfterMs
    const isRefused = outcome.kind === 'refused' || own !== undefined
    const attempts = delivery.attempts + (isRefused ? 1 : 0)
    if (own === undefined && (attempts >= refusalsMost || now.getTime() - createdAt.getTime() >= keptMs))
      return buryDelivery(db, id, { attempts, error })
    const dueAt = isRefused ? new Date(now.getTime() + (own ?? pauseAfter(attempts))) : now
    await postponeDelivery(db, id, { attempts, dueAt, error })
    if (isRefused) await this.#wakeLater(target, dueAt)
  }

  async #wakeLater(target: Target, startAfter: Date): Promise<void> {
    const { db, jobs } = this.parts
    const singletonKey = `${nameOf(target)} later`
    await inTransaction(db, (tx) => jobs.send(tx, 'deliver', target, { startAfter, singletonKey }))
  }
}

interface Lane {
  /** something was recorded since it last looked */
  isCalled: boolean
  ended: Promise<void>
}

interface Sent {
  delivery: Delivery
  outcome: DeliveryOutcome
}

const nameOf = ({ channel, target }: Target): string => `${channel} ${target}`

async function attempt(channel: Channel, delivery: Delivery): Promise<Sent> {
  try {
    return { delivery, outcome: await channel.deliver(delivery) }
  } catch (error) {
    return {
      delivery,
      outcome: { kind: 'refused', error: error instanceof Error ? error.message : String(error) },
    }
  }
}
