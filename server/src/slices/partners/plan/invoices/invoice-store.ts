import type { PlanInvoice } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { iso } from '../../../charging/orders/lists/list-store.ts'
import type { Bill } from '../rules.ts'

export interface Invoice extends Bill {
  id: number
  subscriptionId: number
  state: 'open' | 'paid' | 'void'
  attempt: number
  provider: string | null
  marketShopId: string | null
  methodRef: string | null
  sentAt: Date | null
  dueAt: Date | null
  paymentRef: string | null
}

const columns =
  sql.raw(`id, subscription_id as "subscriptionId", kind, state, frequency, quantity, period_start as "periodStart",
  period_end as "periodEnd", stations, freed, price_minor as "priceMinor", credit_minor as "creditMinor", attempt, provider,
  market_shop_id as "marketShopId", method_ref as "methodRef", sent_at as "sentAt", due_at as "dueAt", payment_ref as "paymentRef"`)

export async function insertInvoice(tx: Tx, subscriptionId: number, bill: Bill, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into plan_invoices (subscription_id, kind, state, frequency, quantity, period_start, period_end, stations, freed,
      price_minor, credit_minor, due_at, created_at)
    values (${subscriptionId}, ${bill.kind}, 'open', ${bill.frequency}, ${bill.quantity}, ${bill.periodStart}, ${bill.periodEnd},
      ${bill.stations}::text[], ${bill.freed}::text[], ${bill.priceMinor}, ${bill.creditMinor}, ${now}, ${now})
    returning id`.execute(tx)
  return first(rows).id
}

export async function findInvoice(db: Db, id: number): Promise<Invoice | undefined> {
  const { rows } = await sql<Invoice>`select ${columns} from plan_invoices where id = ${id}`.execute(db)
  return rows[0]
}

/** The charge of a subscription that is not decided, after the subscription was locked. */
export async function findOpenInvoice(db: Db, subscriptionId: number): Promise<Invoice | undefined> {
  const { rows } = await sql<Invoice>`
    select ${columns} from plan_invoices where subscription_id = ${subscriptionId} and state = 'open'`.execute(
    db,
  )
  return rows[0]
}

export async function listDueInvoices(db: Db, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from plan_invoices where state = 'open' and due_at <= ${now} order by due_at limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Writes what was sent of an invoice, and what came of it. */
export async function updateInvoice(
  tx: Tx,
  { id, state, attempt, provider, marketShopId, methodRef, sentAt, dueAt, paymentRef }: Invoice,
  declineCode: string | null = null,
): Promise<void> {
  await sql`
    update plan_invoices set state = ${state}, attempt = ${attempt}, provider = ${provider}, market_shop_id = ${marketShopId},
      method_ref = ${methodRef}, sent_at = ${sentAt}, due_at = ${dueAt}, payment_ref = ${paymentRef},
      decline_code = coalesce(${declineCode}, decline_code)
    where id = ${id}`.execute(tx)
}

/** Closes an invoice as paid, with the next number of the year: one at a time, so that none is missing. */
export async function updatePaid(
  tx: Tx,
  id: number,
  parties: InvoiceParties,
  { year, now }: { year: number; now: Date },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('plan invoice number'))`.execute(tx)
  await sql`
    update plan_invoices set state = 'paid', paid_at = ${now}, due_at = null, year = ${year},
      number = (select coalesce(max(number), 0) + 1 from plan_invoices where year = ${year}),
      seller = ${JSON.stringify(parties.seller)}, buyer = ${JSON.stringify(parties.buyer)}
    where id = ${id}`.execute(tx)
}

/** Who sold and who bought, as they were when an invoice was paid. */
export interface InvoiceParties {
  seller: { name: string; inn: string | null; address: string; vat_bp: number | null }
  buyer: { name: string; tax_id: string; country: string; city: string; zip: string; address: string }
}

const paidColumns = sql`i.year || '-' || i.number as number, i.kind, i.frequency, i.quantity,
  ${iso('i.period_start')} as period_start, ${iso('i.period_end')} as period_end, i.price_minor as price,
  i.credit_minor as credit, i.price_minor - i.credit_minor as amount, ${iso('i.paid_at')} as paid_at`

/** One invoice that a manager has paid, with its parties. */
export async function findPaidInvoice(
  db: Db,
  managerId: number,
  number: string,
): Promise<(PlanInvoice & InvoiceParties) | undefined> {
  const [year, nth] = number.split('-').map(Number)
  const { rows } = await sql<PlanInvoice & InvoiceParties>`
    select ${paidColumns}, i.seller, i.buyer
    from plan_invoices i join subscriptions s on s.id = i.subscription_id
    where s.manager_id = ${managerId} and i.year = ${year} and i.number = ${nth}`.execute(db)
  return rows[0]
}

/** What a manager has paid, newest first. */
export async function listPaidInvoices(db: Db, managerId: number): Promise<PlanInvoice[]> {
  const { rows } = await sql<PlanInvoice>`
    select ${paidColumns}
    from plan_invoices i join subscriptions s on s.id = i.subscription_id
    where s.manager_id = ${managerId} and i.state = 'paid' order by i.year desc, i.number desc`.execute(db)
  return rows
}
