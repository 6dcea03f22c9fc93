import type { LimitPurpose, OutsideLimit, OutsideSource } from '@stationmaster/ocpp'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { listRunning } from '../../charging/orders/measuring/running-store.ts'

/** A limit that a station has accepted; evse null: the station's, or that of every EVSE. */
export interface StoredLimit {
  profileId: number
  evse: number | null
  /** its number in the EVSE; null: the whole EVSE */
  connector: number | null
  purpose: LimitPurpose
  stackLevel: number
  transactionId: string | null
  unit: 'A' | 'W'
  amount: number
  varies: boolean
  setAt: Date
  from: Date | null
  until: Date | null
}

/** Which limits match; an absent property matches all. */
export interface LimitCriteria {
  profileId?: number
  evse?: number | null
  connector?: number | null
  purpose?: LimitPurpose
  stackLevel?: number
}

/** The limits of a station that apply now or later: neither expired nor of a transaction that has ended. */
export async function listLimits(db: Db, stationId: string, now: Date): Promise<StoredLimit[]> {
  const [limits, running] = await Promise.all([
    sql<StoredLimit>`
      select profile_id as "profileId", evse, connector, purpose, stack_level as "stackLevel", transaction_id as "transactionId", unit, amount,
        varies, set_at as "setAt", valid_from as "from", until
      from station_limits where station_id = ${stationId} and (until is null or until > ${now})
      order by profile_id`.execute(db),
    listRunning(db, stationId),
  ])
  const runs = new Set(running.map(({ transactionId }) => transactionId))
  return limits.rows.filter(
    ({ purpose, transactionId }) =>
      purpose !== 'transaction' || (transactionId !== null && runs.has(transactionId)),
  )
}

export async function upsertLimit(tx: Tx, stationId: string, limit: StoredLimit): Promise<void> {
  const { profileId, evse, connector, purpose, unit, amount, varies } = limit
  const row = {
    evse,
    connector,
    purpose,
    unit,
    amount,
    varies,
    stack_level: limit.stackLevel,
    transaction_id: limit.transactionId,
    set_at: limit.setAt,
    valid_from: limit.from,
    until: limit.until,
  }
  await tx
    .insertInto('station_limits')
    .values({ station_id: stationId, profile_id: profileId, ...row })
    .onConflict((conflict) => conflict.columns(['station_id', 'profile_id']).doUpdateSet(row))
    .execute()
}

export async function removeLimits(tx: Tx, stationId: string, criteria: LimitCriteria): Promise<void> {
  const { profileId, evse, connector, purpose, stackLevel } = criteria
  let query = tx.deleteFrom('station_limits').where('station_id', '=', stationId)
  if (profileId !== undefined) query = query.where('profile_id', '=', profileId)
  if (evse !== undefined) query = query.where('evse', evse === null ? 'is' : '=', evse)
  if (connector !== undefined) query = query.where('connector', connector === null ? 'is' : '=', connector)
  if (purpose !== undefined) query = query.where('purpose', '=', purpose)
  if (stackLevel !== undefined) query = query.where('stack_level', '=', stackLevel)
  await query.execute()
}

/** What a station has reported that others allow there; evse undefined: at all of its places. */
export interface ReportedLimits {
  stationId: string
  source: OutsideSource
  evse: number | undefined
  report: number | null
  limits: readonly OutsideLimit[]
  at: Date
}

/** so many limits of one source are kept at a place */
const mostOutside = 40

/** Keeps what stations have reported, in its order: each instead of what was known, but for the parts of one report. */
export async function keepOutsideLimits(tx: Tx, reported: readonly ReportedLimits[]): Promise<void> {
  for (const { stationId, source, evse, report, limits, at } of reported) {
    if (evse === undefined || limits.length === 0) {
      await sql`
        delete from station_outside_limits
        where station_id = ${stationId} and source = ${source} and evse = coalesce(${evse ?? null}::integer, evse)`.execute(
        tx,
      )
      continue
    }
    const body = JSON.stringify(limits.slice(0, mostOutside))
    await sql`
      insert into station_outside_limits as known (station_id, evse, source, report, body, reported_at)
      values (${stationId}, ${evse}, ${source}, ${report}, ${body}, ${at})
      on conflict (station_id, evse, source) do update set report = excluded.report, reported_at = excluded.reported_at,
        body = case when known.report = excluded.report and jsonb_array_length(known.body) < ${mostOutside}
          then known.body || excluded.body else excluded.body end`.execute(tx)
  }
}
