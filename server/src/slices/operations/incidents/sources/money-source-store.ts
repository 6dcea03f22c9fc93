import { DAY_MS } from '@stationmaster/units'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../../platform/schema/schema.ts'
import type { Fresh, Look } from './fresh.ts'

/** a session that is not paid for longer is a debt, and the inbox's matter */
const unpaidMs = DAY_MS

const dayBefore = ({ now }: Look): Date => new Date(now.getTime() - unpaidMs)

const held = (kind: string, subject: RawBuilder<unknown>) => sql`exists (
  select from incident_members h where h.kind = ${kind} and h.subject = ${subject}
    and (h.until is null or h.kind = 'payments'))`

/** Sessions that were charged and not paid. */
export async function listUnpaid(tx: Tx, look: Look): Promise<Fresh[]> {
  const { rows } = await sql<Fresh>`
    select 'payment:' || p.order_id || ':' || p.purpose as subject, o.station_id as "stationId", p.location_id as "locationId",
      p.updated_at as since, null::text as word, null::int as connector, p.order_id as "orderId", p.debt_minor as "ownMinor",
      p.provider, null::text as firmware, null::text as server, true as due
    from payment_view p join order_view o on o.id = p.order_id
    where p.debt_minor > 0 and p.updated_at > ${dayBefore(look)}
      and not ${held('payments', sql`'payment:' || p.order_id || ':' || p.purpose`)}`.execute(tx)
  return rows
}

export async function endUnpaid(tx: Tx, look: Look): Promise<void> {
  await sql`update incident_members m set until = ${look.now} where m.kind = 'payments' and m.until is null
    and (m.since <= ${dayBefore(look)} or not exists (select from payment_view p
      where p.order_id = m.order_id and m.subject = 'payment:' || p.order_id || ':' || p.purpose and p.debt_minor > 0))`.execute(
    tx,
  )
}

/** Receipts that the till refuses, or does not answer about. */
export async function listUnregistered(tx: Tx, look: Look): Promise<Fresh[]> {
  const { rows } = await sql<Fresh>`
    select 'receipt:' || r.id as subject, o.station_id as "stationId", o.location_id as "locationId", ${look.now}::timestamptz as since,
      r.state as word, null::int as connector, r.order_id as "orderId", 0::bigint as "ownMinor", 'till'::text as provider,
      null::text as firmware, null::text as server, true as due
    from fiscal_receipt_view r left join order_view o on o.id = r.order_id
    where r.state in ('refused', 'stuck') and not ${held('receipts', sql`'receipt:' || r.id`)}`.execute(tx)
  return rows
}

export async function endUnregistered(tx: Tx, { now }: Look): Promise<void> {
  await sql`update incident_members m set until = ${now} where m.kind = 'receipts' and m.until is null
    and not exists (select from fiscal_receipt_view r
      where m.subject = 'receipt:' || r.id and r.state in ('refused', 'stuck'))`.execute(tx)
}

/** Where the books do not agree: with themselves, and with the payment providers. */
export async function listDiffering(tx: Tx): Promise<Fresh[]> {
  const { rows } = await sql<Fresh>`
    select 'ledger:check' as subject, null::text as "stationId", null::bigint as "locationId", c.checked_at as since, 'ledger' as word,
      null::int as connector, null::bigint as "orderId", 0::bigint as "ownMinor", null::text as provider, null::text as firmware,
      null::text as server, true as due
    from (select checked_at, differences from ledger_check_view order by id desc limit 1) c
    where c.differences <> '[]' and not ${held('books', sql`'ledger:check'`)}
    union all
    select 'difference:' || d.id, null, null, d.found_at, d.kind, null, null, 0, d.provider, null, null, true
    from payment_difference_view d where d.resolved_at is null and d.explained_at is null
      and not ${held('books', sql`'difference:' || d.id`)}`.execute(tx)
  return rows
}

export async function endDiffering(tx: Tx, { now }: Look): Promise<void> {
  await sql`update incident_members m set until = ${now} where m.kind = 'books' and m.until is null
    and (m.subject <> 'ledger:check' or exists (
      select from (select differences from ledger_check_view order by id desc limit 1) c where c.differences = '[]'))
    and not exists (select from payment_difference_view d
      where m.subject = 'difference:' || d.id and d.resolved_at is null and d.explained_at is null)`.execute(
    tx,
  )
}

/** Roll-outs that have paused themselves. */
export async function listPaused(tx: Tx, look: Look): Promise<Fresh[]> {
  const { rows } = await sql<Fresh>`
    select 'rollout:' || r.id as subject, null::text as "stationId", null::bigint as "locationId",
      coalesce(r.paused_at, ${look.now}) as since, r.paused_by as word, null::int as connector, null::bigint as "orderId",
      0::bigint as "ownMinor", null::text as provider, concat_ws(' ', r.vendor_name, r.model, r.version) as firmware,
      null::text as server, true as due
    from firmware_rollout_view r where r.status = 'paused' and r.paused_by <> 'person'
      and not ${held('firmware', sql`'rollout:' || r.id`)}`.execute(tx)
  return rows
}

export async function endPaused(tx: Tx, { now }: Look): Promise<void> {
  await sql`update incident_members m set until = ${now} where m.kind = 'firmware' and m.until is null
    and not exists (select from firmware_rollout_view r
      where m.subject = 'rollout:' || r.id and r.status = 'paused' and r.paused_by <> 'person')`.execute(tx)
}
