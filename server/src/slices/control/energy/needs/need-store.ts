import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import type { NeedRow } from '../looking/facts-store.ts'
import type { SessionNote } from '../looking/memory.ts'

/** A running session at a site that is controlled, with what its driver needs and is shown. */
export interface ControlledSession {
  locationId: number
  energyWh: number
  soc: number | null
  /** as measured last; null: it was not yet */
  powerW: number | null
  sampledAt: Date | null
  begunAt: Date | null
  need: NeedRow | null
  notes: SessionNote | null
  /** when the site was computed last; null: it was not yet */
  lookedAt: Date | null
}

/** Of an order: its session at a controlled site; undefined: it does not run, or its location is not controlled. */
export async function findControlled(db: Db, orderId: number): Promise<ControlledSession | undefined> {
  const { rows } = await sql<ControlledSession>`
    select o.location_id as "locationId", coalesce(o.energy_wh, 0) as "energyWh", o.soc, o.power_w as "powerW",
      o.last_sample_at as "sampledAt", o.transaction_start as "begunAt", c.looked_at as "lookedAt",
      (select notes.value from jsonb_each(c.state -> 'notes') as notes
        where (notes.value ->> 'orderId')::bigint = o.id limit 1) as notes,
      case when w.order_id is not null then json_build_object('departsAt', (extract(epoch from w.departs_at) * 1000)::bigint,
        'energyWh', w.energy_wh, 'percent', w.percent, 'soc', w.soc, 'beginWh', w.begin_wh,
        'statedAt', (extract(epoch from w.stated_at) * 1000)::bigint) end as need
    from running_session_view o
      join energy_sites s on s.location_id = o.location_id and s.enabled
      join energy_control c on c.location_id = o.location_id
      left join energy_needs w on w.order_id = o.id
    where o.id = ${orderId}`.execute(db)
  return rows[0]
}

export async function upsertNeed(
  tx: Tx,
  orderId: number,
  { departsAt, energyWh, percent, soc, beginWh, statedAt }: NeedRow,
): Promise<void> {
  await sql`
    insert into energy_needs (order_id, departs_at, energy_wh, percent, soc, begin_wh, stated_at)
    values (${orderId}, ${new Date(departsAt)}, ${energyWh}, ${percent}, ${soc}, ${beginWh}, ${new Date(statedAt)})
    on conflict (order_id) do update set departs_at = excluded.departs_at, energy_wh = excluded.energy_wh,
      percent = excluded.percent, soc = excluded.soc, begin_wh = excluded.begin_wh, stated_at = excluded.stated_at`.execute(
    tx,
  )
}

export async function removeNeed(tx: Tx, orderId: number): Promise<void> {
  await sql`delete from energy_needs where order_id = ${orderId}`.execute(tx)
}
