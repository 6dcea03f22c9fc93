import { createHmac } from 'node:crypto'
import { StartError } from '../database/database-fault.ts'
import type { Db } from '../schema/schema.ts'

/** Tells a key from every other, and nothing about it. */
const fingerprintOf = (secretKey: string): string =>
  createHmac('sha256', secretKey).update('which key is this').digest('hex')

/**
 * Throws StartError when a database has been used with another SECRET_KEY: stations' passwords and people's sessions would silently
 * become invalid. Stores a fingerprint of the first key, and of a new one where the settings allow it.
 */
export async function knowSecret(
  db: Db,
  { secretKey, newSecretKey }: { secretKey: string; newSecretKey: boolean },
  now: Date,
): Promise<void> {
  const fingerprint = fingerprintOf(secretKey)
  const row = { fingerprint, noted_at: now }
  const insert = db.insertInto('secret_fingerprint').values(row)
  await insert
    .onConflict((conflict) =>
      newSecretKey ? conflict.column('single').doUpdateSet(row) : conflict.column('single').doNothing(),
    )
    .execute()
  const noted = await db.selectFrom('secret_fingerprint').select('fingerprint').executeTakeFirstOrThrow()
  if (noted.fingerprint === fingerprint) return
  throw new StartError(
    'SECRET_KEY is not the one that this database was used with. Set that one (without the variable it is in DATA_DIR/secret-key), or start once with --new-secret-key: stations then need new passwords, and people sign in anew.',
  )
}
