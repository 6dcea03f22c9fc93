import type { StationEvent } from '@stationmaster/ocpp'
import type { Clock } from '../../platform/clock.ts'
import type { Mailer } from '../../platform/mail.ts'
import type { Tx } from '../../platform/schema.ts'
import type { OrderBook, Taken } from '../orders/book.ts'
import type { Closed, Order } from '../orders/order.ts'
import type { Settling } from '../payments/settle.ts'
import type { PaymentDesk } from '../providers/desk.ts'
import type { ReceiptDesk } from '../receipts/desk.ts'
import type { KnownStation } from '../stations/traffic-store.ts'
import type { StationChanges } from './batch.ts'

/** Decides on one message: reads and changes the book, writes nothing. */
export type StationAction<T extends StationEvent['type']> = (
  book: OrderBook,
  station: KnownStation,
  event: Extract<StationEvent, { type: T }>,
  receivedAt: Date,
  changes: StationChanges,
  protocol: string,
) => Taken

export type StationActions = { [T in StationEvent['type']]: StationAction<T> }

export interface Flow {
  stationActions: StationActions
  closed(
    tx: Tx,
    closed: readonly Closed[],
    settling: Settling & { receipts: ReceiptDesk; leastGapWh: number },
  ): Promise<void>
  letGo(tx: Tx, orderIds: readonly number[], desk: PaymentDesk): Promise<void>
  held(
    tx: Tx,
    orders: readonly Order[],
    parts: { desk: PaymentDesk; mailer: Mailer; clock: Clock; currency: string },
  ): Promise<void>
}
