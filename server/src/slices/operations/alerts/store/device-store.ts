import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import type { BrowserKeys } from '../../../public/notices/web-push/encryption.ts'

/** A browser that somebody of the staff is notified in. */
export interface DeviceRow extends BrowserKeys {
  id: number
  endpoint: string
  userAgent: string
  at: Date
}

const selected = sql`select id, endpoint, public_key as "publicKey", auth_secret as "authSecret",
  user_agent as "userAgent", created_at as at from staff_devices`

/** The browsers of a person, newest first. */
export async function listStaffDevices(db: Db, managerId: number): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`${selected} where manager_id = ${managerId} order by id desc`.execute(
    db,
  )
  return rows
}

export async function findStaffDevice(db: Db, id: number): Promise<DeviceRow | undefined> {
  const { rows } = await sql<DeviceRow>`${selected} where id = ${id}`.execute(db)
  return rows[0]
}

/** Keeps a browser of a person, the newest `most` of them; answers its id. */
export async function upsertStaffDevice(
  tx: Tx,
  managerId: number,
  { endpoint, publicKey, authSecret, userAgent, at }: Omit<DeviceRow, 'id'>,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into staff_devices (manager_id, endpoint, public_key, auth_secret, user_agent, created_at)
    values (${managerId}, ${endpoint}, ${publicKey}, ${authSecret}, ${userAgent}, ${at})
    on conflict (manager_id, endpoint) do update set public_key = excluded.public_key,
      auth_secret = excluded.auth_secret, user_agent = excluded.user_agent
    returning id`.execute(tx)
  await sql`delete from staff_devices where id in (
    select id from staff_devices where manager_id = ${managerId} order by id desc offset ${most})`.execute(tx)
  return first(rows).id
}

/** Forgets a browser; false: the person had no such one. */
export async function removeStaffDevice(db: Db, managerId: number, id: number): Promise<boolean> {
  const { rows } = await sql`delete from staff_devices where id = ${id} and manager_id = ${managerId}
    returning id`.execute(db)
  return rows.length > 0
}

/** Forgets a browser that takes no more. */
export async function removeGoneDevice(db: Db, id: number): Promise<void> {
  await sql`delete from staff_devices where id = ${id}`.execute(db)
}

/** People who a rule of an owner may name: of the network all who work here, of a manager that manager. */
export async function listPeople(
  db: Db,
  ownerId: number | null,
): Promise<{ id: number; name: string; email: string; devices: number }[]> {
  const own = ownerId === null ? sql`m.role <> 'app-developer'` : sql`m.id = ${ownerId}`
  const { rows } = await sql<{ id: number; name: string; email: string; devices: number }>`
    select m.id, v.first_name || ' ' || v.last_name as name, m.email,
      (select count(*) from staff_devices d where d.manager_id = m.id)::int as devices
    from manager_mail_view m join manager_view v on v.id = m.id
    where ${own} order by lower(v.last_name), m.id`.execute(db)
  return rows
}
