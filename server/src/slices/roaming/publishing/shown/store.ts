import { type OcpiVersion, ocpiVersions } from '@stationmaster/ocpi'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import type { Page } from '../../partners/serving/paging.ts'
import { insertMarks } from './marks-store.ts'
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
  /** of a location: when something moved that is not the status of an EVSE; null: not known */
  wholeAt: Date | null
  /** the one partner that sees it so, because it has agreed on prices; null: all of the version */
  partnerId: number | null
}

/** The published locations by id, or which of some are published. */
export async function listPublishedLocations(db: Db, only: readonly number[] | undefined): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.location_id as id from roaming_locations p
    where ${only === undefined} or p.location_id = any(${only ?? []}::bigint[]) order by p.location_id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The published tariffs. */
export async function loadPublishedTariffs(db: Db): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select tariff_id as id from roaming_tariffs`.execute(db)
  return new Set(rows.map(({ id }) => id))
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
  await insertMarks(tx, 'location', ids)
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
  await insertMarks(tx, 'tariff', ids)
}

/** Lets nobody else store objects until the transaction ends. */
export async function lockShown(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('roaming objects'))`.execute(tx)
}

/** Objects by our numbers. */
export interface ShownIds {
  locationIds: readonly number[]
  tariffIds: readonly number[]
}

/** The objects that partners have ever been shown, all or some, those of everybody and those of single partners. */
export async function listShown(db: Db, only?: ShownIds): Promise<ShownObject[]> {
  const among = (ids: readonly number[] | undefined) => sql`any(${(ids ?? []).map(String)}::text[])`
  const { rows } = await sql<ShownObject>`
    select o.version, o.module, o.object_id as "objectId", o.body, o.last_updated as "lastUpdated", o.removed_at as "removedAt",
      o.partner_id as "partnerId", o.whole_at as "wholeAt"
    from roaming_shown_view o
    where ${only === undefined} or (o.version = any(${ocpiVersions}) and (
      (o.module = 'locations' and o.object_id = ${among(only?.locationIds)})
      or (o.module = 'tariffs' and o.object_id = ${among(only?.tariffIds)})))`.execute(db)
  return rows
}

/** Stores objects as they are shown from now on. */
export async function saveShown(tx: Tx, objects: readonly ShownObject[]): Promise<void> {
  const rowsOf = (list: readonly ShownObject[]) =>
    sql`json_to_recordset(${JSON.stringify(
      list.map(({ objectId, lastUpdated, removedAt, wholeAt, partnerId, ...one }) => ({
        ...one,
        object_id: objectId,
        last_updated: lastUpdated,
        removed_at: removedAt,
        whole_at: wholeAt,
        partner_id: partnerId,
      })),
    )}::json) as r(partner_id bigint, version text, module text, object_id text, body jsonb, last_updated timestamptz,
      removed_at timestamptz, whole_at timestamptz)`
  const newest = sql`body = excluded.body, last_updated = excluded.last_updated, removed_at = excluded.removed_at`
  const common = objects.filter(({ partnerId }) => partnerId === null)
  if (common.length > 0)
    await sql`insert into roaming_objects (version, module, object_id, body, last_updated, removed_at, whole_at)
      select version, module, object_id, body, last_updated, removed_at, whole_at from ${rowsOf(common)}
      on conflict (version, module, object_id) do update set ${newest}, whole_at = excluded.whole_at`.execute(
      tx,
    )
  const own = objects.filter(({ partnerId }) => partnerId !== null)
  if (own.length > 0)
    await sql`insert into roaming_partner_tariffs (partner_id, version, object_id, body, last_updated, removed_at)
      select partner_id, version, object_id, body, last_updated, removed_at from ${rowsOf(own)}
      on conflict (partner_id, version, object_id) do update set ${newest}`.execute(tx)
}

/** Whose objects are meant: one partner's own, or those of all (null). */
export interface Shelf {
  version: string
  module: ShownModule
  partnerId: number | null
}

const on = ({ version, module, partnerId }: Shelf) =>
  sql`o.version = ${version} and o.module = ${module} and ${
    partnerId === null ? sql`o.partner_id is null` : sql`o.partner_id = ${partnerId}`
  }`

/** A page of what is shown, the oldest first, so that no page moves while they are read. */
export async function listPage(
  db: Db,
  shelf: Shelf,
  { offset, limit, from, to }: Page,
): Promise<{ items: Shown[]; total: number }> {
  const among = sql`${on(shelf)} and o.removed_at is null
    and (${from}::timestamptz is null or o.last_updated >= ${from}) and (${to}::timestamptz is null or o.last_updated < ${to})`
  const { rows } = await sql<{ body: Shown }>`
    select o.body from roaming_shown_view o where ${among} order by o.id limit ${limit} offset ${offset}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from roaming_shown_view o where ${among}`.execute(db)
  return { items: rows.map(({ body }) => body), total: counted.rows[0]?.total ?? 0 }
}

/** An object that is shown. */
export async function findShown(
  db: Db,
  { objectId, ...shelf }: Shelf & { objectId: string },
): Promise<Shown | undefined> {
  const { rows } = await sql<{ body: Shown }>`
    select o.body from roaming_shown_view o
    where ${on(shelf)} and lower(o.object_id) = lower(${objectId}) and o.removed_at is null`.execute(db)
  return rows[0]?.body
}

export type Stored = Pick<ShownObject, 'body' | 'lastUpdated' | 'removedAt' | 'wholeAt'>

/** An object as it is stored, also one that is shown no more. */
export async function findStored(
  db: Db,
  { objectId, ...shelf }: Shelf & { objectId: string },
): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    select o.body, o.last_updated as "lastUpdated", o.removed_at as "removedAt", o.whole_at as "wholeAt" from roaming_shown_view o
    where ${on(shelf)} and o.object_id = ${objectId}`.execute(db)
  return rows[0]
}
