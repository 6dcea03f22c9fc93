import { once } from 'node:events'
import { type ClientRequest, type IncomingHttpHeaders, request } from 'node:http'
import type { Protocol } from '@stationmaster/ocpp'
import type { Chance } from '@stationmaster/server/hostile'
import type { Tally } from './tally.ts'

export interface Sent {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** the same for all calls of one kind, for the report */
  route?: string
}

export interface HttpAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** A station of the network, and what its socket needs. */
export interface FuzzStation {
  id: string
  protocol: Protocol
  password: string
}

/** The server under attack, and what is known of the network behind it. */
export interface Target {
  host: string
  port: number
  tally: Tally
  /** every attack's own, so that one does not change another's draws */
  chance: Chance
  authorization(): string
  /** makes sure that somebody is signed in and that there are stations */
  refresh(): Promise<void>
  network: Network
}

export interface Network {
  stations: FuzzStation[]
  locations: number[]
  connectors: number[]
  orders: number[]
  managers: number[]
  drivers: number[]
  runs: number[]
  unmatched: number[]
  tokens: string[]
  /** paths to which the server asks stations to upload files */
  uploads: string[]
}

/** Nothing may take longer. */
export const hangMs = 5_000
const gaveUpMs = 60_000

const readable = (body: string | Uint8Array | undefined): unknown =>
  body === undefined || typeof body === 'string' ? body : { base64: Buffer.from(body).toString('base64') }

const described = (sent: Sent): unknown => ({ ...sent, body: readable(sent.body) })

/**
 * Sends one call and reads its answer; null when the connection was closed without one. A 5xx and an answer that takes more
 * than five seconds are faults.
 */
export async function send(target: Target, kind: string, sent: Sent): Promise<HttpAnswer | null> {
  const { tally } = target
  const begun = performance.now()
  const call = request({
    host: target.host,
    port: target.port,
    method: sent.method,
    path: sent.path,
    headers: { connection: 'close', ...sent.headers },
    agent: false,
  })
  const late = setTimeout(() => {
    tally.fault({ what: `${kind}: no answer in ${hangMs} ms`, sent: described(sent) })
  }, hangMs)
  const end = setTimeout(() => call.destroy(), gaveUpMs)
  try {
    const answered = answerOf(call)
    call.end(sent.body)
    const answer = await answered
    tally.count(kind, String(answer.status))
    if (answer.status >= 500 && !isStations(answer.text))
      tally.fault({
        what: `${kind} ${sent.route ?? `${sent.method} ${sent.path}`}: ${answer.status}`,
        sent: described(sent),
        answer: answer.text.slice(0, 500),
      })
    return answer
  } catch {
    tally.count(kind, 'closed')
    return null
  } finally {
    clearTimeout(late)
    clearTimeout(end)
    const ms = performance.now() - begun
    if (ms > hangMs) tally.count(kind, `over ${hangMs} ms`)
  }
}

/** Where a station does not answer or refuses, the server answers 502, 503 or 504 with an error code of its own. */
const isStations = (text: string): boolean => /"code":"station\./.test(text)

async function answerOf(call: ClientRequest): Promise<HttpAnswer> {
  // a server may answer before it has read everything, and close: what it said counts
  call.on('error', () => undefined)
  const answered = once(call, 'response')
  const closed = once(call, 'close').then(() => {
    throw new Error('closed')
  })
  closed.catch(() => undefined)
  const [response] = (await Promise.race([answered, closed])) as [import('node:http').IncomingMessage]
  const pieces: Buffer[] = []
  response.on('data', (piece: Buffer) => pieces.push(piece))
  await Promise.race([once(response, 'end'), closed])
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: Buffer.concat(pieces).toString(),
  }
}

/** One thing after the other is sent until `until` says that it is over; `rest` is called after each. */
export type Attack = (target: Target, until: () => boolean, rest: () => Promise<void>) => Promise<void>
