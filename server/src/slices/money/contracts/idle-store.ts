import { dayOf } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'
import { begunAt, type Order } from '../../charging/orders/order.ts'
import type { IdleTerms } from '../../places/tariffs/idle-terms.ts'

const terms = sql`jsonb_build_object('graceSeconds', t.grace_minutes * 60, 'blockSeconds', t.block_minutes * 60,
  'blockMinor', t.block_minor, 'capMinor', t.cap_minor,
  'night', case when t.night_from is not null then jsonb_build_object('from', t.night_from, 'to', t.night_to) end)`

/** What a stay costs where a tariff says nothing, on a day (YYYY-MM-DD): by location, and under null what the network says. */
export async function loadIdleTermsOn(db: Db, day: string): Promise<Map<number | null, IdleTerms>> {
  const { rows } = await sql<{ locationId: number | null; terms: IdleTerms }>`
    select distinct on (t.location_id) t.location_id as "locationId", ${terms} as terms
    from idle_terms t where t.valid_from <= ${day} order by t.location_id, t.valid_from desc`.execute(db)
  return new Map(rows.map(({ locationId, terms: on }) => [locationId, on]))
}

/**
 * What a stay costs after each of these orders, by what was in force when it began: what its tariff says, else its location,
 * else the network; undefined where nobody says anything. Days are those of a time zone.
 */
export async function loadIdleTerms(
  db: Db,
  orders: readonly Order[],
  timeZone: string,
): Promise<(IdleTerms | undefined)[]> {
  if (orders.length === 0) return []
  const orderList = orders.map((order, index) => ({
    index,
    location_id: order.locationId,
    version_id: order.tariffVersionId,
    day: dayOf(begunAt(order), timeZone),
  }))
  const { rows } = await sql<{ terms: IdleTerms | null }>`
    select coalesce(v.idle, (
      select ${terms} from idle_terms t
      where (t.location_id = a.location_id or t.location_id is null) and t.valid_from <= a.day
      order by t.location_id is null, t.valid_from desc limit 1)) as terms
    from json_to_recordset(${JSON.stringify(orderList)}::json) as a(index int, location_id bigint, version_id bigint, day date)
    left join tariff_version_view v on v.id = a.version_id order by a.index`.execute(db)
  return rows.map(({ terms }) => terms ?? undefined)
}
