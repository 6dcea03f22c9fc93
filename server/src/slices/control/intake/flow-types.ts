import type { StationEvent } from '@stationmaster/ocpp'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Mailer } from '../../../platform/mail/mail.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import type { EventResult, OrderBook } from '../../charging/orders/messages/book.ts'
import type { Closed, Order } from '../../charging/orders/order.ts'
import type { PaymentContext } from '../../money/payments/collect.ts'
import type { PaymentService } from '../../money/providers/payment-service.ts'
import type { ReceiptService } from '../../money/receipts/receipt-service.ts'
import type { KnownStation } from '../../stations/stations/connecting/traffic-store.ts'
import type { StationChanges } from './batch.ts'

/** Beside the order book: the changes that a message makes elsewhere, and the version of OCPP that it came in. */
export interface ActionContext {
  changes: StationChanges
  protocol: string
}

/** Decides on one message: reads and changes the book, writes nothing. */
export type StationAction<T extends StationEvent['type']> = (
  book: OrderBook,
  station: KnownStation,
  event: Extract<StationEvent, { type: T }>,
  receivedAt: Date,
  context: ActionContext,
) => EventResult

export type StationActions = { [T in StationEvent['type']]: StationAction<T> }

export interface Flow {
  stationActions: StationActions
  closed(
    tx: Tx,
    closed: readonly Closed[],
    context: PaymentContext & { receipts: ReceiptService; leastGapWh: number },
  ): Promise<void>
  settled(
    tx: Tx,
    orders: readonly Order[],
    context: PaymentContext & { receipts: ReceiptService },
  ): Promise<void>
  releaseHolds(tx: Tx, orderIds: readonly number[], paymentService: PaymentService): Promise<void>
  held(
    tx: Tx,
    orders: readonly Order[],
    parts: { paymentService: PaymentService; mailer: Mailer; clock: Clock; currency: string },
  ): Promise<void>
}
