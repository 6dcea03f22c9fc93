import type { PaymentMethodType, PaymentNode } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { type ColumnMap, insertRows, rows } from '../../../platform/statements/bulk.ts'
import { iso, placeColumns } from '../../charging/orders/lists/list-store.ts'
import { matching, seek } from '../../charging/orders/lists/search-store.ts'
import { visibleLocations } from '../../places/locations/access/scope-store.ts'
import type { Charge } from '../ledger/rules.ts'
import type { Payable } from '../providers/payment/payment.ts'

/** What the payments query asks for; days are settlement days, YYYY-MM-DD in the network's time zone. */
export interface PaymentFilter {
  fromDay?: string
  toDay?: string
  locationIds?: number[]
  type?: PaymentMethodType
  search?: string
  limit: number
  offset: number
}

/** The types that a filter stands for: card holds card and account. */
export const typesOf = (type: PaymentMethodType): PaymentMethodType[] =>
  type === 'card' ? ['card', 'account'] : [type]

/** The condition that rows (with the columns `day`, `location_id`, `method_type` under these names) match the filter and may be seen. */
export function paymentConditions(
  caller: Caller,
  { fromDay, toDay, locationIds, type }: Omit<PaymentFilter, 'limit' | 'offset' | 'search'>,
  columns: { day: string; location: string; type: string },
): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [visibleLocations(caller, columns.location)]
  if (fromDay) all.push(sql`${sql.ref(columns.day)} >= ${fromDay}`)
  if (toDay) all.push(sql`${sql.ref(columns.day)} <= ${toDay}`)
  if (locationIds) all.push(sql`${sql.ref(columns.location)} = any(${locationIds}::bigint[])`)
  if (type) all.push(sql`${sql.ref(columns.type)} = any(${typesOf(type)}::text[])`)
  return sql.join(all, sql` and `)
}

/** Payments (as p) by a number that somebody else gave them: of a slip, of the provider's payment, of the till's receipt. */
const numbered = (search: string): RawBuilder<unknown> => sql`
  p.document_number = ${search} or p.order_id in (
    select order_id from provider_payment_view where payment_ref = ${search}
    union all select order_id from fiscal_receipt_view where document_number = ${search})`

/** A page of the payments that the caller may see, newest settlement day first. */
export async function listPayments(db: Db, caller: Caller, filter: PaymentFilter): Promise<PaymentNode[]> {
  const columns = { day: 'p.business_day', location: 'p.location_id', type: 'p.method_type' }
  const found = paymentConditions(caller, filter, columns)
  const searched = filter.search
    ? sql`(${matching(await seek(db, filter.search))} or ${numbered(filter.search)})`
    : sql`true`
  const { rows } = await sql<PaymentNode>`
    select p.id, p.order_id, p.business_day as day, ${iso('p.created_at')} as created_at, o.status, ${placeColumns}, o.rfid,
      ${iso('o.reservation_start')} as reservation_start, ${iso('o.reservation_finish')} as reservation_finish,
      ${iso('o.charging_start')} as charging_start, ${iso('o.charging_finish')} as charging_finish,
      o.meter_start, o.meter_stop, p.energy_wh as energy, o.charging_price_minor as charging_price,
      o.reservation_price_minor as reservation_price, p.captured_minor as captured_amount,
      p.refunded_minor as refunded_amount, p.charged_back_minor as charged_back_amount, p.method_type as payment_method_type, p.provider as payment_provider,
      p.market_shop_id, p.bank_commission_minor as bank_commission, p.agent_fee_minor as agent_fee,
      case when p.method_type = 'cash' and p.owner_id is not null
        then p.captured_minor - p.refunded_minor - p.charged_back_minor else 0 end as compensation
    from payments p
    join order_view o on o.id = p.order_id
    join location_view l on l.id = p.location_id
    join station_view s on s.id = o.station_id
    join connector_view c on c.id = o.connector_id
    left join driver_view d on d.id = o.driver_id
    where ${found} and ${searched}
    order by p.business_day desc, p.created_at desc, p.id desc limit ${filter.limit} offset ${filter.offset}`.execute(
    db,
  )
  return rows
}

