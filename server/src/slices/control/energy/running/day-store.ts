import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'
import type { MinuteTally } from '../looking/memory.ts'

/** What a minute adds to its day. */
export interface DayPart extends MinuteTally {
  highest: NonNullable<MinuteTally['highest']>
  /** of the grid connection: the most loaded phase less the least */
  unbalanceMa: number
}

/** Adds a minute to its day (YYYY-MM-DD, of the location). */
export async function upsertDay(db: Db, locationId: number, day: string, part: DayPart): Promise<void> {
  const { highest, overloadMs, unbalanceMa, safeMs } = part
  const { loadMa, limitMa, circuit, phase } = highest
  await sql`
    insert into energy_days as d (location_id, day, minutes, highest_ma, limit_ma, circuit, phase, overload_ms,
      unbalance_sum_ma, unbalance_most_ma, safe_ms)
    values (${locationId}, ${day}, 1, ${loadMa}, ${limitMa}, ${circuit}, ${phase}, ${overloadMs}, ${unbalanceMa},
      ${unbalanceMa}, ${safeMs})
    on conflict (location_id, day) do update set minutes = d.minutes + 1,
      overload_ms = d.overload_ms + excluded.overload_ms,
      unbalance_sum_ma = d.unbalance_sum_ma + excluded.unbalance_sum_ma,
      unbalance_most_ma = greatest(d.unbalance_most_ma, excluded.unbalance_most_ma),
      safe_ms = greatest(d.safe_ms, excluded.safe_ms),
      (highest_ma, limit_ma, circuit, phase) = (select h.* from (values
          (d.highest_ma, d.limit_ma, d.circuit, d.phase),
          (excluded.highest_ma, excluded.limit_ma, excluded.circuit, excluded.phase)) as h (highest_ma, limit_ma, circuit, phase)
        order by h.highest_ma::float8 / greatest(1, h.limit_ma) desc limit 1)`.execute(db)
}

/** The days of a site from one until another, both with it. */
export interface DaysRow {
  minutes: number
  overloadMs: number
  unbalanceSumMa: number
  unbalanceMostMa: number
  safeMs: number
  /** of the day with the highest load; null: nothing was measured */
  highestMa: number | null
  limitMa: number | null
  circuit: string | null
  phase: number | null
  day: string | null
}

export async function sumDays(db: Db, locationId: number, from: string, to: string): Promise<DaysRow> {
  const { rows } = await sql<DaysRow>`
    with days as (select * from energy_days where location_id = ${locationId} and day >= ${from} and day <= ${to}),
      highest as (select * from days order by highest_ma::float8 / greatest(1, limit_ma) desc, day limit 1)
    select s.*, h.highest_ma as "highestMa", h.limit_ma as "limitMa", h.circuit, h.phase, h.day::text as day
    from (select coalesce(sum(minutes), 0)::int as minutes, coalesce(sum(overload_ms), 0)::float8 as "overloadMs",
        coalesce(sum(unbalance_sum_ma), 0)::float8 as "unbalanceSumMa",
        coalesce(max(unbalance_most_ma), 0) as "unbalanceMostMa", coalesce(max(safe_ms), 0) as "safeMs" from days) s
      left join highest h on true`.execute(db)
  return rows[0]! // an aggregate has one row
}
