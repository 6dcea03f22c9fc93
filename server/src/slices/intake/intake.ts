import type { LiveSignal } from '@stationmaster/contract'
import { type StationCall, type StationEvent, Unanswered } from '@stationmaster/ocpp'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import { codeOf, isAway, logFailure } from '../../platform/database-fault.ts'
import type { Db, Tx } from '../../platform/schema.ts'
import { inTransaction, isCollision } from '../../platform/transaction.ts'
import type { JournalFrame } from '../journal/store.ts'
import { BookExhausted, type OrderBook } from '../orders/book.ts'
import type { Order } from '../orders/order.ts'
import type { Closed } from '../payments/settle.ts'
import { upsertMeasurements } from '../stations/wire-store.ts'
import { KnownVersions } from '../tariffs/store.ts'
import { type Batch, type BatchSetting, type Incoming, loadBatch, loadForOrders, saveBatch } from './batch.ts'
import type { Flow, StationAction } from './flow-types.ts'
import { GroupCommit } from './group-commit.ts'
import { noteUsedReservation } from './station-events.ts'

export interface IntakeOptions {
  db: Db
  flow: Flow
  clock: Clock
  networkTimeZone: string
  heartbeatSeconds: number
  masterPassGroup: string | null
  log: FastifyBaseLogger
  publish(signal: LiveSignal): void
  /** frames of the journal were committed */
  wrote(frames: readonly JournalFrame[]): void
  /** a frame that no commit waits for: an answer as it leaves, or a call that could not be taken */
  note(frame: JournalFrame): void
  /** messages could not be kept, and the fault was the database's */
  away(error: unknown): void
  /** tells a station to stop an order's transaction; called after the commit that decided it */
  stop(orderId: number): void
  /** stations have booted; called after the commit, before they have their answers */
  booted(stationIds: string[]): void
  /** what these stations' statuses are derived from has changed; called after the commit */
  stirred(stationIds: string[]): void
}

/** What a station is answered. */
interface Answered {
  frame: string
  /** the order that its message belongs to */
  orderId: number | null
  /** nothing of the message has been kept */
  refused: boolean
}

/** Messages in one transaction at the most; the rest waits for the next. */
const batchMost = 1000
const measurementFlushMs = 1000
/** for what no other batch waits behind */
const alone = (): void => {}

/**
 * Takes what stations say. Messages of many stations share one transaction; each is answered once that has been committed,
 * so nothing that was answered can be lost.
 */
export class Intake {
  private readonly commits: GroupCommit<Incoming, Answered | null>
  private measurements: Batch['book']['measurements'] = new Map()
  private readonly knownVersions = new KnownVersions()
  private readonly flusher: NodeJS.Timeout

  constructor(private readonly options: IntakeOptions) {
    this.commits = new GroupCommit((items, next) => this.run(items, next), batchMost)
    this.flusher = setInterval(() => void this.flushMeasurements(), measurementFlushMs)
    this.flusher.unref()
  }

  /**
   * Resolves with the answer frame of a call, after the transaction that holds the call and its effects. The answer itself
   * is journaled behind the traffic, with the instant at which it leaves. `event`: with what has been found out about it.
   * Rejects with Unanswered while the database is away.
   */
  async take(call: StationCall, event: StationEvent = call.event): Promise<string> {
    const { link, receivedAt, messageId, action } = call
    const { stationId } = link
    const { note, clock } = this.options
    const common = { stationId, messageId, action, remarks: null, repeats: 1 }
    const came = { ...common, at: receivedAt, direction: 'in', messageType: 2, frame: call.frame } as const
    const answered = await this.offer({ stationId, event, receivedAt, call })
    if (!answered) {
      note({ ...came, orderId: null })
      throw new Unanswered()
    }
    const { frame, orderId, refused } = answered
    if (refused) note({ ...came, orderId })
    note({ ...common, orderId, at: clock.now(), direction: 'out', messageType: typeOf(frame), frame })
    return frame
  }

