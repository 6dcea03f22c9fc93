import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CarOptions } from '../car/car.ts'
import type { StationView } from '../station/snapshot.ts'
import type { VirtualStation } from '../station/station.ts'

/** What a demo or a browser test may do to a fleet over HTTP. */
export interface ControlServer {
  port: number
  close(): Promise<void>
}

interface Order {
  connector: number
  token?: string
  car?: CarOptions
  reason?: string
  code?: string
  hard?: boolean
  sameTransaction?: boolean
}

const mostBodyBytes = 16_384

const deeds: Record<string, (station: VirtualStation, order: Order) => Promise<unknown>> = {
  'plug-in': (station, { connector, car }) => station.plugIn(connector, car ?? {}),
  tap: (station, { connector, token }) => station.tap(connector, token),
  unplug: (station, { connector }) => station.unplug(connector),
  stop: (station, { connector, reason }) => station.stop(connector, reason ? { reason } : {}),
  fault: (station, { connector, code }) => station.fault(connector, code),
  recover: (station, { connector }) => station.recover(connector),
  offline: (station) => station.goOffline(),
  online: (station) => station.goOnline(),
  reboot: (station, { hard = false, sameTransaction = false }) => station.reboot({ hard, sameTransaction }),
}

/**
 * Serves a fleet on 127.0.0.1: `GET /stations`, `GET /stations/{id}`, and `POST /stations/{id}/{deed}` with a JSON body
 * (`connector`, `token`, `car`, `reason`, `code`, `hard`, `sameTransaction`), answered with the station as it is then.
 * Port 0 takes a free one.
 */
export async function serveControl(
  fleet: { stations: ReadonlyMap<string, VirtualStation>; snapshot(): StationView[] },
  port: number,
): Promise<ControlServer> {
  const server = createServer((request, response) => {
    handle(fleet, request, response).catch((error: unknown) => {
      reply(response, 409, { error: error instanceof Error ? error.message : 'failed' })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function handle(
  fleet: { stations: ReadonlyMap<string, VirtualStation>; snapshot(): StationView[] },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, root, id, name] = new URL(request.url ?? '/', 'http://127.0.0.1').pathname
    .split('/')
    .map(decodeURIComponent)
  if (root !== 'stations') return reply(response, 404, { error: 'not found' })
  if (request.method === 'GET' && id === undefined) return reply(response, 200, fleet.snapshot())
  const station = id === undefined ? undefined : fleet.stations.get(id)
  if (!station) return reply(response, 404, { error: 'no such station' })
  if (request.method === 'GET' && name === undefined) return reply(response, 200, station.snapshot())
  const deed = name === undefined ? undefined : deeds[name]
  if (request.method !== 'POST' || !deed) return reply(response, 404, { error: 'not found' })
  const order = orderIn(await bodyOf(request))
  if (!order) return reply(response, 400, { error: 'the body is not a JSON object' })
  const result = await deed(station, order)
  reply(response, 200, { ...station.snapshot(), result: result ?? null })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) {
    body += String(chunk)
    if (body.length > mostBodyBytes) throw new Error('the body is too long')
  }
  return body
}

function orderIn(body: string): Order | null {
  if (body.trim() === '') return { connector: 1 }
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
    return { ...parsed, connector: 'connector' in parsed ? Number(parsed.connector) : 1 }
  } catch {
    return null
  }
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
