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

/** What is on account of a partner. */
export interface AccountRow {
  partnerId: number
  partnerName: string
  sessions: number
  energyWh: number
  amountMinor: number
}

/** What is on account of partners in some business days (YYYY-MM-DD, both included), as their companies are invoiced, by name. */
export async function sumAccounts(db: Db, { from, to }: { from: string; to: string }): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select p.id as "partnerId", p.name as "partnerName", coalesce(sum(l.order_count), 0)::bigint as sessions,
      coalesce(sum(l.energy_wh), 0)::bigint as "energyWh", coalesce(sum(l.amount_minor), 0)::bigint as "amountMinor"
    from partner_company_view c join roaming_partner_view p on p.id = c.partner_id
    join fleet_line_view l on l.account = 'fleet_balance:' || c.fleet_id and l.kind <> 'top_up'
      and l.business_day between ${from} and ${to}
    group by p.id, p.name order by p.name, p.id limit 500`.execute(db)
  return rows
}
