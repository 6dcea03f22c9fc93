import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

/** A location that a manager asks for. */
export interface AskedFor {
  name: string
  city: string
  askedAt: Date
}

/** What a manager asks for. */
export async function findRequest(db: Db, managerId: number): Promise<AskedFor | undefined> {
  const { rows } = await sql<AskedFor>`
    select name, city, asked_at as "askedAt" from location_requests where manager_id = ${managerId}`.execute(
    db,
  )
  return rows[0]
}

/** Keeps what a manager asks for, in the place of what was asked for before; whoever has waited waits on. */
export async function upsertRequest(
  tx: Tx,
  managerId: number,
  { name, city, askedAt }: AskedFor,
): Promise<AskedFor> {
  const { rows } = await sql<AskedFor>`
    insert into location_requests as r (manager_id, name, city, asked_at)
    values (${managerId}, ${name}, ${city}, ${askedAt})
    on conflict (manager_id) do update set name = excluded.name, city = excluded.city
    returning r.name, r.city, r.asked_at as "askedAt"`.execute(tx)
  return rows[0]!
}

/** Takes what a manager asks for from the list, once; undefined where nothing is asked for. */
export async function deleteRequest(tx: Tx, managerId: number): Promise<AskedFor | undefined> {
  const { rows } = await sql<AskedFor>`
    delete from location_requests where manager_id = ${managerId}
    returning name, city, asked_at as "askedAt"`.execute(tx)
  return rows[0]
}

export interface AskedRow extends AskedFor {
  managerId: number
  firstName: string
  lastName: string
  email: string
}

/** Of managers whose address is confirmed and whom nobody has blocked. */
const asked = sql`
  from location_requests r join manager_view m on m.id = r.manager_id
  join manager_mail_view v on v.id = m.id where m.role = 'manager'`

/** A page of what is asked for, the oldest first. */
export async function listAsked(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: AskedRow[]; total: number }> {
  const [{ rows }, total] = await Promise.all([
    sql<AskedRow>`
      select m.id as "managerId", m.first_name as "firstName", m.last_name as "lastName", m.email,
        r.name, r.city, r.asked_at as "askedAt"
      ${asked} order by r.asked_at, m.id limit ${limit} offset ${offset}`.execute(db),
    countAsked(db),
  ])
  return { rows, total }
}

/** How many locations are asked for. */
export async function countAsked(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${asked}`.execute(db)
  return rows[0]!.total
}
