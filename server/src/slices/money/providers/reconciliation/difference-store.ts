import type { ComparedDay } from '@stationmaster/contract'
import { sql } from 'kysely'
import { type Caller, seesNetwork, type Viewer } from '../../../../platform/http/caller.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { type ColumnMap, insertRows } from '../../../../platform/statements/bulk.ts'
import { iso } from '../../../charging/orders/lists/list-store.ts'
import { visibleLocations } from '../../../places/locations/access/scope-store.ts'
import type { ListedPayment } from '../port.ts'
import type { Comparison, Difference, OurPayment, Paid } from './differences.ts'

/** An order (o) that has ended and is decided, of whose payments nothing is under way. */
const isSettled = sql`(o.status in ('completed', 'canceled', 'expired') and not o.needs_review and not exists (
  select from provider_payments open where open.order_id = o.id and (open.state in ('created', 'pending', 'action', 'held')
    or exists (select from payment_operations w where w.payment_id = open.id and w.state in ('waiting', 'sent', 'stuck')))))`

/** Our payments that were made between two instants, with the worst that an open operation of each has come to. */
export async function listOurs(
  db: Db,
  provider: string,
  from: Date,
  to: Date,
): Promise<(OurPayment & { settled: boolean })[]> {
  const { rows } = await sql<OurPayment & { settled: boolean }>`
    select p.id as "paymentId", p.method, p.state, p.held_minor as "heldMinor", p.captured_minor as "capturedMinor",
      p.refunded_minor as "refundedMinor", p.payment_ref as "paymentRef", p.contradicted,
      case when p.order_id is null then p.state in ('captured', 'canceled', 'failed') else ${isSettled} end as settled,
      (select o.state from payment_operations o where o.payment_id = p.id and o.state in ('stuck', 'sent', 'waiting')
        order by array_position(array['stuck', 'sent', 'waiting'], o.state) limit 1) as worst
    from provider_payments p left join order_view o on o.id = p.order_id
    where p.provider = ${provider} and p.created_at >= ${from} and p.created_at < ${to}`.execute(db)
  return rows
}

/** The orders whose first payment was made between two instants. */
export async function listPaidOrders(db: Db, provider: string, from: Date, to: Date): Promise<Paid[]> {
  const { rows } = await sql<Paid>`
    select f.id as "paymentId", f.payment_ref as "paymentRef", ${isSettled} as settled,
      (select sum(p.captured_minor - p.refunded_minor)::bigint from provider_payments p
        where p.order_id = o.id and p.provider = ${provider}) as "chargedMinor",
      coalesce((select sum(l.due_minor)::bigint from ledger_line_view l
        where l.cause >= 'order:' || o.id || ':' and l.cause < 'order:' || o.id || ';' and l.provider = ${provider} and l.method_type in ('card', 'sbp')
          and l.kind in ('sale', 'refund')), 0) as "bookedMinor"
    from provider_payments f join order_view o on o.id = f.order_id
    where f.provider = ${provider} and f.created_at >= ${from} and f.created_at < ${to} and not exists (
      select from provider_payments before where before.order_id = f.order_id and before.provider = f.provider
        and before.id < f.id)`.execute(db)
  return rows
}

/** Which of a provider's payments we know: by the provider's name, or by ours where its answer has not come yet. */
export async function listKnownRefs(
  db: Db,
  provider: string,
  listed: readonly ListedPayment[],
): Promise<Set<string>> {
  const refs = listed.map(({ orderRef, snapshot }) => ({ id: orderRef, ref: snapshot.paymentRef }))
  const { rows } = await sql<{ ref: string }>`
    select t.ref from json_to_recordset(${JSON.stringify(refs)}::json) as t(id text, ref text)
    join provider_payments p on p.provider = ${provider}
      and (p.payment_ref = t.ref or (p.payment_ref is null and p.id::text = t.id))`.execute(db)
  return new Set(rows.map(({ ref }) => ref))
}

interface Row extends Difference {
  provider: string
  day: string
  foundAt: Date
}

const columns: ColumnMap<Row> = {
  provider: ['provider', 'text'],
  day: ['day', 'date'],
  paymentId: ['payment_id', 'bigint'],
  paymentRef: ['payment_ref', 'text'],
  kind: ['kind', 'text'],
  ours: ['ours', 'jsonb'],
  theirs: ['theirs', 'jsonb'],
  foundAt: ['found_at', 'timestamptz'],
}

const nameOf = ({ paymentRef, paymentId, kind }: Difference): string => `${kind} ${paymentRef ?? paymentId}`

