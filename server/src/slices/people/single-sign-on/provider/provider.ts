import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import type { ClientAuth, Configuration, CustomFetchOptions } from 'openid-client'
import { Failure } from '../../../../platform/http/failure.ts'
import { OutgoingFault, sendOutgoing } from '../../../../platform/http/outgoing/send.ts'
import type { Reach } from '../../../../platform/http/outgoing/targets.ts'
import { returnPath, type Settings } from '../settings/settings.ts'

const timeoutMs = 10 * SECOND_MS
/** keys and lists of a large provider */
const bytesMost = 1024 * 1024
/** how far the provider's clock and ours may be apart */
const skewSeconds = 30

type Claims = Readonly<Record<string, unknown>>

/** What a browser is sent to the provider with, and what proves that an answer belongs to it. */
export interface Checks {
  state: string
  nonce: string
  verifier: string
}

/** Who has logged in at the provider. */
export interface LoggedIn {
  issuer: string
  subject: string
  claims: Claims
  /** the provider's own session, where it names it */
  providerSession: string | null
  identityToken: string
  refreshToken: string | null
}

/** What a session takes from a log-in. */
export type KeptLogIn = Omit<LoggedIn, 'claims'>

/** Networks without single sign-on load none of it. */
const library = () => import('openid-client')
type Library = Awaited<ReturnType<typeof library>>

/** `fetch` that calls no private network but those that the operator allows, with a bound on time and size. */
const fetchWithin =
  (reach: Reach) =>
  async (url: string, { method, headers, body }: Partial<CustomFetchOptions>): Promise<Response> => {
    const answer = await sendOutgoing(
      {
        method: method as 'GET' | 'POST',
        url,
        headers: Object.fromEntries(new Headers(headers)),
        ...(body ? { body: String(body) } : {}),
        timeoutMs,
        bytesMost,
      },
      reach,
    )
    const { 'content-length': _, 'transfer-encoding': __, ...kept } = answer.headers
    const isEmpty = [204, 304].includes(answer.status)
    return new Response(isEmpty ? null : new Uint8Array(answer.bytes), {
      status: answer.status,
      headers: kept,
    })
  }

/** Proves that we are the client: by a header, which providers take that name nothing, or in the form where they take that alone. */
function proofOf(client: Library, secret: string | null): ClientAuth {
  if (secret === null) return client.None()
  const [inHeader, inForm] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported
    return (!methods || methods.includes('client_secret_basic') ? inHeader : inForm)(server, ...rest)
  }
}

/**
 * A provider, as it describes itself now: nothing of it is kept, so new keys and addresses count at once. Issuer, audience, times,
 * signature, state and nonce are checked by the library. Throws failures `sso.provider_…`.
 */
export class Provider {
  private constructor(
    private readonly configuration: Configuration,
    private readonly settings: Settings,
    private readonly redirectUri: string,
    private readonly reach: Reach,
  ) {}

  static async open(
    settings: Settings,
    { reach, address }: { reach: Reach; address(path: string): string },
  ): Promise<Provider> {
    if (settings.issuer === '' || settings.client_id === '') throw new Failure('sso.not_set_up')
    const client = await library()
    const isPlain = settings.issuer.startsWith('http:')
    const configuration = await client
      .discovery(
        new URL(settings.issuer),
        settings.client_id,
        { [client.clockTolerance]: skewSeconds },
        proofOf(client, settings.clientSecret),
        {
          execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
          timeout: timeoutMs / SECOND_MS,
          [client.customFetch]: fetchWithin(reach),
        },
      )
      .catch((error: unknown) => {
        throw faultOf(error, 'sso.provider_wrong')
      })
    return new Provider(configuration, settings, address(returnPath), reach)
  }

  /** What it says of itself. */
  get metadata() {
    return this.configuration.serverMetadata()
  }

