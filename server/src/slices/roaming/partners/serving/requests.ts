import { envelopeOf, headers, type StatusName, statusCodes } from '@stationmaster/ocpi'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OurParty } from '../party-store.ts'
import type { Stage } from '../rules.ts'
import type { PartnerRow } from '../store.ts'

/** Who makes a request of OCPI, as it was found when it came in. */
export interface Admitted {
  partner: PartnerRow
  stage: Stage
  /** the token that it came with */
  token: string
  from: { countryCode: string; partyId: string } | null
  us: OurParty | undefined
}

/** What is known of a request, as far as it has come. */
export interface Known {
  /** when it came, of the clock and in milliseconds for durations */
  at: Date
  began: number
  version: string | null
  module: string
  admitted?: Admitted
  /** the partner of a request that was refused all the same */
  partner?: PartnerRow
  ocpiStatus?: number
  /** its body as it came, and the answer as it was sent */
  body?: string
  answer?: string
}

const known = new WeakMap<FastifyRequest, Known>()

export const noteRequest = (request: FastifyRequest, what: Known): void => void known.set(request, what)

export const knownOf = (request: FastifyRequest): Known | undefined => known.get(request)

/** Who makes a request that was admitted. */
export function calledBy(request: FastifyRequest): Admitted {
  const admitted = known.get(request)?.admitted
  // every route of OCPI admits its caller before its handler
  if (!admitted) throw new Error('a call of OCPI was not admitted')
  return admitted
}

/** What a call is answered with; a failure is thrown (OcpiFailure). */
export interface OcpiAnswer {
  /** JSON as `write` gives it */
  data?: unknown
  status?: StatusName
  message?: string
  /** 201: something is new; default: 200 */
  http?: number
  headers?: Record<string, string>
}

/**
 * Sends an answer in its envelope, with the identifiers of its request and, in reverse, the parties that it goes between. `now` is for a
 * request that was refused before it was noted.
 */
export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: OcpiAnswer,
  now = new Date(0),
): FastifyReply {
  const what = known.get(request)
  const at = what?.at ?? now
  if (what) what.ocpiStatus = statusCodes[answer.status ?? 'success']
  for (const name of [headers.requestId, headers.correlationId]) {
    const id = request.headers[name]
    if (typeof id === 'string' && /^[\x21-\x7e]{1,200}$/.test(id)) reply.header(name, id)
  }
  const { from, us } = what?.admitted ?? {}
  if (us && from && isFunctional(what?.module ?? '')) {
    reply.header(headers.fromCountryCode, us.countryCode).header(headers.fromPartyId, us.partyId)
    reply.header(headers.toCountryCode, from.countryCode).header(headers.toPartyId, from.partyId)
  }
  const text = JSON.stringify(envelopeOf(at, answer))
  if (what) what.answer = text
  return reply
    .code(answer.http ?? 200)
    .headers(answer.headers ?? {})
    .type('application/json; charset=utf-8')
    .send(text)
}

/** Modules whose calls go from party to party, so that they carry the headers that say between which. */
export const isFunctional = (module: string): boolean =>
  module !== 'credentials' && module !== 'versions' && module !== 'hubclientinfo'
