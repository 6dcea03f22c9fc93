import { randomUUID } from 'node:crypto'
import {
  authorizationOf,
  envelope,
  headers as headerNames,
  type InterfaceRole,
  isSuccess,
  type ModuleId,
  nextPageIn,
} from '@stationmaster/ocpi'
import { SECOND_MS } from '@stationmaster/units'
import {
  type OutgoingAnswer,
  OutgoingFault,
  type OutgoingRequest,
  sendOutgoing,
} from '../../../../platform/http/outgoing/send.ts'
import { unseal } from '../../../../platform/secrets/seal.ts'
import { findClient } from '../clients/client-store.ts'
import { recordMessage } from '../messages/record.ts'
import type { PartnerParts } from '../parts.ts'
import { findOurParty, type OurParty } from '../party-store.ts'
import { encodingTo, mainPartyOf, partyOf } from '../rules.ts'
import { isFunctional } from '../serving/requests.ts'
import { type PartnerRow, updateAnswered } from '../store.ts'
import { mayPass, type PartnerFault } from './faults.ts'

/** the largest answer that is read: a page of a long list has some megabytes */
const bytesMost = 16 * 1024 * 1024
/** how often it is noted that a partner has answered */
const answeredEveryMs = 10 * SECOND_MS

/** A call of ours to a module of a partner. */
export interface PartnerCall {
  module: ModuleId
  /** theirs: of what we own they are the receiver */
  role: InterfaceRole
  method: OutgoingRequest['method']
  /** behind the module's address, with a slash before it */
  path?: string
  query?: Readonly<Record<string, string>>
  /** JSON as `write` gives it */
  body?: unknown
  /** the party that it is for, where a partner has several */
  to?: { countryCode: string; partyId: string }
  /** in place of the usual time */
  timeoutMs?: number
}

/** The same to an address that a partner has given, as of a next page or of a result. */
export type PartnerUrlCall = Omit<PartnerCall, 'role' | 'path' | 'query'> & { url: string }

export type PartnerAnswer =
  | {
      ok: true
      httpStatus: number
      ocpiStatus: number
      /** JSON, to be read with a codec */
      data: unknown
      /** where the object is that was made */
      location: string | null
      /** the address of the page that follows */
      next: string | null
      /** how many a whole list has, and a page of it at most */
      total: number | null
      limit: number | null
    }
  | {
      ok: false
      fault: PartnerFault
      httpStatus: number | null
      ocpiStatus: number | null
      message: string
      /** whether the same call may succeed later */
      mayPass: boolean
    }

/** Calls a module of a connected partner. Never throws for what the partner does; each exchange is recorded. */
export async function callPartner(
  parts: PartnerParts,
  partner: PartnerRow,
  call: PartnerCall,
): Promise<PartnerAnswer> {
  if (partner.state !== 'connected') return failed('not_connected', 'the partner is not connected')
  const endpoint = partner.endpoints.find(
    ({ identifier, role }) =>
      identifier === call.module && (role === call.role || call.module === 'credentials'),
  )
  if (!endpoint)
    return failed('no_endpoint', `the partner has no ${call.module} as ${call.role.toLowerCase()}`)
  const search = new URLSearchParams(call.query).toString()
  const url = `${endpoint.url.replace(/\/$/, '')}${call.path ?? ''}${search && `?${search}`}`
  return callPartnerAt(parts, partner, { ...call, url })
}

/** The same at an address that the partner has given. */
export async function callPartnerAt(
  parts: PartnerParts,
  partner: PartnerRow,
  call: PartnerUrlCall,
): Promise<PartnerAnswer> {
  if (partner.state !== 'connected') return failed('not_connected', 'the partner is not connected')
  if (partner.partnerToken === null) return failed('not_connected', 'there is no token for the partner')
  const away = call.to && (await awayBehind(parts, partner, call.to))
  if (away) return failed('party_away', away)
  const token = unseal<string>(parts.secretKey, partner.partnerToken)
  return exchange(parts, partner, { ...call, token })
}

/**
 * Makes a call with a token, whatever the partner's state: for the exchange of credentials, and for checks. Records it, unless it
 * only tries what must be refused (`isProbe`).
 */
