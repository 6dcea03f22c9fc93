import type { LiveSignal } from '@stationmaster/contract'
import { type CentralLink, type StationCall, type StationEvent, Unanswered } from '@stationmaster/ocpp'
import type { FastifyBaseLogger } from 'fastify'
import { codeOf, isAway } from '../../../platform/database/database-fault.ts'
import { inTransaction, isRace } from '../../../platform/database/transaction.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Membership } from '../../../platform/nodes/membership.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { maskedFrame } from '../../../platform/watching/masked.ts'
import { BookExhausted } from '../../charging/orders/messages/book.ts'
import { additionsOf, type OrderWork } from '../../charging/orders/messages/unit-of-work.ts'
import { isOrderChanged, writeAdditions } from '../../charging/orders/messages/writing-store.ts'
import { needsSeries } from '../../places/tariffs/elements.ts'
import type { JournalFrame, LateAnswer } from '../../stations/journal/store.ts'
import { type Batch, type Incoming, loadBatch, onlyAdds, recallBatch, saveBatch } from './batch.ts'
import type { StationAction, StationActions } from './flow-types.ts'
import { GroupCommit } from './group-commit.ts'
import { RunningSessions } from './running-sessions.ts'
import { recordUsedReservation } from './station-events.ts'

export interface IntakeOptions {
  db: Db
  stationActions: StationActions
  orderWork: OrderWork
  clock: Clock
  log: FastifyBaseLogger
  publish(signal: LiveSignal): void
  /** frames of the journal were committed */
  wrote(frames: readonly JournalFrame[]): void
  /** a batch of messages was committed, so many seconds after it began */
  committed(messages: readonly Incoming[], seconds: number): void
  /** journals a call that could not be processed, which no commit waits for */
  note(frame: JournalFrame): void
  /** an answer left later than its row of the journal says */
  leftLate(answer: LateAnswer): void
  /** whether no other server can have taken over what this one has */
  lease: Pick<Membership, 'holds' | 'held'>
  /** false: the station has a later socket, here or elsewhere */
  isCurrent(link: CentralLink): boolean
  /** messages could not be stored, because the database failed */
  away(error: unknown): void
  /** stations have booted; called after the commit, before they have their answers */
  booted(stationIds: string[]): void
  /** what these stations' statuses are derived from has changed; called after the commit */
  statusesChanged(stationIds: string[]): void
}

/** The answer to a station. */
interface Answered {
  frame: string
  /** the order that its message belongs to */
  orderId: number | null
  /** when it was made, which its row of the journal says; null: nothing of the message was stored */
  madeAt: Date | null
}

/** A batch whose messages are decided, with their answers and the frames to journal. */
interface Decided {
  batch: Batch
  answers: Answered[]
  frames: JournalFrame[]
}

/** Messages in one transaction at the most; the rest waits for the next. */
const batchMost = 1000
/** An answer that leaves so much later than it was made has its row corrected; commits take some milliseconds. */
const lateAnswerMs = 50
/** for a batch that no other one waits for */
const alone = (): void => {}

/**
 * Processes the messages of stations. Messages of many stations share one transaction; each is answered once that has been committed,
 * so nothing that was answered can be lost.
 */
export class Intake {
  private readonly commits: GroupCommit<Incoming, Answered | null>
  /** meter values of remembered sessions do not wait for messages that need the database read first */
  private readonly quick: GroupCommit<Incoming, Answered | null>
  private readonly running = new RunningSessions()

  constructor(private readonly options: IntakeOptions) {
    const run = (items: Incoming[], next: () => void) => this.runHeld(items, next)
    this.commits = new GroupCommit(run, batchMost)
    this.quick = new GroupCommit(run, batchMost)
  }

  /**
   * Resolves with the answer frame of a call, after the transaction that holds the call, its effects and this answer.
   * `event`: the event, completed with what the server has found out.
   * Rejects with Unanswered while the database is away.
   */
  async take(call: StationCall, event: StationEvent = call.event): Promise<string> {
    const { stationId } = call.link
    const { note, leftLate, clock } = this.options
    const answered = await this.offer({ stationId, event, receivedAt: call.receivedAt, call })
    if (!answered) {
      note(frameOf(call, null, null, null))
      throw new Unanswered()
    }
    const { frame, orderId, madeAt } = answered
    const answeredAt = clock.now()
    if (!madeAt) note(frameOf(call, orderId, frame, answeredAt))
    else if (answeredAt.getTime() - madeAt.getTime() >= lateAnswerMs)
      leftLate({ stationId, at: call.receivedAt, messageId: call.messageId, answeredAt })
    return frame
  }

