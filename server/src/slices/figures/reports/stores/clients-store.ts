import type { ReportRow } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'
import { measureSums } from '../../../money/ledger/measures-store.ts'
import { visibleLocations } from '../../../places/locations/access/scope-store.ts'
import { inRange, type Range, summed, type Totalled, totalled } from './rollup-store.ts'

/** Whether a client (c) had a session before a period. */
const cameBefore = ({ from }: Range, where: RawBuilder<unknown>) => sql`
  case when c.driver_id is not null
    then exists (select from order_report_view e where e.driver_id = c.driver_id and e.business_day < ${from} and ${where})
    else exists (select from order_report_view e
      where e.rfid = c.rfid and e.driver_id is null and e.business_day < ${from} and ${where}) end`

/**
 * Clients of a period by location: drivers, and cards without a driver. A client is new who had not charged at the location before
 * the period; in the total, who had not charged at any. Sessions, energy and money come from the rollup, as in the other reports.
 */
export function listClients(db: Db, range: Range): Promise<Totalled> {
  const { caller, locationIds } = range
  const visible = sql`${visibleLocations(caller, 'e.location_id')}
    and ${locationIds ? sql`e.location_id = any(${locationIds}::bigint[])` : sql`true`}`
  return totalled(
    db,
    sql<ReportRow>`
    with came as materialized (
      select o.location_id, o.driver_id, case when o.driver_id is null then o.rfid end as rfid, count(*) as sessions
      from order_report_view o
      where ${inRange(range, 'o.business_day', 'o.location_id')} and (o.driver_id is not null or o.rfid is not null)
      group by 1, 2, 3
    ), known as (
      select c.*, ${cameBefore(range, sql`e.location_id = c.location_id`)} as returned from came c
    ), everyone as (
      select driver_id, rfid, sum(sessions) as sessions, bool_or(returned) as returned from known group by 1, 2
    ), clients as (
      select location_id, count(*) as clients, count(*) filter (where returned) as returning_clients, sum(sessions) as visits
      from known group by location_id
      union all
      select null, count(*), count(*) filter (where returned or ${cameBefore(range, visible)}), sum(sessions) from everyone c
    ), sums as (
      select t.location_id, grouping(t.location_id) as is_total, ${measureSums} from ${summed(range)} t
      group by grouping sets ((t.location_id), ())
    )
    select l.name as location, s.is_total, coalesce(c.clients, 0) as clients,
      coalesce(c.clients - c.returning_clients, 0) as new_clients, coalesce(c.returning_clients, 0) as returning_clients,
      s.sessions, s.energy, s.amount,
      round(c.visits::numeric / nullif(c.clients, 0), 2) as sessions_per_client,
      round(s.energy::numeric / nullif(c.clients, 0)) as energy_per_client
    from sums s left join location_view l on l.id = s.location_id
    left join clients c on c.location_id is not distinct from s.location_id
    order by l.name, l.id`,
  )
}
