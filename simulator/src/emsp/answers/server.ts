import type { IncomingMessage, ServerResponse } from 'node:http'
import { tokenIn } from '../http/encoding.ts'
import { bodyOf } from '../http/listener.ts'
import type { Arrival, Module } from '../objects.ts'
import { locations } from './locations.ts'
import { clientInfo, commandResults, profileResults, tokens } from './own-data.ts'
import { cdrs, sessions, tariffs } from './pushed.ts'
import { credentials, detailsReply, versionsReply } from './registration.ts'
import { type Incoming, notFound, type Parts, type Reply } from './reply.ts'

const modules = new Map<string, (parts: Parts, incoming: Incoming) => Reply | Promise<Reply>>(
  Object.entries({
    credentials,
    locations,
    tariffs,
    sessions,
    cdrs,
    tokens,
    commands: commandResults,
    chargingprofiles: profileResults,
    hubclientinfo: clientInfo,
  }),
)

export interface ServerOptions {
  parts: Parts
  now: () => Date
  /** called with each request when its answer is known */
  onArrival: (arrival: Arrival) => void
}

/** Answers the CPO's requests, with the faults that hold at the moment. */
export class Answers {
  readonly #options: ServerOptions
  /** lets answers that are kept back go */
  readonly #heldBack = new Set<() => void>()
  #answered = 0

  constructor(options: ServerOptions) {
    this.#options = options
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { parts, now, onArrival } = this.#options
    const address = new URL(request.url ?? '/', 'http://127.0.0.1')
    const segments = address.pathname.split('/').filter(Boolean).map(decoded)
    const module = moduleOf(segments)
    const text = await bodyOf(request)
    const arrival: Arrival = {
      at: now().toISOString(),
      module,
      method: request.method ?? '',
      path: `${address.pathname}${address.search}`,
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: jsonOf(text),
      http: null,
      code: null,
      answersBefore: null,
      problems: [],
      remarks: [],
    }
    const reply =
      this.#faultyReply(module) ?? (await this.#reply(arrival, segments, address.searchParams, text))
    arrival.remarks.push(...remarksOf(parts, arrival, text))
    arrival.problems.push(...(reply.problems ?? []))
    const isSilent = parts.faults.take('silent', module) !== null
    if (!isSilent) Object.assign(arrival, { http: reply.http, code: reply.code })
    parts.book.note(arrival)
    onArrival(arrival)
    if (!isSilent) await this.#answer(module, arrival, reply, response)
  }

