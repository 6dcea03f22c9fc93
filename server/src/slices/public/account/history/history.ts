import type { BalancePosting, DriverOrder, DriverOrderDetails, Language } from '@stationmaster/contract'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { listBalanceLines } from '../../../money/ledger/balance-line-store.ts'
import { listReceipts } from '../../../money/receipts/store.ts'
import { viewOf as receiptView } from '../../../money/receipts/view.ts'
import { findOwnOrder, listOwnOrders, listPaidParts, type OwnOrder } from './own-order-store.ts'

export const orderView = (row: OwnOrder): DriverOrder => ({
  id: row.id,
  status: row.status,
  place: row.place,
  station_number: row.stationNumber,
  connector: row.connector,
  created_at: row.createdAt.toISOString(),
  started_at: row.startedAt?.toISOString() ?? null,
  finished_at: row.finishedAt?.toISOString() ?? null,
  energy: row.energyWh,
  paid: row.paidMinor,
  debt: row.debtMinor,
})

/** A page of a driver's orders. */
export async function readOrders(
  db: Db,
  driverId: number,
  page: { limit: number; offset: number },
): Promise<{ items: DriverOrder[]; total: number }> {
  const { rows, total } = await listOwnOrders(db, driverId, page)
  return { items: rows.map(orderView), total }
}

/** One of a driver's orders; throws order.not_found where it is another's, as where there is none. */
export async function readOrder(
  { db, timeZone }: { db: Db; timeZone: string },
  driverId: number,
  id: number,
  language: Language,
): Promise<DriverOrderDetails> {
  const row = await findOwnOrder(db, driverId, id)
  if (!row) throw new Failure('order.not_found')
  const [parts, receipts] = await Promise.all([listPaidParts(db, id), listReceipts(db, id)])
  return {
    ...orderView(row),
    charging_price: row.chargingMinor,
    reservation_price: row.reservationMinor,
    meter_start: row.meterStart,
    meter_stop: row.meterStop,
    payments: parts.map((part) => ({
      purpose: part.purpose,
      name: part.names?.[language] ?? null,
      method_type: part.methodType,
      status: part.status,
      held: part.heldMinor,
      captured: part.capturedMinor,
      refunded: part.refundedMinor,
      debt: part.debtMinor,
    })),
    receipts: receipts.map((one) => receiptView(one, timeZone)),
  }
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
