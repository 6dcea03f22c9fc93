import { WebSocket } from 'ws'
import type { StationConnectOptions, StationLink } from '../link/link.ts'
import { StationEnd } from '../link/station-link.ts'
import { versions } from '../versions.ts'

const handshakeTimeoutMs = 15_000

/** The central system refused the handshake; `status` is its HTTP status. */
export class StationRefused extends Error {
  readonly status: number

  constructor(status: number) {
    super(`the central system refused the connection with HTTP ${status}`)
    this.name = 'StationRefused'
    this.status = status
  }
}

/** Connects a station; rejects with StationRefused, or with the socket's own error. */
export function connectStation(options: StationConnectOptions): Promise<StationLink> {
  const { url, stationId, protocol, password, tls = {} } = options
  const credentials =
    password === undefined
      ? undefined
      : Buffer.concat([Buffer.from(`${stationId}:`), Buffer.from(password)]).toString('base64')
  const { ca, ...own } = tls
  const socket = new WebSocket(`${url}/${encodeURIComponent(stationId)}`, [protocol], {
    handshakeTimeout: handshakeTimeoutMs,
    headers: credentials === undefined ? {} : { authorization: `Basic ${credentials}` },
    perMessageDeflate: false,
    ...own,
    ...(ca ? { ca: [...ca] } : {}),
  })
  const end = new StationEnd(socket, versions[protocol], options)
  return new Promise((resolve, reject) => {
    socket.once('unexpected-response', (request, response) => {
      request.destroy()
      reject(new StationRefused(response.statusCode ?? 0))
    })
    socket.once('error', reject)
    socket.once('open', () => {
      end.opened()
      resolve(end)
    })
  })
}
