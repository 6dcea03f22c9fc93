import { sql } from 'kysely'
import { type ColumnMap, insertRows } from '../../platform/bulk.ts'
import type { Db, Tx } from '../../platform/schema.ts'
import type { Difference, OurPayment } from './differences.ts'
import type { ListedPayment } from './port.ts'

/** Our payments that were made between two instants, with the worst that an open operation of each has come to. */
export async function listOurs(db: Db, provider: string, from: Date, to: Date): Promise<OurPayment[]> {
  const { rows } = await sql<OurPayment>`
    select p.id, p.state, p.held_minor as "heldMinor", p.captured_minor as "capturedMinor",
      p.refunded_minor as "refundedMinor", p.payment_ref as "paymentRef", p.contradicted,
      (select o.state from payment_operations o where o.payment_id = p.id and o.state in ('stuck', 'sent', 'waiting')
        order by array_position(array['stuck', 'sent', 'waiting'], o.state) limit 1) as worst
    from provider_payments p
    where p.provider = ${provider} and p.created_at >= ${from} and p.created_at < ${to}`.execute(db)
  return rows
}

/** Which of a provider's payments we know: by the provider's name, or by ours where its answer has not come yet. */
export async function listKnownRefs(
  db: Db,
  provider: string,
  listed: readonly ListedPayment[],
): Promise<Set<string>> {
  const told = listed.map(({ orderRef, snapshot }) => ({ id: orderRef, ref: snapshot.paymentRef }))
  const { rows } = await sql<{ ref: string }>`
    select t.ref from json_to_recordset(${JSON.stringify(told)}::json) as t(id text, ref text)
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
    sql`(provider, day, coalesce(payment_ref, payment_id::text), kind) where resolved_at is null do nothing`,
  )
}
