import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../schema/schema.ts'

export interface Bound {
  limit: number
  windowMs: number
}

/** Keys hold what visitors typed, so they are kept as hashes of one length. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** Counts an attempt, in the database, so that several nodes count together; answers 0 when it may go on, else after how many seconds the next may. */
export async function takeAttempt(
  db: Db,
  key: string,
  { limit, windowMs }: Bound,
  now: Date,
): Promise<number> {
  const until = new Date(now.getTime() + windowMs)
  const attempt = await db
    .insertInto('attempts')
    .values({ key: hashOf(key), count: 1, until })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        // beyond the limit it makes no difference how many more
        count: sql<number>`case when attempts.until <= ${now} then 1 else least(attempts.count, ${limit}) + 1 end`,
        until: sql<Date>`case when attempts.until <= ${now} then excluded.until else attempts.until end`,
      }),
    )
    .returning(['count', 'until'])
    .executeTakeFirstOrThrow()
  if (attempt.count <= limit) return 0
  return Math.max(1, Math.ceil((attempt.until.getTime() - now.getTime()) / 1000))
}

/** Some of what a bound still allows, until its window ends. */
interface Share {
  /** so many were granted; 0: the bound is reached */
  granted: number
  /** what the bound allows beside these */
  left: number
  until: Date
}

/** Takes up to `wanted` attempts at once, so that who makes many asks the database seldom; all nodes together never get more than the limit. */
export async function takeShare(
  db: Db,
  key: string,
  { limit, windowMs, wanted }: Bound & { wanted: number },
  now: Date,
): Promise<Share> {
  const until = new Date(now.getTime() + windowMs)
  const { count, until: end } = await db
    .insertInto('attempts')
    .values({ key: hashOf(key), count: wanted, until })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when attempts.until <= ${now} then ${wanted}
          else least(attempts.count, ${limit}) + ${wanted} end`,
        until: sql<Date>`case when attempts.until <= ${now} then excluded.until else attempts.until end`,
      }),
    )
    .returning(['count', 'until'])
    .executeTakeFirstOrThrow()
  const before = count - wanted
  return {
    granted: Math.max(0, Math.min(wanted, limit - before)),
    left: Math.max(0, limit - count),
    until: end,
  }
}

/** Takes an attempt back that turned out to be good. */
export async function forgiveAttempt(db: Db, key: string): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ count: sql<number>`count - 1` })
    .where('key', '=', hashOf(key))
    .where('count', '>', 0)
    .execute()
}

/** Forgets what was counted for a key. */
export async function clearAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', hashOf(key)).execute()
}

/** Forgets what was counted in windows that have ended. */
export async function removeOldAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('attempts').where('until', '<=', now).execute()
}
