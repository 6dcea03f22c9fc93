import type { PlanCountry, PlanFrequency, SubscriberOrder, SubscriptionState } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'
import { iso } from '../../../charging/orders/lists/list-store.ts'

export interface SubscriberRow {
  id: number
  first_name: string
  last_name: string
  email: string
  state: SubscriptionState
  frequency: PlanFrequency
  quantity: number
  country: PlanCountry
  cancels: boolean
  next_at: string | null
  refusals: number
  decline_code: string | null
  switched_off: string[]
}

export interface SubscriberChoice {
  search?: string | undefined
  state?: SubscriptionState | undefined
  order_by: SubscriberOrder
}

/** The last subscription of each manager, with the manager. */
const lastOnes = sql`(select distinct on (manager_id) * from subscriptions order by manager_id, id desc) s
  join manager_view m on m.id = s.manager_id
  left join payment_accounts a on a.manager_id = m.id
  left join plan_invoices i on i.subscription_id = s.id and i.state = 'open'`

const columns = sql`m.id, m.first_name, m.last_name, m.email, s.state, s.frequency, s.quantity,
  coalesce(a.country, 'DE') as country, s.cancels,
  ${iso("case when s.state = 'past_due' then s.due_at when s.state = 'active' then s.period_end end")} as next_at,
  s.refusals, i.decline_code, s.switched_off`

const orders: Record<SubscriberOrder, RawBuilder<unknown>> = {
  'next:asc': sql`s.due_at asc nulls last, m.id`,
  'next:desc': sql`s.due_at desc nulls last, m.id`,
  'name:asc': sql`m.last_name, m.first_name, m.id`,
  'stations:desc': sql`s.quantity desc, m.id`,
}

const chosen = ({ search, state }: SubscriberChoice) => sql`
  ${state === undefined ? sql`true` : sql`s.state = ${state}`} and ${
    search
      ? sql`position(lower(${search}) in lower(concat_ws(' ', m.first_name, m.last_name, m.email))) > 0`
      : sql`true`
  }`

export async function listSubscribers(
  db: Db,
  choice: SubscriberChoice,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: SubscriberRow[]; total: number }> {
  const [{ rows }, count] = await Promise.all([
    sql<SubscriberRow>`select ${columns} from ${lastOnes} where ${chosen(choice)}
      order by ${orders[choice.order_by]} limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from ${lastOnes} where ${chosen(choice)}`.execute(
      db,
    ),
  ])
  return { rows, total: first(count.rows).total }
}

export async function findSubscriber(db: Db, managerId: number): Promise<SubscriberRow | undefined> {
  const { rows } =
    await sql<SubscriberRow>`select ${columns} from ${lastOnes} where m.id = ${managerId}`.execute(db)
  return rows[0]
}

/** How many plans of a kind run, and how many of them were refused last. */
export async function countPlans(
  db: Db,
): Promise<
  (Pick<SubscriberRow, 'frequency' | 'quantity' | 'country'> & { count: number; failed: number })[]
> {
  const { rows } = await sql<Awaited<ReturnType<typeof countPlans>>[number]>`
    select s.frequency, s.quantity, coalesce(a.country, 'DE') as country, count(*)::int as count,
      count(*) filter (where s.state = 'past_due')::int as failed
    from subscriptions s left join payment_accounts a on a.manager_id = s.manager_id
    where s.state in ('active', 'past_due') group by 1, 2, 3`.execute(db)
  return rows
}

export interface Charge {
  id: number
  number: string | null
  kind: 'start' | 'change' | 'renewal'
  state: 'open' | 'paid' | 'void'
  quantity: number
  amount: number
  at: string
  attempt: number
  decline_code: string | null
}

/** All charges of a manager's subscriptions, newest first. */
export async function listCharges(db: Db, managerId: number): Promise<Charge[]> {
  const { rows } = await sql<Charge>`
    select i.id, i.year || '-' || i.number as number, i.kind, i.state, i.quantity, i.price_minor - i.credit_minor as amount,
      ${iso('coalesce(i.paid_at, i.created_at)')} as at, i.attempt, i.decline_code
    from plan_invoices i join subscriptions s on s.id = i.subscription_id
    where s.manager_id = ${managerId} order by i.id desc`.execute(db)
  return rows
}

/** What was done to a manager's plan last, newest first. */
export async function listPlanEvents<W extends string>(
  db: Db,
  managerId: number,
  whats: readonly W[],
  limit: number,
): Promise<{ id: number; at: string; what: W }[]> {
  const { rows } = await sql<{ id: number; at: string; what: W }>`
    select a.id, ${iso('a.at')} as at, substr(a.action, 6) as what from audit_log_view a
    where a.subject_type = 'manager' and a.subject_id = ${String(managerId)} and a.action = any(${whats.map((what) => `plan.${what}`)}::text[])
    order by a.id desc limit ${limit}`.execute(db)
  return rows
}
