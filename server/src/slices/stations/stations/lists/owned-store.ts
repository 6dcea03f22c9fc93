import type { Monetization } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

export interface OwnedStation {
  id: string
  locationId: number
  monetized: boolean
  /** monetized, but nobody can start there: no plan covers it */
  paused: boolean
  /** monetized without a plan, as before plans were required */
  exempt: boolean
}

/** The stations at the locations of an owner, by id; `locked` when they shall be changed. */
export async function listOwnedStations(db: Db, ownerId: number, locked = false): Promise<OwnedStation[]> {
  const { rows } = await sql<OwnedStation>`
    select s.id, s.location_id as "locationId", s.monetized, s.sales_paused_at is not null as paused,
      s.plan_exempt_at is not null as exempt
    from stations s join location_view l on l.id = s.location_id
    where l.owner_id = ${ownerId} and l.deleted_at is null and s.deleted_at is null
    order by s.id ${locked ? sql`for update of s` : sql``}`.execute(db)
  return rows
}

/** Changes how stations are sold; resolves to those that changed, with how they were sold before. */
export async function updateMonetization(
  tx: Tx,
  ids: readonly string[],
  to: Monetization,
  at: Date,
): Promise<{ id: string; before: Monetization }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; before: Monetization }>`
    with known as (
      select id, case when sales_paused_at is not null then 'paused' when monetized then 'paid' else 'free' end as before
      from stations where id = any(${ids}::text[]) order by id for update)
    update stations s set monetized = ${to !== 'free'}, sales_paused_at = ${to === 'paused' ? at : null}
    from known k where k.id = s.id and k.before <> ${to}
    returning s.id, k.before`.execute(tx)
  return rows
}

/** Numbers and locations of stations, by which people know them, in the order of the numbers. */
export async function listNamed(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; number: number; location_name: string }[]> {
  const { rows } = await sql<{ id: string; number: number; location_name: string }>`
    select s.id, s.number, l.name as location_name from stations s join location_view l on l.id = s.location_id
    where s.id = any(${ids}::text[]) order by s.number, s.id`.execute(db)
  return rows
}

/** The stations whose sales are paused because no plan covers them, locked. */
export async function listPaused(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from stations where sales_paused_at is not null and deleted_at is null order by id for update`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** How many stations of owners are monetized under their plans, without `exceptIds`. */
export async function countCovered(
  db: Db,
  ownerIds: readonly number[],
  exceptIds: readonly string[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ ownerId: number; count: number }>`
    select l.owner_id as "ownerId", count(*)::int as count
    from stations s join location_view l on l.id = s.location_id
    where l.owner_id = any(${ownerIds}::bigint[]) and l.deleted_at is null and s.deleted_at is null
      and s.monetized and s.sales_paused_at is null and s.plan_exempt_at is null and s.id <> all(${exceptIds}::text[])
    group by l.owner_id`.execute(db)
  return new Map(rows.map(({ ownerId, count }) => [ownerId, count]))
}

/** The monetized stations at locations, or at those of an owner, locked, by number. */
export async function listEarning(
  tx: Tx,
  of: { locationIds: readonly number[] } | { ownerId: number },
): Promise<{ id: string; locationId: number }[]> {
  const { rows } = await sql<{ id: string; locationId: number }>`
    select s.id, s.location_id as "locationId"
    from stations s join location_view l on l.id = s.location_id
    where ${'ownerId' in of ? sql`l.owner_id = ${of.ownerId}` : sql`l.id = any(${of.locationIds}::bigint[])`}
      and l.deleted_at is null and s.deleted_at is null and s.monetized
    order by s.number, s.id for update of s`.execute(tx)
  return rows
}

/** Makes monetized stations need a plan. */
export async function endExemptions(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update stations set plan_exempt_at = null
    where id = any(${ids}::text[]) and plan_exempt_at is not null`.execute(tx)
}
