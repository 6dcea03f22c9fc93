import type { Tokens } from '@stationmaster/contract'
import { audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import { Failure } from '../../platform/failure.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Mailer } from '../../platform/mail.ts'
import type { Db, Tx } from '../../platform/schema.ts'
import { type Access, drawRefreshToken, hashRefreshToken, refreshMs, replacedMs } from './access.ts'
import { checkPassword } from './passwords.ts'
import {
  type Device,
  insertRefreshToken,
  insertSession,
  lockRefreshToken,
  removeExpired,
  revokeSessions,
  updateLastUsed,
  updateReplaced,
} from './session-store.ts'
import { findManager, findManagerByEmail } from './store.ts'
import type { AccountThrottles } from './throttles.ts'

export interface ManagersParts {
  db: Db
  clock: Clock
  access: Access
  throttles: AccountThrottles
  jobs: Jobs
  mailer: Mailer
  /** SECRET_KEY, under which what rests in the job queue is sealed */
  sealingKey: string
}

/** Signs a manager in; throws auth.wrong_credentials, auth.too_many_attempts or auth.blocked. */
export async function logIn(
  { db, clock, access, throttles }: ManagersParts,
  { email, password, ...device }: { email: string; password: string } & Device,
): Promise<Tokens> {
  const now = clock.now()
  const attempt = throttles.logIn(email, device.remoteAddress, now)
  const manager = await findManagerByEmail(db, email)
  const fits = await checkPassword(manager?.password_hash, password)
  if (!manager || !fits) throw new Failure('auth.wrong_credentials')
  attempt.forgive()
  if (manager.blocked_at) throw new Failure('auth.blocked')
  return db.transaction().execute(async (tx) => {
    await expectPassword(tx, manager.id, manager.password_hash)
    await audit(tx, {
      caller: manager,
      action: 'manager.log_in',
      subjectType: 'manager',
      subjectId: manager.id,
      remoteAddress: device.remoteAddress,
      at: now,
    })
    const sessionId = await insertSession(tx, manager.id, device, now)
    return issueTokens(tx, access, { managerId: manager.id, sessionId }, now)
  })
}

/** A password that was changed while it was looked at opens no session: the row waits for the change, or the change for it. */
async function expectPassword(tx: Tx, managerId: number, passwordHash: string | null): Promise<void> {
  const { password_hash } = await tx
    .selectFrom('managers')
    .select('password_hash')
    .where('id', '=', managerId)
    .forShare()
    .executeTakeFirstOrThrow()
  if (password_hash !== passwordHash) throw new Failure('auth.wrong_credentials')
}

/** Exchanges a refresh token; the one that was given stays valid for 60 s more. Throws auth.token_expired or auth.blocked. */
export function refresh(
  { db, clock, access, throttles }: ManagersParts,
  { email, refreshToken, remoteAddress }: { email: string; refreshToken: string; remoteAddress: string },
): Promise<Tokens> {
  const now = clock.now()
  const attempt = throttles.refresh(remoteAddress, now)
  return db.transaction().execute(async (tx) => {
    const token = await lockRefreshToken(tx, hashRefreshToken(refreshToken))
    const manager = token && (await findManager(tx, token.manager_id))
    const replacedAt = token?.replaced_at?.getTime() ?? now.getTime()
    const usable = token && !token.ended && token.expires_at > now && now.getTime() - replacedAt <= replacedMs
    if (!usable || manager?.email.toLowerCase() !== email.toLowerCase())
      throw new Failure('auth.token_expired')
    if (manager.blocked_at) throw new Failure('auth.blocked')
    attempt.forgive()
    if (!token.replaced_at) await updateReplaced(tx, token.id, now)
    await updateLastUsed(tx, token.session_id, now)
    return issueTokens(tx, access, { managerId: manager.id, sessionId: token.session_id }, now)
  })
}

/** Ends the session of a refresh token; one that is not known changes nothing. */
export async function logOut({ db, clock, access }: ManagersParts, refreshToken: string): Promise<void> {
  const managerId = await db.transaction().execute(async (tx) => {
    const token = await lockRefreshToken(tx, hashRefreshToken(refreshToken))
    if (token) await revokeSessions(tx, token.manager_id, { only: token.session_id }, clock.now())
    return token?.manager_id
  })
  if (managerId !== undefined) access.forget(managerId)
}

/** Forgets tokens and sessions that can do nothing any more. */
export const removeOld = (db: Db, now: Date): Promise<void> =>
  removeExpired(db, now, new Date(now.getTime() - refreshMs))

async function issueTokens(
  tx: Tx,
  access: Access,
  { managerId, sessionId }: { managerId: number; sessionId: number },
  now: Date,
): Promise<Tokens> {
  const refreshToken = drawRefreshToken()
  const hash = hashRefreshToken(refreshToken)
  const expiresAt = new Date(now.getTime() + refreshMs)
  await insertRefreshToken(tx, { managerId, sessionId, hash, createdAt: now, expiresAt })
  return { access_token: await access.sign(managerId, sessionId), refresh_token: refreshToken }
}
