import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

/**
 * How many stations the plans of some managers cover, which stays so until the transaction ends: a next period that is being
 * charged covers what it is charged for.
 */
export async function lockCoveredQuantities(
  tx: Tx,
  managerIds: readonly number[],
): Promise<Map<number, number>> {
  await sql`select from subscriptions where manager_id = any(${managerIds}::bigint[]) and state in ('active', 'past_due')
    order by manager_id for update`.execute(tx)
  const { rows } = await sql<{ managerId: number; quantity: number }>`
    select s.manager_id as "managerId", least(s.quantity, i.quantity) as quantity
    from subscriptions s join payment_accounts a on a.manager_id = s.manager_id
    left join plan_invoices i on i.subscription_id = s.id and i.state = 'open' and i.kind = 'renewal'
    where s.manager_id = any(${managerIds}::bigint[]) and s.state in ('active', 'past_due')`.execute(tx)
  return new Map(rows.map(({ managerId, quantity }) => [managerId, quantity]))
}

/** Which of some people have neither a plan nor the role that needs none. */
export async function listWithoutPlan(db: Db, managerIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from manager_view m
    where m.id = any(${managerIds}::bigint[]) and m.role <> 'administrator' and not exists (
      select from subscriptions s join payment_accounts a on a.manager_id = s.manager_id
      where s.manager_id = m.id and s.state in ('active', 'past_due'))`.execute(db)
  return rows.map(({ id }) => id)
}
