import type { RefundResult } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import type { Payment } from '../store.ts'

/** A payment of which something can go back to who paid. */
export interface Candidate {
  orderId: number
  purpose: Payment['purpose']
  amountMinor: number
}

/**
 * What is left of what drivers paid for charging and idle fees of some orders, by order: refunds, chargebacks
 * and requested refunds are subtracted. What nobody paid (compensation) is refunded to nobody, and a service that was given stays paid.
 */
export async function listCandidates(db: Db, orderIds: readonly number[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select c.order_id as "orderId", c.purpose, c.left_minor as "amountMinor" from (
      select p.order_id, p.purpose, p.captured_minor - p.refunded_minor - p.charged_back_minor
        - coalesce((select sum(r.amount_minor) from refunds r
            where r.order_id = p.order_id and r.purpose = p.purpose and r.state = 'pending'), 0)::bigint as left_minor
      from payments p
      where p.order_id = any(${[...orderIds]}::bigint[]) and p.status = 'captured' and p.method_type <> 'compensation'
        and p.purpose ~ '^(charging|parking)(:|$)'
    ) c where c.left_minor > 0 order by c.order_id, c.purpose`.execute(db)
  return rows
}

export async function insertRefundRun(
  tx: Tx,
  run: { reason: string; managerId: number; remoteAddress: string; at: Date },
  candidates: readonly Candidate[],
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into refund_runs (reason, created_by, remote_address, created_at)
    values (${run.reason}, ${run.managerId}, ${run.remoteAddress}, ${run.at}) returning id`.execute(tx)
  const id = first(rows).id
  const listed = candidates.map(({ orderId, purpose, amountMinor }, index) => ({
    position: index + 1,
    order_id: orderId,
    purpose,
    amount_minor: amountMinor,
  }))
  await sql`
    insert into refund_run_payments (run_id, position, order_id, purpose, amount_minor)
    select ${id}::bigint, r.position, r.order_id, r.purpose, r.amount_minor
    from json_to_recordset(${JSON.stringify(listed)}::json)
      as r(position integer, order_id bigint, purpose text, amount_minor bigint)`.execute(tx)
  return id
}

export interface RefundRunRow {
  id: number
  reason: string
  managerId: number
  remoteAddress: string
  by: string
  createdAt: Date
  finishedAt: Date | null
  canceledAt: Date | null
  orders: number
  amountMinor: number
}

export async function findRefundRun(db: Db, id: number): Promise<RefundRunRow | undefined> {
  const { rows } = await sql<RefundRunRow>`
    select r.id, r.reason, r.created_by as "managerId", r.remote_address as "remoteAddress",
      coalesce(nullif(trim(m.first_name || ' ' || m.last_name), ''), m.email) as by,
      r.created_at as "createdAt", r.finished_at as "finishedAt", r.canceled_at as "canceledAt",
      (select count(distinct p.order_id)::integer from refund_run_payments p where p.run_id = r.id) as orders,
      (select coalesce(sum(p.amount_minor), 0)::bigint from refund_run_payments p where p.run_id = r.id) as "amountMinor"
    from refund_runs r join manager_view m on m.id = r.created_by where r.id = ${id}`.execute(db)
  return rows[0]
}

export interface RunPaymentRow extends Candidate {
  result: RefundResult
  code: string | null
  /** the provider's word for why it gives nothing back */
  refusal: string | null
}

/** The payments of a run in their order; how a provider's refund ended is in the refunds. */
export async function listRunPayments(db: Db, runId: number): Promise<RunPaymentRow[]> {
  const { rows } = await sql<RunPaymentRow>`
    select p.order_id as "orderId", p.purpose, p.amount_minor as "amountMinor", p.code, g.refusal,
      case when p.result <> 'given' then p.result when g.refused then 'refused' when g.pending then 'pending' else 'done' end as result
    from refund_run_payments p left join lateral (
      select bool_or(f.state = 'failed') as refused, bool_or(f.state = 'pending') as pending, max(f.refusal) as refusal
      from refunds f where f.run_id = p.run_id and f.order_id = p.order_id and f.purpose = p.purpose
    ) g on true
    where p.run_id = ${runId} order by p.position`.execute(db)
  return rows
}

/** The next payment of a run that waits, locked; what another server has in hand is passed over. */
export async function claimNext(
  tx: Tx,
  runId: number,
  after: number,
): Promise<(Candidate & { position: number }) | undefined> {
  const { rows } = await sql<Candidate & { position: number }>`
    select position, order_id as "orderId", purpose, amount_minor as "amountMinor" from refund_run_payments
    where run_id = ${runId} and result = 'waiting' and position > ${after}
    order by position limit 1 for update skip locked`.execute(tx)
  return rows[0]
}

export async function updateRunPayment(
  tx: Tx,
  runId: number,
  position: number,
  { result, code, at }: { result: 'given' | 'failed'; code: string | null; at: Date },
): Promise<void> {
  await sql`update refund_run_payments set result = ${result}, code = ${code}, at = ${at}
    where run_id = ${runId} and position = ${position} and result = 'waiting'`.execute(tx)
}

/** Takes back what still waits; answers whether there was any. */
export async function cancelWaiting(tx: Tx, runId: number, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update refund_run_payments set result = 'canceled', at = ${at}
    where run_id = ${runId} and result = 'waiting'`.execute(tx)
  if (!numAffectedRows) return false
  await sql`update refund_runs set canceled_at = coalesce(canceled_at, ${at}) where id = ${runId}`.execute(tx)
  return true
}

/** Notes that a run is over once nothing of it waits. */
export async function finishRefundRun(tx: Tx, runId: number, at: Date): Promise<void> {
  await sql`update refund_runs set finished_at = ${at} where id = ${runId} and finished_at is null
    and not exists (select 1 from refund_run_payments where run_id = ${runId} and result = 'waiting')`.execute(
    tx,
  )
}
