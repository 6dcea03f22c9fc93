import type { IncomingHttpHeaders } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Random } from '@stationmaster/simulator'
import { WebSocket } from 'ws'

/** How often each fault was added. */
export const noFaults = {
  /** a station's message never arrives */
  lost: 0,
  /** it arrives, and its answer does not */
  unanswered: 0,
  /** it arrives twice */
  repeated: 0,
  /** it arrives once more after later ones, perhaps over another connection */
  repeatedLate: 0,
  /** it arrives after later ones, perhaps over another connection */
  late: 0,
  /** the connection ends as soon as it has arrived */
  cut: 0,
}
export type Faults = typeof noFaults

/** One message of so many meets each fault. */
const oneOf: Record<keyof Faults, number> = {
  lost: 400,
  unanswered: 300,
  repeated: 200,
  repeatedLate: 200,
  late: 200,
  cut: 800,
}
/** the order in which chance asks */
const kinds = Object.keys(noFaults) as (keyof Faults)[]
const shortestMs = 2_000
const longestMs = 40_000
const againMs = 3_000
const attemptsMost = 200
/** a station that boots, or says that it is there, says so of its present connection */
const ofConnection = new Set(['BootNotification', 'Heartbeat'])
/** answered with nothing, so that the network can answer in a server's place and deliver later */
const isSample = (text: string, action: string) =>
  action === 'MeterValues' || (action === 'TransactionEvent' && text.includes('"eventType":"Updated"'))

/** The network that a line is of. */
export interface Line {
  readonly done: Faults
  readonly random: Random
  calls: number
  /** Whether a fault happens now that happens to one message of so many. */
  happens(oneOf: number): boolean
}

/** A message of a station that asks for an answer. */
interface Call {
  text: string
  id: string
  action: string
}

/** The line of one station: its present connection, and what arrives late over this one or a later. */
export class BadLine {
  /** messages that are on their way for long */
  held = 0
  private server: WebSocket | undefined
  private station: WebSocket | undefined
  /** answers that the station must not get: it has sent these messages once */
  private readonly swallowed = new Map<string, (() => void) | null>()
  private copies = 0
  private closed = false

  constructor(private readonly network: Line) {}

  dial(
    url: string,
    headers: IncomingHttpHeaders,
    socket: Duplex,
    accept: (open: (station: WebSocket) => void) => void,
  ): void {
    const offered = headers['sec-websocket-protocol']?.split(/, */) ?? []
    const { authorization } = headers
    const server = new WebSocket(url, offered, {
      headers: authorization ? { authorization } : {},
      perMessageDeflate: false,
    })
    server.on('error', () => socket.destroy())
    server.once('open', () =>
      accept((station) => {
        this.server = server
        this.station = station
        station.on('message', (data: Buffer) => this.fromStation(data.toString(), server, station))
        server.on('message', (data: Buffer) => this.fromServer(data.toString(), station))
        station.on('error', () => server.terminate())
        station.on('close', () => server.close())
        server.on('close', () => station.close())
      }),
    )
  }

  close(): void {
    this.closed = true
    this.server?.terminate()
    this.station?.terminate()
  }

  private fromStation(text: string, server: WebSocket, station: WebSocket): void {
    const [, id, action] = /^\[2,"([^"]+)","(\w+)"/.exec(text) ?? []
    if (id === undefined || action === undefined) {
      send(server, text)
      return
    }
    this.network.calls += 1
    if (ofConnection.has(action)) send(server, text)
    else this.pass({ text, id, action }, server, station)
  }

  private pass({ text, id, action }: Call, server: WebSocket, station: WebSocket): void {
    const fault = kinds.find((kind) => this.network.happens(oneOf[kind]))
    if (fault) this.network.done[fault] += 1
    if (fault === 'lost') return
    if (fault === 'late') {
      if (isSample(text, action)) send(station, `[3,"${id}",{}]`)
      this.later(text, id)
      return
    }
    if (fault === 'unanswered') this.swallowed.set(id, null)
    if (fault === 'repeatedLate') this.later(text, id)
    if (fault === 'repeated') send(server, this.copyOf(text, id, null))
    server.send(text, () => {
      if (fault !== 'cut') return
      station.terminate()
      server.terminate()
    })
  }

  private fromServer(text: string, station: WebSocket): void {
    const [, id] = /^\[[34],"([^"]+)"/.exec(text) ?? []
    const arrived = id === undefined ? undefined : this.swallowed.get(id)
    if (id !== undefined && arrived !== undefined) {
      this.swallowed.delete(id)
      arrived?.()
    } else send(station, text)
  }

  /** Delivers a message when some time has passed, and again until a server has answered it. */
  private later(text: string, id: string): void {
    this.held += 1
    let attempts = 0
    let hasArrived = false
    const deliver = () => {
      if (this.closed) return
      attempts += 1
      if (hasArrived || attempts > attemptsMost) {
        this.held -= 1
        return
      }
      const arrived = () => {
        hasArrived = true
      }
      if (this.server) send(this.server, this.copyOf(text, id, arrived))
      setTimeout(deliver, againMs)
    }
    setTimeout(deliver, this.network.random.between(shortestMs, longestMs))
  }

  private copyOf(text: string, id: string, arrived: (() => void) | null): string {
    this.copies += 1
    const copy = `c${this.copies}-${id}`.slice(0, 36)
    this.swallowed.set(copy, arrived)
    return text.replace(id, copy)
  }
}

function send(socket: WebSocket, text: string): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(text)
}
