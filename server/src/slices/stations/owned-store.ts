import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/schema.ts'
import { updateMonetized } from './change-store.ts'

export interface OwnedStation {
  id: string
  locationId: number
  monetized: boolean
  /** earns without a plan, as it did before plans were asked for */
  exempt: boolean
}

/** The stations at the locations of an owner, by id, locked where they are to be changed. */
export async function listOwnedStations(db: Db, ownerId: number, locked = false): Promise<OwnedStation[]> {
  const { rows } = await sql<OwnedStation>`
    select s.id, s.location_id as "locationId", s.monetized, s.plan_exempt_at is not null as exempt
    from stations s join location_view l on l.id = s.location_id
    where l.owner_id = ${ownerId} and l.deleted_at is null and s.deleted_at is null
    order by s.id ${locked ? sql`for update of s` : sql``}`.execute(db)
  return rows
}

/** Monetizes exactly these of an owner's stations, beside those that are exempt; resolves to those that are another way now. */
export async function updateMonetizedAmong(
  tx: Tx,
  ownerId: number,
  monetizedIds: readonly string[],
): Promise<OwnedStation[]> {
  const wanted = new Set(monetizedIds)
  const owned = await listOwnedStations(tx, ownerId, true)
  const changed = owned.filter(({ id, monetized, exempt }) => !exempt && wanted.has(id) !== monetized)
  for (const on of [true, false])
    await updateMonetized(
      tx,
      changed.flatMap(({ id, monetized }) => (monetized === on ? [] : [id])),
      on,
    )
  return changed
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
      and s.monetized and s.plan_exempt_at is null and s.id <> all(${exceptIds}::text[])
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