  /** Takes one message with whatever else is waiting; resolves after its commit, with null when the database is away. */
  offer(incoming: Incoming): Promise<Answered | null> {
    return this.commits.add(incoming)
  }

  /** Takes messages that came over no socket, in one transaction, as if it were `now`. */
  async takeAll(incoming: Incoming[], now: Date): Promise<void> {
    await this.commit(incoming, now, alone)
  }

  /**
   * Changes orders for another reason than a station's message (a command, a timer): what `lock` gives is decided on and
   * written as a batch is, with everything that follows from it. Resolves with what `decide` returns, after the commit.
   */
  async change<T>(
    lock: (tx: Tx) => Promise<Order[]>,
    decide: (book: OrderBook, locked: Order[], tx: Tx) => T | Promise<T>,
  ): Promise<T> {
    const { db, clock } = this.options
    const now = clock.now()
    const { batch, decided } = await inTransaction(db, async (tx) => {
      const locked = await lock(tx)
      const loaded = await loadForOrders(tx, locked, this.settingAt(now))
      const result = await decide(loaded.book, locked, tx)
      await Promise.all([saveBatch(tx, loaded, []), this.settleClosed(tx, loaded, now)])
      return { batch: loaded, decided: result }
    })
    this.tell(batch)
    return decided
  }

  private settingAt(now: Date): BatchSetting {
    const { networkTimeZone, heartbeatSeconds, masterPassGroup } = this.options
    return { now, networkTimeZone, heartbeatSeconds, masterPassGroup, knownVersions: this.knownVersions }
  }

  async close(): Promise<void> {
    clearInterval(this.flusher)
    await this.commits.settled()
    await this.flushMeasurements()
  }

  private async run(items: Incoming[], next: () => void, attempt = 1): Promise<(Answered | null)[]> {
    try {
      return await this.commit(items, this.options.clock.now(), next)
    } catch (error) {
      if (isAway(error)) {
        this.options.away(error)
        return items.map(() => null)
      }
      if (items.length > 1) {
        const outcomes: (Answered | null)[] = []
        for (const item of items) outcomes.push(...(await this.run([item], alone)))
        return outcomes
      }
      if (attempt < 4 && isRace(error)) return this.run(items, next, attempt + 1)
      if (!items[0]?.call) throw error
      return [this.refuse(items[0], error)]
    }
  }

  /** Takes messages in one transaction; `next` is called when all has been decided and is on its way to be written. */
  private async commit(items: Incoming[], now: Date, next: () => void): Promise<Answered[]> {
    const { db } = this.options
    const frames: JournalFrame[] = []
    const { batch, answers } = await inTransaction(db, async (tx) => {
      const loaded = await loadBatch(tx, items, this.settingAt(now))
      const answered = items.map((item) => this.decide(loaded, item, frames))
      const written = Promise.all([saveBatch(tx, loaded, frames), this.settleClosed(tx, loaded, now)])
      next()
      await written
      return { batch: loaded, answers: answered }
    })
    this.tell(batch)
    this.options.wrote(frames)
    return answers
  }

  private decide(batch: Batch, item: Incoming, frames: JournalFrame[]): Answered {
    const { stationId, event, receivedAt, call } = item
    const station = batch.stations.get(stationId)
    if (!station) {
      const refusal = call?.error('SecurityError', 'This station is not known any more') ?? ''
      return { frame: refusal, orderId: null, refused: true }
    }
    const act = this.options.flow.stationActions[event.type] as StationAction<typeof event.type>
    const taken = act(
      batch.book,
      station,
      event as never,
      receivedAt,
      batch.changes,
      call?.link.protocol ?? '',
    )
    const { orderId } = taken
    noteUsedReservation(station, event, receivedAt, batch.changes)
    if (!call) return { frame: '', orderId, refused: false }
    const { messageId, action, remarks } = call
    frames.push({
      at: receivedAt,
      stationId,
      direction: 'in',
      messageType: 2,
      messageId,
      action,
      frame: call.frame,
      orderId,
      remarks: remarks.length > 0 ? remarks.join('\n') : null,
      repeats: 1,
    })
    return { frame: call.result(taken.reply), orderId, refused: false }
  }

