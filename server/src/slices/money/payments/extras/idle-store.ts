import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import type { Idle } from './idle-rules.ts'

/** Keeps cars that stay, where that costs something. */
export async function insertIdle(
  tx: Tx,
  list: readonly (Idle & { orderId: number; locationId: number })[],
): Promise<void> {
  if (list.length === 0) return
  await sql`insert into idle_fees (order_id, state, since, due_at, terms)
    select r."orderId", r.state, r.since, r."dueAt", r.terms
    from json_to_recordset(${JSON.stringify(list)}::json)
      as r("orderId" bigint, "locationId" bigint, state text, since timestamptz, "dueAt" timestamptz, terms jsonb)
    join location_view l on l.id = r."locationId" and not l.free_parking
    on conflict do nothing`.execute(tx)
}

/** Orders whose car has left, or that are to be looked at again. */
export async function listDueIdle(db: Db, now: Date, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.order_id as id from idle_fees i join order_view o on o.id = i.order_id
    where i.due_at is not null and (i.due_at <= ${now} or not o.ev_connected)
    order by i.due_at limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** What an order's car costs that stays, locked, with the zone of its place; undefined: it costs nothing. */
export async function lockIdle(tx: Tx, orderId: number): Promise<(Idle & { timeZone: string }) | undefined> {
  const { rows } = await sql<Idle & { timeZone: string }>`
    select i.state, i.since, i.due_at as "dueAt", i.idle_seconds as "idleSeconds", i.amount_minor as "amountMinor", i.terms,
      l.time_zone as "timeZone"
    from idle_fees i join order_view o on o.id = i.order_id join location_view l on l.id = o.location_id
    where i.order_id = ${orderId} for update of i`.execute(tx)
  return rows[0]
}

export async function updateIdle(tx: Tx, orderId: number, idle: Idle): Promise<void> {
  const { state, dueAt, idleSeconds, amountMinor } = idle
  await sql`update idle_fees set state = ${state}, due_at = ${dueAt}, idle_seconds = ${idleSeconds},
    amount_minor = ${amountMinor} where order_id = ${orderId}`.execute(tx)
}

export async function placeNameOf(tx: Tx, locationId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from location_view where id = ${locationId}`.execute(tx)
  return rows[0]?.name ?? ''
}

/** A car that stays, and what that will cost from an instant on. */
export interface SoonIdle extends Pick<Idle, 'terms'> {
  orderId: number
  dueAt: Date
  timeZone: string
}

/** Cars that stay free of charge and will cost something from an instant between two on. */
export async function listSoonIdle(db: Db, from: Date, to: Date): Promise<SoonIdle[]> {
  const { rows } = await sql<SoonIdle>`
    select i.order_id as "orderId", i.due_at as "dueAt", i.terms, l.time_zone as "timeZone"
    from idle_fees i join order_view o on o.id = i.order_id join location_view l on l.id = o.location_id
    where i.state = 'grace' and i.due_at > ${from} and i.due_at <= ${to} and o.ev_connected
    order by i.due_at`.execute(db)
  return rows
}
