import type { DriverOrder, DriverOrderDetails, Language } from '@stationmaster/contract'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { driverSigned, readSigned } from '../../../charging/orders/signed/view.ts'
import { findOrder } from '../../../charging/orders/store.ts'
import { listReceipts } from '../../../money/receipts/store.ts'
import { viewOf as receiptView } from '../../../money/receipts/view.ts'
import { explainPrice } from './price-lines.ts'
import { findShownOrder, listPaidParts, type ShownOrder } from './shown-order-store.ts'

/** An order as its driver sees it in a list. */
export const orderView = (row: ShownOrder): DriverOrder => ({
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

/** An order in all that its driver sees of it; throws order.not_found, also where it is not the driver's who is named. */
export async function readShownOrder(
  { db, timeZone }: { db: Db; timeZone: string },
  { id, driverId, language }: { id: number; driverId?: number; language: Language },
): Promise<DriverOrderDetails> {
  const row = await findShownOrder(db, id, driverId)
  if (!row) throw new Failure('order.not_found')
  const [order, parts, receipts] = await Promise.all([
    findOrder(db, id),
    listPaidParts(db, id),
    listReceipts(db, id),
  ])
  return {
    ...orderView(row),
    charging_price: row.chargingMinor,
    reservation_price: row.reservationMinor,
    price: order ? explainPrice(order) : null,
    meter_start: row.meterStart,
    meter_stop: row.meterStop,
    signed: order ? driverSigned(await readSigned(db, order)) : null,
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
