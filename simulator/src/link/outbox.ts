import type { StationEvent, StationReply } from '@stationmaster/ocpp'
import type { Agenda } from '../fleet/agenda.ts'
import type { RetryOptions, Uplink } from './uplink.ts'

type LetterKind = 'start' | 'meter' | 'stop'

interface Letter {
  kind: LetterKind
  /** built when it is first sent: by then an earlier answer has given the transaction its id */
  build: () => StationEvent
  event: StationEvent | null
  attempts: number
  /** null: given up */
  deliver: (reply: StationReply | null) => void
}

const mostLetters = 5_000

/**
 * What a station says of its transactions: in order, kept while there is no connection, said again unchanged after an
 * error or a time-out a bounded number of times (1.6 clause 3.7.1; 2.0.1 part 2, E13).
 */
export class Outbox {
  private readonly letters: Letter[] = []
  private busy = false
  private cancelRetry = () => {}

  constructor(
    private readonly uplink: Uplink,
    private readonly agenda: Agenda,
    private readonly retry: RetryOptions,
    private readonly onChanged: () => void,
  ) {}

  get length(): number {
    return this.letters.length
  }

  /**
   * Puts a message at the end; resolves with its answer, or with null when it was given up. `heard` gets the same before the next
   * message is built.
   */
  post(
    kind: LetterKind,
    build: () => StationEvent,
    heard?: (reply: StationReply | null) => void,
  ): Promise<StationReply | null> {
    return new Promise((resolve) => {
      if (this.letters.length >= mostLetters) this.dropOldestSample()
      const deliver = (reply: StationReply | null) => {
        heard?.(reply)
        resolve(reply)
      }
      this.letters.push({ kind, build, event: null, attempts: 0, deliver })
      this.kick()
    })
  }

  /** Goes on with what waits, now that there is a connection. */
  kick(): void {
    this.cancelRetry()
    if (!this.busy) void this.work()
  }

  private async work(): Promise<void> {
    this.busy = true
    try {
      for (;;) {
        const letter = this.letters[0]
        if (!letter || !this.uplink.accepted) return
        if (!(await this.say(letter))) return
      }
    } finally {
      this.busy = false
      this.onChanged()
    }
  }

  private async say(letter: Letter): Promise<boolean> {
    letter.event ??= letter.build()
    const { link } = this.uplink
    try {
      this.finish(letter, await this.uplink.report(letter.event))
      return true
    } catch {
      if (!this.uplink.accepted || this.uplink.link !== link) return this.uplink.accepted
      if (link?.closed) return false
      letter.attempts += 1
      if (letter.attempts >= this.retry.messageAttempts) {
        this.finish(letter, null)
        return true
      }
      this.cancelRetry = this.agenda.after(this.retry.messageMs * letter.attempts, () => this.kick())
      return false
    }
  }

  private finish(letter: Letter, reply: StationReply | null): void {
    const index = this.letters.indexOf(letter)
    if (index >= 0) this.letters.splice(index, 1)
    letter.deliver(reply)
  }

  private dropOldestSample(): void {
    const oldest = this.letters.find((letter, index) => index > 0 && letter.kind === 'meter')
    if (oldest) this.finish(oldest, null)
  }
}
