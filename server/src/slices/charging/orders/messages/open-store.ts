import { MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import type { OpenOrder, OpenOrders } from '../../../stations/stations/lists/open-orders.ts'

const isOpen = sql`status in ('wait_payment', 'active', 'countdown', 'starting', 'started')`

/** How many orders a location has, and how many of them are open. */
export async function countOrdersOf(db: Db, locationId: number): Promise<{ all: number; open: number }> {
  const { rows } = await sql<{ all: number; open: number }>`
    select count(*) as all, count(*) filter (where ${isOpen}) as open from orders where location_id = ${locationId}`.execute(
    db,
  )
  return rows[0] ?? { all: 0, open: 0 }
}

async function listOpenOrders(db: Db, connectorIds: readonly number[]): Promise<Map<number, OpenOrder>> {
  if (connectorIds.length === 0) return new Map()
  const { rows } = await sql<OpenOrder & { connectorId: number }>`
    select connector_id as "connectorId", id, status,
      coalesce(awaits_card and start_tx_status <> 'wait' and coalesce(hold_minor, 0) = 0, false) as "awaitsCard",
      case when status = 'started' then power_w end as "powerW"
    from orders where connector_id = any(${connectorIds}::bigint[]) and ${isOpen}`.execute(db)
  return new Map(rows.map(({ connectorId, ...order }) => [connectorId, order]))
}

async function hasOpenOrder(db: Db, stationId: string): Promise<boolean> {
  const { rows } =
    await sql`select from orders where station_id = ${stationId} and ${isOpen} limit 1`.execute(db)
  return rows.length > 0
}

/** Within this time a station that is back reports whether it still has its transactions. */
const backMs = MINUTE_MS

/**
 * Has sessions that their stations seem to have lost checked again: at once when a station goes offline, a minute after it is back. Many
 * stations leave and come back together, beside the batches that write their orders: so this is repeated after a deadlock.
 */
export const updateDueOfLost = (
  db: Db,
  { left, back }: { left: readonly string[]; back: readonly string[] },
  now: Date,
): Promise<void> =>
  inRepeatableTransaction(db, async (tx) => {
    await sql`update orders set due_at = least(due_at, case when station_id = any(${back}::text[])
        then ${new Date(now.getTime() + backMs)}::timestamptz else ${now} end)
      where station_id = any(${[...left, ...back]}::text[]) and status = 'started' and lost_evidence is not null
        and (not card_free or station_id = any(${back}::text[]))`.execute(tx)
  })

export const openOrders: OpenOrders = { list: listOpenOrders, any: hasOpenOrder }
