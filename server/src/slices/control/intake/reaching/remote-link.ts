import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type CommandOutcome,
  type EndedCommand,
  namesConnectors,
  type Protocol,
  type StationCommand,
} from '@stationmaster/ocpp'
import { SECOND_MS } from '@stationmaster/units'
import type { NodeBus, Reply } from '../../../../platform/nodes/bus.ts'
import { traceContext } from '../../../../platform/watching/trace-context.ts'
import type { Holder } from '../../../stations/stations/connecting/presence-store.ts'
import type { CommandFate, CommandReply, CommandRequest, SentRequest } from './requests.ts'
import type { StationLink } from './station-link.ts'

export interface RemoteParts {
  bus: NodeBus
  /** how long a station may take to answer a command, ms */
  answerMs: number
  /** whether a server was dead at the last look */
  isDead(node: string): boolean
  /** counts a command that went over another server */
  counted(ended: EndedCommand): void
  findHolder(stationId: string): Promise<Holder | undefined>
}

/** what the way there and back may take beside the station's own time */
const wayMs = 3 * SECOND_MS
/** how often the server that carries out a command is looked after */
const lookMs = SECOND_MS

/** A station's connection that another server holds. */
export class RemoteLink implements StationLink {
  readonly connectionId: string
  readonly protocol: Protocol
  readonly namesConnectors: boolean

  constructor(
    private readonly parts: RemoteParts,
    readonly stationId: string,
    private readonly holder: Holder,
  ) {
    this.connectionId = holder.connectionId
    this.protocol = holder.protocol
    this.namesConnectors = namesConnectors(holder.protocol)
  }

  close(code: number, reason: string): void {
    const { stationId, connectionId } = this
    void this.parts.bus.request(this.holder.node, 'close', { stationId, connectionId, code, reason }, wayMs)
  }

  /**
   * As on the server that holds the socket, and once at most. Where that server certainly has not sent the command, the station's
   * holder is read again, once.
   */
  async command(command: StationCommand, options?: { timeoutMs?: number }): Promise<CommandOutcome> {
    const begunMs = performance.now()
    const outcome = await this.#send(command, options)
    const seconds = (performance.now() - begunMs) / 1000
    this.parts.counted({ stationId: this.stationId, type: command.type, outcome: outcome.kind, seconds })
    return outcome
  }

  async #send(command: StationCommand, options?: { timeoutMs?: number }): Promise<CommandOutcome> {
    const sent = await this.#commandAt(this.holder, command, options)
    if (sent !== 'not_sent') return sent
    const holder = await this.parts.findHolder(this.stationId)
    if (!holder || holder.connectionId === this.connectionId) return { kind: 'disconnected' }
    const again = await this.#commandAt(holder, command, options)
    return again === 'not_sent' ? { kind: 'disconnected' } : again
  }

  async #commandAt(
    { node, connectionId }: Holder,
    command: StationCommand,
    options: { timeoutMs?: number } | undefined,
  ): Promise<CommandOutcome | 'not_sent'> {
    const { bus, answerMs } = this.parts
    const request: CommandRequest = {
      id: randomUUID(),
      stationId: this.stationId,
      connectionId,
      command,
      options,
      trace: traceContext(),
    }
    const mostMs = (options?.timeoutMs ?? answerMs) + wayMs
    const waiting = new AbortController()
    const reply = await Promise.race([
      bus.request<CommandReply>(node, 'command', request, mostMs),
      this.#goneFrom(node, waiting.signal),
    ]).finally(() => waiting.abort())
    switch (reply.kind) {
      case 'answered':
        return sentOf(reply.answer)
      case 'undelivered':
        return 'not_sent'
      case 'no_path':
      case 'disconnected':
        return { kind: reply.kind }
      case 'unanswered':
        return this.#askAfter(node, { id: request.id, stationId: this.stationId, connectionId }, mostMs)
    }
  }

  /** What became of a command whose server has not answered; what it says is certain, else the station may have got the command. */
  async #askAfter(node: string, sent: SentRequest, afterMs: number): Promise<CommandOutcome | 'not_sent'> {
    const reply: Reply<CommandFate> = await this.parts.bus.request<CommandFate>(node, 'outcome', sent, wayMs)
    const fate = reply.kind === 'answered' ? reply.answer : null
    if (fate?.kind === 'never_came') return 'not_sent'
    if (fate?.kind === 'ended') return sentOf(fate.outcome)
    return { kind: 'timeout', afterMs, sent: true }
  }

  /** Resolves when a server has died: what it had under way ends as it does when a socket closes. */
  async #goneFrom(node: string, signal: AbortSignal): Promise<{ kind: 'disconnected' }> {
    while (!signal.aborted) {
      await delay(lookMs, undefined, { ref: false, signal }).catch(() => undefined)
      if (this.parts.isDead(node)) break
    }
    return { kind: 'disconnected' }
  }
}

const sentOf = (reply: CommandReply): CommandOutcome | 'not_sent' =>
  reply.kind === 'not_mine' || reply.kind === 'recalled' ? 'not_sent' : reply
