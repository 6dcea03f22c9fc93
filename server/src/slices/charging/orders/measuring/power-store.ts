import type { ConnectorType } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

/**
 * The mean power (W) of all sessions in stretches of time, by the beginning of each; stretches without energy are left out. The energy
 * between two meter values is spread over the time between them.
 */
export async function listPower(
  db: Db,
  { from, to, stretchMs }: { from: Date; to: Date; stretchMs: number },
): Promise<{ at: Date; powerW: number }[]> {
  const stretch = sql`${`${stretchMs} milliseconds`}::interval`
  const { rows } = await sql<{ at: Date; powerW: number }>`
    with metered as (
      select m.at, lag(m.at) over w as since, m.energy_wh - lag(m.energy_wh) over w as wh
      from meter_samples m
      where m.energy_wh is not null and m.refused is null
        and m.at > ${from}::timestamptz - interval '1 hour' and m.at <= ${to}::timestamptz + interval '1 hour'
        and m.order_id in (
          select id from orders where status = 'started'
          union all
          select id from orders where created_at > ${from}::timestamptz - interval '1 day' and transaction_finish > ${from})
      window w as (partition by m.order_id order by m.at, m.energy_wh))
    select s.at, round(sum(t.wh * extract(epoch from least(t.at, s.at + ${stretch}) - greatest(t.since, s.at))
        / extract(epoch from t.at - t.since)) * 3600 / extract(epoch from ${stretch}))::bigint as "powerW"
    from metered t
      cross join lateral generate_series(date_bin(${stretch}, greatest(t.since, ${from}), timestamptz 'epoch'),
        t.at, ${stretch}) s(at)
    where t.since < t.at and t.wh > 0 and t.at > ${from} and s.at < t.at and s.at < ${to}
    group by s.at order by s.at`.execute(db)
  return rows
}

/** The reported power of a session, in order of time. */
export async function listReportedPower(db: Db, orderId: number): Promise<{ at: Date; powerW: number }[]> {
  const { rows } = await sql<{ at: Date; powerW: number }>`
    select at, power_w as "powerW" from meter_samples where order_id = ${orderId} and power_w is not null order by at`.execute(
    db,
  )
  return rows
}

/** The power (W) of all cars now, as the stations last reported it. */
export async function sumPower(db: Db): Promise<number> {
  const { rows } = await sql<{ powerW: number }>`
    select coalesce(sum(power_w), 0)::bigint as "powerW" from orders where status = 'started'`.execute(db)
  return first(rows).powerW
}

export interface RunningSession {
  id: number
  locationName: string
  city: string
  stationNumber: number
  connectorType: ConnectorType
  startedAt: Date
  energyWh: number
  powerW: number | null
  soc: number | null
  /** the name of the roaming partner who pays for it */
  partner: string | null
}

/** The newest running sessions, without anything about their drivers. */
export async function listRunning(db: Db, limit: number): Promise<RunningSession[]> {
  const { rows } = await sql<RunningSession>`
    select o.id, l.name as "locationName", l.city, s.number as "stationNumber", c.type as "connectorType",
      coalesce(o.transaction_start, o.created_at) as "startedAt", coalesce(o.energy_wh, 0) as "energyWh",
      o.power_w as "powerW", o.soc, rp.name as partner
    from orders o
      join location_view l on l.id = o.location_id
      join station_view s on s.id = o.station_id
      join connector_view c on c.id = o.connector_id
      left join partner_company_view pc on pc.fleet_id = o.fleet_id
      left join roaming_partner_view rp on rp.id = pc.partner_id
    where o.status = 'started' order by o.created_at desc, o.id desc limit ${limit}`.execute(db)
  return rows
}

/** How many sessions of roaming partners run at each location; one without any is absent. */
export async function countRoaming(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ locationId: number; count: number }>`
    select o.location_id as "locationId", count(*)::int as count
    from orders o join partner_company_view pc on pc.fleet_id = o.fleet_id
    where o.status = 'started' group by o.location_id`.execute(db)
  return new Map(rows.map(({ locationId, count }) => [locationId, count]))
}

export interface PowerReading {
  at: Date
  /** since the session's start */
  energyWh: number | null
  powerW: number | null
}

/** The newest readings of a session since its start that carry energy or power, in order of time. */
export async function listSessionPower(db: Db, orderId: number, since: Date): Promise<PowerReading[]> {
  const { rows } = await sql<PowerReading>`
    select at, "energyWh", "powerW" from (
      select at, energy_wh as "energyWh", power_w as "powerW" from meter_samples
      where order_id = ${orderId} and at >= ${since} and refused is null and (energy_wh is not null or power_w is not null)
      order by at desc limit 2000) newest
    order by at`.execute(db)
  return rows
}
