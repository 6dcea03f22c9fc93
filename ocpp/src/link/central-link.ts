import { randomUUID } from 'node:crypto'
import type { RawData, WebSocket } from 'ws'
import type { Call, Version } from '../commands/actions.ts'
import { answerRefusal, callOf, inTurn, outcomeOf } from '../commands/commanding.ts'
import { type Refusal, understand } from '../messages/understand.ts'
import type { Protocol } from '../protocol.ts'
import {
  type Frame,
  type Payload,
  readFrame,
  writeCall,
  writeError,
  writeResultError,
} from '../socket/frames.ts'
import { mayReceive, messageRequestedBy, notAccepted, treatmentOf } from '../socket/registration.ts'
import type { CommandOutcome, SingleCommand, StationCommand } from '../station-command.ts'
import type { Registration, StreamedValue } from '../station-event.ts'
import {
  type CentralHandler,
  type CentralLink,
  type CentralSettings,
  Unanswered,
  unansweredCode,
} from './link.ts'
import { type OutgoingCall, OutgoingCalls, type Transmitter } from './outgoing-calls.ts'
import { ReceivedCall } from './received-call.ts'
import type { Sweep, Swept } from './sweep.ts'
import { type Backlog, type BacklogBounds, type InboundCall, WaitingCalls } from './waiting-calls.ts'

type UnreadableFrame = Extract<Frame, { kind: 'unreadable' }>
type MessageName = Pick<UnreadableFrame, 'id' | 'action'>

const handlerFailed: Refusal = { code: 'InternalError', text: 'the message could not be processed' }

const closeGraceMs = 2000
/** We cut a peer that sends calls and never reads the answers once this many bytes of answers wait. */
const mostUnreadBytes = 8 * 1024 * 1024

/** What all links of a process share. */
interface Hub {
  readonly handler: CentralHandler
  readonly settings: CentralSettings
  readonly clock: { now(): Date }
  readonly sweep: Sweep
  readonly backlog: Backlog
  readonly backlogBounds: BacklogBounds
  forget(link: Link): void
}

/** The central system's end of one socket; an idle one owns no timer, no queue and no closure. */
export class Link implements CentralLink, Swept, Transmitter {
  readonly connectionId = randomUUID()
  readonly openedAt: Date
  readonly stationId: string
  nextPingMs = 0
  unansweredPings = 0
  private readonly central: Hub
  private readonly socket: WebSocket
  private readonly version: Version
  registration: Registration
  /** what a station may say that has not been accepted */
  requested: Set<string> | null = null
  private heardMs: number
  /** the handler has a call: the others wait their turn */
  private busy = false
  private waiting: WaitingCalls | null = null
  private outgoing: OutgoingCalls | null = null
  private ending: { code: number; reason: string; killMs: number } | null = null
  /** it begins nothing more, and closes as soon as nothing is under way */
  private leaving: { code: number; reason: string; untilMs: number } | null = null
  private closed = false

  constructor(
    central: Hub,
    socket: WebSocket,
    stationId: string,
    version: Version,
    registration: Registration,
  ) {
    this.central = central
    this.socket = socket
    this.stationId = stationId
    this.version = version
    this.registration = registration
    this.openedAt = central.clock.now()
    this.heardMs = this.openedAt.getTime()
  }

  get protocol(): Protocol {
    return this.version.protocol
  }

  get namesConnectors(): boolean {
    return this.version.namesConnectors
  }

  get lastHeardAt(): Date {
    return new Date(this.heardMs)
  }

  answeredPing(): void {
    this.markHeard(this.central.clock.now())
  }

  private markHeard(at: Date): void {
    this.heardMs = at.getTime()
    this.unansweredPings = 0
  }

  received(data: RawData, isBinary: boolean): void {
    if (this.ending) return
    const at = this.central.clock.now()
    this.markHeard(at)
    if (isBinary) {
      const refusal = writeError('-1', 'RpcFrameworkError', 'binary frames are not OCPP', this.protocol)
      this.refuseUnreadable({ kind: 'unreadable', messageType: 0, id: null, action: null, refusal }, '', at)
      return
    }
    const text = data.toString()
    const frame = readFrame(text, this.protocol)
    switch (frame.kind) {
      case 'call': {
        // without an answer the station sends it again, on its next socket
        if (this.leaving) return
        const inbound = { call: frame, text, at }
        if (this.busy) this.enqueue(inbound)
        else this.handle(inbound)
        break
      }
      case 'result':
      case 'error': {
        const { kind, id } = frame
        this.tapIn(at, kind === 'result' ? 3 : 4, { id, action: this.outgoing?.actionOf(id) ?? null }, text)
        this.outgoing?.answered(id, frame)
        this.closeWhenIdle()
        break
      }
      case 'send':
        this.tapIn(at, 6, frame, text, this.version.streamedIn?.(frame.action, frame.payload))
        break
      case 'result_error':
        this.tapIn(at, 5, { id: frame.id, action: null }, text)
        break
      case 'unreadable':
        this.refuseUnreadable(frame, text, at)
    }
  }

