import { sql } from 'kysely'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { type ColumnMap, columnList, rows } from '../../../../platform/statements/bulk.ts'
import type { Cashback } from './cashback-rules.ts'

const columns: ColumnMap<Cashback> = {
  orderId: ['order_id', 'bigint'],
  driverId: ['driver_id', 'bigint'],
  percent: ['percent', 'integer'],
  reservationMinor: ['reservation_minor', 'bigint'],
  amountMinor: ['amount_minor', 'bigint'],
  businessDay: ['business_day', 'date'],
  posted: ['posted', 'integer'],
  creditedAt: ['credited_at', 'timestamptz'],
}
const properties = Object.keys(columns) as (keyof Cashback)[]
const selected = sql.raw(properties.map((name) => `${columns[name][0]} as "${name}"`).join(', '))

/** What was promised with orders, by order, locked. */
export async function lockCashbacks(tx: Tx, orderIds: readonly number[]): Promise<Map<number, Cashback>> {
  if (orderIds.length === 0) return new Map()
  const { rows: found } = await sql<Cashback>`
    select ${selected} from cashbacks where order_id = any(${orderIds}::bigint[]) order by order_id for update`.execute(
    tx,
  )
  return new Map(found.map((one) => [one.orderId, one]))
}

/** Promises of days before one that are not credited, locked; what another server credits just now is left to it. */
export async function lockUncredited(tx: Tx, before: string, most: number): Promise<Cashback[]> {
  const { rows: found } = await sql<Cashback>`
    select ${selected} from cashbacks where credited_at is null and business_day < ${before}
    order by order_id limit ${most} for update skip locked`.execute(tx)
  return found
}

/** Keeps what is promised by now. */
export async function upsertCashbacks(tx: Tx, list: Cashback[]): Promise<void> {
  if (list.length === 0) return
  const changed = properties.filter((name) => name !== 'orderId')
  await sql`insert into cashbacks (${columnList(columns, properties)})
    select ${columnList(columns, properties)} from ${rows(list, columns, properties)}
    on conflict (order_id) do update set ${sql.raw(
      changed.map((name) => `${columns[name][0]} = excluded.${columns[name][0]}`).join(', '),
    )}`.execute(tx)
}
