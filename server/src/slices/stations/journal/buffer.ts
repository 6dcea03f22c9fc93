import { first } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { isAway } from '../../../platform/database/database-fault.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { insertFrames, type JournalFrame, type LateAnswer, updateAnsweredAt } from './store.ts'

const flushMs = 250
const flushMost = 5000
/** how long to leave a database alone that was away */
const retryMs = 1000
/** characters of frames that wait for a database that is away */
const waitingMost = 64 * 1024 * 1024

interface Heartbeat {
  connectionId: string
  stationId: string
  messageId: string
  at: Date
  frame: string
  answer: string
}

/**
 * Frames that nobody waits for: our own calls and their answers, refused messages, heartbeats, and when late answers left.
 * Written behind the traffic, in order; a heartbeat that follows another within one flush is folded into it. They wait for a
 * database that is away, as far as memory allows; a frame that cannot be written as it is costs no other its row.
 */
export class JournalBuffer {
  private frames: JournalFrame[] = []
  private waiting = 0
  private lost = 0
  private late: LateAnswer[] = []
  private readonly beats = new Map<string, JournalFrame>()
  private timer: NodeJS.Timeout | undefined
  private writing: Promise<void> | null = null
  private restsUntil = 0

  constructor(
    private readonly db: Db,
    private readonly log: FastifyBaseLogger,
    private readonly wrote: (frames: JournalFrame[]) => void,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.flush(), flushMs)
    this.timer.unref()
  }

  push(frame: JournalFrame): void {
    if (this.waiting > waitingMost) {
      this.lost += 1
      return
    }
    this.waiting += frame.frame.length
    this.frames.push(frame)
    if (this.frames.length >= flushMost) this.flush()
  }

  /** Records that an answer in a row that is written already left later than the row says. */
  leftLate(answer: LateAnswer): void {
    if (this.late.length < flushMost) this.late.push(answer)
  }

  /** Records a heartbeat and its answer; several between two flushes of one connection share one row. */
  beat({ connectionId, stationId, messageId, at, frame, answer }: Heartbeat): void {
    const known = this.beats.get(connectionId)
    if (known) {
      known.repeats += 1
      return
    }
    this.beats.set(connectionId, {
      at,
      stationId,
      direction: 'in',
      messageType: 2,
      messageId,
      action: 'Heartbeat',
      frame,
      orderId: null,
      remarks: null,
      repeats: 1,
      answer,
      answeredAt: at,
    })
  }

  private flush(): void {
    if (this.writing || performance.now() < this.restsUntil) return
    const beats = [...this.beats.values()]
    this.beats.clear()
    for (const beat of beats) this.push(beat)
    if (this.frames.length === 0 && this.late.length === 0) return
    this.writing = this.write().finally(() => {
      this.writing = null
    })
  }

  private async write(): Promise<void> {
    const rest = this.frames
    this.frames = []
    this.waiting = 0
    while (rest.length > 0) {
      const part = rest.splice(0, flushMost)
      const left = await this.keep(part)
      const kept = left.length > 0 ? part.filter((frame) => !left.includes(frame)) : part
      if (kept.length > 0) this.wrote(kept)
      if (left.length === 0) continue
      this.frames = [...left, ...rest, ...this.frames]
      this.waiting += [...left, ...rest].reduce((sum, { frame }) => sum + frame.length, 0)
      this.restsUntil = performance.now() + retryMs
      return
    }
    await this.correct()
    if (this.lost === 0) return
    this.log.error({ frames: this.lost }, 'frames were not journaled: too many waited for the database')
    this.lost = 0
  }

  /** Writes when answers left; where the database is away, that waits for the next time. */
  private async correct(): Promise<void> {
    if (this.late.length === 0) return
    const late = this.late
    this.late = []
    try {
      await updateAnsweredAt(this.db, late)
    } catch (error) {
      if (isAway(error)) this.late = [...late, ...this.late].slice(0, flushMost)
      else this.log.error({ err: error }, 'when answers left could not be journaled')
    }
  }

  /** Writes frames: all in one statement, in halves where that fails; answers those that the database was away for. */
  private async keep(frames: JournalFrame[]): Promise<JournalFrame[]> {
    try {
      await insertFrames(this.db, frames)
      return []
    } catch (error) {
      if (isAway(error)) return frames
      if (frames.length === 1) return this.keepEncoded(first(frames), error)
      const middle = Math.ceil(frames.length / 2)
      const left = await this.keep(frames.slice(0, middle))
      return left.length > 0 ? [...left, ...frames.slice(middle)] : this.keep(frames.slice(middle))
    }
  }

  /** The one frame that the database refuses is kept all the same, in letters that it takes. */
  private async keepEncoded(frame: JournalFrame, error: unknown): Promise<JournalFrame[]> {
    const { message } = error as Error
    this.log.error({ err: error, stationId: frame.stationId }, 'a frame was journaled in base64')
    try {
      await insertFrames(this.db, [
        {
          ...frame,
          messageId: null,
          action: null,
          frame: Buffer.from(frame.frame).toString('base64'),
          answer: frame.answer && Buffer.from(frame.answer).toString('base64'),
          remarks: `kept in base64, as it could not be written as it was: ${message}`,
        },
      ])
      return []
    } catch (again) {
      if (isAway(again)) return [frame]
      this.log.error(
        { err: again, stationId: frame.stationId, frame: frame.frame },
        'a frame was not journaled',
      )
      return []
    }
  }

  /** Resolves when all that it has been given is written, or was tried once. */
  async written(): Promise<void> {
    await this.writing
    this.restsUntil = 0
    this.flush()
    await this.writing
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    clearInterval(this.timer)
    await this.written()
  }
}