  /** What to keep of a log-in that begins, and where the browser goes. */
  async begin(): Promise<{ checks: Checks; url: string }> {
    const client = await library()
    const checks = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    }
    const parameters = {
      redirect_uri: this.redirectUri,
      scope: this.settings.scopes,
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
    }
    try {
      // the library sends nobody to what is no page over TLS, or over http where the provider itself is called so
      return { checks, url: client.buildAuthorizationUrl(this.configuration, parameters).href }
    } catch (error) {
      throw faultOf(error, 'sso.provider_wrong')
    }
  }

  /** Redeems what the browser came back with. */
  async redeem(parameters: Readonly<Record<string, string>>, checks: Checks): Promise<LoggedIn> {
    const client = await library()
    const url = new URL(this.redirectUri)
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    try {
      const tokens = await client.authorizationCodeGrant(this.configuration, url, {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.verifier,
      })
      const said = tokens.claims()
      if (!said || tokens.id_token === undefined) throw new Failure('sso.answer_invalid')
      return {
        issuer: said.iss,
        subject: said.sub,
        claims: { ...(await this.userInfo(tokens.access_token, said.sub)), ...said },
        providerSession: typeof said.sid === 'string' ? said.sid : null,
        identityToken: tokens.id_token,
        refreshToken: tokens.refresh_token ?? null,
      }
    } catch (error) {
      throw faultOf(error, 'sso.answer_invalid')
    }
  }

  /** Providers may tell groups and address there alone. */
  private async userInfo(accessToken: string, subject: string): Promise<Claims> {
    if (this.metadata.userinfo_endpoint === undefined) return {}
    const client = await library()
    return client.fetchUserInfo(this.configuration, accessToken, subject)
  }

  /** Asks whether an account is still good: a new refresh token, or null for the one before; 'ended' where the provider says no. */
  async renew(refreshToken: string): Promise<{ refreshToken: string | null } | 'ended'> {
    const client = await library()
    try {
      const tokens = await client.refreshTokenGrant(this.configuration, refreshToken)
      return { refreshToken: tokens.refresh_token ?? null }
    } catch (error) {
      if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant') return 'ended'
      throw faultOf(error, 'sso.answer_invalid')
    }
  }

  /** Where a browser ends its session at the provider; null where the provider offers that to nobody. */
  async logOutUrl(identityToken: string, after: string): Promise<string | null> {
    if (this.metadata.end_session_endpoint === undefined) return null
    const client = await library()
    return client.buildEndSessionUrl(this.configuration, {
      id_token_hint: identityToken,
      post_logout_redirect_uri: after,
    }).href
  }

  /** The claims of a logout token, once signature, issuer, audience and times are right. Throws sso.log_out_invalid. */
  async readLogoutToken(token: string): Promise<Claims> {
    const { createRemoteJWKSet, customFetch, jwtVerify } = await import('jose')
    const { issuer, jwks_uri } = this.metadata
    if (jwks_uri === undefined) throw new Failure('sso.log_out_invalid')
    const fetch = fetchWithin(this.reach)
    const keys = createRemoteJWKSet(new URL(jwks_uri), {
      [customFetch]: (url: string, options: { headers: Headers }) =>
        fetch(url, { method: 'GET', headers: Object.fromEntries(new Headers(options.headers)) }),
    })
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: this.settings.client_id,
        algorithms: [
          'RS256',
          'RS384',
          'RS512',
          'PS256',
          'PS384',
          'PS512',
          'ES256',
          'ES384',
          'ES512',
          'EdDSA',
        ],
        clockTolerance: skewSeconds,
        maxTokenAge: logoutTokenMs / SECOND_MS,
        requiredClaims: ['iat', 'jti', 'exp'],
      })
      return payload
    } catch (error) {
      if (error instanceof OutgoingFault) throw faultOf(error, 'sso.log_out_invalid')
      throw new Failure('sso.log_out_invalid')
    }
  }
}

/** for so long a logout token counts, and is remembered */
export const logoutTokenMs = 10 * MINUTE_MS

type FaultCode = 'sso.provider_wrong' | 'sso.answer_invalid' | 'sso.log_out_invalid'

/** What an error of the library means for people; `otherwise` where the provider's answer is not as it must be. */
function faultOf(error: unknown, otherwise: FaultCode): Failure {
  if (error instanceof Failure) return error
  const outgoing = causeIn(error, (one) => one instanceof OutgoingFault) as OutgoingFault | undefined
  if (outgoing)
    return new Failure(outgoing.kind === 'forbidden' ? 'sso.provider_forbidden' : 'sso.provider_away')
  const { name, error: code } = error as { name?: string; error?: unknown }
  const reason = typeof code === 'string' && /^[a-z_]{1,60}$/.test(code) ? code : 'error'
  if (name === 'AuthorizationResponseError') return refused('sso.refused_at_provider', reason)
  // a code that is used, old or of somebody else is not the administrators' matter
  if (name === 'ResponseBodyError' && reason !== 'invalid_grant')
    return refused('sso.provider_refused', reason)
  return new Failure(otherwise)
}

const refused = (code: 'sso.refused_at_provider' | 'sso.provider_refused', reason: string): Failure =>
  new Failure(code, { reason }, { reason })

function causeIn(error: unknown, fits: (one: unknown) => boolean): unknown {
  for (let one = error, turns = 0; one && turns < 6; turns += 1) {
    if (fits(one)) return one
    one = (one as { cause?: unknown }).cause
  }
  return undefined
}
