import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { type ColumnMap, columnList, insertRows, rows } from '../../../platform/statements/bulk.ts'
import { removeBefore } from '../../../platform/statements/remove-before.ts'
import { lockOrder } from '../../charging/orders/store.ts'
import type { Operation } from './payment/operation.ts'
import type { PaymentPurpose, ProviderPayment } from './payment/payment.ts'
import type { PaidWith } from './port.ts'

/** A payment with what goes out with its first call, and when it was made. */
export interface KeptPayment extends ProviderPayment {
  description: string
  returnUrl: string
  paidWith: PaidWith | null
  createdAt: Date
}

/** How a provider knows what a driver has saved. */
export interface SavedMethod {
  provider: string
  methodRef: string
}

const operationColumns: ColumnMap<Operation> = {
  key: ['key', 'text'],
  paymentId: ['payment_id', 'bigint'],
  kind: ['kind', 'text'],
  number: ['number', 'integer'],
  amountMinor: ['amount_minor', 'bigint'],
  state: ['state', 'text'],
  reason: ['reason', 'text'],
  refundId: ['refund_id', 'bigint'],
  refundRef: ['refund_ref', 'text'],
  refusal: ['refusal', 'text'],
  attempts: ['attempts', 'integer'],
  requestedAt: ['asked_at', 'timestamptz'],
  firstSentAt: ['first_sent_at', 'timestamptz'],
  dueAt: ['due_at', 'timestamptz'],
}
const operationProperties = Object.keys(operationColumns) as (keyof Operation)[]

const paymentColumns: ColumnMap<KeptPayment> = {
  id: ['id', 'bigint'],
  orderId: ['order_id', 'bigint'],
  driverId: ['driver_id', 'bigint'],
  purpose: ['purpose', 'text'],
  provider: ['provider', 'text'],
  marketShopId: ['market_shop_id', 'text'],
  method: ['method', 'text'],
  state: ['state', 'text'],
  amountMinor: ['amount_minor', 'bigint'],
  heldMinor: ['held_minor', 'bigint'],
  capturedMinor: ['captured_minor', 'bigint'],
  canceledMinor: ['canceled_minor', 'bigint'],
  refundedMinor: ['refunded_minor', 'bigint'],
  feeMinor: ['fee_minor', 'bigint'],
  paymentRef: ['payment_ref', 'text'],
  methodRef: ['method_ref', 'text'],
  cardBrand: ['card_brand', 'text'],
  cardLast4: ['card_last4', 'text'],
  action: ['action', 'jsonb'],
  declineCode: ['decline_code', 'text'],
  holdExpiresAt: ['hold_expires_at', 'timestamptz'],
  once: ['once', 'boolean'],
  contradicted: ['contradicted', 'boolean'],
  description: ['description', 'text'],
  returnUrl: ['return_url', 'text'],
  paidWith: ['paid_with', 'jsonb'],
  createdAt: ['created_at', 'timestamptz'],
}
const paymentProperties = Object.keys(paymentColumns) as (keyof KeptPayment)[]

const named = <T>(columns: ColumnMap<T>) =>
  sql.raw(
    (Object.keys(columns) as (keyof T & string)[])
      .map((property) => `${columns[property][0]} as "${property}"`)
      .join(', '),
  )
const payments = named(paymentColumns)
const operations = named(operationColumns)

/** A payment and its operations, in order. */
export interface PaymentFile {
  payment: KeptPayment
  operations: Operation[]
}

/** A payment of an order with its operations. */
export interface OrderFile extends PaymentFile {
  payment: KeptPayment & { orderId: number }
}

/** A payment that is wanted, of an order or of a driver alone; `driverKey` is the driver's own for it. */
export type WantedPayment = Pick<
  KeptPayment,
  'purpose' | 'method' | 'amountMinor' | 'description' | 'returnUrl'
> & {
  paidWith: PaidWith
  /** its driver wants the card kept */
  keepsCard?: boolean
  /** it pays a debt: its card is not charged again by itself */
  once?: boolean
} & ({ orderId: number } | { driverId: number; driverKey?: string })

