import type { OpenSettlement, OrderSettlement } from '@stationmaster/contract'
import { sql } from 'kysely'
import { groupBy } from '../../../../../platform/general/group-by.ts'
import type { Caller } from '../../../../../platform/http/caller.ts'
import type { Db, Tx } from '../../../../../platform/schema/schema.ts'
import { iso } from '../../../../charging/orders/lists/list-store.ts'
import { visibleLocations } from '../../../../places/locations/access/scope-store.ts'

/** What a station reports of a payment at its own terminal. */
export interface ReportedSettlement {
  stationId: string
  pspRef: string
  transactionId: string | null
  /** null: no order has that transaction yet */
  orderId: number | null
  status: 'settled' | 'canceled' | 'rejected' | 'failed'
  amountMinor: number
  settledAt: Date
  receivedAt: Date
  info: string | null
  receiptId: string | null
  receiptUrl: string | null
  vatNumber: string | null
  vatCompany: string | null
}

/** A payment that was reported for an order. */
export interface OrderSettled {
  pspRef: string
  status: ReportedSettlement['status']
  amountMinor: number
  booked: boolean
}

/**
 * Keeps what stations report of payments, each once by its reference. What is settled stays so: a report that says something else later
 * only marks it. Until then the latest attempt counts.
 */
export async function keepSettlements(tx: Tx, reported: readonly ReportedSettlement[]): Promise<void> {
  await Promise.all(reported.map((one) => keepSettlement(tx, one)))
}

async function keepSettlement(tx: Tx, one: ReportedSettlement): Promise<void> {
  await sql`
    insert into station_settlements as s (station_id, psp_ref, transaction_id, order_id, status, amount_minor, settled_at,
      received_at, info, receipt_id, receipt_url, vat_number, vat_company, contradicted)
    values (${one.stationId}, ${one.pspRef}, ${one.transactionId}, ${one.orderId}, ${one.status}, ${one.amountMinor},
      ${one.settledAt}, ${one.receivedAt}, ${one.info}, ${one.receiptId}, ${one.receiptUrl}, ${one.vatNumber},
      ${one.vatCompany}, ${one.amountMinor < 0})
    on conflict (station_id, psp_ref) do update set
      (status, amount_minor, settled_at, info, transaction_id, order_id, receipt_id, receipt_url, vat_number, vat_company,
        contradicted, noted_at) = (
        select case when stays then s.status else excluded.status end,
          case when stays then s.amount_minor else excluded.amount_minor end,
          case when stays then s.settled_at else excluded.settled_at end,
          case when stays then s.info else excluded.info end,
          coalesce(s.transaction_id, excluded.transaction_id), coalesce(s.order_id, excluded.order_id),
          coalesce(s.receipt_id, excluded.receipt_id), coalesce(s.receipt_url, excluded.receipt_url),
          coalesce(s.vat_number, excluded.vat_number), coalesce(s.vat_company, excluded.vat_company),
          s.contradicted or contradicts, case when s.contradicted or not contradicts then s.noted_at end
        from (select
          s.status = 'settled' or excluded.status <> 'settled' and excluded.settled_at < s.settled_at as stays,
          excluded.amount_minor < 0 or s.status = 'settled' and (
            case when excluded.status = 'settled' then excluded.amount_minor <> s.amount_minor
              else excluded.settled_at > s.settled_at end
            or coalesce(excluded.transaction_id <> s.transaction_id, false)) as contradicts) judged)`.execute(
    tx,
  )
}

/** An order's transaction, by which its station names it. */
interface NamedOrder {
  id: number
  stationId: string
  transactionId: string | null
}

