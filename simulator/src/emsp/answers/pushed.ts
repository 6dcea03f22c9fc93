import { isDeepStrictEqual } from 'node:util'
import { keyOf } from '../book.ts'
import { cdr } from '../checks/cdrs.ts'
import { patchOf } from '../checks/check.ts'
import { session, sessionShape } from '../checks/sessions.ts'
import { tariff } from '../checks/tariffs.ts'
import type { CdrObject, OcpiObject, SessionObject } from '../objects.ts'
import { ownProblems } from './owned.ts'
import { done, type Incoming, notAllowed, notFound, type Parts, type Reply, refused } from './reply.ts'

/** Takes a tariff or its end, or shows the one that is held. */
export function tariffs(parts: Parts, incoming: Incoming): Reply {
  const { book } = parts
  const key = ownKey(parts, incoming)
  if (typeof key !== 'string') return key
  const held = book.tariffs.get(key)
  if (incoming.method === 'GET') return held ? done(held) : notFound('there is no such tariff')
  if (incoming.method === 'DELETE')
    return book.tariffs.delete(key) ? done() : notFound('there is no such tariff')
  if (incoming.method !== 'PUT') return notAllowed(incoming.method)
  const problems = tariff(incoming.version)(incoming.body)
  if (problems.length > 0) return refused(problems)
  const object = incoming.body as OcpiObject
  const strange = ownProblems(object, incoming.path)
  if (strange.length > 0) return refused(strange)
  return done(undefined, book.keep('tariffs', key, object) ? 201 : 200)
}

/** Takes a session, whole or in part, or shows the one that is held. */
export function sessions(parts: Parts, incoming: Incoming): Reply {
  const { book } = parts
  const key = ownKey(parts, incoming)
  if (typeof key !== 'string') return key
  const held = book.sessions.get(key)
  if (incoming.method === 'GET') return held ? done(held) : notFound('there is no such session')
  if (incoming.method !== 'PUT' && incoming.method !== 'PATCH') return notAllowed(incoming.method)
  const isPatch = incoming.method === 'PATCH'
  const problems = (isPatch ? patchOf(sessionShape(incoming.version)) : session(incoming.version))(
    incoming.body,
  )
  if (problems.length > 0) return refused(problems)
  const body = incoming.body as OcpiObject
  const strange = ownProblems(body, incoming.path)
  if (strange.length > 0) return refused(strange)
  if (isPatch && !held) return notFound('there is no such session')
  const whole = isPatch && held ? patched(held, body) : body
  const wrong = session(incoming.version)(whole)
  if (wrong.length > 0) return refused(wrong)
  const now = parts.faults.take('pending', 'sessions') ? { ...whole, status: 'PENDING' } : whole
  return done(undefined, book.keep('sessions', key, now) ? 201 : 200)
}

/** A session with some properties replaced; charging periods are added to those that are there. */
function patched(held: SessionObject, patch: OcpiObject): OcpiObject {
  const periods = (list: unknown) => (Array.isArray(list) ? (list as OcpiObject[]) : [])
  const all = [...periods(held.charging_periods), ...periods(patch.charging_periods)]
  return { ...held, ...patch, ...(all.length > 0 && { charging_periods: all }) }
}

/** Takes a CDR, which is never replaced, or shows one at the address that was given for it. */
export function cdrs(parts: Parts, incoming: Incoming): Reply {
  const { book } = parts
  if (incoming.method === 'GET') {
    const held = incoming.path.length === 3 ? book.cdrs.get(keyOf(...namesIn(incoming.path))) : undefined
    return held ? done(held) : notFound('there is no such CDR')
  }
  if (incoming.method !== 'POST' || incoming.path.length > 0) return notAllowed(incoming.method)
  const problems = cdr(incoming.version)(incoming.body)
  if (problems.length > 0) return refused(problems)
  const object = incoming.body as CdrObject
  if (!parts.partner.owns(object.country_code, object.party_id)) return refused(['that party is not yours'])
  const names: [string, string, string] = [object.country_code, object.party_id, object.id]
  const key = keyOf(...names)
  const held = book.cdrs.get(key)
  if (held && !isDeepStrictEqual(held, object))
    return refused([`the CDR ${object.id} is another one already`])
  const strange = creditProblems(parts, object)
  if (strange.length > 0) return refused(strange)
  const isNew = book.keep('cdrs', key, object)
  const address = parts.urlOf(`${incoming.version}/cdrs/${names.map(encodeURIComponent).join('/')}`)
  return { ...done(undefined, isNew ? 201 : 200), headers: { location: address } }
}

/** A credit CDR names one that is here, and gives back what that cost. */
function creditProblems({ book }: Parts, credit: CdrObject): string[] {
  if (credit.credit !== true) return []
  const key = keyOf(credit.country_code, credit.party_id, String(credit.credit_reference_id))
  const credited = book.cdrs.get(key)
  if (!credited) return ['.credit_reference_id names no CDR that is here']
  if (credited.currency !== credit.currency) return ['.currency is not that of the credited CDR']
  const sum = costOf(credited) + costOf(credit)
  return Math.abs(sum) < 0.0001 ? [] : ['.total_cost is not that of the credited CDR, below zero']
}

const costOf = ({ total_cost }: CdrObject) => Number(total_cost.excl_vat ?? total_cost.before_taxes)

/** The key of the object at an address of three segments; the reply to an address that cannot be. */
function ownKey({ partner }: Parts, { path }: Incoming): string | Reply {
  const names = namesIn(path)
  if (path.length !== 3) return notFound('there is no such address')
  return partner.owns(names[0], names[1]) ? keyOf(...names) : notFound('that party is not yours')
}

const namesIn = ([countryCode = '', partyId = '', id = '']: string[]): [string, string, string] => [
  countryCode,
  partyId,
  id,
]