export type NewPayment = WantedPayment & Pick<KeptPayment, 'provider' | 'marketShopId'>

/** Makes a payment; resolves to its id. */
export async function insertPayment(tx: Tx, made: NewPayment, now: Date): Promise<number> {
  const { purpose, provider, marketShopId, method, amountMinor, description, returnUrl, paidWith } = made
  const of =
    'orderId' in made
      ? { ...made, driverId: null, driverKey: null }
      : { driverKey: null, ...made, orderId: null }
  const { rows } = await sql<{ id: number }>`
    insert into provider_payments
      (order_id, driver_id, driver_key, purpose, provider, market_shop_id, method, state, amount_minor, description, return_url, paid_with, keeps_card, once, created_at, updated_at)
    values (${of.orderId}, ${of.driverId}, ${of.driverKey}, ${purpose}, ${provider}, ${marketShopId}, ${method}, 'created', ${amountMinor}, ${description}, ${returnUrl},
      ${JSON.stringify(paidWith)}, ${made.keepsCard ?? false}, ${made.once ?? false}, ${now}, ${now})
    returning id`.execute(tx)
  return first(rows).id
}

/**
 * Locks a payment and reads its operations; undefined: there is none. Its order is locked before it, as when an
 * order ends, so that neither waits for the other.
 */
export async function lockPayment(tx: Tx, id: number): Promise<PaymentFile | undefined> {
  const { rows: owners } = await sql<{ orderId: number | null }>`
    select order_id as "orderId" from provider_payments where id = ${id}`.execute(tx)
  const orderId = owners[0]?.orderId ?? null
  if (orderId !== null) await lockOrder(tx, orderId)
  const found =
    await sql<KeptPayment>`select ${payments} from provider_payments where id = ${id} for update`.execute(tx)
  const [payment] = found.rows
  return payment && { payment, operations: await listOperations(tx, id) }
}

const listOperations = async (tx: Tx, paymentId: number): Promise<Operation[]> =>
  (
    await sql<Operation>`
      select ${operations} from payment_operations where payment_id = ${paymentId} order by position`.execute(
      tx,
    )
  ).rows

/** The payments of orders for one purpose (null: for any), each with its operations, oldest first. */
export async function listFiles(
  db: Db,
  orderIds: readonly number[],
  purpose: PaymentPurpose | null,
  locks = false,
): Promise<OrderFile[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<OrderFile['payment']>`
    select ${payments} from provider_payments where order_id = any(${orderIds}::bigint[])
      and ${purpose === null ? sql`true` : sql`purpose = ${purpose}`}
    order by id ${locks ? sql`for update` : sql``}`.execute(db)
  if (rows.length === 0) return []
  const requested = await sql<Operation>`
    select ${operations} from payment_operations where payment_id = any(${rows.map(({ id }) => id)}::bigint[])
    order by position`.execute(db)
  return rows.map((payment) => ({
    payment,
    operations: requested.rows.filter(({ paymentId }) => paymentId === payment.id),
  }))
}

export const insertOperation = (tx: Tx, operation: Operation) =>
  insertRows(tx, 'payment_operations', [operation], operationColumns)

export async function updateOperation(tx: Tx, operation: Operation): Promise<void> {
  await sql`update payment_operations o
    set (${columnList(operationColumns, operationProperties)}) =
      (select ${columnList(operationColumns, operationProperties)} from ${rows([operation], operationColumns, operationProperties)})
    where o.key = ${operation.key}`.execute(tx)
}

export async function updatePayment(tx: Tx, payment: KeptPayment, now: Date): Promise<void> {
  await sql`update provider_payments p
    set (${columnList(paymentColumns, paymentProperties)}) =
      (select ${columnList(paymentColumns, paymentProperties)} from ${rows([payment], paymentColumns, paymentProperties)}),
      updated_at = ${now}
    where p.id = ${payment.id}`.execute(tx)
}