export async function exchange(
  parts: PartnerParts,
  partner: PartnerRow,
  call: PartnerUrlCall & { token: string | null; isProbe?: true },
): Promise<PartnerAnswer> {
  const { db, clock, reach } = parts
  const at = clock.now()
  const began = performance.now()
  const [requestId, correlationId] = [randomUUID(), randomUUID()]
  const us = await findOurParty(db)
  const request: OutgoingRequest = {
    method: call.method,
    url: call.url,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...(call.body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      ...(call.token === null ? {} : { authorization: authorizationOf(call.token, encodingTo(partner)) }),
      [headerNames.requestId]: requestId,
      [headerNames.correlationId]: correlationId,
      ...(us && isFunctional(call.module) ? routingOf(us, partner, call) : {}),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    timeoutMs: call.timeoutMs ?? parts.timeoutMs,
    bytesMost,
  }
  const answered = await sendOutgoing(request, reach).catch((error: unknown) => {
    if (error instanceof OutgoingFault) return error
    throw error
  })
  const answer = answered instanceof OutgoingFault ? ofFault(answered) : answerOf(answered, call.url)
  if (call.isProbe) return answer
  await recordMessage(db, {
    partnerId: partner.id,
    at,
    direction: 'out',
    version: partner.version,
    module: call.module,
    method: call.method,
    path: call.url,
    httpStatus: answer.httpStatus,
    ocpiStatus: answer.ocpiStatus,
    fault: answer.ok ? null : answer.fault,
    durationMs: Math.round(performance.now() - began),
    requestId,
    correlationId,
    requestBody: request.body ?? null,
    answerBody: answered instanceof OutgoingFault ? answered.message : answered.text,
  })
  if (answer.ok) await updateAnswered(db, partner.id, at, new Date(at.getTime() - answeredEveryMs))
  return answer
}

/** Why nothing is sent to a party behind a hub: the hub says that it is not connected (OCPI 14.1); undefined: it is, or nothing is known. */
async function awayBehind(
  { db }: Pick<PartnerParts, 'db'>,
  partner: PartnerRow,
  to: { countryCode: string; partyId: string },
): Promise<string | undefined> {
  const client = partner.isHub ? await findClient(db, partner.id, to) : undefined
  if (!client || client.status === 'CONNECTED') return undefined
  return `${partyOf(to.countryCode, to.partyId)} is ${client.status}`
}

/**
 * Between which parties a call goes: from ours to the one that is named, or to the partner's main one. A question about a card that
 * nobody knows names no party to a hub, which finds out whose it is (open routing, OCPI 4.4.4).
 */
function routingOf(
  us: OurParty,
  partner: PartnerRow,
  { to, module }: PartnerUrlCall,
): Record<string, string> {
  const isOpen = !to && module === 'tokens' && partner.isHub
  const party = isOpen ? undefined : (to ?? mainPartyOf(partner))
  return {
    [headerNames.fromCountryCode]: us.countryCode,
    [headerNames.fromPartyId]: us.partyId,
    ...(party
      ? { [headerNames.toCountryCode]: party.countryCode, [headerNames.toPartyId]: party.partyId }
      : {}),
  }
}

const ofFault = ({ kind, message }: OutgoingFault): PartnerAnswer => failed(kind, message)

function failed(
  fault: PartnerFault,
  message: string,
  httpStatus: number | null = null,
  ocpiStatus: number | null = null,
): PartnerAnswer {
  return {
    ok: false,
    fault,
    httpStatus,
    ocpiStatus,
    message,
    mayPass: mayPass(fault, httpStatus, ocpiStatus),
  }
}

/** What an answer says: the HTTP status counts, then the code in the envelope. */
function answerOf({ status, headers, text }: OutgoingAnswer, called: string): PartnerAnswer {
  const said = envelopeIn(text)
  const code = said?.status_code ?? null
  if (status < 200 || status >= 300)
    return failed('http', said?.status_message ?? `HTTP ${status}`, status, code)
  // an answer without a body may be to a DELETE
  if (!said) return failed('not_ocpi', 'the answer is not an envelope of OCPI', status)
  if (!isSuccess(said.status_code))
    return failed('refused', said.status_message ?? `code ${said.status_code}`, status, code)
  return {
    ok: true,
    httpStatus: status,
    ocpiStatus: said.status_code,
    data: said.data,
    location: headers.location ?? null,
    next: nextPageIn(headers[headerNames.link], called) ?? null,
    total: wholeIn(headers[headerNames.totalCount]),
    limit: wholeIn(headers[headerNames.limit]),
  }
}

function envelopeIn(text: string) {
  try {
    const read = envelope.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

const wholeIn = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : null
