import type { Language } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { type ColumnMap, inParts, insertRows } from '../../../platform/statements/bulk.ts'
import type { PaymentPurpose } from '../providers/payment/payment.ts'
import type { FiscalMark, ReceiptContent } from './port.ts'
import type { ReceiptDue, ReceiptState } from './rules.ts'

/** A receipt of an order, or of a driver's top-up. */
export interface Receipt extends ReceiptDue {
  id: number
  orderId: number | null
  purpose: PaymentPurpose | null
  driverId: number | null
  number: number
  /** YYYY-MM-DD in the network's time zone */
  businessDay: string
  till: string
  state: ReceiptState
  round: number
  attempts: number
  dueAt: Date | null
  refusal: string | null
  content: ReceiptContent | null
  createdAt: Date
  /** the payment at the provider that it tells of, and the key of the refund; null: none, or nobody noted which */
  paymentId: number | null
  refundKey: string | null
  /** what the till calls it while it is at work on it */
  tillRef: string | null
  firstSentAt: Date | null
}

export interface KeptReceipt extends Receipt {
  /** null: it is not registered yet */
  mark: FiscalMark | null
}

const selected = sql`
  r.id, r.order_id as "orderId", r.purpose, r.driver_id as "driverId", r.number, r.kind, r.settlement,
  r.amount_minor as "amountMinor", r.business_day as "businessDay", r.till, r.state, r.round, r.attempts, r.due_at as "dueAt",
  r.refusal, r.content, r.payment_id as "paymentId", r.refund_key as "refundKey", r.till_ref as "tillRef",
  r.first_sent_at as "firstSentAt", r.created_at as "createdAt", r.document_number as "documentNumber", r.drive_number as "driveNumber",
  r.fiscal_sign as "fiscalSign", r.registered_at as "registeredAt", r.url`

type Row = Receipt & { [K in keyof FiscalMark]: FiscalMark[K] | null }

function receiptOf({
  documentNumber,
  driveNumber,
  fiscalSign,
  registeredAt,
  url,
  ...receipt
}: Row): KeptReceipt {
  const mark =
    documentNumber !== null && driveNumber !== null && fiscalSign !== null && registeredAt !== null
      ? { documentNumber, driveNumber, fiscalSign, registeredAt, url }
      : null
  return { ...receipt, mark }
}

const columns: ColumnMap<
  Omit<Receipt, 'id' | 'round' | 'attempts' | 'refusal' | 'content' | 'tillRef' | 'firstSentAt'>
> = {
  orderId: ['order_id', 'bigint'],
  purpose: ['purpose', 'text'],
  driverId: ['driver_id', 'bigint'],
  number: ['number', 'integer'],
  kind: ['kind', 'text'],
  settlement: ['settlement', 'text'],
  amountMinor: ['amount_minor', 'bigint'],
  businessDay: ['business_day', 'date'],
  till: ['till', 'text'],
  paymentId: ['payment_id', 'bigint'],
  refundKey: ['refund_key', 'text'],
  state: ['state', 'text'],
  dueAt: ['due_at', 'timestamptz'],
  createdAt: ['created_at', 'timestamptz'],
}
export type NewReceipt = { [K in keyof typeof columns]: Receipt[K] }

/** Keeps receipts before they are sent; the number is unique, so that a movement has its receipts once. */
export const insertReceipts = (tx: Tx, list: readonly NewReceipt[]) =>
  insertRows(tx, 'fiscal_receipts', list, columns)

/** A receipt that is registered already. */
export type PastReceipt = NewReceipt & Omit<FiscalMark, 'url'>

/** Keeps receipts that are registered, a list that may be long. */
export async function insertPastReceipts(tx: Tx, list: readonly PastReceipt[]): Promise<void> {
  const marks = {
    documentNumber: ['document_number', 'text'],
    driveNumber: ['drive_number', 'text'],
    fiscalSign: ['fiscal_sign', 'text'],
    registeredAt: ['registered_at', 'timestamptz'],
  } as const
  for (const part of inParts(list)) await insertRows(tx, 'fiscal_receipts', part, { ...columns, ...marks })
}

/** What an order is sold for, by purpose: what its payment took and did not give back, where we are the ones who take it. */
export interface Sale {
  orderId: number
  purpose: PaymentPurpose
  driverId: number | null
  saleMinor: number
}

