import { DAY_MS } from '@stationmaster/units'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Schema, Tx } from '../../../../platform/schema/schema.ts'
import type { ManagerRow } from '../store.ts'

export type RefreshTokenRow = Selectable<Schema['refresh_tokens']>
export type SessionRow = Selectable<Schema['sessions']>

/** The origin of a log-in. */
export interface Device {
  remoteAddress: string
  /** the User-Agent header, cut to 400 characters */
  userAgent: string
}

const hasSecondFactor = sql<boolean>`exists (select from second_factors
  where manager_id = managers.id and confirmed_at is not null)`.as('has_second_factor')

/** A session that goes on. */
export interface LiveSession {
  manager: ManagerRow & { has_second_factor: boolean }
  lastUsedAt: Date
  /** it ends then, however much it is used */
  endsAt: Date | null
  /** from then on the provider of the log-in has to confirm it */
  checkDueAt: Date | null
}

/** A session that has not ended and was used since `usedSince`, with its manager. */
export async function findLiveSession(
  db: Db,
  id: number,
  { usedSince, now }: { usedSince: Date; now: Date },
): Promise<LiveSession | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('managers', 'managers.id', 'sessions.manager_id')
    .selectAll('managers')
    .select(['sessions.last_used_at', 'ends_at', 'check_due_at', 'second_factor_elsewhere', hasSecondFactor])
    .where('sessions.id', '=', id)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.last_used_at', '>', usedSince)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .executeTakeFirst()
  if (!row) return undefined
  const { last_used_at, ends_at, check_due_at, second_factor_elsewhere, has_second_factor, ...manager } = row
  return {
    manager: { ...manager, has_second_factor: has_second_factor || second_factor_elsewhere },
    lastUsedAt: last_used_at,
    endsAt: ends_at,
    checkDueAt: check_due_at,
  }
}

/** The sessions that can still be used, the last used first. */
export const listSessions = (db: Db, managerId: number, usedSince: Date): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('manager_id', '=', managerId)
    .where('revoked_at', 'is', null)
    .where('last_used_at', '>', usedSince)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()

/** What a log-in at a provider makes of a session. */
export interface ProviderTerms {
  endsAt: Date
  checkDueAt: Date | null
  /** the provider has checked a second factor */
  secondFactor: boolean
}

export interface NewSession {
  managerId: number
  deviceId: number
  device: Device
  at: Date
  provider?: ProviderTerms
}

export async function insertSession(
  tx: Tx,
  { managerId, deviceId, device, at, provider }: NewSession,
): Promise<number> {
  const { id } = await tx
    .insertInto('sessions')
    .values({
      manager_id: managerId,
      device_id: deviceId,
      created_at: at,
      last_used_at: at,
      password_at: at,
      remote_address: device.remoteAddress,
      user_agent: device.userAgent,
      ends_at: provider?.endsAt ?? null,
      check_due_at: provider?.checkDueAt ?? null,
      second_factor_elsewhere: provider?.secondFactor ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateLastUsed(db: Db, id: number, at: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where('last_used_at', '<', at)
    .execute()
}

/** When the password was last typed in a session. */
export async function findPasswordAt(db: Db, id: number): Promise<Date | undefined> {
  const row = await db.selectFrom('sessions').select('password_at').where('id', '=', id).executeTakeFirst()
  return row?.password_at
}

export async function updatePasswordAt(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable('sessions').set({ password_at: at }).where('id', '=', id).execute()
}

/** Which of a manager's sessions to end. */
export type Which = { only: number } | { except: number | null }

/** Ends sessions of a manager. Resolves with the ids of those that had not ended before. */
export async function revokeSessions(tx: Tx, managerId: number, which: Which, at: Date): Promise<number[]> {
  const rows = await tx
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('manager_id', '=', managerId)
    .where('revoked_at', 'is', null)
    .$if('only' in which, (query) => query.where('id', '=', (which as { only: number }).only))
    .$if('except' in which && which.except !== null, (query) =>
      query.where('id', '!=', (which as { except: number }).except),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** A refresh token with its session. Both are locked, so that requests with tokens of one session run one after another. */
export const lockRefreshToken = (
  tx: Tx,
  hash: string,
): Promise<(RefreshTokenRow & { ended: boolean; last_used_at: Date; ends_at: Date | null }) | undefined> =>
  tx
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .selectAll('refresh_tokens')
    .select([
      'sessions.last_used_at',
      'sessions.ends_at',
      sql<boolean>`sessions.revoked_at is not null`.as('ended'),
    ])
    .where('token_hash', '=', hash)
    .forUpdate()
    .executeTakeFirst()

export async function insertRefreshToken(
  tx: Tx,
  token: { managerId: number; sessionId: number; hash: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('refresh_tokens')
    .values({
      manager_id: token.managerId,
      session_id: token.sessionId,
      token_hash: token.hash,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .execute()
}

export async function updateReplaced(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('refresh_tokens').set({ replaced_at: at }).where('id', '=', id).execute()
}

/** how long the state of an old mailed link can be read and the link renewed */
const rememberedMs = 90 * DAY_MS

/** Deletes tokens and sessions that are of no use any more; a session has ended when it was not used after `unusedSince`. */
export async function removeExpired(db: Db, now: Date, unusedSince: Date): Promise<void> {
  const forgotten = new Date(now.getTime() - rememberedMs)
  await db.deleteFrom('refresh_tokens').where('expires_at', '<', now).execute()
  await db.deleteFrom('one_time_tokens').where('expires_at', '<', forgotten).execute()
  await db.deleteFrom('sessions').where('last_used_at', '<', unusedSince).execute()
}

/** Claims the next question to the provider of a session's log-in; false where none is due, or another server asks. */
export async function claimCheck(
  db: Db,
  { sessionId, now, next }: { sessionId: number; now: Date; next: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('sessions')
    .set({ check_due_at: next })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .where('check_due_at', '<=', now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the sessions that began with a password, but one session and those of one account. Resolves with whose they were. */
export async function revokePasswordSessions(
  tx: Tx,
  keep: { sessionId: number | null; managerId: number | null },
  at: Date,
): Promise<number[]> {
  const rows = await tx
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('revoked_at', 'is', null)
    // those of a provider end at an hour
    .where('ends_at', 'is', null)
    .$if(keep.sessionId !== null, (query) => query.where('id', '!=', keep.sessionId))
    .$if(keep.managerId !== null, (query) => query.where('manager_id', '!=', keep.managerId))
    .returning('manager_id')
    .execute()
  return rows.map(({ manager_id }) => manager_id)
}
