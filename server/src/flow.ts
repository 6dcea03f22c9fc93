import type { LiveSignal } from '@stationmaster/contract'
import type { StationEvent } from '@stationmaster/ocpp'
import type { Mailer } from './platform/mail/mail.ts'
import type { Tx } from './platform/schema/schema.ts'
import { noteGaps } from './slices/charging/gaps/actions.ts'
import { changePriority } from './slices/charging/orders/messages/change-priority.ts'
import * as orders from './slices/charging/orders/messages/from-station.ts'
import { presentToken } from './slices/charging/orders/messages/present-token.ts'
import type { Closed, Order } from './slices/charging/orders/order.ts'
import type { Flow, StationActions } from './slices/control/intake/flow-types.ts'
import { keepSettlement } from './slices/control/intake/keeping/settlements.ts'
import { closeStream, openStream } from './slices/control/intake/keeping/streams.ts'
import * as station from './slices/control/intake/station-events.ts'
import { warnFleets } from './slices/money/invoices/warning.ts'
import { followCheck } from './slices/money/payments/cards/card-check.ts'
import { holdCards } from './slices/money/payments/cards/card-sessions.ts'
import { followPaid, type Paying } from './slices/money/payments/cards/paid-beforehand.ts'
import {
  collectAgain,
  collectPayments,
  type Owing,
  type PaymentContext,
  releaseHolds,
} from './slices/money/payments/collect.ts'
import { bookBorne } from './slices/money/payments/debts/borne.ts'
import { followProvider } from './slices/money/payments/follow.ts'
import { followDriverPayment } from './slices/money/payments/of-drivers/follow-driver-payment.ts'
import { recordPaymentEvents } from './slices/money/providers/payment/chronology.ts'
import type { Operation } from './slices/money/providers/payment/operation.ts'
import { isOfOrder, type ProviderPayment, soldOf } from './slices/money/providers/payment/payment.ts'
import type { PaymentService } from './slices/money/providers/payment-service.ts'
import type { ReceiptService } from './slices/money/receipts/receipt-service.ts'
import { followSold } from './slices/money/services/sold/collect-sold.ts'
import type { Notices } from './slices/public/notices/notices.ts'
import { type Telling, tellDrivers } from './slices/public/pay/ways/card-sessions.ts'

/**
 * The whole system on one page. A station waits for the answer of its action; the action's order then moves on in the same
 * transaction (`together`), and nobody is notified before that has been committed.
 *
 *   station --frame--> ocpp --StationEvent--> orders --closed--> payments --entries--> ledger
 */
const stationActions: StationActions = {
  'station.booted': station.boot,
  'station.beat': station.beat,
  'connector.changed': station.changeConnector,
  'token.presented': presentToken,
  'charging.started': orders.start,
  'meter.sampled': orders.sample,
  'charging.ended': orders.end,
  'vendor.message': station.keepVendorMessage,
  'firmware.changed': station.keepProgress,
  'upload.changed': station.keepProgress,
  'settings.reported': station.keepSettings,
  'texts.reported': station.keepTexts,
  'monitors.reported': station.keepMonitors,
  'variables.noticed': station.keepNotices,
  'security.reported': station.keepSecurityEvent,
  'reservation.ended': station.endReservation,
  'limits.noticed': station.keepOutsideLimits,
  'payment.settled': keepSettlement,
  'priority.changed': changePriority,
  'stream.opened': openStream,
  'stream.closed': closeStream,
  'certificate.requested': station.answerRequest,
  'contract.requested': station.answerContract,
  'certificate.inquired': station.answerInquiry,
  'chain.inquired': station.answerChain,
  noted: station.note,
} satisfies Record<StationEvent['type'], unknown>

const netCaptured = ({ capturedMinor, refundedMinor }: ProviderPayment): number =>
  capturedMinor - refundedMinor

export const flow = {
  stationActions,
  /**
   * Orders have ended: their payments, the ledger, the days' totals and the receipts stand in the same transaction as the orders, and so
   * does the energy that flowed between sessions. Their drivers are notified.
   */
  closed: async (
    tx: Tx,
    closed: readonly Closed[],
    context: PaymentContext & {
      receipts: ReceiptService
      notices: Pick<Notices, 'closed' | 'owing'>
      leastGapWh: number
      mailer: Mailer
      currency: string
    },
  ): Promise<void> => {
    const owing = await context.receipts.recordMoves(
      tx,
      closed.map(({ order }) => order.id),
      async () => {
        const since = await collectPayments(tx, closed, context)
        await bookBorne(tx, closed, context)
        return since
      },
    )
    await warnFleets(tx, closed, context)
    await noteGaps(tx, closed, { now: context.now, leastWh: context.leastGapWh })
    await context.notices.closed(tx, closed, context.now)
    await context.notices.owing(tx, owing, context.now)
  },
  /** Payments at stations' own terminals were reported for orders that have ended: the orders' payments and the ledger follow. */
  settled: (tx: Tx, orders: readonly Order[], context: PaymentContext & { receipts: ReceiptService }) =>
    context.receipts.recordMoves(
      tx,
      orders.map(({ id }) => id),
      async () => {
        for (const order of orders) await collectAgain(tx, order, context)
      },
    ),
  /** Orders go on without prepayment: the held money is released. */
  releaseHolds,
  /** Sessions have begun with charging cards whose drivers pay with a saved card: the money is held at once, and the driver is notified. */
  held: async (
    tx: Tx,
    orders: readonly Order[],
    { paymentService, ...telling }: { paymentService: PaymentService } & Telling,
  ): Promise<void> => {
    await holdCards(tx, orders, paymentService)
    await tellDrivers(tx, orders, telling)
  },
  /**
   * Money has moved at the provider, or was refused there: the order's payment and the ledger follow, its chronology says so, its driver is
   * notified of what could not be charged, and an order that waited for it goes on.
   */
  paymentMoved: async (
    tx: Tx,
    payment: ProviderPayment,
    before: ProviderPayment,
    ended: Operation | null,
    {
      publish,
      receipts,
      notices,
      ...context
    }: PaymentContext &
      Paying & {
        receipts: ReceiptService
        notices: Pick<Notices, 'owing'>
        publish(signal: LiveSignal): void
      },
  ): Promise<() => void> => {
    if (!isOfOrder(payment)) {
      await followDriverPayment(tx, payment, before, { ...context, receipts })
      return () => undefined
    }
    const { orderId, purpose } = payment
    const publishPayment = await recordPaymentEvents(tx, payment, before, context.now, publish)
    if (purpose === 'check') await followCheck(tx, payment, before, context)
    const goesOn = await followPaid(tx, payment, before, context)
    const follow = async (): Promise<Owing[]> => {
      if (soldOf(purpose) === null) return followProvider(tx, payment, ended, context)
      await followSold(tx, payment, ended, context)
      return []
    }
    const owing = await receipts.recordMoves(tx, [orderId], follow, {
      orderId,
      purpose,
      amountMinor: netCaptured(payment) - netCaptured(before),
      at: { paymentId: payment.id, refundKey: ended?.kind === 'refund' ? ended.key : null },
    })
    await notices.owing(tx, owing, context.now)
    return () => {
      publishPayment()
      goesOn()
    }
  },
} satisfies Flow & { paymentMoved: unknown }
