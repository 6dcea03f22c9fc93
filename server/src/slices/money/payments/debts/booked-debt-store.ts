import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { bookedOf } from '../../providers/payment/payment.ts'
import { listPaymentsOf, type Payment } from '../store.ts'

/** What may be owed of an order. */
export type Owed = 'charging' | 'parking'

interface NewBooked {
  orderId: number
  purpose: Owed
  amountMinor: number
  at: Date
  managerId: number
}

/** Notes that so much of a debt was handed over; resolves with its number, under which it is a payment. */
export async function insertBooked(
  tx: Tx,
  { orderId, purpose, amountMinor, at, managerId }: NewBooked,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into booked_debts (order_id, purpose, amount_minor, created_at, created_by)
    values (${orderId}, ${purpose}, ${amountMinor}, ${at}, ${managerId}) returning id`.execute(tx)
  return first(rows).id
}

/** What was handed over of the debts of orders, by order, in minor units; what was given back of it since stays counted. */
export async function sumBooked(
  db: Db,
  orderIds: readonly number[],
  purpose: Owed,
): Promise<Map<number, number>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<{ orderId: number; minor: number }>`
    select order_id as "orderId", sum(amount_minor)::bigint as minor from booked_debts
    where order_id = any(${orderIds}::bigint[]) and purpose = ${purpose} group by order_id`.execute(db)
  return new Map(rows.map(({ orderId, minor }) => [orderId, minor]))
}

/** The same of one order. */
export const findBookedMinor = async (db: Db, orderId: number, purpose: Owed): Promise<number> =>
  (await sumBooked(db, [orderId], purpose)).get(orderId) ?? 0

/** The payments that were handed over of an order's debts, oldest first. */
export async function listBooked(db: Db, orderId: number): Promise<Payment[]> {
  const payments = await listPaymentsOf(db, orderId)
  const numberOf = ({ purpose }: Payment) => bookedOf(purpose)?.id ?? 0
  return payments.filter((one) => numberOf(one) > 0).sort((a, b) => numberOf(a) - numberOf(b))
}
