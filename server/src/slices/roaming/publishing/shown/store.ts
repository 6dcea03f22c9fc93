import type { OcpiVersion } from '@stationmaster/ocpi'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import type { Page } from '../../partners/serving/paging.ts'
import type { Shown } from './stamps.ts'

export type ShownModule = 'locations' | 'tariffs'

/** An object as partners of a version have seen it last. */
export interface ShownObject {
  version: OcpiVersion
  module: ShownModule
  objectId: string
  body: Shown
  lastUpdated: Date
  removedAt: Date | null
  /** the one partner that sees it so, because it has agreed on prices; null: all of the version */
  partnerId: number | null
}

/** Which locations and tariffs are published, by id. */
export async function loadPublished(db: Db): Promise<{ locationIds: number[]; tariffIds: Set<number> }> {
  const locations = await db
    .selectFrom('roaming_locations')
    .select('location_id')
    .orderBy('location_id')
    .execute()
  const tariffs = await db.selectFrom('roaming_tariffs').select('tariff_id').execute()
  return {
    locationIds: locations.map(({ location_id }) => location_id),
    tariffIds: new Set(tariffs.map(({ tariff_id }) => tariff_id)),
  }
}

/** Whether partners are shown a location. */
export async function isPublished(db: Db, locationId: number): Promise<boolean> {
  const { rows } = await sql`select from roaming_locations where location_id = ${locationId}`.execute(db)
  return rows.length > 0
}

/** Publishes locations, or takes them back; publishing again what is published changes nothing. */
export async function setLocationsPublished(
  tx: Tx,
  ids: readonly number[],
  published: boolean,
  at: Date,
): Promise<void> {
  if (published)
    await sql`insert into roaming_locations (location_id, published_at) select id, ${at} from unnest(${ids}::bigint[]) id
      on conflict do nothing`.execute(tx)
  else await sql`delete from roaming_locations where location_id = any(${ids}::bigint[])`.execute(tx)
}

/** The same of tariffs. */
export async function setTariffsPublished(
  tx: Tx,
  ids: readonly number[],
  published: boolean,
  at: Date,
): Promise<void> {
  if (published)
    await sql`insert into roaming_tariffs (tariff_id, published_at) select id, ${at} from unnest(${ids}::bigint[]) id
      on conflict do nothing`.execute(tx)
  else await sql`delete from roaming_tariffs where tariff_id = any(${ids}::bigint[])`.execute(tx)
}

/** Lets nobody else store objects until the transaction ends. */
export async function lockShown(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('roaming objects'))`.execute(tx)
}

/** All objects that partners have ever been shown, or some locations alone. */
export async function listShown(db: Db, only?: readonly number[]): Promise<ShownObject[]> {
  const { rows } = await sql<ShownObject>`
    select o.version, o.module, o.object_id as "objectId", o.body, o.last_updated as "lastUpdated", o.removed_at as "removedAt",
      null::bigint as "partnerId"
    from roaming_objects o
    where ${only === undefined} or (o.module = 'locations' and o.object_id = any(${(only ?? []).map(String)}::text[]))`.execute(
    db,
  )
  return rows
}

/** Stores objects as they are shown from now on. */
export async function saveShown(tx: Tx, objects: readonly ShownObject[]): Promise<void> {
  if (objects.length === 0) return
  const list = objects.map(({ objectId, lastUpdated, removedAt, partnerId: _, ...one }) => ({
    ...one,
    object_id: objectId,
    last_updated: lastUpdated,
    removed_at: removedAt,
  }))
  await sql`
    insert into roaming_objects (version, module, object_id, body, last_updated, removed_at)
    select version, module, object_id, body, last_updated, removed_at
    from json_to_recordset(${JSON.stringify(list)}::json) as r(version text, module text, object_id text, body jsonb,
      last_updated timestamptz, removed_at timestamptz)
    on conflict (version, module, object_id) do update
      set body = excluded.body, last_updated = excluded.last_updated, removed_at = excluded.removed_at`.execute(
    tx,
  )
}

/** A page of what partners of a version are shown, the oldest first, so that no page moves while they are read. */
export async function listPage(
  db: Db,
  { version, module }: { version: OcpiVersion; module: ShownModule },
  { offset, limit, from, to }: Page,
): Promise<{ items: Shown[]; total: number }> {
  const among = sql`o.version = ${version} and o.module = ${module} and o.removed_at is null
    and (${from}::timestamptz is null or o.last_updated >= ${from}) and (${to}::timestamptz is null or o.last_updated < ${to})`
  const { rows } = await sql<{ body: Shown }>`
    select o.body from roaming_objects o where ${among} order by o.id limit ${limit} offset ${offset}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from roaming_objects o where ${among}`.execute(db)
  return { items: rows.map(({ body }) => body), total: counted.rows[0]?.total ?? 0 }
}

/** An object that partners of a version are shown. */
export async function findShown(
  db: Db,
  { version, module, objectId }: Pick<ShownObject, 'version' | 'module' | 'objectId'>,
): Promise<Shown | undefined> {
  const { rows } = await sql<{ body: Shown }>`
    select o.body from roaming_objects o
    where o.version = ${version} and o.module = ${module} and lower(o.object_id) = lower(${objectId})
      and o.removed_at is null`.execute(db)
  return rows[0]?.body
}

/** An object as it is stored, also one that is shown no more. */
export async function findStored(
  db: Db,
  { version, module, objectId }: { version: string; module: ShownModule; objectId: string },
): Promise<Pick<ShownObject, 'body' | 'removedAt'> | undefined> {
  const { rows } = await sql<Pick<ShownObject, 'body' | 'removedAt'>>`
    select o.body, o.removed_at as "removedAt" from roaming_objects o
    where o.version = ${version} and o.module = ${module} and o.object_id = ${objectId}`.execute(db)
  return rows[0]
}
