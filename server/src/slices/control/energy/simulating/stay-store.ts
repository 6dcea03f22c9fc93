import { DAY_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'
import type { NeedRow } from '../looking/facts-store.ts'

/** A session that has ended, with what its driver needed. */
export interface StayRow {
  orderId: number
  stationId: string
  evse: number
  current: 'AC' | 'DC'
  arrivedAt: Date
  leftAt: Date
  energyWh: number
  soc: number | null
  /** what it drew at the end, and at its strongest moment, which is null where nothing was measured */
  lastW: number | null
  peakW: number | null
  /** on each phase, at that moment */
  peakA: number | null
  need: NeedRow | null
  /** of its company, or of its card's group; null: neither has one */
  priority: number | null
}

/** an order may be made so long before its session begins */
const earlierMs = DAY_MS

/** The stays at a location that began in a period and are over, in the order of arrival. */
export async function listStays(db: Db, locationId: number, from: Date, to: Date): Promise<StayRow[]> {
  const { rows } = await sql<StayRow>`
    select o.id as "orderId", c.station_id as "stationId", c.evse_number as evse, c.current, coalesce(o.arrived_at, o.created_at) as "arrivedAt",
      o.left_at as "leftAt", coalesce(o.energy_wh, 0) as "energyWh", o.soc, o.power_w as "lastW", p.power_w as "peakW",
      p.current_a as "peakA",
      case when w.order_id is not null then json_build_object('departsAt', (extract(epoch from w.departs_at) * 1000)::bigint,
        'energyWh', w.energy_wh, 'percent', w.percent, 'soc', w.soc, 'beginWh', w.begin_wh,
        'statedAt', (extract(epoch from w.stated_at) * 1000)::bigint) end as need,
      coalesce(f.priority, k.priority) as priority
    from session_stay_view o
      join connector_view c on c.id = o.connector_id
      left join energy_needs w on w.order_id = o.id
      left join session_card_view q on q.id = o.id
      left join fleet_priority_view f on f.id = q.fleet_id
      left join card_priority_view k on k.token = q.rfid
      left join lateral (
        select power_w, current_a from session_power_view s
        where s.order_id = o.id and s.at between o.arrived_at and o.left_at
        order by power_w desc, at limit 1) p on true
    where o.location_id = ${locationId} and o.created_at >= ${new Date(from.getTime() - earlierMs)}
      and o.arrived_at >= ${from} and o.arrived_at < ${to} and o.left_at > o.arrived_at
    order by o.arrived_at, o.id`.execute(db)
  return rows
}

/** A session whose driver had said what it needed, with what it had in the end. */
export interface StatedRow {
  energyWh: number
  soc: number | null
  need: NeedRow
}

/** The sessions at a location that began in a period and are over: how many, and those with a stated need. */
export async function listStated(
  db: Db,
  locationId: number,
  from: Date,
  to: Date,
): Promise<{ sessions: number; stated: StatedRow[] }> {
  const { rows } = await sql<{ sessions: number; stated: StatedRow[] }>`
    select count(*)::int as sessions, coalesce(json_agg(json_build_object('energyWh', coalesce(o.energy_wh, 0),
      'soc', o.soc, 'need', json_build_object('departsAt', (extract(epoch from w.departs_at) * 1000)::bigint,
        'energyWh', w.energy_wh, 'percent', w.percent, 'soc', w.soc, 'beginWh', w.begin_wh,
        'statedAt', (extract(epoch from w.stated_at) * 1000)::bigint)) order by o.id)
      filter (where w.order_id is not null), '[]') as stated
    from session_stay_view o left join energy_needs w on w.order_id = o.id
    where o.location_id = ${locationId} and o.created_at >= ${new Date(from.getTime() - earlierMs)}
      and o.arrived_at >= ${from} and o.arrived_at < ${to} and o.energy_wh > 0`.execute(db)
  return rows[0]! // an aggregate has one row
}
