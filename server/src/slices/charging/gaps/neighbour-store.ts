import { sql } from 'kysely'
import type { Stored } from '../../../platform/schema/column-types.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import type { Gap, Metered } from './rules.ts'

/** A changed session of a station: from when on, and, where its time cannot be right, between which registers. */
export interface Change {
  orderId: number
  stationId: string
  at: Date
  beginWh: number | null
  endWh: number | null
}

/** A session and the one before it on its connector; null where either has no register or no time that can be right. */
export interface Neighbours {
  orderId: number
  /** a gap before it is known */
  isKnown: boolean
  stationId: string
  connectorId: number
  locationId: number
  powerW: number
  next: Metered | null
  before: Metered | null
}

/** Locks the gaps of stations until the transaction's end: the next one that records gaps must see the sessions that this one ends. */
export async function lockGaps(tx: Tx, stationIds: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('gaps ' || s.id, 0))
    from (select id from unnest(${stationIds}::text[]) as u(id) order by id) s`.execute(tx)
}

/**
 * The sessions whose gap may have changed: the changed ones, and on each connector of their stations the next ones. `offset 0` as in
 * charging/orders/store.ts: joined, a plan of the empty table read every session.
 */
export async function listNeighbours(tx: Tx, changes: readonly Change[]): Promise<Neighbours[]> {
  const { rows } = await sql<Stored<Neighbours>>`
    with changed as materialized (
      select * from json_to_recordset(${JSON.stringify(changes)}::json)
        as c("orderId" bigint, "stationId" text, at timestamptz, "beginWh" numeric, "endWh" numeric)
    ), found as (
      select "orderId" as id from changed
      union
      select v.id from changed c join connector_view x on x.station_id = c."stationId"
        cross join lateral (select id from order_register_view r
          where r.connector_id = x.id and not r.time_doubtful and r.started_at >= c.at
          order by r.started_at, r.id limit 2 offset 0) v
      union
      select g.order_id from changed c join register_gaps g on g.station_id = c."stationId"
        and c."beginWh" >= g.from_wh and c."endWh" <= g.to_wh
    )
    select f.id as "orderId", g.order_id is not null as "isKnown", n.station_id as "stationId",
      n.connector_id as "connectorId", n.location_id as "locationId", x.power_w as "powerW",
      case when n.id is not null then ${metered('n')} end as next,
      case when p.id is not null then ${metered('p')} end as before
    from found f
    left join lateral (select * from order_register_view r
      where r.id = f.id and not r.time_doubtful offset 0) n on true
    left join lateral (select power_w from connector_view c where c.id = n.connector_id offset 0) x on true
    left join lateral (select * from order_register_view r
      where r.connector_id = n.connector_id and not r.time_doubtful and (r.started_at, r.id) < (n.started_at, n.id)
      order by r.started_at desc, r.id desc limit 1 offset 0) p on true
    left join register_gaps g on g.order_id = f.id`.execute(tx)
  return rows.map((row) => ({
    ...row,
    next: row.next && meteredOf(row.next),
    before: row.before && meteredOf(row.before),
  }))
}

/** The sessions of stations that may explain gaps: what ran between them, or has no time that can be right; by the gap's order. */
export async function listBetween(
  tx: Tx,
  gaps: readonly (Gap & { stationId: string })[],
): Promise<Map<number, Metered[]>> {
  const found = new Map<number, Metered[]>()
  if (gaps.length === 0) return found
  const { rows } = await sql<{ orderId: number; session: Stored<Metered> }>`
    with risen as materialized (
      select * from json_to_recordset(${JSON.stringify(gaps)}::json)
        as g("orderId" bigint, "stationId" text, "fromAt" timestamptz, "toAt" timestamptz)
    )
    select g."orderId", ${metered('r')} as session from risen g
      join connector_view x on x.station_id = g."stationId"
      join order_register_view r on r.connector_id = x.id and r.started_at between g."fromAt" and g."toAt"
        and not r.time_doubtful
    union all
    select g."orderId", ${metered('r')} from risen g
      join order_register_view r on r.station_id = g."stationId" and r.time_doubtful`.execute(tx)
  for (const { orderId, session } of rows) {
    const known = found.get(orderId) ?? []
    found.set(orderId, [...known, meteredOf(session)])
  }
  return found
}

/** The registers of a session as JSON, from the row of order_register_view with this alias. */
const metered = (row: string) =>
  sql.raw(`jsonb_build_object('id', ${row}.id, 'startedAt', ${row}.started_at, 'finishedAt', ${row}.finished_at,
    'beginWh', ${row}.begin_wh, 'endWh', ${row}.end_wh, 'timeDoubtful', ${row}.time_doubtful)`)

/** A session from its JSON: its times are dates again. */
const meteredOf = (session: Stored<Metered>): Metered => ({
  ...session,
  startedAt: new Date(session.startedAt),
  finishedAt: new Date(session.finishedAt),
})
