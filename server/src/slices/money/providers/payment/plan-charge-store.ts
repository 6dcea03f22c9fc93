import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'
import { type ListedPayment, planChargeOf } from '../port.ts'
import type { OurPayment, Paid } from '../reconciliation/differences.ts'

/** A plan's charge, as its invoice and the ledger tell it. */
type PlanCharge = OurPayment & Paid

interface Row {
  paymentRef: string | null
  state: 'captured' | 'pending' | 'failed'
  chargedMinor: number
  bookedMinor: number
}

const chargeOf = ({ paymentRef, state, chargedMinor, bookedMinor }: Row): PlanCharge => ({
  paymentId: null,
  method: 'card',
  paymentRef,
  state,
  chargedMinor,
  bookedMinor,
  settled: state !== 'pending',
  heldMinor: chargedMinor,
  capturedMinor: chargedMinor,
  refundedMinor: 0,
  contradicted: false,
  worst: state === 'pending' ? 'sent' : null,
})

/** Charges that were sent between two instants, and paid or not decided yet. */
export async function listPlanCharges(db: Db, provider: string, from: Date, to: Date): Promise<PlanCharge[]> {
  const { rows } = await sql<Row>`
    select c.payment_ref as "paymentRef", case c.state when 'paid' then 'captured' else 'pending' end as state,
      case c.state when 'paid' then c.amount_minor else 0 end as "chargedMinor",
      (select coalesce(sum(l.amount_minor), 0)::bigint from ledger_line_view l
        where l.cause = 'plan:' || c.invoice_id and l.kind = 'subscription') as "bookedMinor"
    from plan_charge_view c
    where c.provider = ${provider} and c.sent_at >= ${from} and c.sent_at < ${to} and c.state <> 'void'`.execute(
    db,
  )
  return rows.map(chargeOf)
}

/**
 * What a provider lists of our charges of plans: the names of all that we know, and those of which it has money though for us they
 * were refused.
 */
export async function matchPlanCharges(
  db: Db,
  provider: string,
  listed: readonly ListedPayment[],
): Promise<{ known: string[]; refused: PlanCharge[] }> {
  const snapshot = listed.flatMap(({ orderRef, snapshot: { paymentRef, capturedMinor, refundedMinor } }) => {
    const charge = planChargeOf(orderRef)
    return charge ? [{ ...charge, ref: paymentRef, has: capturedMinor > refundedMinor }] : []
  })
  const { rows } = await sql<{ ref: string; refused: boolean }>`
    select t.ref, t.has and not (t.attempt = c.attempt and c.provider = ${provider}
      and (c.payment_ref = t.ref and c.state <> 'void' or c.payment_ref is null and c.state = 'open')) as refused
    from json_to_recordset(${JSON.stringify(snapshot)}::json) as t("invoiceId" bigint, attempt integer, ref text, has boolean)
    join plan_charge_view c on c.invoice_id = t."invoiceId" and t.attempt <= c.attempt`.execute(db)
  const nothing = { state: 'failed', chargedMinor: 0, bookedMinor: 0 } as const
  return {
    known: rows.map(({ ref }) => ref),
    refused: rows
      .filter(({ refused }) => refused)
      .map(({ ref }) => chargeOf({ ...nothing, paymentRef: ref })),
  }
}
