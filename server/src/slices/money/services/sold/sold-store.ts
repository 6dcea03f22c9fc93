import type { ServiceIcon } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import type { SoldState } from '../rules.ts'
import type { InEachLanguage, ServiceRow } from '../store.ts'

/** A service that was sold with an order, as it was then. */
export interface SoldRow {
  id: number
  orderId: number
  names: InEachLanguage
  icon: ServiceIcon
  priceMinor: number
  state: SoldState
  dueAt: Date | null
  /** why it is void: the provider's word, or ours */
  refusal: string | null
  /** null: its driver has bought it by the link */
  soldBy: string | null
  createdAt: Date
}

const selected = sql`
  select s.id, s.order_id as "orderId", s.names, s.icon, s.price_minor as "priceMinor", s.state, s.due_at as "dueAt", s.refusal,
    coalesce(nullif(trim(m.first_name || ' ' || m.last_name), ''), m.email) as "soldBy", s.created_at as "createdAt"
  from sold_services s left join manager_view m on m.id = s.sold_by`

/** What was sold with an order, oldest first. */
export async function listSold(db: Db, orderId: number): Promise<SoldRow[]> {
  return (await sql<SoldRow>`${selected} where s.order_id = ${orderId} order by s.id`.execute(db)).rows
}

/** A sale of a locked order. */
export async function findSold(tx: Tx, id: number): Promise<SoldRow | undefined> {
  return (await sql<SoldRow>`${selected} where s.id = ${id}`.execute(tx)).rows[0]
}

/** Whether the order's driver has sent a request with this key before. */
export async function hasRequest(tx: Tx, orderId: number, requestKey: string): Promise<boolean> {
  const { rows } =
    await sql`select from sold_services where order_id = ${orderId} and wish = ${requestKey}`.execute(tx)
  return rows.length > 0
}

export interface NewSold {
  orderId: number
  service: ServiceRow
  dueAt: Date
  soldBy: number | null
  requestKey: string | null
  createdAt: Date
}

/** Keeps a sale whose payment is requested. */
export async function insertSold(tx: Tx, sold: NewSold): Promise<number> {
  const { typeId, names, icon, priceMinor } = sold.service
  const { rows } = await sql<{ id: number }>`
    insert into sold_services (order_id, type_id, names, icon, price_minor, state, due_at, sold_by, wish, created_at)
    values (${sold.orderId}, ${typeId}, ${JSON.stringify(names)}, ${icon}, ${priceMinor}, 'asked', ${sold.dueAt},
      ${sold.soldBy}, ${sold.requestKey}, ${sold.createdAt})
    returning id`.execute(tx)
  return first(rows).id
}

export async function updateSold(
  tx: Tx,
  id: number,
  { state, refusal }: { state: SoldState; refusal: string | null },
): Promise<void> {
  await sql`update sold_services set state = ${state}, refusal = ${refusal},
    due_at = case when ${state} = 'asked' then due_at end where id = ${id}`.execute(tx)
}

/** Orders with a sale whose time is over. */
export async function listOverdue(
  db: Db,
  now: Date,
  most: number,
): Promise<{ id: number; orderId: number }[]> {
  const { rows } = await sql<{ id: number; orderId: number }>`
    select id, order_id as "orderId" from sold_services where due_at <= ${now} order by due_at limit ${most}`.execute(
    db,
  )
  return rows
}