/** The payments that were reported for orders, also before they were known, by order: what is settled of them is booked from now on. */
export async function bookSettlements(
  tx: Tx,
  orders: readonly NamedOrder[],
): Promise<Map<number, OrderSettled[]>> {
  if (orders.length === 0) return new Map()
  const ids = orders.map(({ id }) => id)
  await sql`
    update station_settlements s set order_id = o.id
    from unnest(${ids}::bigint[], ${orders.map((one) => one.stationId)}::text[],
      ${orders.map((one) => one.transactionId)}::text[]) as o(id, station_id, transaction_id)
    where s.station_id = o.station_id and s.transaction_id = o.transaction_id and s.order_id is null`.execute(
    tx,
  )
  await sql`
    update station_settlements set booked = true
    where order_id = any(${ids}::bigint[]) and status = 'settled' and amount_minor > 0 and not booked`.execute(
    tx,
  )
  const { rows } = await sql<OrderSettled & { orderId: number }>`
    select order_id as "orderId", psp_ref as "pspRef", status, amount_minor as "amountMinor", booked
    from station_settlements where order_id = any(${ids}::bigint[]) order by settled_at, id`.execute(tx)
  const found = groupBy(rows, ({ orderId }) => orderId)
  return new Map(ids.map((id) => [id, found.get(id) ?? []]))
}

/** What was reported of an order's payments at its station, oldest first. */
export async function listSettlements(db: Db, orderId: number): Promise<OrderSettlement[]> {
  const { rows } = await sql<OrderSettlement>`
    select id, psp_ref, status, amount_minor as amount, ${iso('settled_at')} as settled_at, info, receipt_id, receipt_url,
      vat_number, vat_company, booked
    from station_settlements where order_id = ${orderId} order by settled_at, id`.execute(db)
  return rows
}

const closed = sql`('completed', 'canceled', 'expired')`

/** What of a settled payment (as s, of order o) a person has to look at. */
const isOpen = (caller: Caller) => sql`
  s.noted_at is null and s.status = 'settled' and s.amount_minor <> 0 and ${visibleLocations(caller, 'st.location_id')}
  and (s.contradicted or o.id is null or not s.booked and o.status in ${closed}
    or s.booked and o.status in ${closed} and coalesce(o.charging_price_minor, 0) + coalesce(o.reservation_price_minor, 0) < (
      select sum(p.captured_minor - p.refunded_minor - p.charged_back_minor) from payments p
      where p.order_id = o.id and (p.purpose = 'charging' or p.purpose like 'charging:%')))`

const joined = sql`station_settlements s join station_view st on st.id = s.station_id
  join location_view l on l.id = st.location_id left join order_view o on o.id = s.order_id`

/** A page of the settled payments that somebody has to look at, newest first. */
export async function listOpenSettlements(
  db: Db,
  caller: Caller,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: OpenSettlement[]; total: number }> {
  const [page, total] = await Promise.all([
    sql<OpenSettlement>`
      select s.id, s.psp_ref, s.transaction_id, s.amount_minor as amount, ${iso('s.settled_at')} as settled_at,
        st.id as station_id, st.number as station_number, l.id as location_id, l.name as location_name, s.order_id,
        case when s.contradicted then 'contradicted' when o.id is null then 'unknown' when not s.booked then 'elsewhere'
          else 'excess' end as why
      from ${joined} where ${isOpen(caller)} order by s.id desc limit ${limit} offset ${offset}`.execute(db),
    countOpenSettlements(db, caller),
  ])
  return { rows: page.rows, total }
}

/** How many of them there are. */
export async function countOpenSettlements(db: Db, caller: Caller): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${joined} where ${isOpen(caller)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Records who has looked at a settled payment; undefined: there is none that waits for it. */
export async function updateSettlementNoted(
  tx: Tx,
  caller: Caller,
  id: number,
  at: Date,
): Promise<{ orderId: number | null; amountMinor: number } | undefined> {
  const { rows } = await sql<{ orderId: number | null; amountMinor: number }>`
    update station_settlements n set noted_at = ${at}, noted_by = ${caller.id}
    where n.id = (select s.id from ${joined} where s.id = ${id} and ${isOpen(caller)})
    returning n.order_id as "orderId", n.amount_minor as "amountMinor"`.execute(tx)
  return rows[0]
}
