import type { Server } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TlsDoor } from '../config.ts'

/** A port that takes stations over TLS, and nobody else: web and interface are not behind it. */
export interface OpenTlsDoor {
  port: number
  close(): Promise<void>
}

/** Opens the port; a station's certificate is asked for where somebody vouches for those, and looked at by the handshake. */
export async function openTlsDoor(
  { port, cert, key, clientCa }: TlsDoor,
  host: string,
  listen: (server: Server) => void,
): Promise<OpenTlsDoor> {
  const server = createServer(
    {
      cert,
      key,
      minVersion: 'TLSv1.2',
      ...(clientCa ? { ca: clientCa, requestCert: true, rejectUnauthorized: false } : {}),
    },
    (_request, response) => response.writeHead(404, { connection: 'close' }).end(),
  )
  listen(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
