import type { Debt } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Caller } from '../../../../platform/http/caller.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { iso } from '../../../charging/orders/lists/list-store.ts'
import { visibleLocations } from '../../../places/locations/access/scope-store.ts'

/** Of payments p. */
const owed = (caller: Caller, driverId: number | undefined) =>
  sql`p.debt_minor > 0 and ${driverId === undefined ? sql`true` : sql`p.driver_id = ${driverId}`}
    and ${visibleLocations(caller, 'p.location_id')}`

/** A page of what is due and nobody has paid, newest order first. */
export async function listDebts(
  db: Db,
  caller: Caller,
  { limit, offset, driver_id: driverId }: { limit: number; offset: number; driver_id?: number | undefined },
): Promise<{ rows: Omit<Debt, 'can'>[]; total: number }> {
  const [page, total] = await Promise.all([
    sql<Omit<Debt, 'can'>>`
      select o.id as order_id, p.purpose, s.id as station_id, s.number as station_number, l.id as location_id,
        l.name as location_name, ${iso('o.transaction_finish')} as transaction_finish, p.debt_minor as amount,
        p.captured_minor as captured_amount, o.rfid,
        case when d.id is not null then json_build_object('id', d.id, 'first_name', d.first_name,
          'last_name', d.last_name, 'phone', d.phone) end as "user"
      from payments p join order_view o on o.id = p.order_id join station_view s on s.id = o.station_id
      join location_view l on l.id = o.location_id left join driver_view d on d.id = o.driver_id
      where ${owed(caller, driverId)} order by p.order_id desc, p.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    countDebts(db, caller, driverId),
  ])
  return { rows: page.rows, total }
}

/** How many payments leave something due; of a driver's. */
export async function countDebts(db: Db, caller: Caller, driverId?: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from payments p where ${owed(caller, driverId)}`.execute(db)
  return rows[0]?.total ?? 0
}
