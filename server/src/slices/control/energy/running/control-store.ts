import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'
import type { KeptMemory } from '../looking/memory.ts'

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

/** A site's load in one minute; L1, L2 and L3 of the grid connection, mA. */
export interface Sample {
  at: Date
  limitMa: number[]
  flowMa: number[]
  othersMa: number[]
  grantedMa: number[]
  cars: number
  waiting: number
  shortWh: number
}

/** The samples of a site from an instant until another, in order of time. */
export async function listSamples(db: Db, locationId: number, from: Date, to: Date): Promise<Sample[]> {
  const { rows } = await sql<Sample>`
    select at, limit_ma as "limitMa", flow_ma as "flowMa", others_ma as "othersMa", granted_ma as "grantedMa", cars,
      waiting, short_wh as "shortWh"
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
