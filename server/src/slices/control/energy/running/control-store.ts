import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'
import type { KeptMemory } from '../looking/memory.ts'

/** Takes the sites that nobody holds any more, and goes on holding those that are held; answers which they are and who had them. */
export async function claimSites(
  db: Db,
  { holder, node }: { holder: string; node: string },
  leaseMs: number,
): Promise<{ locationId: number; isTaken: boolean }[]> {
  const { rows } = await sql<{ locationId: number; isTaken: boolean }>`
    with free as (
      select c.location_id, c.holder is distinct from ${holder} as taken
      from energy_control c
        join energy_sites s on s.location_id = c.location_id
        join location_view l on l.id = c.location_id
      where s.enabled and l.deleted_at is null
        and (c.holder = ${holder} or c.held_until is null or c.held_until < now())
      order by c.location_id for update of c skip locked)
    update energy_control c set holder = ${holder}, node = ${node},
      held_until = now() + make_interval(secs => ${leaseMs / 1000}::float8)
    from free where c.location_id = free.location_id
    returning c.location_id as "locationId", free.taken as "isTaken"`.execute(db)
  return rows
}

/** Releases all sites that a holder has: another server goes on at once. */
export async function releaseSites(db: Db, holder: string): Promise<void> {
  await sql`update energy_control set held_until = null where holder = ${holder}`.execute(db)
}

/** What was known of a site when it was looked at last. */
export async function findMemory(
  db: Db,
  locationId: number,
): Promise<{ state: Partial<KeptMemory>; node: string | null; lookedAt: Date | null } | undefined> {
  const { rows } = await sql<{ state: Partial<KeptMemory>; node: string | null; lookedAt: Date | null }>`
    select state, node, looked_at as "lookedAt" from energy_control where location_id = ${locationId}`.execute(
    db,
  )
  return rows[0]
}

/** Keeps what is known of a site; false: another server holds it by now. */
export async function updateMemory(
  db: Db,
  { locationId, holder }: { locationId: number; holder: string },
  state: KeptMemory,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update energy_control set state = ${JSON.stringify(state)}, looked_at = ${at}
    where location_id = ${locationId} and holder = ${holder} and held_until > now()`.execute(db)
  return numAffectedRows > 0n
}

/** A site's load in one minute; L1, L2 and L3 of the grid connection, mA. */
export interface Sample {
  at: Date
  limitMa: number[]
  flowMa: number[]
  othersMa: number[]
  grantedMa: number[]
  /** what the sun gave; null: unknown */
  surplusMa: number[] | null
  cars: number
  waiting: number
  shortWh: number
}

export async function insertSample(db: Db, locationId: number, sample: Sample): Promise<void> {
  const { at, limitMa, flowMa, othersMa, grantedMa, surplusMa, cars, waiting, shortWh } = sample
  await sql`
    insert into energy_samples (location_id, at, limit_ma, flow_ma, others_ma, granted_ma, surplus_ma, cars, waiting, short_wh)
    values (${locationId}, ${at}, ${limitMa}::integer[], ${flowMa}::integer[], ${othersMa}::integer[],
      ${grantedMa}::integer[], ${surplusMa}::integer[], ${cars}, ${waiting}, ${shortWh})
    on conflict do nothing`.execute(db)
}

/** The samples of a site from an instant until another, in order of time. */
export async function listSamples(db: Db, locationId: number, from: Date, to: Date): Promise<Sample[]> {
  const { rows } = await sql<Sample>`
    select at, limit_ma as "limitMa", flow_ma as "flowMa", others_ma as "othersMa", granted_ma as "grantedMa",
      surplus_ma as "surplusMa", cars, waiting, short_wh as "shortWh"
    from energy_samples where location_id = ${locationId} and at >= ${from} and at < ${to} order by at`.execute(
    db,
  )
  return rows
}

/** What cars of a site could have taken more since an instant, Wh. */
export async function sumShort(db: Db, locationId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ wh: number }>`
    select coalesce(sum(short_wh), 0)::float8 as wh from energy_samples
    where location_id = ${locationId} and at >= ${since}`.execute(db)
  return rows[0]?.wh ?? 0
}

/** Forgets samples of before an instant. */
export async function removeOldSamples(db: Db, before: Date): Promise<void> {
  await sql`delete from energy_samples where at < ${before}`.execute(db)
}
