import { type Credentials, write } from '@stationmaster/ocpi'
import { end, keep, ourCredentials } from '../calling/connect.ts'
import { ConnectFailure, readEndpoints } from '../calling/endpoints.ts'
import { findOurParty } from '../party-store.ts'
import { takesCredentials } from '../rules.ts'
import { newToken } from '../tokens.ts'
import { invalid, OcpiFailure } from './failure.ts'
import { type OcpiReceived, ocpiRoute } from './ocpi-route.ts'
import type { OcpiServer } from './ocpi-server.ts'
import type { OcpiAnswer } from './requests.ts'

const module = 'credentials'
const role = 'SENDER'

/**
 * Partners register, exchange their tokens and leave. Of the token that opens our interface only a hash is kept: whoever reads their
 * credentials gets the token back that they called with.
 */
export function credentialsRoutes(ocpi: OcpiServer): void {
  const { parts } = ocpi
  ocpiRoute(
    ocpi,
    { module, role, method: 'GET', stages: ['registering', 'connected'] },
    async (received) => ({
      data: await credentialsOf(ocpi, received, received.token),
    }),
  )

  for (const method of ['POST', 'PUT'] as const)
    ocpiRoute(
      ocpi,
      {
        module,
        role,
        method,
        // one that comes at the wrong moment gets an answer of its own
        stages: ['registering', 'offered', 'connected'],
        body: ({ credentials }) => credentials,
      },
      (received) => register(ocpi, received, method),
    )

  ocpiRoute(
    ocpi,
    { module, role, method: 'DELETE', stages: ['registering', 'offered', 'connected'] },
    async ({ partner, stage, remoteAddress }) => {
      if (!takesCredentials(stage, 'DELETE')) throw notNow('You are not registered.')
      await end(parts, partner.id, { caller: null, remoteAddress })
      return {}
    },
  )
}

const notNow = (message: string): OcpiFailure => new OcpiFailure('clientError', message, 405)

async function credentialsOf(
  { parts }: OcpiServer,
  { codecs }: Pick<OcpiReceived, 'codecs'>,
  token: string,
): Promise<unknown> {
  const us = await findOurParty(parts.db)
  if (!us) throw new OcpiFailure('serverError', 'Our party has no name yet.')
  return write(codecs.credentials, ourCredentials(parts, us, token))
}

/** Takes a partner's credentials, reads its endpoints with them, and answers with a new token for it. */
async function register(
  ocpi: OcpiServer,
  received: OcpiReceived<Credentials>,
  method: 'POST' | 'PUT',
): Promise<OcpiAnswer> {
  const { parts } = ocpi
  const { partner, stage, version, body, token, remoteAddress } = received
  if (!takesCredentials(stage, method))
    throw notNow(
      method === 'POST' ? 'You are registered already: use PUT.' : 'You are not registered yet: use POST.',
    )
  const offered = newToken()
  const data = await credentialsOf(ocpi, received, offered)
  const met = await readEndpoints(
    parts,
    { ...partner, version },
    {
      url: body.url,
      token: body.token,
      wanted: version,
    },
  ).catch((error: unknown) => {
    throw error instanceof ConnectFailure ? refusalOf(error) : error
  })
  const action = method === 'POST' ? 'connect' : 'renew'
  const by = { caller: null, remoteAddress }
  const kept = await keep(parts, met, { theirs: body, offered, used: token, by, action })
  // another registration with the same token was first, or the connection was ended
  if (kept.kind === 'stale') throw notNow('The credentials have changed meanwhile.')
  if (kept.kind === 'no_hub')
    throw invalid(
      'You are not known as a hub here: ask the operator to say that you are one, and register again.',
    )
  if (kept.kind === 'taken') throw invalid(`${kept.party} is the party of another connection.`)
  return { data }
}

/** What the standard answers where a partner's own interface is of no use. */
function refusalOf({ fault, message }: ConnectFailure): OcpiFailure {
  if (fault === 'no_version') return new OcpiFailure('unsupportedVersion', `Your versions: ${message}.`)
  if (fault === 'no_credentials') return new OcpiFailure('noMatchingEndpoints', `Your endpoints: ${message}.`)
  return new OcpiFailure('unusableApi', `Your interface could not be used: ${message}.`)
}
