import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

export interface StubRequest {
  method: string
  path: string
  headers: Record<string, unknown>
  body: unknown
}

export interface StubAnswer {
  status: number
  body?: unknown
  headers?: Record<string, string>
  afterMs?: number
}

/**
 * Stands in for a provider: it records the requests, and gives the answers that a test has set, in their order; then what `reply`
 * says. Its address holds a path of its own: a caller that still means another server on the same port gets 404, and is not recorded.
 */
export class ProviderStub {
  readonly requests: StubRequest[] = []
  answers: StubAnswer[] = []
  reply: (request: StubRequest) => StubAnswer | undefined = () => undefined
  private readonly folder = `/${randomUUID()}`
  private readonly server: Server = createServer(async (request, response) => {
    if (!request.url!.startsWith(`${this.folder}/`)) return void response.writeHead(404).end()
    const pieces: Buffer[] = []
    for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
    const text = Buffer.concat(pieces).toString()
    const { method, url, headers } = request
    const path = url!.slice(this.folder.length)
    const received = { method: method!, path, headers, body: text === '' ? null : JSON.parse(text) }
    this.requests.push(received)
    const answer = this.answers.shift() ?? this.reply(received)
    // an answer that never comes: the socket is closed
    if (!answer) return void request.socket.destroy()
    if (answer.afterMs) await delay(answer.afterMs)
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(answer.body === undefined ? '' : JSON.stringify(answer.body))
  })

  /** Resolves to its address. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.server.address() as { port: number }).port}${this.folder}`
  }

  /** Forgets the requests and the answers that are left. */
  reset(): void {
    this.requests.length = 0
    this.answers = []
  }

  close(): void {
    this.server.close()
  }
}