/** Payments with an operation that is to be looked at now. */
export async function listDuePayments(db: Db, now: Date, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select payment_id as id from payment_operations where due_at <= ${now}
    group by payment_id order by min(due_at) limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Payments that were not read since an instant and about which the provider may know more: undecided ones, holds near their end. */
export async function listUnread(
  db: Db,
  readBefore: Date,
  holdEndsBefore: Date,
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from provider_payments
    where payment_ref is not null and coalesce(read_at, created_at) < ${readBefore}
      and (state in ('pending', 'action') or (state = 'held' and hold_expires_at < ${holdEndsBefore}))
    order by updated_at limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Takes the payments of an order, or of a driver alone, that wait for the driver at the bank and were last read before an instant, as read now: of several who
 * want to read one, on whichever node, one gets it.
 */
export async function claimWaiting(
  db: Db,
  of: { orderId: number } | { driverId: number },
  readBefore: Date,
  now: Date,
): Promise<number[]> {
  const those = 'orderId' in of ? sql`order_id = ${of.orderId}` : sql`driver_id = ${of.driverId}`
  const { rows } = await sql<{ id: number }>`
    update provider_payments set read_at = ${now}
    where ${those} and state in ('pending', 'action') and payment_ref is not null
      and coalesce(read_at, created_at) <= ${readBefore}
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Attempts to pay a debt that were made before an instant and wait for somebody at the bank, without a cancel under way. */
export async function listLeft(db: Db, madeBefore: Date, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from provider_payments p
    where p.once and p.state = 'action' and p.created_at <= ${madeBefore} and not exists (
      select from payment_operations o where o.payment_id = p.id and o.kind = 'cancel' and o.state in ('waiting', 'sent', 'stuck'))
    order by p.created_at limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The payment that a provider knows by this name. */
export async function findPaymentId(
  db: Db,
  provider: string,
  paymentRef: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from provider_payments where provider = ${provider} and payment_ref = ${paymentRef}`.execute(db)
  return rows[0]?.id
}

/** Notes a notice; false: it was heard before. */
export async function recordNotice(db: Db, provider: string, noticeId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into payment_notices (provider, notice_id, received_at) values (${provider}, ${noticeId}, ${now})
    on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** How a payment's provider knows it; undefined: it does not. */
export async function findPaymentRef(
  db: Db,
  id: number,
): Promise<{ provider: string; paymentRef: string } | undefined> {
  const { rows } = await sql<{ provider: string; paymentRef: string }>`
    select provider, payment_ref as "paymentRef" from provider_payments
    where id = ${id} and payment_ref is not null`.execute(db)
  return rows[0]
}

/** How a provider calls a payment that it took, and a refund of it. */
export interface MoneyRefs {
  paymentRef: string
  /** null: it is no refund, or the provider has given it no name */
  refundRef: string | null
}

/**
 * What a provider calls the money of an order: the payment that is named, or the last that took something for the purpose.
 * Undefined: it took nothing.
 */
export async function findMoneyRefs(
  tx: Tx,
  provider: string,
  of: { orderId: number; purpose: PaymentPurpose; paymentId: number | null; refundKey: string | null },
): Promise<MoneyRefs | undefined> {
  const { rows } = await sql<MoneyRefs>`
    select p.payment_ref as "paymentRef", o.refund_ref as "refundRef" from provider_payments p
    left join payment_operations o on o.key = ${of.refundKey} and o.payment_id = p.id
    where p.provider = ${provider} and p.order_id = ${of.orderId} and p.purpose = ${of.purpose}
      and p.payment_ref is not null and p.captured_minor > 0
      and (${of.paymentId}::bigint is null or p.id = ${of.paymentId})
    order by p.id desc limit 1`.execute(tx)
  return rows[0]
}

export async function recordRead(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`update provider_payments set read_at = ${now} where id = ${id}`.execute(tx)
}

export async function findLocationOf(tx: Tx, orderId: number): Promise<number> {
  const { rows } = await sql<{ locationId: number }>`
    select location_id as "locationId" from order_view where id = ${orderId}`.execute(tx)
  return first(rows).locationId
}

/** Forgets notices that came before an instant: none of them comes again. */
export const removeOldNotices = (db: Db, before: Date): Promise<void> =>
  removeBefore(db, 'payment_notices', 'received_at', before)
