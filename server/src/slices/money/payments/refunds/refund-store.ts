import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import type { Payment } from '../store.ts'

export interface GivenBack {
  id: number
  orderId: number
  purpose: Payment['purpose']
  kind: 'refund' | 'chargeback'
  amountMinor: number
  reason: string
  state: 'pending' | 'done' | 'failed'
  /** the provider's word for why it gives nothing back */
  refusal: string | null
  createdAt: Date
  createdBy: string | null
}

const selected = sql`
  select r.id, r.order_id as "orderId", r.purpose, r.kind, r.amount_minor as "amountMinor", r.reason, r.state, r.refusal,
    r.created_at as "createdAt",
    coalesce(nullif(trim(m.first_name || ' ' || m.last_name), ''), m.email) as "createdBy"
  from refunds r left join manager_view m on m.id = r.created_by`

/** What went back of an order's payment for one purpose, oldest first. */
export async function listGivenBack(
  db: Db,
  orderId: number,
  purpose: Payment['purpose'],
): Promise<GivenBack[]> {
  const { rows } = await sql<GivenBack>`
    ${selected} where r.order_id = ${orderId} and r.purpose = ${purpose} order by r.id`.execute(db)
  return rows
}

/** A refund that was requested from a provider, locked; undefined if it has ended already. */
export async function lockPending(tx: Tx, id: number): Promise<GivenBack | undefined> {
  await sql`select 1 from refunds where id = ${id} for update`.execute(tx)
  const { rows } = await sql<GivenBack>`${selected} where r.id = ${id} and r.state = 'pending'`.execute(tx)
  return rows[0]
}

export async function insertGivenBack(
  tx: Tx,
  given: Omit<GivenBack, 'id' | 'createdBy' | 'refusal'> & { managerId: number; runId: number | null },
): Promise<number> {
  const settledAt = given.state === 'done' ? given.createdAt : null
  const { rows } = await sql<{ id: number }>`
    insert into refunds (order_id, purpose, kind, amount_minor, reason, state, created_at, created_by, settled_at,
      run_id)
    values (${given.orderId}, ${given.purpose}, ${given.kind}, ${given.amountMinor}, ${given.reason}, ${given.state}, ${given.createdAt},
      ${given.managerId}, ${settledAt}, ${given.runId}::bigint) returning id`.execute(tx)
  return first(rows).id
}

export async function updateState(
  tx: Tx,
  id: number,
  { state, refusal, at }: Pick<GivenBack, 'refusal'> & { state: 'done' | 'failed'; at: Date },
): Promise<void> {
  await sql`update refunds set state = ${state}, refusal = ${refusal}, settled_at = ${at} where id = ${id}`.execute(
    tx,
  )
}
