import { sql } from 'kysely'
import type { Tx } from '../../platform/schema.ts'
import type { Settled } from '../payments/settle.ts'

/** Adds what orders settled to the daily totals: one row a day, location and payment type, in order, so that two nodes cannot deadlock. */
export async function addToTotals(tx: Tx, settled: Settled[]): Promise<void> {
  const totals = new Map<string, Settled>()
  for (const one of settled) {
    const key = `${one.day} ${String(one.locationId).padStart(12, '0')} ${one.methodType}`
    const sum = totals.get(key)
    if (sum) {
      sum.orderCount += one.orderCount
      sum.energyWh += one.energyWh
      sum.amountMinor += one.amountMinor
    } else totals.set(key, { ...one })
  }
  if (totals.size === 0) return
  const list = [...totals].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
  await sql`
    insert into daily_totals as t (day, location_id, method_type, order_count, energy_wh, amount_minor)
    select day, "locationId", "methodType", "orderCount", "energyWh", "amountMinor"
    from json_to_recordset(${JSON.stringify(list)}::json)
      as r(day date, "locationId" bigint, "methodType" text, "orderCount" int, "energyWh" bigint, "amountMinor" bigint)
    on conflict (day, location_id, method_type) do update set order_count = t.order_count + excluded.order_count,
      energy_wh = t.energy_wh + excluded.energy_wh, amount_minor = t.amount_minor + excluded.amount_minor`.execute(
    tx,
  )
}
