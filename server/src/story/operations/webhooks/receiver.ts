import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** What a receiver was sent and could verify. */
export interface Arrival {
  key: string
  signatures: number
  body: {
    id: string
    type: string
    created: string
    data: {
      object_type: string
      object_id: string
      version: number
      object: Record<string, unknown> & { status?: string }
      link?: string
    }
    previous: Record<string, unknown> | null
  }
}

/** A program that takes webhooks as its standard says: it verifies each with the library, and forgets none. */
export class Receiver {
  readonly arrivals: Arrival[] = []
  /** those whose signature is not that of the secret */
  forged = 0
  /** what it answers; null: nothing at all */
  answers: () => number | null = () => 204

  private constructor(
    private readonly server: Server,
    readonly url: string,
    public secret: string,
  ) {}

  static async open(secret = 'whsec_bm90IGtub3duIHlldA=='): Promise<Receiver> {
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const receiver = new Receiver(
      server,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
      secret,
    )
    server.on('request', (request, response) => {
      let text = ''
      request.on('data', (part) => {
        text += part
      })
      request.on('end', () => {
        const status = receiver.answers()
        if (status === null) return void request.socket.destroy()
        response
          .writeHead(receiver.#take(text, request.headers as Record<string, string>, status))
          .end('thanks')
      })
    })
    return receiver
  }

  /** Keeps what is not forged, if it is to be answered well; returns the status that is answered. */
  #take(text: string, headers: Record<string, string>, status: number): number {
    try {
      // the clocks of stories run ahead: the signature counts, not its age
      const at = Number(headers['webhook-timestamp']) * 1000
      const real = Date.now
      Date.now = () => at
      try {
        new Webhook(this.secret).verify(text, headers)
      } finally {
        Date.now = real
      }
    } catch {
      this.forged += 1
      return 401
    }
    if (status < 300)
      this.arrivals.push({
        key: headers['webhook-id']!,
        signatures: headers['webhook-signature']!.split(' ').length,
        body: JSON.parse(text) as Arrival['body'],
      })
    return status
  }

  of(type: string): Arrival[] {
    return this.arrivals.filter(({ body }) => body.type === type)
  }

  /** The newest state of each object, by its version. */
  states(): Map<string, Arrival['body']['data']> {
    const states = new Map<string, Arrival['body']['data']>()
    for (const { body } of this.arrivals) {
      const name = `${body.data.object_type}/${body.data.object_id}`
      if ((states.get(name)?.version ?? 0) < body.data.version) states.set(name, body.data)
    }
    return states
  }

  close(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise((done) => this.server.close(() => done()))
  }
}
