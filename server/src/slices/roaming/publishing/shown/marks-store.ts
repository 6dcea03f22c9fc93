import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

/** What has changed since partners' objects were last reckoned. */
export interface Marks {
  /** something that everything depends on */
  all: boolean
  locationIds: number[]
  tariffIds: number[]
}

/** Leaves marks of locations or tariffs, which are reckoned again by whoever takes them. */
export async function insertMarks(
  tx: Tx,
  kind: 'location' | 'tariff',
  ids: readonly number[],
): Promise<void> {
  await sql`insert into roaming_marks (kind, object_id) select ${kind}, id from unnest(${ids}::bigint[]) id`.execute(
    tx,
  )
}

/** Takes all marks: what they stand for is reckoned in this transaction, or they stay. */
export async function takeMarks(tx: Tx): Promise<Marks> {
  const { rows } = await sql<{ kind: 'location' | 'tariff' | 'all'; ids: number[] }>`
    with taken as (delete from roaming_marks returning kind, object_id)
    select t.kind, coalesce(array_agg(distinct t.object_id) filter (where t.object_id is not null), '{}') as ids
    from taken t group by t.kind`.execute(tx)
  const idsOf = (kind: string) => rows.find((row) => row.kind === kind)?.ids ?? []
  return {
    all: rows.some(({ kind }) => kind === 'all'),
    locationIds: idsOf('location'),
    tariffIds: idsOf('tariff'),
  }
}

/** Makes one mark of all that there are, while nobody reads what they stand for. */
export async function foldMarks(tx: Tx): Promise<void> {
  await sql`with taken as (delete from roaming_marks where kind <> 'all' returning id)
    insert into roaming_marks (kind) select 'all' where exists (select from taken)
      and not exists (select from roaming_marks where kind = 'all')`.execute(tx)
}

/** Notes that prices are shown as they are at an instant; answers as of when they were before. */
export async function moveLook(tx: Tx, at: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ lookedAt: Date }>`select looked_at as "lookedAt" from roaming_look`.execute(tx)
  await sql`insert into roaming_look (looked_at) values (${at})
    on conflict (single) do update set looked_at = excluded.looked_at`.execute(tx)
  return rows[0]?.lookedAt
}

/** The published locations at which some tariffs hold, or may by who they are assigned to. */
export async function listCovered(db: Db, tariffIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with assigned as (select * from tariff_assignment_view a where a.tariff_id = any(${tariffIds}::bigint[]))
    select p.location_id as id from roaming_locations p
    where exists (select from assigned where scope = 'network')
      or exists (select from roaming_held h where h.location_id = p.location_id and h.tariff_id = any(${tariffIds}::bigint[]))
      or p.location_id in (
        select location_id from assigned where scope = 'location'
        union all
        select l.id from assigned a join location_view l on l.owner_id = a.owner_id where a.scope = 'owner'
        union all
        select s.location_id from assigned a join station_view s on s.id = a.station_id where a.scope = 'station'
        union all
        select s.location_id from assigned a join connector_view c on c.id = a.connector_id
          join station_view s on s.id = c.station_id where a.scope = 'connector'
      )`.execute(db)
  return rows.map(({ id }) => id)
}

/** A tariff that holds at a location. */
export interface Held {
  locationId: number
  tariffId: number
}

/** Stores which tariffs hold at all locations, or at some; answers the tariffs that have got or lost one. */
export async function saveHeld(
  tx: Tx,
  held: readonly Held[],
  only: readonly number[] | undefined,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with wanted as (
      select * from unnest(${held.map(({ locationId }) => locationId)}::bigint[],
        ${held.map(({ tariffId }) => tariffId)}::bigint[]) w(location_id, tariff_id)
    ), lost as (
      delete from roaming_held h where (${only === undefined} or h.location_id = any(${only ?? []}::bigint[]))
        and not exists (select from wanted w where w.location_id = h.location_id and w.tariff_id = h.tariff_id)
      returning h.tariff_id
    ), got as (
      insert into roaming_held (location_id, tariff_id) select location_id, tariff_id from wanted
      on conflict do nothing returning tariff_id
    )
    select tariff_id as id from lost union select tariff_id from got`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Which of some tariffs, or of all, hold at a published location. */
export async function listHeld(db: Db, only: readonly number[] | undefined): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct h.tariff_id as id from roaming_held h
    where ${only === undefined} or h.tariff_id = any(${only ?? []}::bigint[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
