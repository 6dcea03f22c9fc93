import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

/** A location that a manager requests. */
export interface LocationRequest {
  name: string
  city: string
  requestedAt: Date
}

/** The request of a manager. */
export async function findRequest(db: Db, managerId: number): Promise<LocationRequest | undefined> {
  const { rows } = await sql<LocationRequest>`
    select name, city, asked_at as "requestedAt" from location_requests where manager_id = ${managerId}`.execute(
    db,
  )
  return rows[0]
}

/** Stores the request of a manager in place of an earlier one, whose time it keeps. */
export async function upsertRequest(
  tx: Tx,
  managerId: number,
  { name, city, requestedAt }: LocationRequest,
): Promise<LocationRequest> {
  const { rows } = await sql<LocationRequest>`
    insert into location_requests as r (manager_id, name, city, asked_at)
    values (${managerId}, ${name}, ${city}, ${requestedAt})
    on conflict (manager_id) do update set name = excluded.name, city = excluded.city
    returning r.name, r.city, r.asked_at as "requestedAt"`.execute(tx)
  return first(rows)
}

/** Deletes the request of a manager, once; undefined where there is none. */
export async function deleteRequest(tx: Tx, managerId: number): Promise<LocationRequest | undefined> {
  const { rows } = await sql<LocationRequest>`
    delete from location_requests where manager_id = ${managerId}
    returning name, city, asked_at as "requestedAt"`.execute(tx)
  return rows[0]
}

export interface PendingRequestRow extends LocationRequest {
  managerId: number
  firstName: string
  lastName: string
  email: string
}

/** Requests of managers with a confirmed address who are not blocked. */
const pendingRequests = sql`
  from location_requests r join manager_view m on m.id = r.manager_id
  join manager_mail_view v on v.id = m.id where m.role = 'manager'`

/** A page of the requests, the oldest first. */
export async function listRequests(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PendingRequestRow[]; total: number }> {
  const [{ rows }, total] = await Promise.all([
    sql<PendingRequestRow>`
      select m.id as "managerId", m.first_name as "firstName", m.last_name as "lastName", m.email,
        r.name, r.city, r.asked_at as "requestedAt"
      ${pendingRequests} order by r.asked_at, m.id limit ${limit} offset ${offset}`.execute(db),
    countRequests(db),
  ])
  return { rows, total }
}

/** How many locations are requested. */
export async function countRequests(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${pendingRequests}`.execute(db)
  return first(rows).total
}
