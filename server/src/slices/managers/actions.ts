import type { Tokens } from '@stationmaster/contract'
import { audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import { Failure } from '../../platform/failure.ts'
import type { Db } from '../../platform/schema.ts'
import { type Access, drawRefreshToken, hashRefreshToken, refreshMs, replacedMs } from './access.ts'
import { checkPassword } from './passwords.ts'
import {
  findManager,
  findManagerByEmail,
  insertRefreshToken,
  lockRefreshToken,
  removeExpiredTokens,
  updateReplaced,
  updateRevoked,
} from './store.ts'
import type { LoginThrottle } from './throttle.ts'

export interface ManagersParts {
  db: Db
  clock: Clock
  access: Access
  throttle: LoginThrottle
}

/** Signs a manager in; throws auth.wrong_credentials, auth.too_many_attempts or auth.blocked. */
export async function logIn(
  { db, clock, access, throttle }: ManagersParts,
  { email, password, remoteAddress }: { email: string; password: string; remoteAddress: string },
): Promise<Tokens> {
  const now = clock.now()
  if (!throttle.take(email, remoteAddress, now)) throw new Failure('auth.too_many_attempts')
  const manager = await findManagerByEmail(db, email)
  const fits = await checkPassword(manager?.password_hash, password)
  if (!manager || !fits) throw new Failure('auth.wrong_credentials')
  throttle.succeeded(email, remoteAddress)
  if (manager.blocked_at) throw new Failure('auth.blocked')
  await removeExpiredTokens(db, now)
  await audit(db, {
    caller: manager,
    action: 'manager.log_in',
    subjectType: 'manager',
    subjectId: manager.id,
    remoteAddress,
    at: now,
  })
  return issueTokens(db, access, manager.id, now)
}

/** Exchanges a refresh token; the one that was given stays valid for 60 s more. Throws auth.token_expired or auth.blocked. */
export function refresh(
  { db, clock, access }: ManagersParts,
  { email, refreshToken }: { email: string; refreshToken: string },
): Promise<Tokens> {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const token = await lockRefreshToken(tx, hashRefreshToken(refreshToken))
    const manager = token && (await findManager(tx, token.manager_id))
    const replacedAt = token?.replaced_at?.getTime() ?? now.getTime()
    const usable =
      token && !token.revoked_at && token.expires_at > now && now.getTime() - replacedAt <= replacedMs
    if (!usable || manager?.email.toLowerCase() !== email.toLowerCase())
      throw new Failure('auth.token_expired')
    if (manager.blocked_at) throw new Failure('auth.blocked')
    if (!token.replaced_at) await updateReplaced(tx, token.id, now)
    return issueTokens(tx, access, manager.id, now)
  })
}

/** Revokes a refresh token; one that is not known changes nothing. */
export const logOut = ({ db, clock }: ManagersParts, refreshToken: string): Promise<void> =>
  updateRevoked(db, hashRefreshToken(refreshToken), clock.now())

async function issueTokens(db: Db, access: Access, managerId: number, now: Date): Promise<Tokens> {
  const refreshToken = drawRefreshToken()
  const expiresAt = new Date(now.getTime() + refreshMs)
  await insertRefreshToken(db, { managerId, hash: hashRefreshToken(refreshToken), createdAt: now, expiresAt })
  return { access_token: await access.sign(managerId), refresh_token: refreshToken }
}
