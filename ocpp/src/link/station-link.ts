import { randomUUID } from 'node:crypto'
import type { RawData, WebSocket } from 'ws'
import { faultsOf, rowOf, type Version } from '../commands/actions.ts'
import { refusalOf } from '../messages/codes.ts'
import { understandCommand } from '../messages/understand.ts'
import { callErrorCodes, type Protocol } from '../protocol.ts'
import { type Frame, readFrame, writeCall, writeError, writeResult, writeSend } from '../socket/frames.ts'
import type { StationEvent, StationReply } from '../station-event.ts'
import type { StationConnectOptions, StationHandler, StationLink } from './link.ts'
import { type CallEnd, type OutgoingCall, OutgoingCalls, type Transmitter } from './outgoing-calls.ts'
import { Sweep, type Swept } from './sweep.ts'

const callTimeoutMs = 30_000
const sweep = new Sweep()

/** A call of a station failed: `code` is the CALLERROR's, or 'timeout' or 'disconnected'. */
export class StationCallFailed extends Error {
  readonly code: string
  readonly text: string

  constructor(code: string, text: string) {
    super(`${code}: ${text}`)
    this.name = 'StationCallFailed'
    this.code = code
    this.text = text
  }
}

/** A station's end of its socket. */
export class StationEnd implements StationLink, Swept, Transmitter {
  closed = false
  private readonly socket: WebSocket
  private readonly version: Version
  private readonly handler: StationHandler
  private readonly callTimeoutMs: number
  private readonly outgoing = new OutgoingCalls(this, Number.POSITIVE_INFINITY)
  private readonly idPrefix = randomUUID().slice(0, 13)
  private calls = 0

  constructor(socket: WebSocket, version: Version, options: StationConnectOptions) {
    this.socket = socket
    this.version = version
    this.handler = options.handler
    this.callTimeoutMs = options.callTimeoutMs ?? callTimeoutMs
  }

  get protocol(): Protocol {
    return this.version.protocol
  }

  /** Call it when the handshake is done: from here on frames are read, and the handler hears of the close. */
  opened(): void {
    this.socket.on('message', (data, isBinary) => this.received(data, isBinary))
    // A close follows every error, and tells of it.
    this.socket.on('error', () => undefined)
    this.socket.on('close', (code, reason) => {
      this.closed = true
      this.outgoing.end()
      this.handler.onClose(code, reason.toString())
    })
  }

  async report(event: StationEvent): Promise<StationReply> {
    const action = this.version.actionOf(event)
    const row = action === null ? undefined : rowOf(this.version.fromStation, action)
    if (action === null || !row) {
      throw new StationCallFailed('NotSupported', `${this.protocol} has no message for ${event.type}`)
    }
    const noted = event.type === 'noted' || row.treatment !== 'handled'
    const payload = event.type === 'noted' ? event.payload : noted ? {} : row.write(event)
    const answer = await this.call(action, payload as Record<string, unknown>)
    const faults = faultsOf(this.version, `${action}Response`, answer)
    if (faults.length > 0) throw new StationCallFailed('FormatViolation', refusalOf(faults).text)
    return noted ? { type: 'done' } : row.readAnswer(answer)
  }

  call(action: string, payload: Record<string, unknown>): Promise<Record<string, unknown>> {
    if (this.closed) return Promise.reject(new StationCallFailed('disconnected', 'the socket is closed'))
    const id = `${this.idPrefix}-${++this.calls}`
    return new Promise((resolve, reject) => {
      this.outgoing.add({
        id,
        action,
        frame: writeCall(id, action, payload),
        urgent: false,
        deadline: Date.now() + this.callTimeoutMs,
        onEnd: (end) => {
          if (end.kind === 'result' && end.payload) resolve(end.payload)
          else reject(failureOf(end))
        },
      })
      sweep.add(this)
    })
  }

  send(action: string, payload: Record<string, unknown>): void {
    this.sendFrame(writeSend(`${this.idPrefix}-${++this.calls}`, action, payload))
  }

  transmit(call: OutgoingCall): void {
    this.sendFrame(call.frame)
  }

  sweep(nowMs: number): boolean {
    this.outgoing.expire(nowMs)
    return this.outgoing.pending
  }

  sendFrame(frame: string): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(frame)
  }

  terminate(): void {
    this.socket.terminate()
  }

  close(): Promise<void> {
    if (this.closed) return Promise.resolve()
    return new Promise((resolve) => {
      this.socket.once('close', () => resolve())
      this.socket.close(1000)
    })
  }

  private received(data: RawData, isBinary: boolean): void {
    if (isBinary) return
    const frame = readFrame(data.toString(), this.protocol)
    switch (frame.kind) {
      case 'call':
        void this.obey(frame)
        break
      case 'result':
      case 'error':
        this.outgoing.answered(frame.id, frame)
        break
      case 'unreadable':
        if (frame.refusal !== null) this.sendFrame(frame.refusal)
    }
  }

  private async obey(call: Extract<Frame, { kind: 'call' }>): Promise<void> {
    const understood = understandCommand(this.version, call)
    if ('code' in understood) {
      this.sendFrame(writeError(call.id, understood.code, understood.text, this.protocol))
      return
    }
    const { row } = understood
    try {
      const reply = await this.handler.onCommand(row.read(call.payload))
      const payload = reply.payload ?? row.answer?.(reply) ?? { status: reply.status }
      this.sendFrame(writeResult(call.id, payload))
    } catch (error) {
      const failure = error instanceof StationCallFailed ? error : null
      const code = callErrorCodes.find((one) => one === failure?.code)
      const text = code && failure ? failure.text : 'the command failed'
      this.sendFrame(writeError(call.id, code ?? 'InternalError', text, this.protocol))
    }
  }
}

function failureOf(end: CallEnd): StationCallFailed {
  switch (end.kind) {
    case 'error':
      return new StationCallFailed(end.code, end.text)
    case 'timeout':
      return new StationCallFailed('timeout', 'no answer in time')
    case 'disconnected':
      return new StationCallFailed('disconnected', 'the socket has closed')
    case 'result':
      return new StationCallFailed('FormatViolation', 'the answer is not an object')
  }
}
