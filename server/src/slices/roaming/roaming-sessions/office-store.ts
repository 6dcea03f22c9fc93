import type { CdrToken } from '@stationmaster/ocpi'
import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'

/** A session of a partner's driver as its partner has it. */
export interface ShownSession {
  partnerId: number
  partnerName: string
  token: CdrToken
  authMethod: string
  authorizationReference: string | null
  /** in the words of OCPI */
  status: string
  updatedAt: Date
}

export async function findShown(db: Db, orderId: number): Promise<ShownSession | undefined> {
  const { rows } = await sql<ShownSession>`
    select p.id as "partnerId", p.name as "partnerName", s.token, s.auth_method as "authMethod",
      s.authorization_reference as "authorizationReference", coalesce(s.body ->> 'status', '') as status,
      s.last_updated as "updatedAt"
    from roaming_sessions s join roaming_partner_view p on p.id = s.partner_id where s.order_id = ${orderId}`.execute(
    db,
  )
  return rows[0]
}

export interface ShownBill {
  id: string
  totalMinor: number
  madeAt: Date
  month: string
  takenAt: Date | null
}

/** The bills of a session, in order, each with its month in the time zone. */
export async function listShownBills(db: Db, orderId: number, timeZone: string): Promise<ShownBill[]> {
  const { rows } = await sql<ShownBill>`
    select d.id, d.total_minor as "totalMinor", d.created_at as "madeAt",
      to_char(d.created_at at time zone ${timeZone}, 'YYYY-MM') as month, d.taken_at as "takenAt"
    from roaming_cdrs d where d.order_id = ${orderId} order by d.nth`.execute(db)
  return rows
}