/** Keeps what differs on a day, and resolves what does no longer; one that is known already keeps its first day. */
export async function keepDifferences(
  tx: Tx,
  { provider, day }: { provider: string; day: string },
  differences: readonly Difference[],
  now: Date,
): Promise<void> {
  await sql`update payment_differences set resolved_at = ${now}
    where provider = ${provider} and day = ${day} and resolved_at is null
      and not (kind || ' ' || coalesce(payment_ref, payment_id::text) = any(${differences.map(nameOf)}::text[]))`.execute(
    tx,
  )
  const found = differences.map((one): Row => ({ ...one, provider, day, foundAt: now }))
  await insertRows(
    tx,
    'payment_differences',
    found,
    columns,
    // a difference that changes after somebody has explained it needs another explanation
    sql`(provider, day, coalesce(payment_ref, payment_id::text), kind) where resolved_at is null
      do update set ours = excluded.ours, theirs = excluded.theirs, explanation = null, explained_at = null, explained_by = null
      where (payment_differences.ours, payment_differences.theirs) is distinct from (excluded.ours, excluded.theirs)`,
  )
}

/** Keeps the sums of a day on both sides; they replace those of the comparison before. */
export async function keepComparison(
  tx: Tx,
  { provider, day }: { provider: string; day: string },
  { payments, theirsMinor, oursMinor, bookedMinor, unsettledMinor }: Comparison,
  now: Date,
): Promise<void> {
  await sql`insert into payment_comparisons
      (provider, day, compared_at, payments, theirs_minor, ours_minor, booked_minor, unsettled_minor)
    values (${provider}, ${day}, ${now}, ${payments}, ${theirsMinor}, ${oursMinor}, ${bookedMinor}, ${unsettledMinor})
    on conflict (provider, day) do update set compared_at = excluded.compared_at, payments = excluded.payments,
      theirs_minor = excluded.theirs_minor, ours_minor = excluded.ours_minor, booked_minor = excluded.booked_minor,
      unsettled_minor = excluded.unsettled_minor`.execute(tx)
}

/** A page of the days that were compared, newest first. */
export async function listComparisons(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ComparedDay[]; total: number }> {
  const [page, count] = await Promise.all([
    sql<ComparedDay>`select c.provider, c.day::text as day, ${iso('c.compared_at')} as compared_at, c.payments,
        c.theirs_minor as theirs, c.ours_minor as ours, c.booked_minor as booked, c.unsettled_minor as unsettled,
        (select count(*)::integer from payment_differences d where d.provider = c.provider and d.day = c.day
          and d.resolved_at is null and d.explained_at is null) as differences
      from payment_comparisons c order by c.day desc, c.provider limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from payment_comparisons`.execute(db),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}

export interface FoundDifference extends Difference {
  id: number
  provider: string
  day: string
  orderId: number | null
  foundAt: Date
  explanation: string | null
  explainedBy: string | null
}

const found = sql`
  select d.id, d.provider, d.day::text as day, d.payment_id as "paymentId", d.payment_ref as "paymentRef", d.kind, d.ours, d.theirs,
    d.found_at as "foundAt", d.explanation, p.order_id as "orderId",
    coalesce(nullif(trim(m.first_name || ' ' || m.last_name), ''), m.email) as "explainedBy"
  from payment_differences d left join provider_payments p on p.id = d.payment_id
  left join manager_view m on m.id = d.explained_by
  where d.resolved_at is null`

/** That the order of a difference is at a location that somebody sees; what is of no order is the network's. */
const isSeenBy = (viewer: Viewer) => sql`exists (
  select from provider_payments q join order_view o on o.id = q.order_id
  where q.id = d.payment_id and ${visibleLocations(viewer, 'o.location_id')})`

/** A page of what differs at the locations that somebody sees, what nobody has explained first, then the newest. */
export async function listFound(
  db: Db,
  caller: Caller,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: FoundDifference[]; total: number }> {
  const seen = seesNetwork(caller) ? sql`true` : isSeenBy(caller)
  const [page, count] = await Promise.all([
    sql<FoundDifference>`${found} and ${seen} order by d.explained_at is not null, d.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{
      total: number
    }>`select count(*) as total from payment_differences d where d.resolved_at is null and ${seen}`.execute(
      db,
    ),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}

/** How many nobody has explained. */
export async function countUnexplained(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from payment_differences where resolved_at is null and explained_at is null`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

export async function findFound(db: Db, id: number): Promise<FoundDifference | undefined> {
  return (await sql<FoundDifference>`${found} and d.id = ${id}`.execute(db)).rows[0]
}

export async function explain(
  tx: Tx,
  id: number,
  { explanation, by, at }: { explanation: string; by: number; at: Date },
): Promise<void> {
  await sql`update payment_differences set explanation = ${explanation}, explained_by = ${by}, explained_at = ${at}
    where id = ${id}`.execute(tx)
}
