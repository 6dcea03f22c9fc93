import type { ListedCard } from '@stationmaster/ocpp'
import type { Db } from '../../../platform/schema/schema.ts'

export type ListEntries = Record<string, ListedCard>

export async function findLocalList(db: Db, stationId: string) {
  return db
    .selectFrom('station_local_lists')
    .select(['version', 'entries', 'sent_at'])
    .where('station_id', '=', stationId)
    .executeTakeFirst()
}

export async function upsertLocalList(
  db: Db,
  stationId: string,
  { version, entries, at }: { version: number; entries: ListEntries; at: Date },
): Promise<void> {
  const row = { version, entries: JSON.stringify(entries), sent_at: at }
  await db
    .insertInto('station_local_lists')
    .values({ station_id: stationId, ...row })
    .onConflict((conflict) => conflict.column('station_id').doUpdateSet(row))
    .execute()
}