  /** Processes one message together with all that wait; resolves after its commit, with null when the database is away. */
  offer(incoming: Incoming): Promise<Answered | null> {
    const known = this.running.find(incoming, this.options.clock.now())
    return (known ? this.quick : this.commits).add(incoming)
  }

  /** Processes messages that came over no socket, in one transaction, as if it were `now`. */
  async takeAll(incoming: Incoming[], now: Date): Promise<void> {
    await this.commit(incoming, now, alone)
  }

  /** How many messages wait for a batch. */
  get waiting(): number {
    return this.commits.size + this.quick.size
  }

  /** Resolves when all messages are answered. */
  async settled(): Promise<void> {
    await Promise.all([this.commits.settled(), this.quick.settled()])
  }

  /** A server that stood still may have lost stations to others: it asks before it writes, and leaves those stations' messages to them. */
  private async runHeld(items: Incoming[], next: () => void): Promise<(Answered | null)[]> {
    const { lease, isCurrent } = this.options
    if (lease.holds) return this.run(items, next)
    await lease.held()
    const kept = items.filter(({ call }) => !call || isCurrent(call.link))
    const outcomes = kept.length > 0 ? await this.run(kept, next) : []
    const outcomeOf = new Map(kept.map((item, index) => [item, outcomes[index] ?? null]))
    return items.map((item) => outcomeOf.get(item) ?? null)
  }

  private async run(items: Incoming[], next: () => void, attempt = 1): Promise<(Answered | null)[]> {
    try {
      return await this.commit(items, this.options.clock.now(), next)
    } catch (error) {
      if (isAway(error)) {
        this.options.away(error)
        return items.map(() => null)
      }
      if (isOrderChanged(error) && attempt === 1) return await this.run(items, next, 2)
      if (items.length > 1) {
        const outcomes: (Answered | null)[] = []
        for (const item of items) outcomes.push(...(await this.run([item], alone)))
        return outcomes
      }
      if (attempt < 4 && isRepeated(error)) return this.run(items, next, attempt + 1)
      if (!items[0]?.call) throw error
      return [this.refuse(items[0], error)]
    }
  }

  /** Processes messages in one transaction; calls `next` when all is decided and is being written. */
  private async commit(items: Incoming[], now: Date, next: () => void): Promise<Answered[]> {
    const { db, orderWork } = this.options
    const begunMs = performance.now()
    const setting = orderWork.settingAt(now)
    const remembered = items.map((item) => this.running.find(item, now))
    const unknown = items.filter((_item, index) => remembered[index] === undefined)
    const known = remembered.filter((one) => one !== undefined)
    // where the memory is older than the database, the batch runs again and reads the database
    for (const { order } of known) this.running.forget(order)
    const recalled =
      unknown.length === 0 ? this.decideAll(await recallBatch(db, setting, known), items) : undefined
    const decided =
      recalled && onlyAdds(recalled.batch)
        ? await this.add(recalled, next)
        : await inTransaction(db, async (tx, commitWith) => {
            const all = recalled ?? this.decideAll(await loadBatch(tx, unknown, setting, known), items)
            const { batch, frames } = all
            const written = Promise.all([saveBatch(tx, batch, frames), orderWork.followUp(tx, batch.book)])
            next()
            const [rowVersion] = await (orderWork.hasFollowUps(batch.book) ? written : commitWith(written))
            return { ...all, rowVersion }
          })
    this.remember(decided.batch, decided.rowVersion, now)
    this.publishChanges(decided.batch)
    this.options.wrote(decided.frames)
    this.options.committed(items, (performance.now() - begunMs) / 1000)
    return decided.answers
  }

  /** Writes what one statement can write: it is a transaction of its own. */
  private async add(decided: Decided, next: () => void) {
    const { batch, frames } = decided
    const written = writeAdditions(this.options.db, additionsOf(batch.book, frames))
    next()
    return { ...decided, rowVersion: await written }
  }

  private decideAll(batch: Batch, items: readonly Incoming[]): Decided {
    const frames: JournalFrame[] = []
    const madeAt = this.options.clock.now()
    const answers = items.map((item) => this.decide(batch, item, { frames, madeAt }))
    return { batch, answers, frames }
  }

