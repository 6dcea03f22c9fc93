import type { Server } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { readTlsFiles, secureOptions, type TlsFiles } from './tls-files.ts'

/** A port that takes stations over TLS, and nobody else: web and interface are not behind it. */
export interface TlsListener {
  port: number
  close(): Promise<void>
}

interface TlsDoorOptions {
  port: number
  host: string
  files: TlsFiles
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
  readEveryMs?: number
  listen(server: Server): void
}

/** connections that wait to be taken: thousands of stations come back at the same moment, and the usual 511 would turn them away */
export const connectingMost = 4096

const usualReadEveryMs = 5_000

/**
 * Opens the port. Where certification authorities are configured, a station must present a certificate, which the OCPP handshake checks.
 * The files are read again and again: a change counts from the next TLS handshake on; a file that cannot be used is logged once and
 * changes nothing.
 */
export async function openTlsListener(options: TlsDoorOptions): Promise<TlsListener> {
  const { port, host, files, log, readEveryMs = usualReadEveryMs, listen } = options
  const first = readTlsFiles(files)
  const server = createServer(
    {
      ...secureOptions(first),
      ...(first.clientCa === null ? {} : { requestCert: true, rejectUnauthorized: false }),
    },
    (_request, response) => response.writeHead(404, { connection: 'close' }).end(),
  )
  listen(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: connectingMost }, resolve)
  })
  let last = JSON.stringify(first)
  const reading = setInterval(() => {
    try {
      const pems = readTlsFiles(files)
      const now = JSON.stringify(pems)
      if (now === last) return
      server.setSecureContext(secureOptions(pems))
      last = now
      log.info('the certificates for stations were read anew')
    } catch (error) {
      const { message } = error as Error
      if (message === last) return
      last = message
      log.error(`${message} Stations go on with the certificates that were read before.`)
    }
  }, readEveryMs)
  reading.unref()
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        clearInterval(reading)
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
