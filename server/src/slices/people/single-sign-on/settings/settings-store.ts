import type { GroupRule } from '@stationmaster/contract'
import type { Selectable } from 'kysely'
import type { Db, Schema, Tx } from '../../../../platform/schema/schema.ts'

export type SettingsRow = Selectable<Schema['sso_settings']>

export const findSettingsRow = (db: Db): Promise<SettingsRow | undefined> =>
  db.selectFrom('sso_settings').selectAll().executeTakeFirst()

export const lockSettingsRow = (tx: Tx): Promise<SettingsRow | undefined> =>
  tx.selectFrom('sso_settings').selectAll().forUpdate().executeTakeFirst()

export type SettingsColumns = Omit<SettingsRow, 'id' | 'rules'> & { rules: readonly GroupRule[] }

/** Writes the one row. */
export async function saveSettings(tx: Tx, { rules, ...columns }: SettingsColumns): Promise<void> {
  const row = { ...columns, rules: JSON.stringify(rules) }
  await tx
    .insertInto('sso_settings')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** Notes that a log-in came to its end at a provider, unless another one is set meanwhile. */
export async function updateTried(
  tx: Tx,
  { issuer, clientId, at }: { issuer: string; clientId: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('sso_settings')
    .set({ tried_at: at })
    .where('issuer', '=', issuer)
    .where('client_id', '=', clientId)
    .execute()
}