  /** Remembers running sessions as this transaction wrote them. */
  private remember({ book, stations, stationsReadAt }: Batch, rowVersion: string, now: Date): void {
    const { inserted, updated, live } = book.changes()
    for (const order of [...inserted, ...updated, ...live]) {
      const station = stations.get(order.stationId)
      const { version } = book.termsOf(order)
      if (!station || (version && needsSeries(version))) this.running.forget(order)
      else
        this.running.remember(order, {
          rowVersion,
          station,
          stationReadAt: stationsReadAt.get(station.id) ?? now,
        })
    }
  }

  private decide(
    batch: Batch,
    item: Incoming,
    { frames, madeAt }: { frames: JournalFrame[]; madeAt: Date },
  ): Answered {
    const { stationId, event, receivedAt, call } = item
    const station = batch.stations.get(stationId)
    if (!station) {
      const refusal = call?.error('SecurityError', 'This station is not known any more') ?? ''
      return { frame: refusal, orderId: null, madeAt: null }
    }
    const act = this.options.stationActions[event.type] as StationAction<typeof event.type>
    const { changes } = batch
    const protocol = call?.link.protocol ?? ''
    const result = act(batch.book, station, event as never, receivedAt, { changes, protocol })
    const { orderId } = result
    recordUsedReservation(station, event, receivedAt, changes)
    if (!call) return { frame: '', orderId, madeAt }
    const answer = call.result(result.reply)
    frames.push(frameOf(call, orderId, answer, madeAt))
    return { frame: answer, orderId, madeAt }
  }

  /** Publishes the signals of a committed batch, those of its orders included. */
  private publishChanges({ book, changes, stations }: Batch): void {
    const { orderWork, publish, booted, statusesChanged } = this.options
    orderWork.publishChanges(book)
    // a connector's status has signals of its own
    const signaled = changes.timeline.filter(({ kind }) => kind !== 'status')
    const held = changes.boots.filter((boot) => boot.held !== null)
    for (const { stationId } of [...signaled, ...held, ...changes.vendorMessages, ...changes.settings]) {
      // a batch has loaded the stations of all its changes
      publish({ topic: 'station', id: stationId, locationId: stations.get(stationId)!.locationId })
    }
    const boots = changes.boots.filter((boot) => boot.held === null).map(({ stationId }) => stationId)
    if (boots.length > 0) booted(boots)
    const moves = [...changes.connectors.values()]
    statusesChanged([...changes.boots, ...moves].map(({ stationId }) => stationId))
    for (const { connectorId: id, stationId } of moves) {
      // a batch has loaded the stations of all its changes
      publish({ topic: 'connector', id, stationId, locationId: stations.get(stationId)!.locationId })
    }
  }

  private refuse({ call, stationId }: Incoming, error: unknown): Answered {
    this.options.log.error(
      { err: error, stationId, action: call?.action },
      'a station message could not be processed',
    )
    const refusal = isBeyond(error)
      ? call?.error('PropertyConstraintViolation', 'a value is beyond what can be kept')
      : call?.error('InternalError', 'the message could not be processed')
    return { frame: refusal ?? '', orderId: null, madeAt: null }
  }
}

/**
 * A value of the message is too large, long or deep to be stored (SQLSTATE classes data exception and program limit exceeded, or
 * JSON whose nesting exhausts the stack). Sending it again would not help.
 */
const isBeyond = (error: unknown): boolean => /^(22|54)/.test(codeOf(error)) || error instanceof RangeError

/** A call as it is journaled, with our answer. */
const frameOf = (
  call: StationCall,
  orderId: number | null,
  answer: string | null,
  answeredAt: Date | null,
): JournalFrame => ({
  at: call.receivedAt,
  stationId: call.link.stationId,
  direction: 'in',
  messageType: 2,
  messageId: call.messageId,
  action: call.action,
  frame: maskedFrame(call.action, call.frame),
  orderId,
  remarks: call.remarks.length > 0 ? call.remarks.join('\n') : null,
  repeats: 1,
  answer,
  answeredAt,
})

/** Another transaction was first, or the batch drew too few ids; the batch can run again. */
const isRepeated = (error: unknown): boolean => error instanceof BookExhausted || isRace(error)
