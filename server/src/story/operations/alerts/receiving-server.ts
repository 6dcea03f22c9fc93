import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedCall {
  path: string
  headers: NodeJS.Dict<string | string[]>
  text: string
}

/** Somebody else's server that takes messages: a webhook's, or one that speaks Telegram's Bot API. */
export class ReceivingServer {
  readonly calls: ReceivedCall[] = []
  /** what it answers; 0: it ends the connection */
  status = 200

  private constructor(private readonly server: Server) {}

  static async open(): Promise<ReceivingServer> {
    const server = createServer((request, response) => {
      let text = ''
      request.on('data', (part) => {
        text += part
      })
      request.on('end', () => {
        if (own.status === 0) return void request.socket.destroy()
        const ok = own.status < 300
        if (ok) own.calls.push({ path: request.url ?? '', headers: request.headers, text })
        const body = ok ? { ok, result: { message_id: own.calls.length } } : { ok, description: 'refused' }
        response.writeHead(own.status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      })
    })
    const own = new ReceivingServer(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return own
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve())
      this.server.closeAllConnections()
    })
  }
}
