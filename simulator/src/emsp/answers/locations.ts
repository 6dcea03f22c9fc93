import { keyOf } from '../book.ts'
import { type Check, classOf, patchOf, type Shape } from '../checks/check.ts'
import { connectorShape, evseShape, location, locationShape } from '../checks/locations.ts'
import { instantOf } from '../checks/types.ts'
import type { ConnectorObject, EvseObject, LocationObject, OcpiObject } from '../objects.ts'
import { ownProblems } from './owned.ts'
import { done, type Incoming, notAllowed, notFound, type Parts, type Reply, refused } from './reply.ts'

/** Takes a location, an EVSE or a connector, whole or in part, or shows the one that is held. */
export function locations(parts: Parts, incoming: Incoming): Reply {
  const { path, method } = incoming
  if (path.length < 3 || path.length > 5) return notFound('there is no such address')
  const [countryCode = '', partyId = '', id = ''] = path
  if (!parts.partner.owns(countryCode, partyId)) return notFound('that party is not yours')
  const key = keyOf(countryCode, partyId, id)
  const held = parts.book.locations.get(key)
  if (method === 'GET') return shown(held, path)
  if (method !== 'PUT' && method !== 'PATCH') return notAllowed(method)
  const problems = problemsOf(incoming)
  if (problems.length > 0) return refused(problems)
  const body = incoming.body as OcpiObject
  if (method === 'PUT' && path.length === 3) return kept(parts, key, body)
  if (!held) return notFound('there is no such location', 2003)
  const changed = method === 'PUT' ? withPart(held, path, body) : patched(held, path, body)
  if (!changed) return notFound('there is no such EVSE or connector', 2003)
  const wrong = location(incoming.version)(changed)
  return wrong.length > 0 ? refused(wrong) : kept(parts, key, changed)
}

function kept({ book }: Parts, key: string, object: OcpiObject): Reply {
  return done(undefined, book.keep('locations', key, object) ? 201 : 200)
}

function shown(held: LocationObject | undefined, [, , , evseUid, connectorId]: string[]): Reply {
  const evse = evseUid === undefined ? undefined : evseOf(held, evseUid)
  const connector = connectorId === undefined ? undefined : connectorOf(evse, connectorId)
  const found = connectorId !== undefined ? connector : evseUid !== undefined ? evse : held
  return found ? done(found) : notFound('it is not here', 2003)
}

/** What is wrong with the object in a request, or with its name against the address. */
function problemsOf({ method, version, path, body }: Incoming): string[] {
  const shape = [locationShape, evseShape, connectorShape][path.length - 3]?.(version) ?? {}
  const check = method === 'PATCH' ? patchOf(shape) : wholeOf(path.length, shape, location(version))
  const problems = check(body)
  if (problems.length > 0) return problems
  const object = body as OcpiObject
  if (path.length === 3) return ownProblems(object, path)
  const name = path.length === 4 ? 'uid' : 'id'
  const given = object[name]
  return given === undefined || sameText(given, path.at(-1)) ? [] : [`.${name} is not that of the address`]
}

const wholeOf = (length: number, shape: Shape, ofLocation: Check): Check =>
  length === 3 ? ofLocation : classOf(shape)

/** The location with an EVSE or a connector put in; null where what holds it is not there. */
function withPart(held: LocationObject, [, , , evseUid = '', connectorId]: string[], part: OcpiObject) {
  const evse = evseOf(held, evseUid)
  if (connectorId === undefined) return withEvse(held, evse, part as EvseObject)
  return evse ? withEvse(held, evse, withConnector(evse, connectorId, part as ConnectorObject)) : null
}

/** The location with some properties of it, its EVSE or its connector replaced. */
function patched(held: LocationObject, [, , , evseUid, connectorId]: string[], patch: OcpiObject) {
  if (evseUid === undefined) return { ...held, ...patch }
  const evse = evseOf(held, evseUid)
  if (!evse) return null
  if (connectorId === undefined) return withEvse(held, evse, { ...evse, ...patch })
  const connector = connectorOf(evse, connectorId)
  if (!connector) return null
  return withEvse(held, evse, withConnector(evse, connectorId, { ...connector, ...patch }))
}

function withEvse(held: LocationObject, before: EvseObject | undefined, evse: EvseObject): LocationObject {
  const evses = held.evses ?? []
  return {
    ...held,
    evses: before ? evses.map((one) => (one === before ? evse : one)) : [...evses, evse],
    last_updated: later(held.last_updated, evse.last_updated),
  }
}

function withConnector(evse: EvseObject, id: string, connector: ConnectorObject): EvseObject {
  const before = connectorOf(evse, id)
  return {
    ...evse,
    connectors: before
      ? evse.connectors.map((one) => (one === before ? connector : one))
      : [...evse.connectors, connector],
    last_updated: later(evse.last_updated, connector.last_updated),
  }
}

const evseOf = (held: LocationObject | undefined, uid: string) =>
  held?.evses?.find((evse) => sameText(evse.uid, uid))

const connectorOf = (evse: EvseObject | undefined, id: string) =>
  evse?.connectors.find((connector) => sameText(connector.id, id))

const sameText = (a: unknown, b: unknown) => String(a).toUpperCase() === String(b).toUpperCase()

const later = (a: string, b: string) => (instantOf(a) >= instantOf(b) ? a : b)
