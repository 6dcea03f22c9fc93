import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { stationIdOf, tokenOf, type Version } from './load-spec.ts'
import type { Tally } from './tally.ts'

export type Answer = Record<string, unknown>

interface OpenCall {
  action: string
  sentAt: number
  resolve(answer: Answer | null): void
}

const handshakeTimeoutMs = 30_000
const closeTimeoutMs = 3_000

/** A station that sends its next call as soon as the last one is answered, one call at a time by default. */
export class Station {
  readonly id: string
  readonly token: string
  /** the register of its meter */
  meterWh: number
  isOpen = false
  /** it calls no more; what it has called for is still taken */
  isMute = false
  /** how long it rests before each call, on average */
  restMs = 0
  private socket: WebSocket | undefined
  private closing = false
  private calls = 0
  private stampedMs = 0
  private readonly open = new Map<string, OpenCall>()

  constructor(
    readonly number: number,
    readonly version: Version,
    readonly tally: Tally,
    /** makes message and transaction ids differ from those of earlier runs */
    private readonly run: string,
  ) {
    this.id = stationIdOf(number)
    this.token = tokenOf(number)
    this.meterWh = 1000 * number
  }

  /** True once the socket is open. */
  connect(
    url: string,
    { compressed = false, from }: { compressed?: boolean | undefined; from?: string | undefined } = {},
  ): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = new WebSocket(url + this.id, [`ocpp${this.version}`], {
        perMessageDeflate: compressed && { threshold: 0, zlibDeflateOptions: { memLevel: 1 } },
        skipUTF8Validation: true,
        handshakeTimeout: handshakeTimeoutMs,
        ...(from ? { localAddress: from } : {}),
        followRedirects: false,
        // a constant mask saves the driver the random numbers; the server still has all its unmasking to do
        generateMask: (mask) => mask.fill(0x5a),
      })
      this.socket = socket
      this.closing = false
      socket.on('open', () => {
        this.isOpen = true
        resolve(true)
      })
      socket.on('error', (error) => {
        if (!this.isOpen) this.tally.failed(`connect: ${error.message}`)
        resolve(false)
      })
      socket.on('close', (code) => {
        if (this.isOpen && !this.closing) this.tally.failed(`closed by the server: ${code}`)
        this.isOpen = false
        for (const call of this.open.values()) call.resolve(null)
        this.open.clear()
      })
      socket.on('message', (data: Buffer) => this.receive(data.toString()))
    })
  }

  /** Calls with a payload in JSON; resolves with the answer's payload, or null on an error, a time-out or a closed socket, and where it is mute. */
  async call(action: string, payload: string, label = action): Promise<Answer | null> {
    if (this.restMs > 0) await pause(2 * Math.random() * this.restMs)
    return new Promise((resolve) => {
      if (!this.socket || !this.isOpen || this.isMute) return resolve(null)
      const messageId = this.nextId()
      this.open.set(messageId, { action: label, sentAt: performance.now(), resolve })
      this.socket.send(`[2,"${messageId}","${action}",${payload}]`)
    })
  }

  nextId(): string {
    this.calls += 1
    return `${this.run}-${this.number.toString(36)}-${this.calls.toString(36)}`
  }

  /** The time, at least a millisecond after the one before: a station never measures twice at the same instant. */
  timestamp(): string {
    this.stampedMs = Math.max(Date.now(), this.stampedMs + 1)
    return new Date(this.stampedMs).toISOString()
  }

  /** Gives up calls that were sent before an instant of performance.now(). */
  giveUp(before: number): void {
    for (const [messageId, { action, sentAt, resolve }] of this.open) {
      if (sentAt >= before) continue
      this.open.delete(messageId)
      this.tally.failed(`${action}: no answer`)
      resolve(null)
    }
  }

  get waiting(): number {
    return this.open.size
  }

  close(): Promise<void> {
    this.closing = true
    const { socket } = this
    if (!socket || socket.readyState === WebSocket.CLOSED) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(() => socket.terminate(), closeTimeoutMs)
      socket.once('close', () => {
        clearTimeout(timer)
        resolve()
      })
      socket.close(1000)
    })
  }

  /** The link is gone at once, without a word to the server. */
  cut(): void {
    this.closing = true
    this.socket?.terminate()
  }

  private receive(text: string): void {
    const [type, messageId, third, fourth] = JSON.parse(text) as [number, string, unknown, unknown]
    if (type === 2) {
      this.socket?.send(JSON.stringify([4, messageId, 'NotImplemented', '', {}]))
      return
    }
    const call = this.open.get(messageId)
    if (!call) {
      this.tally.failed('an answer to no open call')
      return
    }
    this.open.delete(messageId)
    if (type === 3) this.tally.answered(call.action, performance.now() - call.sentAt)
    else this.tally.failed(`${call.action}: ${String(third)} ${String(fourth).slice(0, 120)}`)
    call.resolve(type === 3 ? (third as Answer) : null)
  }
}
