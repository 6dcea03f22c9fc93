import type { CommandOutcome, StationCommand } from '@stationmaster/ocpp'
import { MINUTE_MS } from '@stationmaster/units'
import type { NodeBus } from '../../../../platform/nodes/bus.ts'
import { inTrace, type TraceContext } from '../../../../platform/watching/trace-context.ts'
import type { Links } from '../connecting/links.ts'

/** A command for a station whose socket the receiving server holds. */
export interface CommandRequest {
  /** drawn by the sender, once for each command */
  id: string
  stationId: string
  connectionId: string
  command: StationCommand
  options: { timeoutMs?: number } | undefined
  /** what the sender does, where that is traced */
  trace?: TraceContext | undefined
}

/** By what a command that was sent is inquired after. */
export type SentRequest = Pick<CommandRequest, 'id' | 'stationId' | 'connectionId'>

/** `not_mine`: that connection is not here, so nothing was sent; `recalled`: its sender had given it up before it arrived. */
export type CommandReply = CommandOutcome | { kind: 'not_mine' } | { kind: 'recalled' }

/** What became of a command: its outcome, once there is one; `never_came`: it has not been received, and will not be carried out any more. */
export type CommandFate =
  | { kind: 'never_came' }
  | { kind: 'unknown' }
  | { kind: 'under_way' }
  | { kind: 'ended'; outcome: CommandReply }

/** so long after its end a command's outcome can be requested again */
const keptMs = 2 * MINUTE_MS

/**
 * Carries out what other servers request of the stations here. A command is known by its id, so it goes out once at most: a second
 * request for it gets the outcome of the first, and one whose sender
 * has inquired in vain is not carried out when it arrives late.
 */
export class Requests {
  readonly #known = new Map<
    string,
    { outcome: Promise<CommandReply>; ended: CommandReply | null; until: number }
  >()

  constructor(private readonly links: Links) {}

  /** Answers the other servers from now on. */
  serve(bus: NodeBus): void {
    bus.answer('command', (request: CommandRequest) => this.carryOut(request))
    bus.answer('outcome', (sent: SentRequest) => this.fateAt(sent))
    bus.answer('taken', ({ stationId, connectionId }: { stationId: string; connectionId: string }) => {
      const link = this.links.get(stationId)
      if (link?.connectionId === connectionId) link.close(1000, 'replaced by a newer connection')
    })
    bus.answer('close', ({ stationId, connectionId, code, reason }: CloseRequest) => {
      const link = this.links.get(stationId)
      if (link?.connectionId === connectionId) link.close(code, reason)
    })
  }

  carryOut({ id, stationId, connectionId, command, options, trace }: CommandRequest): Promise<CommandReply> {
    const known = this.#known.get(id)
    if (known) return known.outcome
    const link = this.links.get(stationId)
    const outcome: Promise<CommandReply> =
      link?.connectionId === connectionId
        ? inTrace(trace, () => link.command(command, options))
        : Promise.resolve({ kind: 'not_mine' })
    this.#remember(id, outcome)
    return outcome
  }

  /**
   * Only the process that holds the very connection can say that a command never came. Another run of this server under the same name, or one
   * that has lost the connection, does not know.
   */
  fateAt({ id, stationId, connectionId }: SentRequest): CommandFate {
    const isHere = this.links.get(stationId)?.connectionId === connectionId
    return isHere || this.#known.has(id) ? this.fateOf(id) : { kind: 'unknown' }
  }

  fateOf(id: string): CommandFate {
    const known = this.#known.get(id)
    if (!known) {
      this.#remember(id, Promise.resolve({ kind: 'recalled' }))
      return { kind: 'never_came' }
    }
    return known.ended ? { kind: 'ended', outcome: known.ended } : { kind: 'under_way' }
  }

  #remember(id: string, outcome: Promise<CommandReply>): void {
    const now = performance.now()
    for (const [old, { until }] of this.#known) {
      if (until > now) break
      this.#known.delete(old)
    }
    const entry = { outcome, ended: null as CommandReply | null, until: Number.POSITIVE_INFINITY }
    this.#known.set(id, entry)
    void outcome.then((reply) => {
      entry.ended = reply
      entry.until = performance.now() + keptMs
      // those that end first are looked at first
      this.#known.delete(id)
      this.#known.set(id, entry)
    })
  }
}

export interface CloseRequest {
  stationId: string
  connectionId: string
  code: number
  reason: string
}
