import { credentials as credentialsCheck } from '../checks/exchanges.ts'
import type { OcpiVersion } from '../checks/types.ts'
import { CallFailed } from '../http/client.ts'
import type { CredentialsObject, Endpoint } from '../objects.ts'
import { done, type Incoming, notAllowed, type Parts, type Reply, refused } from './reply.ts'

/** Our part in each module. */
const roles: Record<string, Endpoint['role']> = {
  credentials: 'SENDER',
  locations: 'RECEIVER',
  tariffs: 'RECEIVER',
  sessions: 'RECEIVER',
  cdrs: 'RECEIVER',
  tokens: 'SENDER',
  commands: 'SENDER',
  chargingprofiles: 'SENDER',
  hubclientinfo: 'SENDER',
}

export const versionsReply = ({ versions, urlOf }: Parts): Reply =>
  done(versions.map((version) => ({ version, url: urlOf(version) })))

export const detailsReply = ({ urlOf }: Parts, version: OcpiVersion): Reply =>
  done({
    version,
    endpoints: Object.entries(roles).map(([identifier, role]) => ({
      identifier,
      role,
      url: urlOf(`${version}/${identifier}`),
    })),
  })

/** Registers a CPO, changes what was agreed with it, shows it or ends it. */
export async function credentials(parts: Parts, incoming: Incoming): Promise<Reply> {
  const { partner } = parts
  const isConnected = partner.connection !== null
  if (incoming.method === 'GET') return done(partner.credentials())
  if (incoming.method === 'POST' ? isConnected : !isConnected) return notAllowed(incoming.method)
  if (incoming.method === 'DELETE') {
    partner.end()
    return done()
  }
  if (incoming.method !== 'POST' && incoming.method !== 'PUT') return notAllowed(incoming.method)
  const problems = credentialsCheck(incoming.version)(incoming.body)
  if (problems.length > 0) return refused(problems)
  try {
    return done(await partner.accept(incoming.version, incoming.body as CredentialsObject))
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return refused([error.message], 3001)
  }
}
