import type { Db } from '../schema/schema.ts'

/** Uses a link up; false where it was used before. Of several who come with one link at once, one gets the file. */
export async function useLink(db: Db, nonce: string, until: Date): Promise<boolean> {
  const used = await db
    .insertInto('used_downloads')
    .values({ nonce, until })
    .onConflict((conflict) => conflict.doNothing())
    .returning('nonce')
    .executeTakeFirst()
  return used !== undefined
}

/** Forgets links that have expired, which nobody can use anyway. */
export async function removeOldUses(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('used_downloads').where('until', '<', now).execute()
}
