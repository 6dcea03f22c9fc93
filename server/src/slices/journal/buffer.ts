import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/schema.ts'
import { insertFrames, type JournalFrame } from './store.ts'

const flushMs = 250
const flushMost = 5000

/**
 * Frames that nobody waits for: our own calls and their answers, our answers as they leave, refused messages, heartbeats.
 * Written behind the traffic, in order; a heartbeat that follows another within one flush is folded into it.
 */
export class JournalBuffer {
  private frames: JournalFrame[] = []
  private readonly beats = new Map<string, { call: JournalFrame; answer: JournalFrame }>()
  private readonly timer: NodeJS.Timeout
  private writing: Promise<void> = Promise.resolve()

  constructor(
    private readonly db: Db,
    private readonly log: FastifyBaseLogger,
    private readonly wrote: (frames: JournalFrame[]) => void,
  ) {
    this.timer = setInterval(() => this.flush(), flushMs)
    this.timer.unref()
  }

  push(frame: JournalFrame): void {
    this.frames.push(frame)
    if (this.frames.length >= flushMost) this.flush()
  }

  /** Notes a heartbeat and its answer; a connection that beats many times a second fills one pair of rows. */
  beat(
    connectionId: string,
    stationId: string,
    messageId: string,
    at: Date,
    frame: string,
    answer: string,
  ): void {
    const known = this.beats.get(connectionId)
    if (known) {
      known.call.repeats += 1
      known.answer.repeats += 1
      return
    }
    const common = { at, stationId, messageId, action: 'Heartbeat', orderId: null, remarks: null, repeats: 1 }
    this.beats.set(connectionId, {
      call: { ...common, direction: 'in', messageType: 2, frame },
      answer: { ...common, direction: 'out', messageType: 3, frame: answer },
    })
  }

  private flush(): void {
    for (const { call, answer } of this.beats.values()) this.frames.push(call, answer)
    this.beats.clear()
    if (this.frames.length === 0) return
    const frames = this.frames
    this.frames = []
    this.writing = this.writing
      .then(() => insertFrames(this.db, frames))
      .then(
        () => this.wrote(frames),
        (error) => this.log.error({ err: error, frames: frames.length }, 'the journal could not be written'),
      )
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    clearInterval(this.timer)
    this.flush()
    await this.writing
  }
}
