import {
  headers,
  type InterfaceRole,
  type ModuleId,
  type OcpiVersion,
  type TokenEncoding,
  tokensIn,
} from '@stationmaster/ocpi'
import { MINUTE_MS } from '@stationmaster/units'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { isAway } from '../../../../platform/database/database-fault.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { networkOf } from '../../../../platform/listeners/proxies.ts'
import { takeAttempt } from '../../../../platform/secrets/attempt-store.ts'
import { isStorable } from '../../../../platform/statements/storable.ts'
import { recordMessage } from '../messages/record.ts'
import type { PartnerParts } from '../parts.ts'
import { findOurParty } from '../party-store.ts'
import { partyOf, type Stage, stageOf } from '../rules.ts'
import { findByToken, type PartnerRow, updateHeard } from '../store.ts'
import { hashOf } from '../tokens.ts'
import { invalid, isUnforeseen, OcpiFailure, TooManyCalls, unknownCaller } from './failure.ts'
import { type Admitted, isFunctional, type Known, knownOf, noteRequest, send } from './requests.ts'

/** how many calls with a token that opens nothing an address may make in a minute before it has to wait */
const unknownPerMinute = 60
/** how often it is noted that a partner has called */
const heardEveryMs = 10_000

/** What a call is for, and who may make it. */
export interface Admission {
  version: OcpiVersion | null
  module: string
  stages: readonly Stage[]
}

export interface Served {
  version: OcpiVersion
  module: ModuleId
  role: InterfaceRole
}

/** The server's side of OCPI, to which modules add their calls by `ocpiRoute` and `ocpiList`. */
export interface OcpiServer {
  app: FastifyInstance
  parts: PartnerParts
  /** what there is, for the details of the versions */
  served: readonly Served[]
  note(version: OcpiVersion, module: ModuleId, role: InterfaceRole): void
  /** Finds who makes a request; throws OcpiFailure where they may not. */
  admit(request: FastifyRequest, admission: Admission): Promise<void>
}

/** Serves OCPI under /ocpi in a plugin of its own: every answer there has the standard's envelope. */
export async function serveOcpi(
  app: FastifyInstance,
  parts: PartnerParts,
  bind: (ocpi: OcpiServer) => void,
): Promise<void> {
  const served: Served[] = []
  const ocpi: OcpiServer = {
    app,
    parts,
    served,
    note: (version, module, role) => {
      const isThere = served.some(
        (one) => one.version === version && one.module === module && one.role === role,
      )
      if (!isThere) served.push({ version, module, role })
    },
    admit: (request, admission) => admit(parts, request, admission),
  }
  app.addHook('onRequest', async (request) => {
    noteRequest(request, { at: parts.clock.now(), began: performance.now(), version: null, module: '' })
  })
  takeBodies(app)
  answerInEnvelopes(app, parts.clock)
  app.addHook('onSend', async (request, reply) => {
    const what = knownOf(request)
    if (what) await record(parts, request, what, reply.statusCode)
  })
  bind(ocpi)
}

/** Bodies are JSON, whatever a partner calls them. */
function takeBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    const what = knownOf(request)
    if (what) what.body = text as string
    try {
      const json: unknown = JSON.parse(text as string)
      if (!isStorable(json)) return done(invalid('A zero character, or half a character, cannot be kept.'))
      done(null, json)
    } catch {
      done(new OcpiFailure('invalidParameters', 'The body is not JSON.', 400))
    }
  })
}

function answerInEnvelopes(app: FastifyInstance, clock: Clock): void {
  app.setNotFoundHandler((request, reply) =>
    send(request, reply, { status: 'clientError', message: 'There is nothing at this address.', http: 404 }),
  )
  app.setErrorHandler((thrown, request, reply) => {
    const error = isAway(thrown) ? new Failure('server.not_ready') : thrown
    const failure = failureOf(error)
    if (failure.http >= 500 && isUnforeseen(error)) request.log.error({ err: error }, 'a call of OCPI failed')
    if (failure instanceof TooManyCalls) reply.header('retry-after', failure.seconds)
    if (failure.http === 401) reply.header('www-authenticate', 'Token')
    const { status, message, http } = failure
    return send(request, reply, { status, message, http }, clock.now())
  })
}

/** What a partner gets to know of an error. */
function failureOf(error: unknown): OcpiFailure {
  if (error instanceof OcpiFailure) return error
  if (error instanceof Failure) {
    const { retry_after_seconds: seconds } = (error.details ?? {}) as { retry_after_seconds?: number }
    if (error.status === 429) return new TooManyCalls(seconds ?? 60)
    const isOurs = error.status >= 500
    return new OcpiFailure(isOurs ? 'serverError' : 'clientError', error.message, error.status)
  }
  const { statusCode = 500 } = error as Partial<FastifyError>
  if (statusCode >= 400 && statusCode < 500)
    return new OcpiFailure('clientError', 'The call cannot be read.', statusCode)
  return new OcpiFailure('serverError', 'The server could not do this.', 500)
}