  private async settleClosed(tx: Tx, { book }: Batch, now: Date): Promise<void> {
    if (book.closed.size === 0) return
    const closed: Closed[] = [...book.closed].map(([id, before]) => ({ order: book.get(id)!, before }))
    await this.options.flow.closed(tx, closed, now, this.options.networkTimeZone)
  }

  /** Everything that may be told once it is committed: signals, stops, measurements for display. */
  private tell({ book, changes, stations }: Batch): void {
    const { publish, stop, booted, stirred } = this.options
    const { inserted, updated, live } = book.changes()
    for (const { id, locationId } of [...inserted, ...updated, ...live])
      publish({ topic: 'order', id, locationId })
    // what a connector says has signals of its own
    const told = changes.happenings.filter(({ kind }) => kind !== 'status')
    const held = changes.boots.filter((boot) => boot.held !== null)
    for (const { stationId } of [...told, ...held, ...changes.vendorMessages, ...changes.settings]) {
      publish({ topic: 'station', id: stationId, locationId: stations.get(stationId)!.locationId })
    }
    const boots = changes.boots.filter((boot) => boot.held === null).map(({ stationId }) => stationId)
    if (boots.length > 0) booted(boots)
    stirred([
      ...changes.boots.map(({ stationId }) => stationId),
      ...[...changes.connectors.values()].map(({ stationId }) => stationId),
    ])
    // a connector tells its open order and what may be done with it, so an order that moves changes it too
    const moved = new Set([
      ...changes.connectors.keys(),
      ...[...inserted, ...updated].map((o) => o.connectorId),
    ])
    for (const station of moved.size > 0 ? stations.values() : []) {
      for (const { id, stationId, locationId } of station.connectors) {
        if (moved.has(id)) publish({ topic: 'connector', id, stationId, locationId })
      }
    }
    for (const [connectorId, measured] of book.measurements) this.measurements.set(connectorId, measured)
    for (const orderId of book.stops) stop(orderId)
  }

  private refuse({ call, stationId }: Incoming, error: unknown): Answered {
    this.options.log.error(
      { err: error, stationId, action: call?.action },
      'a station message could not be taken',
    )
    const refusal = isBeyond(error)
      ? call?.error('PropertyConstraintViolation', 'a value is beyond what can be kept')
      : call?.error('InternalError', 'the message could not be processed')
    return { frame: refusal ?? '', orderId: null, refused: true }
  }

  private async flushMeasurements(): Promise<void> {
    if (this.measurements.size === 0) return
    const measured = [...this.measurements].map(([connectorId, one]) => ({ connectorId, ...one }))
    this.measurements = new Map()
    await upsertMeasurements(this.options.db, measured).catch((error) => {
      logFailure(this.options.log, error, 'measurements could not be written')
      if (!isAway(error)) return
      for (const { connectorId, ...one } of measured) {
        if (!this.measurements.has(connectorId)) this.measurements.set(connectorId, one)
      }
    })
  }
}

/**
 * A value of the message is larger, longer or deeper than anything can hold (SQLSTATE classes data exception and program limit
 * exceeded; a stack that JSON's nesting exhausts): it will be so however often it is sent.
 */
const isBeyond = (error: unknown): boolean => /^(22|54)/.test(codeOf(error)) || error instanceof RangeError

/** 3 a result, 4 an error */
const typeOf = (answer: string): number => Number(answer[1])

/** Another transaction was first: a unique key, a deadlock, a serialization failure; or the batch drew too few ids. */
const isRace = (error: unknown): boolean =>
  error instanceof BookExhausted || isCollision(error) || codeOf(error) === '23505'
