import {
  connectStation,
  type StationConnectOptions,
  type StationEvent,
  type StationHandler,
  type StationLink,
  type StationReply,
} from '@stationmaster/ocpp'
import type { Agenda } from '../fleet/agenda.ts'
import type { Random } from '../fleet/random.ts'

/** How long a station waits before it tries again. */
export interface RetryOptions {
  /** first wait before connecting again, ms; doubles up to the most, each time jittered by half */
  connectMs: number
  connectMostMs: number
  /** wait before a transaction message is said again, ms, times the attempts so far */
  messageMs: number
  /** how often a transaction message is said before it is given up */
  messageAttempts: number
}

export type UplinkPhase = 'off' | 'connecting' | 'booting' | 'pending' | 'rejected' | 'accepted'

export interface UplinkOptions {
  connect: Omit<StationConnectOptions, 'handler'>
  agenda: Agenda
  random: Random
  retry: RetryOptions
  /** whether it shows its certificate, and no password, where it connects first (security profile 3) */
  certified: boolean
  /** the authorities that the station trusts over TLS now, and its own certificate where it shows one */
  tls(certified: boolean): NonNullable<StationConnectOptions['tls']>
  onCommand: StationHandler['onCommand']
  /** what the station says of itself when it boots */
  bootEvent(): StationEvent
  onAccepted(): void
  onChanged(): void
}

const mostUnacceptedWaitMs = 3_600_000
const usualIntervalSeconds = 300
const mostAttemptsAway = 3

/** Keeps a station connected: connects, boots, sends heartbeats, and reconnects after a loss until it is stopped. */
export class Uplink {
  phase: UplinkPhase = 'off'
  link: StationLink | null = null
  /** why the last attempt to connect failed */
  refusal: unknown = null
  /** why the last boot had no answer */
  private bootFailure: unknown = null
  heartbeatSeconds = usualIntervalSeconds
  private attempts = 0
  private generation = 0
  private cancelNext = () => {}
  private inFlight = 0
  private readonly abandoned: StationLink[] = []
  /** whether it signs in with its certificate where it dials */
  certified: boolean
  private home: { url: string; certified: boolean } | null = null

  constructor(private readonly options: UplinkOptions) {
    this.certified = options.certified
  }

  get accepted(): boolean {
    return this.phase === 'accepted'
  }

  /** Whether it dials over TLS. */
  get secure(): boolean {
    return this.options.connect.url.startsWith('wss:')
  }

  get url(): string {
    return this.options.connect.url
  }

  /** How the connection stands, and what the last attempts came to, in a line. */
  get standing(): string {
    const refusal = this.refusal === null ? '' : `, refused with ${String(this.refusal)}`
    const failure = this.bootFailure === null ? '' : `, boot failed with ${String(this.bootFailure)}`
    return `${this.phase}, ${this.attempts} attempts, ${this.inFlight} calls unanswered${refusal}${failure}`
  }

  /** Nothing that was said awaits its answer. */
  get quiet(): boolean {
    return this.inFlight === 0
  }

  turnOn(): void {
    if (this.phase !== 'off') return
    this.attempts = 0
    this.dial()
  }

  /** Connects to another central system from now on, or signs in another way; goes back when that fails a few times. */
  move(url: string, certified: boolean): void {
    const { connect } = this.options
    if (url === connect.url && certified === this.certified) return
    this.home = { url: connect.url, certified: this.certified }
    connect.url = url
    this.certified = certified
  }

  /** Shows another password from the next handshake on. */
  authenticate(password: string | Uint8Array): void {
    this.options.connect.password = password
  }

  /** Drops the socket as a dead network does and stays off. */
  turnOff(): void {
    const link = this.forget()
    this.enter('off')
    link?.terminate()
  }

  /** Drops the socket as a dead network does and dials again. */
  cut(): void {
    if (this.phase === 'off') return
    const link = this.forget()
    link?.terminate()
    this.redial()
  }

