import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

/** What a payment at a provider moved at one instant. Minor units; the fee is null where the provider has not reported it. */
export interface Moved {
  provider: string
  orderId: number
  paymentRef: string | null
  method: 'card' | 'sbp'
  at: Date
  capturedMinor: number
  refundedMinor: number
  feeMinor: number | null
}

/** What providers captured and refunded since an instant, each if it was requested and done. */
export async function listMoved(db: Db, since: Date): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select p.provider, p.order_id as "orderId", p.payment_ref as "paymentRef", p.method,
      coalesce((select max(o.first_sent_at) from payment_operations o
        where o.payment_id = p.id and o.kind = 'capture' and o.state = 'done'), p.created_at) as at,
      p.captured_minor as "capturedMinor", 0 as "refundedMinor", p.fee_minor as "feeMinor"
    from provider_payments p where p.state = 'captured' and p.captured_minor > 0 and p.created_at >= ${since}
    union all
    select p.provider, p.order_id, p.payment_ref, p.method, coalesce(o.first_sent_at, o.asked_at), 0, o.amount_minor, 0
    from payment_operations o join provider_payments p on p.id = o.payment_id
    where o.kind = 'refund' and o.state = 'done' and coalesce(o.first_sent_at, o.asked_at) >= ${since}`.execute(
    db,
  )
  return rows
}
