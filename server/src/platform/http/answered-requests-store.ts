import { DAY_MS } from '@stationmaster/units'
import type { Db } from '../schema/schema.ts'
import { removeBefore } from '../statements/remove-before.ts'

/** A request by whose it is and the key that they gave it. */
interface Named {
  managerId: number
  key: string
}

/** Before it, a key may be used for something else: a request that is sent again is answered as the first for a day. */
const longAgo = (now: Date) => new Date(now.getTime() - DAY_MS)

/** Whether the key is new, or was used long ago; it stands for the request from now on then. */
export async function beginRequest(
  db: Db,
  { managerId, key, content }: Named & { content: string },
  now: Date,
): Promise<boolean> {
  const row = { content, begun_at: now, answer: null }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('answered_requests')
    .values({ manager_id: managerId, key, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['manager_id', 'key'])
        .doUpdateSet(row)
        .where('answered_requests.begun_at', '<', longAgo(now)),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const findRequest = (db: Db, { managerId, key }: Named) =>
  db
    .selectFrom('answered_requests')
    .select(['content', 'begun_at', 'answer'])
    .where('manager_id', '=', managerId)
    .where('key', '=', key)
    .executeTakeFirst()

export const keepAnswer = (db: Db, { managerId, key }: Named, answer: string) =>
  db
    .updateTable('answered_requests')
    .set({ answer })
    .where('manager_id', '=', managerId)
    .where('key', '=', key)
    .execute()

export const forgetRequest = (db: Db, { managerId, key }: Named) =>
  db.deleteFrom('answered_requests').where('manager_id', '=', managerId).where('key', '=', key).execute()

/** Dates a request back to when nobody can be at work on it any more. */
export const giveUpRequest = (db: Db, { managerId, key }: Named, begunAt: Date) =>
  db
    .updateTable('answered_requests')
    .set({ begun_at: begunAt })
    .where('manager_id', '=', managerId)
    .where('key', '=', key)
    .execute()

/** Forgets what was answered long ago. */
export const removeOldAnswers = (db: Db, now: Date): Promise<void> =>
  removeBefore(db, 'answered_requests', 'begun_at', longAgo(now))
