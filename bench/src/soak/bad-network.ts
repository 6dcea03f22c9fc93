import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as send,
} from 'node:http'
import type { Duplex } from 'node:stream'
import type { Random } from '@stationmaster/simulator'
import { WebSocketServer } from 'ws'
import { BadLine, type Faults, type Line, noFaults } from './bad-line.ts'

/** Stands before the servers as a load balancer does, and lets the messages of stations meet what a bad network does to them. */
export class BadNetwork implements Line {
  /** what was done so far, by kind */
  readonly done: Faults = { ...noFaults }
  /** how many messages of stations came to it */
  calls = 0
  private readonly servers: string[] = []
  private readonly lines = new Map<string, BadLine>()
  private readonly sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    // the server has chosen by then: see `open`
    handleProtocols: (offered) => [...offered][0] ?? false,
  })
  private turn = 0
  private isGood = false

  private constructor(
    private readonly http: Server,
    /** http://127.0.0.1:PORT */
    readonly origin: string,
    readonly random: Random,
  ) {
    http.on('request', (request: IncomingMessage, answer: ServerResponse) => this.pass(request, answer))
    http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      this.open(request, socket, head),
    )
  }

  static async listen(random: Random): Promise<BadNetwork> {
    const http = createServer().listen(0, '127.0.0.1')
    await once(http, 'listening')
    const { port } = http.address() as { port: number }
    return new BadNetwork(http, `http://127.0.0.1:${port}`, random)
  }

  /** A server takes new connections from now on; `origin` as in http://127.0.0.1:PORT. */
  add(origin: string): void {
    this.servers.push(origin)
  }

  remove(origin: string): void {
    const index = this.servers.indexOf(origin)
    if (index >= 0) this.servers.splice(index, 1)
  }

  /** From now on no fault is added; what is on its way arrives. */
  recover(): void {
    this.isGood = true
  }

  /** Whether a fault happens now that happens to one message of so many. */
  happens(oneOf: number): boolean {
    return !this.isGood && this.random.next() * oneOf < 1
  }

  /** Messages that are still on their way. */
  get underWay(): number {
    return [...this.lines.values()].reduce((sum, { held }) => sum + held, 0)
  }

  close(): void {
    for (const line of this.lines.values()) line.close()
    this.http.closeAllConnections()
    this.http.close()
  }

  /** The servers in turn. */
  private next(): string | undefined {
    this.turn += 1
    return this.servers[this.turn % Math.max(1, this.servers.length)]
  }

  private pass(request: IncomingMessage, answer: ServerResponse): void {
    const origin = this.next()
    const fail = () => {
      if (!answer.headersSent) answer.writeHead(502)
      answer.end()
    }
    if (!origin) {
      fail()
      return
    }
    const { method, headers } = request
    const onward = send(`${origin}${request.url}`, { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
      answered.on('error', fail)
    })
    onward.on('error', fail)
    request.pipe(onward)
  }

  /** The station's socket opens once a server has accepted it, so that a refusal reaches the station as one. */
  private open(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy())
    const origin = this.next()
    const stationId = request.url?.split('/').at(-1) ?? ''
    if (!origin) {
      socket.destroy()
      return
    }
    let line = this.lines.get(stationId)
    if (!line) {
      line = new BadLine(this)
      this.lines.set(stationId, line)
    }
    line.dial(`${origin.replace('http', 'ws')}${request.url}`, request.headers, socket, (accept) =>
      this.sockets.handleUpgrade(request, socket, head, accept),
    )
  }
}
