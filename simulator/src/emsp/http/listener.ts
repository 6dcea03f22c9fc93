import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A port on which requests are taken, and which can be away for a time. */
export class Listener {
  readonly #handle: RequestListener
  readonly #host: string
  #port: number
  #server: Server | null = null

  constructor(host: string, port: number, handle: RequestListener) {
    this.#host = host
    this.#port = port
    this.#handle = handle
  }

  get port(): number {
    return this.#port
  }

  /** Begins to take connections, on the same port as before. */
  async open(): Promise<void> {
    if (this.#server) return
    const server = createServer(this.#handle)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(this.#port, this.#host, resolve)
    })
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
  }

  /** Ends every connection; until it is opened, each new one is refused. */
  async close(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (!server) return
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  }
}

/** A request's body; throws when it is longer than 16 MiB. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > 16_777_216) throw new Error('the body is too long')
  }
  return Buffer.concat(chunks).toString('utf8')
}