  private enqueue(inbound: InboundCall): void {
    const { backlog, backlogBounds } = this.central
    this.waiting ??= new WaitingCalls(this.socket, backlogBounds, backlog)
    if (this.waiting.add(inbound)) return
    this.tapIn(inbound.at, 2, inbound.call, inbound.text)
    this.close(1008, 'flood: more calls than are answered')
  }

  private handle(inbound: InboundCall): void {
    const treatment = treatmentOf(this.version, this, inbound.call.action)
    const understood = treatment === 'refused' ? notAccepted : understand(this.version, inbound.call)
    if ('code' in understood) {
      this.refuse(inbound, understood)
      return
    }
    const refused = treatment === 'kept' && this.version.refusesUnaccepted
    const received = new ReceivedCall(this, inbound, understood, refused)
    let answer: string | Promise<string>
    try {
      answer = this.central.handler.onCall(received)
    } catch {
      this.refuse(inbound, handlerFailed)
      return
    }
    if (typeof answer === 'string') this.answer(received, answer)
    else this.awaitAnswer(received, answer, (error) => this.handlingFailed(inbound, error))
  }

  private handlingFailed(inbound: InboundCall, error: unknown): void {
    if (error instanceof Unanswered) this.close(unansweredCode, 'messages cannot be taken now')
    else this.refuse(inbound, handlerFailed)
  }

  private awaitAnswer(call: ReceivedCall, answer: Promise<string>, failed: (error: unknown) => void): void {
    this.busy = true
    answer.then((frame) => this.answer(call, frame), failed).finally(() => this.handleNext())
  }

  private answer({ registered }: ReceivedCall, frame: string): void {
    if (registered?.frame === frame) {
      this.registration = registered.registration
      if (this.registration === 'Accepted') this.requested = null
    }
    this.send(frame)
  }

  private handleNext(): void {
    this.busy = false
    while (!this.busy && !this.ending && !this.leaving && !this.closed) {
      const next = this.waiting?.next()
      if (!next) break
      this.handle(next)
    }
    if (this.waiting?.isEmpty) this.waiting = null
    this.closeWhenIdle()
  }

  private refuse({ call, text, at }: InboundCall, why: Refusal): void {
    const refusal = writeError(call.id, why.code, why.text, this.protocol)
    this.tapIn(at, 2, call, text)
    this.tapOut(4, call, refusal)
    this.send(refusal)
  }

  private refuseUnreadable(message: UnreadableFrame, text: string, at: Date): void {
    this.tapIn(at, message.messageType, message, text)
    if (message.refusal === null) return
    this.tapOut(4, message, message.refusal)
    this.send(message.refusal)
  }

  private tapIn(
    at: Date,
    messageType: number,
    { id: messageId, action }: MessageName,
    frame: string,
    streamed?: StreamedValue,
  ): void {
    const direction = 'in'
    this.central.handler.onFrame({
      link: this,
      direction,
      at,
      messageType,
      messageId,
      action,
      frame,
      ...(streamed ? { streamed } : {}),
    })
  }

  private tapOut(messageType: number, { id: messageId, action }: MessageName, frame: string): void {
    const [direction, at] = ['out' as const, this.central.clock.now()]
    this.central.handler.onFrame({ link: this, direction, at, messageType, messageId, action, frame })
  }

  private send(frame: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    if (this.socket.bufferedAmount > mostUnreadBytes) this.cut('does not read its answers')
    else this.socket.send(frame)
  }

  command(command: StationCommand, options: { timeoutMs?: number } = {}): Promise<CommandOutcome> {
    const begunMs = performance.now()
    const ended = this.carryOut(command, options)
    void ended.then(({ kind: outcome }) => {
      const { type } = command
      const seconds = (performance.now() - begunMs) / 1000
      this.central.handler.onOutcome?.({ stationId: this.stationId, type, outcome, seconds })
    })
    return ended
  }

  private carryOut(command: StationCommand, options: { timeoutMs?: number }): Promise<CommandOutcome> {
    if (command.type !== 'raise_profile' && command.type !== 'move') return this.call(command, options)
    const steps = command.type === 'move' ? this.version.move(command) : this.version.raiseProfile(command)
    if ('unsupported' in steps) return Promise.resolve({ kind: 'unsupported', reason: steps.unsupported })
    return inTurn(steps, (step) => this.call(step, options))
  }

