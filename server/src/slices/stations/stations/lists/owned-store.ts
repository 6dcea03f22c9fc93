import type { Monetization } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

export interface OwnedStation {
  id: string
  locationId: number
  monetized: boolean
  /** paid, but it sells nothing: no plan covers it */
  paused: boolean
  /** earns without a plan, as it did before plans were asked for */
  exempt: boolean
}

/** The stations at the locations of an owner, by id, locked where they are to be changed. */
export async function listOwnedStations(db: Db, ownerId: number, locked = false): Promise<OwnedStation[]> {
  const { rows } = await sql<OwnedStation>`
    select s.id, s.location_id as "locationId", s.monetized, s.sales_paused_at is not null as paused,
      s.plan_exempt_at is not null as exempt
    from stations s join location_view l on l.id = s.location_id
    where l.owner_id = ${ownerId} and l.deleted_at is null and s.deleted_at is null
    order by s.id ${locked ? sql`for update of s` : sql``}`.execute(db)
  return rows
}

/** Has stations sold in another way; resolves to those that were sold otherwise, with how. */
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

/** What people know stations by, in the order of their numbers. */
export async function listNamed(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; number: number; location_name: string }[]> {
  const { rows } = await sql<{ id: string; number: number; location_name: string }>`
    select s.id, s.number, l.name as location_name from stations s join location_view l on l.id = s.location_id
    where s.id = any(${ids}::text[]) order by s.number, s.id`.execute(db)
  return rows
}

/** The stations that sell nothing for want of a plan, locked. */
export async function listPaused(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from stations where sales_paused_at is not null and deleted_at is null order by id for update`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** How many stations of some owners earn under their plans, but these. */
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

/** Has monetized stations need a plan from now on. */
export async function endExemptions(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update stations set plan_exempt_at = null
    where id = any(${ids}::text[]) and plan_exempt_at is not null`.execute(tx)
}