async function admit(parts: PartnerParts, request: FastifyRequest, admission: Admission): Promise<void> {
  const { db, clock, requestsPerMinute } = parts
  const { version, module, stages } = admission
  const what: Known = { ...(knownOf(request) as Known), version, module }
  noteRequest(request, what)
  const now = clock.now()
  const sent = tokensIn(request.headers.authorization).map((one) => ({ ...one, hash: hashOf(one.token) }))
  const hashes = sent.map(({ hash }) => hash)
  const partner = hashes.length > 0 ? await findByToken(db, hashes) : undefined
  const used = sent.find(({ hash }) => hash === partner?.tokenHash || hash === partner?.offeredHash)
  const stage = partner && used ? stageOf(partner, used.hash === partner.offeredHash, now) : null
  if (!partner || !used || stage === null) {
    const address = networkOf(request.remoteAddress)
    const bound = { limit: unknownPerMinute, windowMs: MINUTE_MS }
    const seconds = await takeAttempt(db, `ocpi unknown ${address}`, bound, now)
    throw seconds > 0 ? new TooManyCalls(seconds) : unknownCaller()
  }
  const bound = { limit: requestsPerMinute, windowMs: MINUTE_MS }
  const seconds = await takeAttempt(db, `ocpi partner ${partner.id}`, bound, now)
  if (seconds > 0) throw new TooManyCalls(seconds)
  what.partner = partner
  await heard(parts, partner, used.encoding, now)
  if (stage === 'suspended')
    throw new OcpiFailure('clientError', 'The connection is suspended by its operator.', 403)
  if (!stages.includes(stage)) throw unknownCaller()
  const us = await findOurParty(db)
  what.admitted = { partner, stage, token: used.token, us, from: null }
  what.admitted.from = isFunctional(module) ? routed(request, what.admitted) : null
}

const heard = (parts: PartnerParts, { id }: PartnerRow, encoding: TokenEncoding, at: Date): Promise<void> =>
  updateHeard(parts.db, id, { encoding, at, before: new Date(at.getTime() - heardEveryMs) })

/**
 * Whose call it is: as its headers say, else the partner's first party. Throws OcpiFailure where it is for another party than ours,
 * or of one that the partner has not named; a hub speaks for all who are behind it.
 */
function routed(request: FastifyRequest, { partner, us }: Admitted): Admitted['from'] {
  const to = partyIn(request, headers.toCountryCode, headers.toPartyId)
  const from = partyIn(request, headers.fromCountryCode, headers.fromPartyId)
  if (to && us && partyOf(to.countryCode, to.partyId) !== partyOf(us.countryCode, us.partyId))
    throw new OcpiFailure('unknownReceiver', 'The receiving party is not here.')
  const { roles } = partner
  if (!from) return roles[0] ?? null
  const name = partyOf(from.countryCode, from.partyId)
  const isTheirs = roles.some((role) => partyOf(role.countryCode, role.partyId) === name)
  if (!isTheirs && !partner.isHub) throw invalid('The requesting party is not one of this connection.')
  return from
}

/** A party that two headers name together; null: neither is there. */
function partyIn(
  request: FastifyRequest,
  country: string,
  party: string,
): { countryCode: string; partyId: string } | null {
  const [countryCode, partyId] = [request.headers[country], request.headers[party]]
  if (countryCode === undefined && partyId === undefined) return null
  if (typeof countryCode !== 'string' || typeof partyId !== 'string')
    throw invalid(`${country} and ${party} belong together.`)
  if (!/^[a-z]{2}$/i.test(countryCode) || !/^[a-z0-9]{3}$/i.test(partyId))
    throw invalid(`${country} and ${party} name no party.`)
  return { countryCode, partyId }
}

/** Keeps a call of a known partner with its answer; a failure of that is no failure of the call. */
async function record(
  { db }: PartnerParts,
  request: FastifyRequest,
  what: Known,
  status: number,
): Promise<void> {
  if (!what.partner) return
  const idOf = (name: string) => (typeof request.headers[name] === 'string' ? request.headers[name] : null)
  const message = {
    partnerId: what.partner.id,
    at: what.at,
    direction: 'in' as const,
    version: what.version,
    module: what.module,
    method: request.method,
    path: request.url,
    httpStatus: status,
    ocpiStatus: what.ocpiStatus ?? null,
    fault: null,
    durationMs: Math.round(performance.now() - what.began),
    requestId: idOf(headers.requestId),
    correlationId: idOf(headers.correlationId),
    requestBody: what.body ?? null,
    answerBody: what.answer ?? null,
  }
  await recordMessage(db, message).catch((error: unknown) => {
    request.log.error({ err: error }, 'a call of a partner could not be recorded')
  })
}