  private call(command: SingleCommand, options: { timeoutMs?: number }): Promise<CommandOutcome> {
    if (this.ending || this.leaving || this.closed) return Promise.resolve({ kind: 'disconnected' })
    const call = callOf(this.version, command)
    if ('unsupported' in call) return Promise.resolve({ kind: 'unsupported', reason: call.unsupported })
    if (!mayReceive(this.version, this.registration, call)) return Promise.resolve({ kind: 'not_accepted' })
    this.recordRequested(call)
    const { action, payload, urgent } = call
    const { mostBufferedBytes, mostWaitingCommands, callTimeoutMs } = this.central.settings
    if (this.socket.bufferedAmount > mostBufferedBytes) return Promise.resolve({ kind: 'busy' })
    this.outgoing ??= new OutgoingCalls(this, mostWaitingCommands)
    const calls = this.outgoing
    const id = randomUUID()
    const timeoutMs = options.timeoutMs ?? callTimeoutMs
    return new Promise((resolve) => {
      const isQueued = calls.add({
        id,
        action,
        frame: writeCall(id, action, payload),
        urgent,
        deadline: Date.now() + timeoutMs,
        onEnd: (end) => {
          if (this.version.refusesResults && end.kind === 'result') this.refuseAnswer(id, call, end.payload)
          resolve(outcomeOf(this.version, command, call, end, timeoutMs))
        },
      })
      if (isQueued) this.central.sweep.add(this)
      else resolve({ kind: 'busy' })
    })
  }

  private refuseAnswer(id: string, call: Call, payload: Payload | null): void {
    const why = answerRefusal(this.version, call, payload)
    if (!why) return
    const frame = writeResultError(id, why.code, why.text)
    this.tapOut(5, { id, action: call.action }, frame)
    this.send(frame)
  }

  private recordRequested(call: Call): void {
    const requested = this.registration === 'Pending' ? messageRequestedBy(call) : null
    if (requested === null) return
    this.requested ??= new Set()
    this.requested.add(requested)
  }

  transmit(call: OutgoingCall): void {
    this.tapOut(2, call, call.frame)
    this.send(call.frame)
  }

  sweep(nowMs: number): boolean {
    this.outgoing?.expire(nowMs)
    if (this.closed) return false
    if (this.leaving && nowMs >= this.leaving.untilMs) this.close(this.leaving.code, this.leaving.reason)
    if (this.ending && nowMs >= this.ending.killMs) this.socket.terminate()
    return this.ending !== null || this.leaving !== null || this.outgoing?.pending === true
  }

  /** Pings, or cuts a station that has not answered two pings. While its socket is not read we cannot see its answers, so we send no ping. */
  ping(nextPingMs: number): void {
    if (this.ending) return
    this.nextPingMs = nextPingMs
    if (this.waiting?.isUnread) return
    if (this.unansweredPings++ < 2) this.socket.ping()
    else this.cut('no answer to two pings')
  }

  close(code: number, reason: string): void {
    if (this.ending || this.closed) return
    this.ending = { code, reason, killMs: Date.now() + closeGraceMs }
    this.central.sweep.add(this)
    this.socket.close(code, reason)
    // the answer to that has to be read
    this.dropWaiting()
  }

  leave(code: number, reason: string, untilMs: number): void {
    if (this.ending || this.leaving || this.closed) return
    this.leaving = { code, reason, untilMs }
    this.central.sweep.add(this)
    // the station's answer to a command of ours has to be read
    this.dropWaiting()
    this.closeWhenIdle()
  }

  private closeWhenIdle(): void {
    if (!this.leaving || this.busy || this.outgoing?.pending) return
    this.close(this.leaving.code, this.leaving.reason)
  }

  private dropWaiting(): void {
    this.waiting?.drop()
    this.waiting = null
  }

  private cut(reason: string): void {
    this.ending ??= { code: 1006, reason, killMs: 0 }
    this.socket.terminate()
  }

  /** The socket failed, by a frame that is too large for instance: `ws` closes it, this says why. */
  failed(code: number, reason: string): void {
    this.ending ??= { code, reason, killMs: Date.now() + closeGraceMs }
    this.central.sweep.add(this)
  }

  /** Reading a frame failed by a fault of ours: the station may reconnect. */
  faulted(error: unknown): void {
    this.central.handler.onFault(this, error)
    this.close(1011, 'a frame could not be read')
  }

  gone(code: number, reason: string): void {
    if (this.closed) return
    this.closed = true
    this.central.forget(this)
    this.dropWaiting()
    this.outgoing?.end()
    this.central.handler.onClose(this, this.ending?.code ?? code, this.ending?.reason ?? reason)
  }
}
