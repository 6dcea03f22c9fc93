import { randomUUID } from 'node:crypto'
import { envelope } from '../checks/exchanges.ts'
import type { OcpiObject, Party } from '../objects.ts'
import { authorizationOf, type TokenEncoding } from './encoding.ts'

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  token: string
  encoding: TokenEncoding
  /** the caller and the one that is called; none for the modules that are not routed */
  routing?: { from: Party; to: Party }
  body?: unknown
  timeoutMs: number
}

/** An answer as it came. */
export interface Answer {
  http: number
  /** status code of OCPI */
  code: number
  message: string | null
  data: unknown
  headers: Record<string, string>
}

/** A call that did not end well: no answer, no envelope, or a status that says no. */
export class CallFailed extends Error {
  readonly http: number | null
  readonly code: number | null
  constructor(text: string, http: number | null = null, code: number | null = null) {
    super(text)
    this.http = http
    this.code = code
  }
}

/** Calls the CPO and reads the envelope of its answer; throws `CallFailed` where there is none. Redirects are not followed. */
export async function send(request: Request): Promise<Answer> {
  const { method, url, body } = request
  const place = `${method} ${new URL(url).pathname}`
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: headersOf(request),
    signal: AbortSignal.timeout(request.timeoutMs),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new CallFailed(`${place}: ${reasonOf(error)}`)
  })
  const text = await response.text()
  const parsed = jsonOf(text)
  const problems = envelope(parsed)
  if (problems.length > 0) {
    throw new CallFailed(`${place}: HTTP ${response.status}, the envelope ${problems[0]}`, response.status)
  }
  const { status_code, status_message, data } = parsed as OcpiObject
  return {
    http: response.status,
    code: status_code as number,
    message: typeof status_message === 'string' ? status_message : null,
    data,
    headers: Object.fromEntries(response.headers),
  }
}

/** The same, where only a good answer is of use: throws `CallFailed` for every other. */
export async function sendWell(request: Request): Promise<Answer> {
  const answer = await send(request)
  if (answer.http < 300 && answer.code < 2000) return answer
  throw new CallFailed(
    `${request.method} ${new URL(request.url).pathname}: HTTP ${answer.http}, ${answer.code} ${answer.message ?? ''}`.trimEnd(),
    answer.http,
    answer.code,
  )
}

/** The address of the next page, as the Link header of a page says; null on the last one. */
export function nextPage(link: string | undefined, from: string): string | null {
  const next = (link ?? '').split(',').find((part) => /;\s*rel="?next"?/i.test(part))
  const target = next && /<([^>]+)>/.exec(next)?.[1]
  return target ? new URL(target, from).href : null
}

function headersOf({ token, encoding, routing, body }: Request): Record<string, string> {
  return {
    authorization: authorizationOf(token, encoding),
    'x-request-id': randomUUID(),
    'x-correlation-id': randomUUID(),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(routing && {
      'ocpi-from-country-code': routing.from.countryCode,
      'ocpi-from-party-id': routing.from.partyId,
      'ocpi-to-country-code': routing.to.countryCode,
      'ocpi-to-party-id': routing.to.partyId,
    }),
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  if (error.name === 'TimeoutError') return 'no answer in time'
  return error.cause instanceof Error ? error.cause.message : error.message
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
