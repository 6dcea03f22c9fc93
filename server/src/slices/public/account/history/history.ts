import type { BalancePosting, DriverOrder } from '@stationmaster/contract'
import type { Db } from '../../../../platform/schema/schema.ts'
import { listBalanceLines } from '../../../money/ledger/balance-line-store.ts'
import { orderView } from '../../pay/receipt/shown-order.ts'
import { listOwnOrders } from './own-order-store.ts'

/** A page of a driver's orders. */
export async function readOrders(
  db: Db,
  driverId: number,
  page: { limit: number; offset: number },
): Promise<{ items: DriverOrder[]; total: number }> {
  const { rows, total } = await listOwnOrders(db, driverId, page)
  return { items: rows.map(orderView), total }
}

/** A page of what has moved a driver's balance. */
export async function readPostings(
  db: Db,
  driverId: number,
  page: { limit: number; offset: number },
): Promise<{ items: BalancePosting[]; total: number }> {
  const { rows, total } = await listBalanceLines(db, driverId, page)
  const items = rows.map(({ at, amountMinor, balanceMinor, orderId, ...row }) => ({
    ...row,
    at: at.toISOString(),
    amount: amountMinor,
    balance: balanceMinor,
    order_id: orderId,
  }))
  return { items, total }
}
