import type { Frame } from '../socket/frames.ts'

/** A station's call as it arrived: the frame that was read, its text and when. */
export interface InboundCall {
  call: Extract<Frame, { kind: 'call' }>
  text: string
  at: Date
}

/** What waits at all links of a process behind the calls that are being answered. */
export interface Backlog {
  calls: number
  /** length of their frames, in characters */
  size: number
  /** sockets that are not read now */
  unread: number
}

export interface BacklogBounds {
  /** calls of one station, and the size of their frames, from which on its socket is left unread */
  calls: number
  size: number
  /** the largest size that may wait for one station: what was read before reading stopped */
  most: number
  /** the size that may wait for all stations; from then on the next call of any station stops the reading of its socket */
  inAll: number
}

/**
 * The calls of one station that wait for their turn. When there are enough, its socket is not read: further calls wait in the
 * network, which slows this station only, until half of the waiting calls are answered.
 */
export class WaitingCalls {
  private readonly calls: InboundCall[] = []
  private size = 0
  private unread = false

  constructor(
    private readonly socket: { pause(): void; resume(): void },
    private readonly bounds: BacklogBounds,
    private readonly backlog: Backlog,
  ) {}

  get isUnread(): boolean {
    return this.unread
  }

  get isEmpty(): boolean {
    return this.calls.length === 0
  }

  private get isMuchInAll(): boolean {
    return this.backlog.size >= this.bounds.inAll
  }

  /** Keeps a call. False: more is read than may be kept, which only compressed frames can cause. */
  add(call: InboundCall): boolean {
    if (this.size + call.text.length > this.bounds.most) return false
    this.calls.push(call)
    this.count(1, call.text.length)
    const enough = this.calls.length >= this.bounds.calls || this.size >= this.bounds.size
    if (!this.unread && (enough || this.isMuchInAll)) this.leave()
    return true
  }

  /** The call whose turn it is. */
  next(): InboundCall | undefined {
    const call = this.calls.shift()
    if (call) this.count(-1, -call.text.length)
    const few = this.calls.length <= this.bounds.calls / 2 && this.size <= this.bounds.size / 2
    if (this.unread && (this.isEmpty || (few && !this.isMuchInAll))) this.read()
    return call
  }

  /** Forgets them all: the station sends them again over its next socket. */
  drop(): void {
    this.count(-this.calls.length, -this.size)
    this.calls.length = 0
    if (this.unread) this.read()
  }

  private count(calls: number, size: number): void {
    this.size += size
    this.backlog.calls += calls
    this.backlog.size += size
  }

  private leave(): void {
    this.unread = true
    this.backlog.unread += 1
    this.socket.pause()
  }

  private read(): void {
    this.unread = false
    this.backlog.unread -= 1
    this.socket.resume()
  }
}
