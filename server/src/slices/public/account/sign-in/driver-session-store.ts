import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

/** Where a sign-in came from. */
export interface SignInDevice {
  remoteAddress: string
  /** the User-Agent header, cut */
  userAgent: string
}

/** The driver of a sign-in that has not ended and was used since `usedSince`. */
export async function findSessionDriver(
  db: Db,
  sessionId: number,
  usedSince: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ driverId: number }>`select driver_id as "driverId" from driver_sessions
    where id = ${sessionId} and revoked_at is null and last_used_at > ${usedSince}`.execute(db)
  return rows[0]?.driverId
}

export async function insertDriverSession(
  tx: Tx,
  { driverId, device, at }: { driverId: number; device: SignInDevice; at: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('driver_sessions')
    .values({
      driver_id: driverId,
      created_at: at,
      last_used_at: at,
      remote_address: device.remoteAddress,
      user_agent: device.userAgent,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertDriverRefresh(
  tx: Tx,
  { hash, sessionId, at, expiresAt }: { hash: string; sessionId: number; at: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('driver_refresh_tokens')
    .values({ token_hash: hash, session_id: sessionId, created_at: at, expires_at: expiresAt })
    .execute()
}

export interface LockedRefresh {
  sessionId: number
  driverId: number
  expiresAt: Date
  replacedAt: Date | null
  ended: boolean
}

/** A refresh token with its sign-in, both locked: requests with tokens of one sign-in run one after another. */
export async function lockDriverRefresh(tx: Tx, hash: string): Promise<LockedRefresh | undefined> {
  const { rows } = await sql<LockedRefresh>`
    select t.session_id as "sessionId", s.driver_id as "driverId", t.expires_at as "expiresAt",
      t.replaced_at as "replacedAt", s.revoked_at is not null as ended
    from driver_refresh_tokens t join driver_sessions s on s.id = t.session_id
    where t.token_hash = ${hash} for update`.execute(tx)
  return rows[0]
}

/** Notes that a token was exchanged, and its sign-in used. */
export async function updateExchanged(
  tx: Tx,
  { hash, sessionId, at }: { hash: string; sessionId: number; at: Date },
): Promise<void> {
  await sql`update driver_refresh_tokens set replaced_at = ${at}
    where token_hash = ${hash} and replaced_at is null`.execute(tx)
  await sql`update driver_sessions set last_used_at = ${at} where id = ${sessionId}`.execute(tx)
}

/** Ends one sign-in, or all of a driver's. */
export async function endDriverSessions(
  tx: Tx,
  which: { sessionId: number } | { driverId: number },
  at: Date,
): Promise<void> {
  const those = 'sessionId' in which ? sql`id = ${which.sessionId}` : sql`driver_id = ${which.driverId}`
  await sql`update driver_sessions set revoked_at = ${at} where ${those} and revoked_at is null`.execute(tx)
}

/** Deletes sign-ins and tokens that are of no use any more. */
export async function removeOldDriverSessions(db: Db, now: Date, unusedSince: Date): Promise<void> {
  await sql`delete from driver_refresh_tokens where expires_at < ${now}`.execute(db)
  await sql`delete from driver_sessions where last_used_at < ${unusedSince}`.execute(db)
}

/** The log-ins of a driver that are kept, newest first. */
export async function listDriverSessions(db: Db, driverId: number) {
  return db
    .selectFrom('driver_sessions')
    .select(['created_at', 'last_used_at', 'revoked_at', 'remote_address', 'user_agent'])
    .where('driver_id', '=', driverId)
    .orderBy('created_at', 'desc')
    .limit(1000)
    .execute()
}
