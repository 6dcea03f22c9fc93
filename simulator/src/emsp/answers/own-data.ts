import { activeProfile, commandResult, profileResult } from '../checks/exchanges.ts'
import { locationReferences } from '../checks/tokens.ts'
import type { OcpiObject } from '../objects.ts'
import {
  done,
  type Incoming,
  notAllowed,
  notFound,
  type Parts,
  pageOf,
  type Reply,
  refused,
} from './reply.ts'

/** Lists the tokens, and answers in real time whether one may charge. */
export function tokens({ wallet, urlOf, pageLimit }: Parts, incoming: Incoming): Reply {
  const { method, path, version, query, body } = incoming
  if (method === 'GET' && path.length === 0) {
    return pageOf(wallet.tokens(), incoming, urlOf(`${version}/tokens`), pageLimit)
  }
  const [uid = '', last] = path
  if (method !== 'POST' || path.length !== 2 || last !== 'authorize') return notAllowed(method)
  if (body !== undefined && body !== null) {
    const problems = locationReferences(body)
    if (problems.length > 0) return refused(problems)
  }
  const answer = wallet.authorize(uid, query.get('type') ?? 'RFID', (body as OcpiObject | undefined) ?? null)
  if (answer === 'unknown') return notFound('the token is unknown', 2004)
  return answer === 'location needed' ? refused(['no location is named'], 2002) : done(answer)
}

/** Lists the parties behind us. */
export function clientInfo({ clients, urlOf, pageLimit }: Parts, incoming: Incoming): Reply {
  if (incoming.method !== 'GET' || incoming.path.length > 0) return notAllowed(incoming.method)
  return pageOf(clients, incoming, urlOf(`${incoming.version}/hubclientinfo`), pageLimit)
}

/** Takes the result of a command. */
export function commandResults(parts: Parts, incoming: Incoming): Reply {
  if (incoming.method !== 'POST') return notAllowed(incoming.method)
  return taken(parts, incoming.path[1] ?? '', incoming.body, commandResult(incoming.body))
}

/** Takes the result of a request about charging profiles, or the profile that a session follows now. */
export function profileResults(parts: Parts, incoming: Incoming): Reply {
  const [first = '', id = ''] = incoming.path
  if (incoming.method === 'POST' && first === 'results') {
    return taken(parts, id, incoming.body, profileResult(incoming.body))
  }
  if (incoming.method !== 'PUT' || incoming.path.length !== 1) return notAllowed(incoming.method)
  const problems = activeProfile(incoming.body)
  if (problems.length > 0) return refused(problems)
  parts.profiles.set(first, incoming.body as OcpiObject)
  return done()
}

function taken({ results }: Parts, id: string, result: unknown, problems: string[]): Reply {
  if (problems.length > 0) return refused(problems)
  return results.take(id, result as OcpiObject) ? done() : notFound('nobody waits for this result')
}