/** A payment for one purpose of one order, and what of it is whose. */
export interface Payment extends Charge {
  orderId: number
  purpose: Payable
  /** of the receipt or slip of a payment that was taken elsewhere */
  documentNumber: string | null
  status: 'created' | 'captured' | 'canceled'
  /** due, and nobody pays it: no money until somebody does */
  debtMinor: number
  /** the fee that its provider has reported; null: none */
  providerFeeMinor: number | null
  locationId: number
  energyWh: number
  businessDay: string
  createdAt: Date
  updatedAt: Date
}

const columns: ColumnMap<Payment> = {
  orderId: ['order_id', 'bigint'],
  purpose: ['purpose', 'text'],
  methodType: ['method_type', 'text'],
  provider: ['provider', 'text'],
  marketShopId: ['market_shop_id', 'text'],
  documentNumber: ['document_number', 'text'],
  ownerId: ['owner_id', 'bigint'],
  driverId: ['driver_id', 'bigint'],
  fleetId: ['fleet_id', 'bigint'],
  status: ['status', 'text'],
  debtMinor: ['debt_minor', 'bigint'],
  providerFeeMinor: ['told_fee_minor', 'bigint'],
  capturedMinor: ['captured_minor', 'bigint'],
  refundedMinor: ['refunded_minor', 'bigint'],
  chargedBackMinor: ['charged_back_minor', 'bigint'],
  agentFeeMinor: ['agent_fee_minor', 'bigint'],
  bankCommissionMinor: ['bank_commission_minor', 'bigint'],
  locationId: ['location_id', 'bigint'],
  energyWh: ['energy_wh', 'bigint'],
  businessDay: ['business_day', 'date'],
  createdAt: ['created_at', 'timestamptz'],
  updatedAt: ['updated_at', 'timestamptz'],
}
const properties = Object.keys(columns) as (keyof Payment)[]

const selected = sql.raw(properties.map((name) => `${columns[name][0]} as "${name}"`).join(', '))

/** An order's payment for one purpose; undefined while nothing is to be paid. */
export async function findPayment(
  db: Db,
  orderId: number,
  purpose: Payment['purpose'],
): Promise<Payment | undefined> {
  const { rows } = await sql<Payment>`
    select ${selected} from payments where order_id = ${orderId} and purpose = ${purpose}`.execute(db)
  return rows[0]
}

/** An order's payments, whatever for. */
export async function listPaymentsOf(db: Db, orderId: number): Promise<Payment[]> {
  const { rows } = await sql<Payment>`
    select ${selected} from payments where order_id = ${orderId} order by id`.execute(db)
  return rows
}

/** The payments of orders for one purpose, by order, locked. */
export async function lockPayments(
  tx: Tx,
  orderIds: readonly number[],
  purpose: Payment['purpose'] = 'charging',
): Promise<Map<number, Payment>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<Payment>`
    select ${selected} from payments
    where order_id = any(${orderIds}::bigint[]) and purpose = ${purpose} order by order_id for update`.execute(
    tx,
  )
  return new Map(rows.map((payment) => [payment.orderId, payment]))
}

/** Keeps payments of orders. */
export const insertPayments = (tx: Tx, payments: Payment[]) => insertRows(tx, 'payments', payments, columns)

const fixed: ReadonlySet<keyof Payment> = new Set(['orderId', 'purpose', 'createdAt'])

/** What payments are after something has changed them. */
export async function updatePayments(tx: Tx, moved: Payment[]): Promise<void> {
  if (moved.length === 0) return
  const set = properties.filter((name) => !fixed.has(name)).map((name) => columns[name][0])
  await sql`update payments p set ${sql.raw(set.map((name) => `${name} = r.${name}`).join(', '))}
    from ${rows(moved, columns, properties)}
    where p.order_id = r.order_id and p.purpose = r.purpose`.execute(tx)
}

/** The orders of the payments since a business day, those after one, in order. */
export async function listSince(tx: Tx, fromDay: string, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select order_id as id from payments where business_day >= ${fromDay} and purpose = 'charging' and order_id > ${after}
    order by order_id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}
