import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import type { Reduction } from './rules.ts'

/** A reduction as it is kept. */
export interface ReductionRow extends Reduction {
  receivedAt: Date
  requestedW: number | null
  guaranteedW: number
  devices: number
  appliedW: number
  source: string
  reason: string
  firstName: string | null
  lastName: string | null
  beforeW: number | null
  effectiveAt: Date | null
  mostW: number | null
}

const selected = sql`r.id, r.received_at as "receivedAt", r.starts_at as "startsAt", r.ends_at as "endsAt",
    r.requested_w as "requestedW", r.guaranteed_w as "guaranteedW", r.devices, r.applied_w as "appliedW",
    r.cars_w as "carsW", r.source, r.reason, m.first_name as "firstName", m.last_name as "lastName",
    r.before_w as "beforeW", r.effective_at as "effectiveAt", r.most_w as "mostW"
  from energy_reductions r left join manager_view m on m.id = r.created_by`

/** The reductions of a location that hold or will. */
export async function listPresentReductions(db: Db, locationId: number, now: Date): Promise<ReductionRow[]> {
  const { rows } = await sql<ReductionRow>`select ${selected}
    where r.location_id = ${locationId} and (r.ends_at is null or r.ends_at > ${now})
    order by r.starts_at, r.id`.execute(db)
  return rows
}

/** A page of the reductions of a location, the last first. */
export async function listReductions(
  db: Db,
  locationId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ReductionRow[]; total: number }> {
  const [page, count] = await Promise.all([
    sql<ReductionRow>`select ${selected} where r.location_id = ${locationId}
      order by r.starts_at desc, r.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from energy_reductions
      where location_id = ${locationId}`.execute(db),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}

export type NewReduction = Omit<
  ReductionRow,
  'id' | 'firstName' | 'lastName' | 'beforeW' | 'effectiveAt' | 'mostW'
>

export async function insertReduction(
  tx: Tx,
  locationId: number,
  one: NewReduction,
  createdBy: number | null,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into energy_reductions (location_id, received_at, starts_at, ends_at, requested_w, guaranteed_w, devices,
      applied_w, cars_w, source, reason, created_by)
    values (${locationId}, ${one.receivedAt}, ${one.startsAt}, ${one.endsAt}, ${one.requestedW}, ${one.guaranteedW},
      ${one.devices}, ${one.appliedW}, ${one.carsW}, ${one.source}, ${one.reason}, ${createdBy})
    returning id`.execute(tx)
  // an insert without a conflict answers its row
  return rows[0]!.id
}

/** Which reductions end: one of them or all, of those that begin before an instant (null: whenever), and when. */
interface Ending {
  id: number | null
  at: Date
  begunBefore: Date | null
}

/** Ends reductions of a location that would hold at an instant or later; one that has not begun by then never holds. Answers which. */
export async function updateReductionsEnded(
  tx: Tx,
  locationId: number,
  { id, at, begunBefore }: Ending,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update energy_reductions set ends_at = ${at}
    where location_id = ${locationId} and (${id}::bigint is null or id = ${id})
      and (ends_at is null or ends_at > ${at}) and starts_at < coalesce(${begunBefore}::timestamptz, 'infinity')
    returning id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Notes what a reduction has come to; what is null stays as it is, and the most only grows. */
export async function updateReductionSeen(
  db: Db,
  id: number,
  { beforeW, effectiveAt, mostW }: Pick<ReductionRow, 'beforeW' | 'effectiveAt' | 'mostW'>,
): Promise<void> {
  await sql`update energy_reductions set before_w = coalesce(before_w, ${beforeW}),
      effective_at = coalesce(effective_at, ${effectiveAt}), most_w = greatest(most_w, ${mostW}::integer)
    where id = ${id}`.execute(db)
}

/** Forgets reductions that ended before an instant. */
export async function removeOldReductions(db: Db, before: Date): Promise<void> {
  await sql`delete from energy_reductions where ends_at < ${before}`.execute(db)
}
