import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call of the server's to its payment provider. */
export interface DoorCall {
  method: string
  path: string
  body: string
}

/** The fate of a call: how often it arrives, and whether its answer is returned, lost with the socket, or returned after the promise. */
export interface Fate {
  arrives?: 0 | 1 | 2
  answer?: 'returned' | 'lost' | Promise<void>
}

/** Stands between server and payment sandbox, and loses, repeats and keeps back what is said as a story tells it. */
export class PaymentDoor {
  url = ''
  /** what becomes of the next calls */
  decide: (call: DoorCall) => Fate = () => ({})
  private readonly http: Server

  constructor(sandbox: { url: string }) {
    this.http = createServer((request, response) => {
      const pieces: Buffer[] = []
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', async () => {
        const { method = 'GET', url: path = '' } = request
        const body = Buffer.concat(pieces).toString()
        const { arrives = 1, answer = 'returned' } = this.decide({ method, path, body })
        const { authorization = '', 'idempotency-key': key } = request.headers
        const said = async () => {
          const reply = await fetch(`${sandbox.url}${path}`, {
            method,
            headers: { authorization, ...(key ? { 'idempotency-key': String(key) } : {}) },
            ...(method === 'GET' ? {} : { body }),
          })
          return { status: reply.status, text: await reply.text() }
        }
        // a sandbox that is away answers nobody
        let reply: Awaited<ReturnType<typeof said>> | undefined
        for (let time = 0; time < arrives; time += 1) reply = await said().catch(() => undefined)
        if (answer instanceof Promise) await answer
        if (answer === 'lost' || !reply) return void response.destroy()
        response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.text)
      })
    })
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.http.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`
  }

  close(): void {
    this.http.close()
    this.http.closeAllConnections()
  }
}
