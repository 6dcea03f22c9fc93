import { decodeJwt } from 'jose'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { unseal } from '../../../../platform/secrets/seal.ts'
import { hashRefreshToken } from '../../managers/access.ts'
import { lockRefreshToken, revokeSessions } from '../../managers/signing-in/session-store.ts'
import type { SingleSignOnParts } from '../parts.ts'
import { expectOn, loadSettings, loggedOutPath } from '../settings/settings.ts'
import { useLogoutToken } from '../store.ts'
import { logoutTokenMs, Provider } from './provider.ts'
import {
  findProviderSession,
  listSessionsFrom,
  type Named,
  type ProviderSessionRow,
} from './provider-sessions-store.ts'

/**
 * Ends the session of a refresh token, then tells where the browser ends the one at the provider; null where there is none, or the
 * provider does not answer.
 */
export async function logOutEverywhere(
  parts: SingleSignOnParts,
  refreshToken: string,
): Promise<string | null> {
  const { db, clock, access } = parts
  const ended = await inRepeatableTransaction(db, async (tx) => {
    const token = await lockRefreshToken(tx, hashRefreshToken(refreshToken))
    if (!token) return undefined
    const at = clock.now()
    const ids = await revokeSessions(tx, token.manager_id, { only: token.session_id }, at)
    const { manager_id: managerId, session_id: sessionId } = token
    if (ids.length > 0)
      await audit(tx, {
        caller: { id: managerId },
        action: 'manager.log_out',
        subjectType: 'manager',
        subjectId: managerId,
        after: { sessions: ids },
        at,
      })
    return { managerId, from: ids.length > 0 ? await findProviderSession(tx, sessionId) : undefined }
  })
  if (!ended) return null
  access.forget(ended.managerId)
  return ended.from ? endUrl(parts, ended.from) : null
}

async function endUrl(
  parts: SingleSignOnParts,
  { id_token_sealed }: ProviderSessionRow,
): Promise<string | null> {
  try {
    const settings = await loadSettings(parts, parts.db)
    const provider = await Provider.open(settings, parts)
    const identityToken = unseal<string>(parts.sealingKey, id_token_sealed)
    return await provider.logOutUrl(identityToken, parts.address(loggedOutPath))
  } catch (error) {
    parts.report(error, { what: 'the provider does not say where one logs out' })
    return null
  }
}

const backChannelEvent = 'http://schemas.openid.net/event/backchannel-logout'

interface LogoutToken extends Named {
  jti: string
}

/** What a logout token must say beside what its signature proves (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
export function logoutIn(claims: Readonly<Record<string, unknown>>): LogoutToken | null {
  const { iss, jti, sub, sid, events, nonce } = claims
  if (typeof iss !== 'string' || typeof jti !== 'string' || jti === '' || nonce !== undefined) return null
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, backChannelEvent)) return null
  const subject = typeof sub === 'string' && sub !== '' ? sub : undefined
  const providerSession = typeof sid === 'string' && sid !== '' ? sid : undefined
  if (subject === undefined && providerSession === undefined) return null
  return { issuer: iss, jti, subject, providerSession }
}

/** Ends the sessions that a provider's logout token names, on all servers. A token counts once. Throws sso.log_out_invalid. */
export async function endFromProvider(
  parts: SingleSignOnParts,
  { token, remoteAddress }: { token: string; remoteAddress: string },
): Promise<number> {
  const { db, clock, access } = parts
  const said = await readToken(parts, token, remoteAddress)
  const at = clock.now()
  const expiresAt = new Date(at.getTime() + 2 * logoutTokenMs)
  const managers = await inRepeatableTransaction(db, async (tx) => {
    if (!(await useLogoutToken(tx, { ...said, expiresAt }))) throw new Failure('sso.log_out_invalid')
    const sessions = await listSessionsFrom(tx, said)
    const ended: number[] = []
    for (const { managerId, sessionId } of sessions) {
      if ((await revokeSessions(tx, managerId, { only: sessionId }, at)).length === 0) continue
      ended.push(managerId)
      await audit(tx, {
        caller: null,
        action: 'manager.log_out_by_provider',
        subjectType: 'manager',
        subjectId: managerId,
        after: { sessions: [sessionId], issuer: said.issuer },
        remoteAddress,
        at,
      })
    }
    return ended
  })
  for (const id of new Set(managers)) access.forget(id)
  return managers.length
}

/** Reads a logout token. One that is not good counts for its address; what is plainly not ours asks the provider nothing. */
async function readToken(
  parts: SingleSignOnParts,
  token: string,
  remoteAddress: string,
): Promise<LogoutToken> {
  try {
    const settings = await loadSettings(parts, parts.db)
    expectOn(settings)
    if (!isMeant(token, settings.client_id)) throw new Failure('sso.log_out_invalid')
    const said = logoutIn(await (await Provider.open(settings, parts)).readLogoutToken(token))
    if (!said) throw new Failure('sso.log_out_invalid')
    return said
  } catch (error) {
    await parts.throttles.wrongLogOut(remoteAddress, parts.clock.now())
    throw error
  }
}

function isMeant(token: string, clientId: string): boolean {
  try {
    return [decodeJwt(token).aud].flat().includes(clientId)
  } catch {
    return false
  }
}