/** The sales of locked orders; what is taken elsewhere has a receipt of the till there, and what nobody pays has none. */
export async function loadSales(tx: Tx, orderIds: readonly number[]): Promise<Sale[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<Sale>`
    select p.order_id as "orderId", p.purpose, o.driver_id as "driverId",
      case when p.method_type in ('card', 'sbp') or (p.method_type = 'account' and o.driver_id is not null)
        then p.captured_minor - p.refunded_minor else 0 end as "saleMinor"
    from payment_view p join order_view o on o.id = p.order_id
    where p.order_id = any(${orderIds}::bigint[])`.execute(tx)
  return rows
}

/** How many receipts locked orders have, by order and purpose. */
export async function countReceipts(tx: Tx, orderIds: readonly number[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    select order_id || ' ' || purpose as key, max(number) as count from fiscal_receipts
    where order_id = any(${orderIds}::bigint[]) group by order_id, purpose`.execute(tx)
  return new Map(rows.map(({ key, count }) => [key, count]))
}

/** How many receipts a driver's top-ups have; waits while another transaction writes one. */
export async function countAdvances(tx: Tx, driverId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('advances'), ${driverId}::integer)`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select coalesce(max(number), 0)::integer as count from fiscal_receipts
    where driver_id = ${driverId} and order_id is null`.execute(tx)
  return rows[0]?.count ?? 0
}

/**
 * Takes the receipt that is due first, so that nobody else sends it until `dueAt`, with what it is to be sent as; undefined: none
 * is due. One of an order waits until those before it are registered.
 */
export async function claimDue(tx: Tx, till: string, now: Date): Promise<KeptReceipt | undefined> {
  const { rows } = await sql<Row>`
    select ${selected} from fiscal_receipts r
    where r.due_at <= ${now} and r.till = ${till} and not exists (
      select from fiscal_receipts earlier where earlier.order_id = r.order_id and earlier.purpose = r.purpose
        and earlier.number < r.number and earlier.state <> 'done')
    order by r.due_at, r.id limit 1 for update of r skip locked`.execute(tx)
  return rows[0] && receiptOf(rows[0])
}

export async function lockReceipt(tx: Tx, id: number): Promise<KeptReceipt | undefined> {
  const { rows } = await sql<Row>`
    select ${selected} from fiscal_receipts r where r.id = ${id} for update`.execute(tx)
  return rows[0] && receiptOf(rows[0])
}

export async function updateReceipt(tx: Tx, receipt: KeptReceipt): Promise<void> {
  const { id, state, round, attempts, dueAt, refusal, content, tillRef, firstSentAt, mark } = receipt
  await sql`update fiscal_receipts set state = ${state}, round = ${round}, attempts = ${attempts}, due_at = ${dueAt},
      refusal = ${refusal}, content = ${content && JSON.stringify(content)},
      till_ref = ${tillRef}, first_sent_at = ${firstSentAt},
      document_number = ${mark?.documentNumber ?? null}, drive_number = ${mark?.driveNumber ?? null},
      fiscal_sign = ${mark?.fiscalSign ?? null}, registered_at = ${mark?.registeredAt ?? null}, url = ${mark?.url ?? null}
    where id = ${id}`.execute(tx)
}

/** The receipts of an order, in order. */
export async function listReceipts(db: Db, orderId: number): Promise<KeptReceipt[]> {
  const { rows } = await sql<Row>`
    select ${selected} from fiscal_receipts r where r.order_id = ${orderId} order by r.id`.execute(db)
  return rows.map(receiptOf)
}

const failed = sql`r.state in ('refused', 'stuck')`

/** A page of the receipts that a person has to look at, newest first. */
export async function listFailed(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: KeptReceipt[]; total: number }> {
  const [page, total] = await Promise.all([
    sql<Row>`select ${selected} from fiscal_receipts r where ${failed}
      order by r.id desc limit ${limit} offset ${offset}`.execute(db),
    countFailed(db),
  ])
  return { rows: page.rows.map(receiptOf), total }
}

/** How many there are. */
export async function countFailed(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from fiscal_receipts r where ${failed}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Why a receipt waits that has no seller: the network's legal details of its day are not entered, or have no INN. */
export const noSeller = 'seller_unknown'

/** Why a receipt cannot be made: what it is for has been removed. */
export const saleUnknown = 'sale_unknown'

const hasNoSeller = sql`r.state = 'waiting' and r.refusal = ${sql.lit(noSeller)}`

/** The days of which receipts wait for a seller. */
export async function listDaysWithoutSeller(tx: Tx, till: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct r.business_day as day from fiscal_receipts r where ${hasNoSeller} and r.till = ${till}`.execute(
    tx,
  )
  return rows.map(({ day }) => day)
}

/** Has sent what waits for a seller on some days. */
export async function releaseWithSeller(
  tx: Tx,
  till: string,
  days: readonly string[],
  now: Date,
): Promise<void> {
  if (days.length === 0) return
  await sql`update fiscal_receipts r set due_at = ${now}, refusal = null
    where ${hasNoSeller} and r.till = ${till} and r.business_day = any(${days}::date[])`.execute(tx)
}

/** How many receipts wait for a seller, and the first of their days. */
export async function countWithoutSeller(
  db: Db,
  till: string | null,
): Promise<{ total: number; since: string | null }> {
  const { rows } = await sql<{ total: number; since: string | null }>`
    select count(*) as total, min(r.business_day) as since from fiscal_receipts r
    where ${hasNoSeller} and r.till = ${till}`.execute(db)
  return first(rows)
}

/** The tax of the last income receipt of the same sale: its refund has the same tax. Undefined: there is no such receipt. */
export async function findTaxBefore(tx: Tx, receipt: Receipt): Promise<number | null | undefined> {
  const { rows } = await sql<{ vatBp: number | null }>`
    select (content -> 'lines' -> 0 ->> 'vatBp')::integer as "vatBp" from fiscal_receipts
    where order_id = ${receipt.orderId} and purpose = ${receipt.purpose} and number < ${receipt.number}
      and kind = 'income' and content is not null
    order by number desc limit 1`.execute(tx)
  return rows[0]?.vatBp
}

/** What a receipt of an order tells of it. */
export interface Sold {
  locationId: number
  ownerId: number | null
  stationNumber: number
  energyWh: number
  chargingMinor: number
  reservationMinor: number
  /** where its driver wants the receipt */
  email: string | null
  phone: string | null
}

export async function findSold(tx: Tx, orderId: number): Promise<Sold | undefined> {
  const { rows } = await sql<Sold>`
    select o.location_id as "locationId", l.owner_id as "ownerId", s.number as "stationNumber", o.energy_wh as "energyWh",
      coalesce(o.charging_price_minor, 0) as "chargingMinor", coalesce(o.reservation_price_minor, 0) as "reservationMinor",
      coalesce(c.email, d.email) as email, d.phone
    from order_view o join location_view l on l.id = o.location_id join station_view s on s.id = o.station_id
    left join driver_view d on d.id = o.driver_id left join receipt_contacts c on c.order_id = o.id
    where o.id = ${orderId}`.execute(tx)
  return rows[0]
}

/** What a service that was sold is called, in the language of receipts; undefined: nobody knows of it. */
export async function findServiceName(tx: Tx, soldId: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select names ->> 'ru' as name from sold_service_view where id = ${soldId}`.execute(tx)
  return rows[0]?.name
}

export async function findContact(
  tx: Tx,
  driverId: number,
): Promise<{ email: string | null; phone: string | null } | undefined> {
  const { rows } = await sql<{ email: string | null; phone: string | null }>`
    select email, phone from driver_view where id = ${driverId}`.execute(tx)
  return rows[0]
}

/** Keeps where an order's driver wants the receipts. */
export async function keepContact(
  tx: Tx,
  orderId: number,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  await sql`insert into receipt_contacts (order_id, email, language) values (${orderId}, ${email}, ${language})
    on conflict (order_id) do update set email = excluded.email, language = excluded.language`.execute(tx)
}

/** Where an order's driver is written to, and in which language; undefined: nobody knows. */
export async function findReceiver(
  db: Db,
  orderId: number,
): Promise<{ email: string; language: Language } | undefined> {
  const { rows } = await sql<{ email: string; language: Language }>`
    select coalesce(c.email, d.email) as email, coalesce(c.language, d.language, 'en') as language
    from order_view o left join driver_view d on d.id = o.driver_id left join receipt_contacts c on c.order_id = o.id
    where o.id = ${orderId} and coalesce(c.email, d.email) is not null`.execute(db)
  return rows[0]
}

/** Forgets where an order's driver said to be written to. */
export async function removeContact(tx: Tx, orderId: number): Promise<void> {
  await sql`delete from receipt_contacts where order_id = ${orderId}`.execute(tx)
}

/** Forgets the address that the registered receipts of a driver were sent to; the receipts themselves stay. */
export async function forgetCustomer(tx: Tx, driverId: number): Promise<void> {
  await sql`update fiscal_receipts set content = jsonb_set(content::jsonb, '{customer}', 'null')
    where driver_id = ${driverId} and state = 'done' and content is not null`.execute(tx)
}
