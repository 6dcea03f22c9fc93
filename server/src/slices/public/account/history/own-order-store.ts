import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'
import { type ShownOrder, shownColumns, shownFrom } from '../../pay/receipt/shown-order-store.ts'

/** A page of a driver's orders, newest first. */
export async function listOwnOrders(
  db: Db,
  driverId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ShownOrder[]; total: number }> {
  const [list, count] = await Promise.all([
    sql<ShownOrder>`select ${shownColumns} from ${shownFrom} where o.driver_id = ${driverId}
      order by o.created_at desc, o.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from order_view where driver_id = ${driverId}`.execute(
      db,
    ),
  ])
  return { rows: list.rows, total: Number(first(count.rows).total) }
}

/** A driver's finished orders of a time, oldest first. */
export async function listFinishedOrders(
  db: Db,
  driverId: number,
  { start, end, most }: { start: Date; end: Date; most: number },
): Promise<ShownOrder[]> {
  const { rows } = await sql<ShownOrder>`
    select ${shownColumns} from ${shownFrom}
    where o.driver_id = ${driverId} and coalesce(o.charging_finish, o.reservation_finish) >= ${start}
      and coalesce(o.charging_finish, o.reservation_finish) < ${end}
    order by coalesce(o.charging_finish, o.reservation_finish), o.id limit ${most}`.execute(db)
  return rows
}
