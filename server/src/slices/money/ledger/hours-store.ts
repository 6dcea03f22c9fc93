import type { PaymentMethodType } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { type ColumnMap, rows } from '../../../platform/statements/bulk.ts'
import { effectOf, type Transfer } from './rules.ts'

/** What of an entry its hour is counted from. */
interface Posted {
  orderId: number | null
  locationId: number | null
  businessDay: string
  at: Date
  orderCount: number
  energyWh: number
  methodType: PaymentMethodType | null
  transfers: readonly Transfer[]
}

interface Taking extends Omit<Posted, 'methodType' | 'transfers'> {
  amountMinor: number
  cashMinor: number
}

const columns: ColumnMap<Taking> = {
  orderId: ['order_id', 'bigint'],
  locationId: ['location_id', 'bigint'],
  businessDay: ['day', 'date'],
  at: ['at', 'timestamptz'],
  orderCount: ['order_count', 'integer'],
  energyWh: ['energy_wh', 'bigint'],
  amountMinor: ['amount_minor', 'bigint'],
  cashMinor: ['cash_minor', 'bigint'],
}
const properties = Object.keys(columns) as (keyof Taking)[]

/** The statement that adds rows of hours to what is there, in order, so that two nodes cannot deadlock. */
const addTakings = (found: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into hourly_takings as t
    (day, connector_id, hour, location_id, station_id, order_count, energy_wh, amount_minor, cash_minor)
  select day, connector_id, hour, min(location_id), min(station_id), sum(order_count), sum(energy_wh), sum(amount_minor),
    sum(cash_minor)
  from (${found}) found group by day, connector_id, hour order by day, connector_id, hour
  on conflict (day, connector_id, hour) do update set
    order_count = t.order_count + excluded.order_count, energy_wh = t.energy_wh + excluded.energy_wh,
    amount_minor = t.amount_minor + excluded.amount_minor, cash_minor = t.cash_minor + excluded.cash_minor`

/** Adds entries of orders to the hours in which they were posted, of the day on which they count. */
export async function addToHours(tx: Tx, entries: readonly Posted[]): Promise<void> {
  const list = entries.flatMap(({ methodType, transfers, ...entry }): Taking[] => {
    if (entry.orderId === null || entry.locationId === null || methodType === null) return []
    const { amountMinor } = effectOf(transfers)
    return [{ ...entry, amountMinor, cashMinor: methodType === 'cash' ? amountMinor : 0 }]
  })
  if (list.length === 0) return
  await addTakings(sql`
    select r.day, o.connector_id, extract(hour from r.at at time zone network_zone())::smallint as hour, r.location_id,
      o.station_id, r.order_count, r.energy_wh, r.amount_minor, r.cash_minor
    from ${rows(list, columns, properties)} join order_view o on o.id = r.order_id`).execute(tx)
}

/** Rebuilds the hours' takings from the ledger; nothing may be posted meanwhile. Resolves to the count of rows. */
export async function rebuildTakings(tx: Tx): Promise<number> {
  await sql`lock table hourly_takings in exclusive mode`.execute(tx)
  await sql`delete from hourly_takings`.execute(tx)
  const { numAffectedRows } = await addTakings(sql`
    select h.*, o.connector_id, o.station_id from ledger_hour_view h join order_view o on o.id = h.order_id`).execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

/** What stations brought from a day on, in minor units, refunds taken off. */
export async function sumCaptured(
  db: Db,
  stationIds: readonly string[],
  fromDay: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; minor: number }>`
    select station_id as id, sum(amount_minor)::bigint as minor from hourly_takings
    where station_id = any(${stationIds}::text[]) and day >= ${fromDay} group by station_id`.execute(db)
  return new Map(rows.map(({ id, minor }) => [id, Number(minor)]))
}
