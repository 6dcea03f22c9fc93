/** How a call of ours ended; payload null: the answer is not an object. */
export type CallEnd =
  | { kind: 'result'; payload: Record<string, unknown> | null }
  | { kind: 'error'; code: string; text: string }
  /** sent: it was on its way; else it waited behind others all the time */
  | { kind: 'timeout'; sent: boolean }
  | { kind: 'disconnected' }

export interface OutgoingCall {
  id: string
  action: string
  frame: string
  /** goes before those that are not */
  urgent: boolean
  /** milliseconds of the epoch; the time-out counts from the caller's request */
  deadline: number
  onEnd(end: CallEnd): void
}

export interface Transmitter {
  transmit(call: OutgoingCall): void
}

/** Calls to one peer: one in flight at most (OCPP-J clause 4.1.1), the others wait, urgent ones first. */
export class OutgoingCalls {
  private readonly transmitter: Transmitter
  private readonly mostWaiting: number
  private inFlight: OutgoingCall | null = null
  private waiting: OutgoingCall[] = []

  constructor(transmitter: Transmitter, mostWaiting: number) {
    this.transmitter = transmitter
    this.mostWaiting = mostWaiting
  }

  get pending(): boolean {
    return this.inFlight !== null
  }

  /** False when as many wait already as may. */
  add(call: OutgoingCall): boolean {
    if (this.inFlight === null) {
      this.send(call)
      return true
    }
    if (this.waiting.length >= this.mostWaiting) return false
    const place = call.urgent ? this.waiting.findIndex((other) => !other.urgent) : -1
    if (place < 0) this.waiting.push(call)
    else this.waiting.splice(place, 0, call)
    return true
  }

  /** The action that a message id was called for, while it waits for its answer. */
  actionOf(id: string): string | null {
    return this.inFlight?.id === id ? this.inFlight.action : null
  }

  /** An answer came. One that fits no call in flight (late, stray) changes nothing. */
  answered(id: string, end: CallEnd): void {
    const call = this.inFlight
    if (call?.id !== id) return
    this.next()
    call.onEnd(end)
  }

  expire(nowMs: number): void {
    const late = this.waiting.filter((call) => call.deadline <= nowMs)
    if (late.length > 0) this.waiting = this.waiting.filter((call) => call.deadline > nowMs)
    const call = this.inFlight
    if (call && call.deadline <= nowMs) {
      this.next()
      call.onEnd({ kind: 'timeout', sent: true })
    }
    for (const { onEnd } of late) onEnd({ kind: 'timeout', sent: false })
  }

  /** The socket has closed. */
  end(): void {
    const all = this.inFlight ? [this.inFlight, ...this.waiting] : []
    this.inFlight = null
    this.waiting = []
    for (const { onEnd } of all) onEnd({ kind: 'disconnected' })
  }

  private next(): void {
    this.inFlight = null
    const call = this.waiting.shift()
    if (call) this.send(call)
  }

  private send(call: OutgoingCall): void {
    this.inFlight = call
    this.transmitter.transmit(call)
  }
}
