import type { LogInTokens, Tokens } from '@stationmaster/contract'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { removeOldAttempts } from '../../../platform/secrets/attempt-store.ts'
import { type Access, accessMs, drawRefreshToken, hashRefreshToken, replacedMs } from './access.ts'
import type { ManagersParts } from './parts.ts'
import { passSecondFactor } from './second-factor/second-factor.ts'
import {
  drawDeviceToken,
  findKnownDevice,
  isDeviceToken,
  keepDevice,
  removeOldDevices,
} from './signing-in/device-store.ts'
import { checkPassword } from './signing-in/passwords.ts'
import {
  type Device,
  insertRefreshToken,
  insertSession,
  lockRefreshToken,
  type RefreshTokenRow,
  removeExpired,
  revokeSessions,
  updateLastUsed,
  updateReplaced,
} from './signing-in/session-store.ts'
import { findManager, findManagerByEmail, lockPasswordHash } from './store.ts'

interface LogIn extends Device {
  email: string
  password: string
  /** the code of the second factor */
  code: string | undefined
  /** the device token of this browser, from an earlier log-in */
  deviceToken: string | undefined
}

/**
 * Signs a manager in; throws auth.wrong_credentials, auth.too_many_attempts, auth.blocked, or auth.code_needed and
 * auth.code_wrong where the account has a second factor.
 */
export async function logIn(
  parts: ManagersParts,
  { email, password, code, deviceToken: given, ...device }: LogIn,
): Promise<LogInTokens> {
  const { db, clock, access, throttles, idleMs } = parts
  const now = clock.now()
  const { remoteAddress } = device
  const isOurs = given !== undefined && (await isDeviceToken(db, given))
  const deviceToken = isOurs ? given : drawDeviceToken()
  const knownId = isOurs ? await findKnownDevice(db, given, email) : undefined
  const attempt = await throttles.logIn({ email, deviceId: knownId, remoteAddress }, now)
  const manager = await findManagerByEmail(db, email)
  const fits = await checkPassword(manager?.password_hash, password)
  if (!manager || !fits) throw new Failure('auth.wrong_credentials')
  await attempt.forgive()
  if (manager.blocked_at) throw new Failure('auth.blocked')
  if (!(await parts.takesPassword(manager.id))) throw new Failure('auth.single_sign_on_only')
  const guess =
    code === undefined ? undefined : await throttles.code({ managerId: manager.id, deviceId: knownId }, now)
  const tokens = await inRepeatableTransaction(db, async (tx) => {
    await expectPassword(tx, manager.id, manager.password_hash)
    await passSecondFactor(tx, parts, { managerId: manager.id, code, at: now })
    await audit(tx, {
      caller: manager,
      action: 'manager.log_in',
      subjectType: 'manager',
      subjectId: manager.id,
      remoteAddress,
      at: now,
    })
    const deviceId = await keepDevice(tx, manager.id, deviceToken, now)
    const sessionId = await insertSession(tx, { managerId: manager.id, deviceId, device, at: now })
    return issueTokens(tx, access, { managerId: manager.id, sessionId, idleMs }, now)
  })
  await guess?.forgive()
  return { ...tokens, device_token: deviceToken }
}

/** A password that was changed during its check opens no session: the locked row makes one wait for the other. */
async function expectPassword(tx: Tx, managerId: number, passwordHash: string | null): Promise<void> {
  if ((await lockPasswordHash(tx, managerId)) !== passwordHash) throw new Failure('auth.wrong_credentials')
}

/**
 * Exchanges a refresh token; the old one stays valid for 60 s. When the old one is used later, one of the two was stolen, so the session
 * ends for both. Throws auth.token_expired or auth.blocked.
 */
export async function refresh(
  { db, clock, access, throttles, idleMs }: ManagersParts,
  { email, refreshToken, remoteAddress }: { email: string; refreshToken: string; remoteAddress: string },
): Promise<Tokens> {
  const now = clock.now()
  const tokens = await inRepeatableTransaction(db, async (tx) => {
    const token = await lockRefreshToken(tx, hashRefreshToken(refreshToken))
    if (!token || token.ended) return undefined
    if (isReused(token, now)) return endReusedSession(tx, token, { remoteAddress, at: now })
    const idleSince = now.getTime() - idleMs
    const isOver = token.ends_at !== null && token.ends_at <= now
    const usable = !isOver && token.expires_at > now && token.last_used_at.getTime() > idleSince
    const manager = usable ? await findManager(tx, token.manager_id) : undefined
    if (manager?.email.toLowerCase() !== email.toLowerCase()) return undefined
    if (manager.blocked_at) throw new Failure('auth.blocked')
    if (!token.replaced_at) await updateReplaced(tx, token.id, now)
    await updateLastUsed(tx, token.session_id, now)
    return issueTokens(tx, access, { managerId: manager.id, sessionId: token.session_id, idleMs }, now)
  })
  if (tokens) return tokens
  await throttles.missedRefresh(remoteAddress, now)
  throw new Failure('auth.token_expired')
}

const isReused = ({ replaced_at }: RefreshTokenRow, now: Date): boolean =>
  replaced_at !== null && now.getTime() - replaced_at.getTime() > replacedMs

async function endReusedSession(
  tx: Tx,
  { manager_id, session_id }: RefreshTokenRow,
  { remoteAddress, at }: { remoteAddress: string; at: Date },
): Promise<undefined> {
  await revokeSessions(tx, manager_id, { only: session_id }, at)
  await audit(tx, {
    caller: null,
    action: 'manager.end_reused_session',
    subjectType: 'manager',
    subjectId: manager_id,
    after: { sessions: [session_id] },
    remoteAddress,
    at,
  })
}

/** Ends the session of a refresh token; an unknown token changes nothing. */
export async function logOut({ db, clock, access }: ManagersParts, refreshToken: string): Promise<void> {
  const managerId = await inRepeatableTransaction(db, async (tx) => {
    const token = await lockRefreshToken(tx, hashRefreshToken(refreshToken))
    if (token) await revokeSessions(tx, token.manager_id, { only: token.session_id }, clock.now())
    return token?.manager_id
  })
  if (managerId !== undefined) access.forget(managerId)
}

/** Deletes tokens, sessions, devices and attempts that are of no use any more. */
export async function removeOld(db: Db, now: Date, idleMs: number): Promise<void> {
  await removeExpired(db, now, new Date(now.getTime() - idleMs))
  await removeOldDevices(db, now)
  await removeOldAttempts(db, now)
}

/** New tokens of a session. */
export async function issueTokens(
  tx: Tx,
  access: Access,
  { managerId, sessionId, idleMs }: { managerId: number; sessionId: number; idleMs: number },
  now: Date,
): Promise<Tokens> {
  const refreshToken = drawRefreshToken()
  const hash = hashRefreshToken(refreshToken)
  // its access token keeps the session in use for as long as it lives
  const expiresAt = new Date(now.getTime() + accessMs + idleMs)
  await insertRefreshToken(tx, { managerId, sessionId, hash, createdAt: now, expiresAt })
  return { access_token: await access.sign(managerId, sessionId), refresh_token: refreshToken }
}