  /** Leaves the old socket open without reading it, as after a change of the mobile cell, and reconnects. */
  abandon(): void {
    const link = this.forget()
    if (link) this.abandoned.push(link)
    this.dial()
  }

  /** Closes the socket with a close frame and stays off. */
  async close(): Promise<void> {
    const link = this.forget()
    this.enter('off')
    for (const old of this.abandoned.splice(0)) old.terminate()
    await link?.close()
  }

  /** Reports an event on the open connection; rejects as the link does, and at once where there is none. */
  async report(event: StationEvent): Promise<StationReply> {
    const { link } = this
    if (!link) throw new Error('the station is not connected')
    this.inFlight += 1
    try {
      return await link.report(event)
    } finally {
      this.inFlight -= 1
      this.options.onChanged()
    }
  }

  /** Boots again on the open connection, as a TriggerMessage asks. */
  bootAgain(): void {
    if (this.link) void this.boot(this.link, this.generation)
  }

  private dial(): void {
    const generation = this.generation
    this.enter('connecting')
    const handler: StationHandler = {
      onCommand: (command) => {
        return generation === this.generation ? this.options.onCommand(command) : new Promise(() => {})
      },
      onClose: () => {
        if (generation === this.generation) this.lost()
      },
    }
    const { password, ...connect } = this.options.connect
    const credentials = this.certified || password === undefined ? {} : { password }
    connectStation({ ...connect, ...credentials, tls: this.options.tls(this.certified), handler }).then(
      (link) => {
        if (generation !== this.generation) return link.terminate()
        this.link = link
        this.refusal = null
        return this.boot(link, generation)
      },
      (error: unknown) => {
        if (generation !== this.generation) return
        this.refusal = error
        this.lost()
      },
    )
  }

  private async boot(link: StationLink, generation: number): Promise<void> {
    this.enter('booting')
    this.bootFailure = null
    const reply = await this.report(this.options.bootEvent()).catch((error: unknown) => {
      this.bootFailure = error
      return null
    })
    if (generation !== this.generation || link.closed) return
    const seconds = reply?.type === 'booted' && reply.intervalSeconds > 0 ? reply.intervalSeconds : null
    if (reply?.type === 'booted' && reply.status === 'Accepted') {
      this.attempts = 0
      this.home = null
      this.heartbeatSeconds = seconds ?? usualIntervalSeconds
      this.enter('accepted')
      this.options.onAccepted()
      this.beatLater(generation, this.options.random.next())
      return
    }
    if (reply?.type === 'booted') this.enter(reply.status === 'Pending' ? 'pending' : 'rejected')
    const waitMs = seconds === null ? this.nextWaitMs() : Math.min(seconds * 1000, mostUnacceptedWaitMs)
    this.next(waitMs, () => void this.boot(link, generation))
  }

  private beatLater(generation: number, share = 1): void {
    this.next(this.heartbeatSeconds * 1000 * share, () => {
      if (generation !== this.generation || !this.accepted) return
      this.report({ type: 'station.beat' }).catch(() => null)
      this.beatLater(generation)
    })
  }

  private lost(): void {
    this.forget()
    if (this.home !== null && this.attempts >= mostAttemptsAway) {
      this.options.connect.url = this.home.url
      this.certified = this.home.certified
      this.home = null
    }
    this.redial()
  }

  private redial(): void {
    this.enter('connecting')
    this.next(this.nextWaitMs(), () => this.dial())
  }

  private nextWaitMs(): number {
    const { connectMs, connectMostMs } = this.options.retry
    const waitMs = Math.min(connectMostMs, connectMs * 2 ** Math.min(this.attempts, 20))
    this.attempts += 1
    return waitMs * this.options.random.between(0.5, 1)
  }

  private next(delayMs: number, run: () => void): void {
    this.cancelNext()
    this.cancelNext = this.options.agenda.after(delayMs, run)
  }

  private forget(): StationLink | null {
    const { link } = this
    this.generation += 1
    this.cancelNext()
    this.link = null
    return link
  }

  private enter(phase: UplinkPhase): void {
    this.phase = phase
    this.options.onChanged()
  }
}
