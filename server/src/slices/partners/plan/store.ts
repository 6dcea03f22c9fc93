import type { PlanCountry } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import type { SavedMethod } from '../../money/providers/store.ts'
import type { PlanFacts } from '../../people/managers/view.ts'
import type { Subscription } from './rules.ts'

export interface KeptMethod extends SavedMethod {
  id: number
  brand: string | null
  last4: string | null
}

export interface Account {
  id: number
  provider: string
  vendorRef: string
  name: string
  taxId: string
  country: PlanCountry
  city: string
  zip: string
  address: string
  bankName: string | null
  bankCurrency: string | null
}

export async function findMethod(db: Db, managerId: number): Promise<KeptMethod | undefined> {
  const { rows } = await sql<KeptMethod>`
    select id, provider, method_ref as "methodRef", brand, last4 from payment_methods where manager_id = ${managerId}`.execute(
    db,
  )
  return rows[0]
}

/** Keeps a card as a manager's only one; resolves to the one before. */
export async function replaceMethod(
  tx: Tx,
  managerId: number,
  method: Omit<KeptMethod, 'id'>,
  at: Date,
): Promise<SavedMethod | undefined> {
  const { rows } = await sql<SavedMethod>`
    delete from payment_methods where manager_id = ${managerId} returning provider, method_ref as "methodRef"`.execute(
    tx,
  )
  await sql`
    insert into payment_methods (manager_id, provider, method_ref, brand, last4, saved_at)
    values (${managerId}, ${method.provider}, ${method.methodRef}, ${method.brand}, ${method.last4}, ${at})`.execute(
    tx,
  )
  return rows[0]
}

export async function findAccount(db: Db, managerId: number): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select id, provider, vendor_ref as "vendorRef", name, tax_id as "taxId", country, city, zip, address,
      bank_name as "bankName", bank_currency as "bankCurrency"
    from payment_accounts where manager_id = ${managerId}`.execute(db)
  return rows[0]
}

/** Keeps who a manager's business is; the bank account stays. */
export async function upsertAccount(
  tx: Tx,
  managerId: number,
  account: Omit<Account, 'id' | 'bankName' | 'bankCurrency'>,
  at: Date,
): Promise<void> {
  const { provider, vendorRef, name, taxId, country, city, zip, address } = account
  await sql`
    insert into payment_accounts (manager_id, provider, vendor_ref, name, tax_id, country, city, zip, address, saved_at)
    values (${managerId}, ${provider}, ${vendorRef}, ${name}, ${taxId}, ${country}, ${city}, ${zip}, ${address}, ${at})
    on conflict (manager_id) do update set (provider, vendor_ref, name, tax_id, country, city, zip, address, saved_at) =
      (excluded.provider, excluded.vendor_ref, excluded.name, excluded.tax_id, excluded.country, excluded.city, excluded.zip,
        excluded.address, excluded.saved_at)`.execute(tx)
}

export async function updateBank(
  tx: Tx,
  managerId: number,
  { bankName, currency }: { bankName: string; currency: string },
): Promise<void> {
  await sql`
    update payment_accounts set bank_name = ${bankName}, bank_currency = ${currency} where manager_id = ${managerId}`.execute(
    tx,
  )
}

const columns =
  sql.raw(`id, manager_id as "managerId", state, frequency, next_frequency as "nextFrequency", quantity,
  anchored_at as "anchoredAt", period_start as "periodStart", period_end as "periodEnd", cancels, credit_minor as "creditMinor",
  refusals, due_at as "dueAt", switched_off as "switchedOff"`)

/** A manager's last subscription, locked where something is decided on it. */
export async function findSubscription(
  db: Db,
  managerId: number,
  locked = false,
): Promise<Subscription | undefined> {
  const { rows } = await sql<Subscription>`
    select ${columns} from subscriptions where manager_id = ${managerId}
    order by id desc limit 1 ${locked ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

export async function lockSubscription(tx: Tx, id: number): Promise<Subscription> {
  const { rows } =
    await sql<Subscription>`select ${columns} from subscriptions where id = ${id} for update`.execute(tx)
  return first(rows)
}

export async function insertSubscription(
  tx: Tx,
  one: Omit<Subscription, 'id' | 'state' | 'cancels' | 'refusals' | 'dueAt' | 'nextFrequency'>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into subscriptions (manager_id, state, frequency, next_frequency, quantity, anchored_at, period_start, period_end,
      credit_minor, switched_off, created_at)
    values (${one.managerId}, 'pending', ${one.frequency}, ${one.frequency}, ${one.quantity}, ${one.anchoredAt},
      ${one.periodStart}, ${one.periodEnd}, ${one.creditMinor}, ${one.switchedOff}::text[], ${one.anchoredAt})
    returning id`.execute(tx)
  return first(rows).id
}

export async function updateSubscription(tx: Tx, one: Subscription, now: Date): Promise<void> {
  await sql`
    update subscriptions set state = ${one.state}, frequency = ${one.frequency}, next_frequency = ${one.nextFrequency},
      quantity = ${one.quantity}, period_start = ${one.periodStart}, period_end = ${one.periodEnd}, cancels = ${one.cancels},
      credit_minor = ${one.creditMinor}, refusals = ${one.refusals}, due_at = ${one.dueAt},
      ended_at = case when ${one.state} = 'ended' then coalesce(ended_at, ${now}::timestamptz) end,
      switched_off = ${one.switchedOff}::text[]
    where id = ${one.id}`.execute(tx)
}

export async function listDueSubscriptions(db: Db, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from subscriptions where state = 'active' and due_at <= ${now} order by due_at limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The fields of the plan in the answers about managers; where no plan is required, everybody has Pro. */
export async function loadPlanFacts(
  db: Db,
  managerIds: readonly number[],
  asksForPlans: boolean,
): Promise<Map<number, PlanFacts>> {
  const { rows } = await sql<PlanFacts & { id: number }>`
    select m.id, p.id as default_payment_method_id, a.id as account_id, s.id as subscription_id,
      case when s.id is null and ${asksForPlans} then 'free' else 'pro' end as plan_id
    from unnest(${managerIds}::bigint[]) as m(id)
    left join payment_methods p on p.manager_id = m.id
    left join payment_accounts a on a.manager_id = m.id
    left join subscriptions s on s.manager_id = m.id and s.state in ('active', 'past_due')`.execute(db)
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}
