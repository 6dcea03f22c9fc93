import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import type { Page } from '../../partners/serving/paging.ts'
import type { Shown } from './stamps.ts'
import type { ShownObject } from './store.ts'

/** The tariffs that partners with contracts have ever been shown. */
export async function listPartnerTariffs(db: Db): Promise<ShownObject[]> {
  const { rows } = await sql<ShownObject>`
    select t.version, 'tariffs' as module, t.object_id as "objectId", t.body, t.last_updated as "lastUpdated",
      t.removed_at as "removedAt", t.partner_id as "partnerId"
    from roaming_partner_tariffs t`.execute(db)
  return rows
}

/** Stores tariffs as partners with contracts are shown them from now on. */
export async function savePartnerTariffs(tx: Tx, objects: readonly ShownObject[]): Promise<void> {
  if (objects.length === 0) return
  const list = objects.map(({ partnerId, version, objectId, body, lastUpdated, removedAt }) => ({
    partner_id: partnerId,
    version,
    object_id: objectId,
    body,
    last_updated: lastUpdated,
    removed_at: removedAt,
  }))
  await sql`
    insert into roaming_partner_tariffs (partner_id, version, object_id, body, last_updated, removed_at)
    select partner_id, version, object_id, body, last_updated, removed_at
    from json_to_recordset(${JSON.stringify(list)}::json) as r(partner_id bigint, version text, object_id text, body jsonb,
      last_updated timestamptz, removed_at timestamptz)
    on conflict (partner_id, version, object_id) do update
      set body = excluded.body, last_updated = excluded.last_updated, removed_at = excluded.removed_at`.execute(
    tx,
  )
}

/** A page of the tariffs of a partner with a contract, the oldest first. */
export async function pagePartnerTariffs(
  db: Db,
  { partnerId, version }: { partnerId: number; version: string },
  { offset, limit, from, to }: Page,
): Promise<{ items: Shown[]; total: number }> {
  const among = sql`t.partner_id = ${partnerId} and t.version = ${version} and t.removed_at is null
    and (${from}::timestamptz is null or t.last_updated >= ${from}) and (${to}::timestamptz is null or t.last_updated < ${to})`
  const { rows } = await sql<{ body: Shown }>`
    select t.body from roaming_partner_tariffs t where ${among} order by t.id limit ${limit} offset ${offset}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from roaming_partner_tariffs t where ${among}`.execute(db)
  return { items: rows.map(({ body }) => body), total: counted.rows[0]?.total ?? 0 }
}

/** A tariff as it is stored for a partner, also one that is shown no more. */
export async function findPartnerTariff(
  db: Db,
  { partnerId, version, objectId }: { partnerId: number; version: string; objectId: string },
): Promise<Pick<ShownObject, 'body' | 'removedAt'> | undefined> {
  const { rows } = await sql<Pick<ShownObject, 'body' | 'removedAt'>>`
    select t.body, t.removed_at as "removedAt" from roaming_partner_tariffs t
    where t.partner_id = ${partnerId} and t.version = ${version} and t.object_id = ${objectId}`.execute(db)
  return rows[0]
}