  /** What is answered instead of doing the work. */
  #faultyReply(module: Module): Reply | null {
    const { faults } = this.#options.parts
    const error = faults.take('error', module)
    if (error) return { http: error.status, code: 3000, message: 'out of order' }
    if (faults.take('unauthorized', module)) return { http: 401, code: 2000, message: 'the token is unknown' }
    const redirect = faults.take('redirect', module)
    return redirect ? { http: 307, code: 1000, headers: { location: redirect.to } } : null
  }

  async #reply(
    arrival: Arrival,
    [root, version = '', , ...path]: string[],
    query: URLSearchParams,
    text: string,
  ): Promise<Reply> {
    const { parts } = this.#options
    const { method, module, body } = arrival
    const encoding = parts.faults.shows('plain-tokens', module) ? 'plain' : 'base64'
    const rights = parts.partner.rightsOf(tokenIn(arrival.headers.authorization, encoding))
    const isOpen = module === 'versions' || module === 'credentials'
    if (rights === null || (rights === 'registering' && !isOpen)) {
      return { http: 401, code: 2000, message: 'the token is unknown', problems: ['the token is unknown'] }
    }
    if (root === 'ocpi' && version === 'versions') return versionsReply(parts)
    const found = parts.versions.find((one) => one === version)
    if (root !== 'ocpi' || !found) return notFound('there is no such address')
    if (module === 'versions') return detailsReply(parts, found)
    if (text !== '' && body === undefined)
      return { http: 400, code: 2000, problems: ['the body is not JSON'] }
    const answer = modules.get(module)
    if (!answer) return notFound('there is no such module')
    return answer(parts, { method, version: found, module, path, query, body })
  }

  async #answer(module: Module, arrival: Arrival, reply: Reply, response: ServerResponse): Promise<void> {
    const { faults } = this.#options.parts
    const slow = faults.take('slow', module)
    if (slow) await this.#pause(slow.ms)
    const outOfOrder = faults.take('out-of-order', module)
    if (outOfOrder) await this.#untilAnother(outOfOrder.ms)
    const huge = faults.take('huge', module)
    const { data, message } = reply
    const body = {
      ...(data !== undefined && { data }),
      status_code: reply.code,
      ...(message !== undefined && { status_message: message }),
      timestamp: this.#options.now().toISOString(),
      ...(huge && { padding: 'x'.repeat(huge.length) }),
    }
    response.writeHead(reply.http, {
      'content-type': 'application/json',
      ...sameIds(arrival),
      ...routingBack(arrival),
      ...reply.headers,
    })
    arrival.answersBefore = this.#answered
    this.#answered += 1
    response.end(JSON.stringify(body))
    if (!outOfOrder) this.release()
  }

  /** Lets every answer go that is kept back. */
  release(): void {
    for (const go of [...this.#heldBack]) go()
  }

  #untilAnother(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer)
        this.#heldBack.delete(go)
        resolve()
      }
      const timer = setTimeout(go, ms)
      this.#heldBack.add(go)
    })
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms))
  }
}

/** What the standard asks of every request and a request may lack without being refused. */
function remarksOf(parts: Parts, arrival: Arrival, text: string): string[] {
  const { partner } = parts
  const { module, headers } = arrival
  const missing = ['x-request-id', 'x-correlation-id'].filter((name) => !headers[name])
  const isRouted = !['versions', 'credentials', 'hubclientinfo'].includes(module)
  const to = `${headers['ocpi-to-country-code']}/${headers['ocpi-to-party-id']}`
  const from = [headers['ocpi-from-country-code'] ?? '', headers['ocpi-from-party-id'] ?? ''] as const
  return [
    ...missing.map((name) => `the header ${name} is missing`),
    ...(text !== '' && !headers['content-type']?.startsWith('application/json')
      ? ['the content type is not application/json']
      : []),
    ...(isRouted && !receivers(parts, arrival).includes(to.toUpperCase())
      ? ['the headers OCPI-to do not name us']
      : []),
    ...(isRouted && !partner.owns(...from) ? ['the headers OCPI-from do not name one of your parties'] : []),
  ]
}

const sameIds = ({ headers }: Arrival) =>
  Object.fromEntries(
    ['x-request-id', 'x-correlation-id'].flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])),
  )

/** Which parties a request may name as its receiver: us, of a hub also the parties behind it; nobody in a question that a hub routes. */
function receivers({ party, isHub, clients }: Parts, { module }: Arrival): string[] {
  const own = `${party.countryCode}/${party.partyId}`
  if (!isHub) return [own]
  const behind = clients.map(({ country_code, party_id }) => `${country_code}/${party_id}`)
  return [own, ...behind, ...(module === 'tokens' ? ['UNDEFINED/UNDEFINED'] : [])]
}

/** The routing headers of the answer: those of the request, the other way round. */
function routingBack({ headers }: Arrival): Record<string, string> {
  const turned = ['country-code', 'party-id'].flatMap((part) => {
    const from = headers[`ocpi-from-${part}`]
    const to = headers[`ocpi-to-${part}`]
    return [...(from ? [[`ocpi-to-${part}`, from]] : []), ...(to ? [[`ocpi-from-${part}`, to]] : [])]
  })
  return Object.fromEntries(turned)
}

function moduleOf([, version, module]: string[]): Module {
  if (version === 'versions' || module === undefined) return 'versions'
  return module as Module
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function jsonOf(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
