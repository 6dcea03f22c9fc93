import type { RawData, WebSocket } from 'ws'
import type { Protocol } from '../protocol.ts'
import { maxFrameBytes } from '../socket/frames.ts'
import type { Registration } from '../station-event.ts'
import { versions } from '../versions.ts'
import { Link } from './central-link.ts'
import type { CentralHandler, CentralLink, CentralSettings } from './link.ts'
import { Sweep } from './sweep.ts'
import type { Backlog, BacklogBounds } from './waiting-calls.ts'

const defaults: CentralSettings = {
  callTimeoutMs: 30_000,
  pingIntervalMs: 30_000,
  mostWaitingCalls: 100,
  mostWaitingBytes: 4 * maxFrameBytes,
  mostBacklogBytes: 64 * 1024 * 1024,
  mostWaitingCommands: 32,
  mostBufferedBytes: 1024 * 1024,
}

export interface CentralOptions {
  handler: CentralHandler
  settings?: Partial<CentralSettings>
  clock?: { now(): Date }
}

const goingAway = [1001, 'the central system is going away'] as const

type LinkedSocket = WebSocket & { [linkKey]?: Link }
const linkKey = Symbol('link')

/** Opens the central system's end; it keeps at most two timers, however many stations there are. */
export function openCentral(options: CentralOptions): Central {
  return new Central(options)
}

/** The station of a socket. `registration` is the answer to its last boot, Accepted by default. */
export interface Accepting {
  stationId: string
  protocol: Protocol
  registration?: Registration
}

/** The central system's end of all sockets of this process. */
export class Central {
  readonly handler: CentralHandler
  readonly settings: CentralSettings
  readonly clock: { now(): Date }
  readonly sweep = new Sweep()
  readonly backlog: Backlog = { calls: 0, size: 0, unread: 0 }
  readonly backlogBounds: BacklogBounds
  private readonly links = new Set<Link>()
  private readonly pinger: NodeJS.Timeout

  constructor({ handler, settings, clock }: CentralOptions) {
    this.handler = handler
    this.settings = { ...defaults, ...settings }
    const { mostWaitingCalls, mostWaitingBytes, mostBacklogBytes } = this.settings
    this.backlogBounds = {
      calls: mostWaitingCalls,
      size: mostWaitingBytes / 4,
      most: mostWaitingBytes,
      inAll: mostBacklogBytes,
    }
    this.clock = clock ?? { now: () => new Date() }
    this.pinger = setInterval(() => this.ping(), Math.min(1000, this.settings.pingIntervalMs / 4))
  }

  /** Takes over a socket whose handshake is done; call it before anything can arrive, in the upgrade's callback. */
  accept(socket: WebSocket, { stationId, protocol, registration = 'Accepted' }: Accepting): CentralLink {
    const link = new Link(this, socket, stationId, versions[protocol], registration)
    link.nextPingMs = Date.now() + Math.random() * this.settings.pingIntervalMs
    this.links.add(link)
    const linked: LinkedSocket = socket
    linked[linkKey] = link
    socket.on('message', onMessage)
    socket.on('pong', onPong)
    socket.on('error', onError)
    socket.on('close', onClose)
    return link
  }

  forget(link: Link): void {
    this.links.delete(link)
  }

  /**
   * Closes every socket with 1001 (going away), one after the other over a time, so that those who take these stations over are not
   * stormed. Each gets `graceMs` to end what is under way on it. Resolves when the last one knows.
   */
  async leave(spreadMs: number, graceMs: number): Promise<void> {
    const links = [...this.links]
    const begunMs = Date.now()
    for (const [index, link] of links.entries()) {
      const waitMs = begunMs + (spreadMs * index) / links.length - Date.now()
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      link.leave(...goingAway, Date.now() + graceMs)
    }
  }

  /** Closes every socket that is left at once, and stops the timer. */
  close(): void {
    clearInterval(this.pinger)
    for (const link of this.links) link.close(...goingAway)
  }

  private ping(): void {
    const nowMs = Date.now()
    const { pingIntervalMs } = this.settings
    for (const link of this.links) {
      if (link.nextPingMs <= nowMs) link.ping(nowMs + pingIntervalMs * (0.9 + Math.random() / 5))
    }
  }
}

function onMessage(this: LinkedSocket, data: RawData, isBinary: boolean): void {
  const link = this[linkKey]
  try {
    link?.received(data, isBinary)
  } catch (error) {
    // nothing that a station can send may end the server
    link?.faulted(error)
  }
}

function onPong(this: LinkedSocket): void {
  this[linkKey]?.answeredPing()
}

/** Close codes of what `ws` refuses to read; anything else breaks the protocol of the socket itself. */
const codeOfFailure: Record<string, number> = {
  WS_ERR_INVALID_UTF8: 1007,
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: 1009,
}

function onError(this: LinkedSocket, error: Error & { code?: string }): void {
  this[linkKey]?.failed(codeOfFailure[error.code ?? ''] ?? 1002, error.message)
}

function onClose(this: LinkedSocket, code: number, reason: Buffer): void {
  this[linkKey]?.gone(code, reason.toString())
}
