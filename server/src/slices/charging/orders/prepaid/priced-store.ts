import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'
import type { PricedSession } from '../../../places/tariffs/preview.ts'
import type { Affected, PricedSessions } from '../../../places/tariffs/pricing/priced.ts'

const source = ({ locationIds, filters, from, to }: Affected) => sql`
  from orders o
  join connector_view c on c.id = o.connector_id
  where o.location_id = any(${locationIds}::bigint[]) and o.created_at >= ${from} and o.created_at < ${to}
    and o.status = 'completed' and o.billable and not o.needs_review
    and o.transaction_start is not null and o.transaction_finish is not null and o.charging_price_minor is not null
    and exists (select 1 from json_to_recordset(${JSON.stringify(filters)}::json)
        as f(type text, current text, "powerW" int, "stationId" text)
      where (f.type is null or f.type = c.type) and (f.current is null or f.current = c.current)
        and (f."powerW" is null or f."powerW" = c.power_w)
        and (f."stationId" is null or f."stationId" = o.station_id))`

async function countSessions(db: Db, affected: Affected): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${source(affected)}`.execute(db)
  return rows[0]?.count ?? 0
}

async function listSessions(db: Db, affected: Affected, oneOf: number): Promise<PricedSession[]> {
  const { rows } = await sql<PricedSession>`
    select o."orderId", o."locationId", l.name as "locationName", l.time_zone as "timeZone", s.number as "stationNumber",
      o.type, o.current, o."powerW", o."startedAt", o."endedAt", o."energyWh", o."chargedMinor"
    from (
      select o.id as "orderId", o.location_id as "locationId", o.station_id, c.type, c.current, c.power_w as "powerW",
        o.transaction_start as "startedAt", o.transaction_finish as "endedAt", o.energy_wh as "energyWh",
        o.charging_price_minor as "chargedMinor"
      ${source(affected)} and mod(hashint8(o.id)::bigint + 2147483648, ${oneOf}) = 0
    ) o
    join location_view l on l.id = o."locationId"
    join station_view s on s.id = o.station_id
    order by o."orderId"`.execute(db)
  return rows
}

export const pricedSessions: PricedSessions = { count: countSessions, list: listSessions }
