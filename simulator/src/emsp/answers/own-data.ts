import { activeProfile, commandResult, profileResult } from '../checks/exchanges.ts'
import { locationReferences } from '../checks/tokens.ts'
import type { OcpiObject } from '../objects.ts'
import { type Asked, done, notAllowed, notFound, type Parts, pageOf, type Reply, refused } from './reply.ts'

/** Lists the tokens, and answers in real time whether one may charge. */
export function tokens({ wallet, urlOf, pageLimit }: Parts, asked: Asked): Reply {
  const { method, path, version, query, body } = asked
  if (method === 'GET' && path.length === 0) {
    return pageOf(wallet.tokens(), asked, urlOf(`${version}/tokens`), pageLimit)
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
export function clientInfo({ clients, urlOf, pageLimit }: Parts, asked: Asked): Reply {
  if (asked.method !== 'GET' || asked.path.length > 0) return notAllowed(asked.method)
  return pageOf(clients, asked, urlOf(`${asked.version}/hubclientinfo`), pageLimit)
}

/** Takes the result of a command. */
export function commandResults(parts: Parts, asked: Asked): Reply {
  if (asked.method !== 'POST') return notAllowed(asked.method)
  return taken(parts, asked.path[1] ?? '', asked.body, commandResult(asked.body))
}

/** Takes the result of a request about charging profiles, or the profile that a session follows now. */
export function profileResults(parts: Parts, asked: Asked): Reply {
  const [first = '', id = ''] = asked.path
  if (asked.method === 'POST' && first === 'results') {
    return taken(parts, id, asked.body, profileResult(asked.body))
  }
  if (asked.method !== 'PUT' || asked.path.length !== 1) return notAllowed(asked.method)
  const problems = activeProfile(asked.body)
  if (problems.length > 0) return refused(problems)
  parts.profiles.set(first, asked.body as OcpiObject)
  return done()
}

function taken({ results }: Parts, id: string, result: unknown, problems: string[]): Reply {
  if (problems.length > 0) return refused(problems)
  return results.take(id, result as OcpiObject) ? done() : notFound('nobody waits for this result')
}
