import { type Selectable, sql } from 'kysely'
import type { Db, Schema, Tx } from '../../../../platform/schema/schema.ts'

export type SecondFactorRow = Selectable<Schema['second_factors']>

export const findSecondFactor = (db: Db, managerId: number): Promise<SecondFactorRow | undefined> =>
  db.selectFrom('second_factors').selectAll().where('manager_id', '=', managerId).executeTakeFirst()

export const lockSecondFactor = (tx: Tx, managerId: number): Promise<SecondFactorRow | undefined> =>
  tx
    .selectFrom('second_factors')
    .selectAll()
    .where('manager_id', '=', managerId)
    .forUpdate()
    .executeTakeFirst()

/** Stores a secret that is not confirmed yet; false when the manager has a confirmed one, which stays. */
export async function insertSecondFactor(
  tx: Tx,
  { managerId, secretSealed, at }: { managerId: number; secretSealed: string; at: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('second_factors')
    .values({ manager_id: managerId, secret_sealed: secretSealed, created_at: at })
    .onConflict((conflict) =>
      conflict
        .column('manager_id')
        .doUpdateSet({ secret_sealed: secretSealed, created_at: at, last_step: 0 })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('manager_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateConfirmed(tx: Tx, managerId: number, at: Date): Promise<void> {
  await tx
    .updateTable('second_factors')
    .set({ confirmed_at: at })
    .where('manager_id', '=', managerId)
    .execute()
}

/** Uses a time step up. When several requests use its code at the same time, one succeeds. Older steps become void. */
export async function useStep(tx: Tx, managerId: number, step: number): Promise<boolean> {
  const row = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('manager_id', '=', managerId)
    .where('last_step', '<', step)
    .returning('manager_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Uses a recovery code up; false when it is wrong or used. */
export async function useRecoveryCode(tx: Tx, managerId: number, hash: string, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('manager_id', '=', managerId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('manager_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces the recovery codes. */
export async function replaceRecoveryCodes(
  tx: Tx,
  managerId: number,
  hashes: readonly string[],
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('manager_id', '=', managerId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ manager_id: managerId, code_hash })))
    .execute()
}

export async function countRecoveryCodes(db: Db, managerId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)`.as('left'))
    .where('manager_id', '=', managerId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

/** Deletes a second factor with its recovery codes; true when it was confirmed. */
export async function deleteSecondFactor(tx: Tx, managerId: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('second_factors')
    .where('manager_id', '=', managerId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return row?.confirmed_at != null
}
