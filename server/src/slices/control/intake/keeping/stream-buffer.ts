import type { StreamedValue } from '@stationmaster/ocpp'
import { SECOND_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../../platform/database/database-fault.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { stationTime } from '../../../charging/orders/measuring/meter.ts'
import type { JournalFrame } from '../../../stations/journal/store.ts'
import { type KeptValue, mayOpenStream, mostStreams, updateStreamValues } from '../../tasks/stream-store.ts'

const flushMs = 5 * SECOND_MS
/** characters of frames that wait to be journaled; beyond it the frame before stands for those that follow */
const waitingMost = 8 * 1024 * 1024

interface Waiting {
  value: KeptValue | null
  frame: JournalFrame | null
}

/** of all frames beyond the streams that a station may have */
const others = -1

/**
 * The newest value of each stream, written every five seconds however fast stations send: one row for a stream, and one frame in the
 * journal, which says for how many it stands.
 */
export class StreamBuffer {
  private waiting = new Map<string, Map<number, Waiting>>()
  private characters = 0
  private timer: NodeJS.Timeout | undefined
  private writing: Promise<void> = Promise.resolve()

  constructor(
    private readonly db: Db,
    private readonly log: FastifyBaseLogger,
    private readonly journal: (frame: JournalFrame) => void,
  ) {}

  /** Whether a station may open a stream: it has not too many. */
  mayOpen(stationId: string, streamId: number): Promise<boolean> {
    return mayOpenStream(this.db, stationId, streamId)
  }

  add({ streamId, at, value, values }: StreamedValue, frame: JournalFrame): void {
    const { stationId, at: receivedAt } = frame
    const ofStation = this.waiting.get(stationId) ?? new Map<number, Waiting>()
    this.waiting.set(stationId, ofStation)
    const isOne = ofStation.has(streamId) || ofStation.size < mostStreams
    const key = isOne ? streamId : others
    const before = ofStation.get(key)
    const kept: KeptValue = {
      stationId,
      streamId,
      value,
      at: stationTime(at, receivedAt).at,
      heardAt: receivedAt,
      values: values + (before?.value?.values ?? 0),
    }
    ofStation.set(key, { value: isOne ? kept : null, frame: this.folded(frame, before?.frame ?? null) })
    this.timer ??= setTimeout(() => this.flush(), flushMs).unref()
  }

  /** The newer frame, which stands for those before it too, as far as memory allows. */
  private folded(frame: JournalFrame, before: JournalFrame | null): JournalFrame | null {
    const repeats = 1 + (before?.repeats ?? 0)
    const grown = this.characters + frame.frame.length - (before?.frame.length ?? 0)
    if (grown > waitingMost) return before && { ...before, repeats }
    this.characters = grown
    return { ...frame, repeats }
  }

  private flush(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    const written = [...this.waiting.values()].flatMap((ofStation) => [...ofStation.values()])
    this.waiting = new Map()
    this.characters = 0
    for (const { frame } of written) if (frame) this.journal(frame)
    const values = written.flatMap(({ value }) => value ?? [])
    this.writing = this.writing
      .then(() => updateStreamValues(this.db, values))
      .catch((error) => logFailure(this.log, error, 'values of streams could not be written'))
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    this.flush()
    await this.writing
  }
}
