import type { Booking } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { LiveBus } from '../../../platform/general/live.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import type { Order } from '../../charging/orders/order.ts'
import { insertLogs, lockOrder, seesOrder, updatePaymentMethod } from '../../charging/orders/store.ts'
import type { KnownTerms } from '../contracts/known-terms.ts'
import type { PaymentService } from '../providers/payment-service.ts'
import type { ReceiptService } from '../receipts/receipt-service.ts'
import { spread } from './cards/at-provider.ts'
import { type TerminalRow, updateUsed } from './cards/terminal-store.ts'
import { movePayment } from './move.ts'
import {
  type GivenBack,
  insertGivenBack,
  listGivenBack,
  lockPending,
  updateState,
} from './refunds/refund-store.ts'
import { bookedOn, isAtProvider, mayBook, mayChargeBack, refundableOf } from './rules.ts'
import { lockPayments, type Payment } from './store.ts'

export interface PaymentParts {
  db: Db
  clock: Clock
  live: Pick<LiveBus, 'publish'>
  /** of the network: days begin by its clocks */
  timeZone: string
  terms: KnownTerms
  paymentService: PaymentService
  receipts: ReceiptService
}

export interface By {
  caller: Caller
  remoteAddress: string
}

/** An order's payment, locked with its order, and what is under way of it. Throws order.not_found, payment.not_captured. */
async function lockCaptured(
  tx: Tx,
  sees: (order: Order) => boolean | Promise<boolean>,
  orderId: number,
  purpose: Payment['purpose'] = 'charging',
) {
  const order = await lockOrder(tx, orderId)
  if (!order || !(await sees(order))) throw new Failure('order.not_found')
  const payment = (await lockPayments(tx, [orderId], purpose)).get(orderId)
  if (payment?.status !== 'captured') throw new Failure('payment.not_captured')
  return { payment, pendingMinor: pendingOf(await listGivenBack(tx, orderId, purpose)) }
}

const seenBy =
  (tx: Tx, caller: Caller) =>
  ({ id }: Order) =>
    seesOrder(tx, caller, id)

export const pendingOf = (list: readonly GivenBack[]): number =>
  list.reduce((sum, { state, amountMinor }) => (state === 'pending' ? sum + amountMinor : sum), 0)

type Booked = Pick<Payment, 'methodType' | 'provider' | 'marketShopId' | 'documentNumber'>

/** Books a session as paid elsewhere. Throws order.not_found, payment.not_captured, payment.not_bookable. */
export async function book(parts: PaymentParts, by: By, orderId: number, booking: Booking): Promise<void> {
  const methodType = booking.method_type
  const booked: Booked = {
    methodType,
    provider: (methodType === 'terminal' && booking.provider) || '',
    marketShopId: (methodType === 'terminal' && booking.market_shop_id) || '',
    documentNumber: booking.document_number ?? null,
  }
  const locationId = await inRepeatableTransaction(parts.db, async (tx) => {
    const { payment, pendingMinor } = await lockCaptured(tx, seenBy(tx, by.caller), orderId)
    if (!mayBook(payment, pendingMinor)) throw new Failure('payment.not_bookable')
    await moveBooked(tx, parts, payment, booked, { ...by, name: by.caller.email })
    return payment.locationId
  })
  parts.live.publish({ topic: 'order', id: orderId, locationId })
}

/**
 * Books a session of a terminal's location as paid at it, once for each document. Throws order.not_found, payment.not_captured,
 * payment.amount_differs, payment.not_bookable.
 */
export async function bookAtTerminal(
  parts: PaymentParts,
  terminal: TerminalRow,
  orderId: number,
  paid: { amountMinor: number; documentNumber: string; remoteAddress: string },
): Promise<void> {
  const { amountMinor, documentNumber, remoteAddress } = paid
  const { provider, marketShopId, locationId, name } = terminal
  const booked: Booked = { methodType: 'terminal', provider, marketShopId, documentNumber }
  await inRepeatableTransaction(parts.db, async (tx) => {
    const isThere = (order: Order) => order.locationId === locationId
    const { payment, pendingMinor } = await lockCaptured(tx, isThere, orderId)
    if (payment.capturedMinor !== amountMinor) throw new Failure('payment.amount_differs')
    const isSame = (Object.keys(booked) as (keyof Booked)[]).every((key) => payment[key] === booked[key])
    if (isSame) return
    // a payment that another terminal or a person has booked is not booked again
    if (!mayBook(payment, pendingMinor) || payment.methodType === 'terminal' || payment.methodType === 'cash')
      throw new Failure('payment.not_bookable')
    await moveBooked(tx, parts, payment, booked, { caller: null, remoteAddress, name })
    await updateUsed(tx, terminal.id, parts.clock.now())
  })
  parts.live.publish({ topic: 'order', id: orderId, locationId })
}

async function moveBooked(
  tx: Tx,
  { clock, terms, timeZone, receipts }: PaymentParts,
  payment: Payment,
  booked: Booked,
  by: { caller: Caller | null; remoteAddress: string; name: string },
): Promise<void> {
  const at = clock.now()
  const { orderId, methodType, provider, marketShopId } = payment
  const moved = {
    kind: 'booked',
    at,
    businessDay: bookedOn(payment.businessDay, dayOf(at, timeZone)),
  } as const
  await receipts.recordMoves(tx, [orderId], () => movePayment(tx, terms, payment, booked, moved))
  await updatePaymentMethod(tx, orderId, booked.methodType)
  const text = [by.name, booked.provider, booked.marketShopId, booked.documentNumber]
  const fields = { value: payment.capturedMinor, text: text.filter(Boolean).join(', ') }
  await insertLogs(tx, [{ orderId, at, kind: 'payment', event: `booked_${booked.methodType}`, fields }])
  const before = { methodType, provider, marketShopId }
  await auditPayment(tx, by, 'payment.book', orderId, { at, before, after: booked })
}

interface RefundRequest {
  /** parking: of the idle fee */
  purpose: Payment['purpose']
  amountMinor: number
  reason: string
}

/**
 * Gives a payment back, by us at once, or by the provider that took it. Throws order.not_found, payment.not_captured,
 * refund.too_much, refund.no_provider.
 */
export function refund(parts: PaymentParts, by: By, orderId: number, request: RefundRequest): Promise<void> {
  return giveBack(parts, by, orderId, { ...request, kind: 'refund' })
}

/** Books what a bank took back. Throws order.not_found, payment.not_captured, refund.too_much. */
export function chargeBack(
  parts: PaymentParts,
  by: By,
  orderId: number,
  request: RefundRequest,
): Promise<void> {
  return giveBack(parts, by, orderId, { ...request, kind: 'chargeback' })
}

/** Books as a refund what its provider has given back by itself. Throws order.not_found, payment.not_captured, refund.too_much. */
export function bookGivenBack(
  parts: PaymentParts,
  by: By,
  orderId: number,
  request: RefundRequest,
): Promise<void> {
  return giveBack(parts, by, orderId, { ...request, kind: 'refund', isDone: true })
}

async function giveBack(parts: PaymentParts, by: By, orderId: number, request: GivingBack): Promise<void> {
  const at = parts.clock.now()
  const locationId = await inRepeatableTransaction(parts.db, (tx) =>
    giveBackIn(tx, parts, by, orderId, { ...request, at }),
  )
  parts.live.publish({ topic: 'order', id: orderId, locationId })
}

interface GivingBack extends RefundRequest {
  kind: GivenBack['kind']
  /** its provider has done it already */
  isDone?: boolean
  /** the refunds of many payments that it is one of */
  runId?: number
}

/** Gives back in the caller's transaction, as `refund` and `chargeBack` do; resolves to the order's location. */
export async function giveBackIn(
  tx: Tx,
  parts: PaymentParts,
  by: By,
  orderId: number,
  request: GivingBack & { at: Date },
): Promise<number> {
  const { purpose, kind, amountMinor, reason, at, runId = null } = request
  const sees = seenBy(tx, by.caller)
  const { payment, pendingMinor } = await lockCaptured(tx, sees, orderId, purpose)
  if (amountMinor > refundableOf(payment, pendingMinor)) throw new Failure('refund.too_much')
  if (kind === 'chargeback' && !mayChargeBack(payment, pendingMinor))
    throw new Failure('payment.not_captured')
  const given = {
    orderId,
    purpose,
    kind,
    amountMinor,
    reason,
    createdAt: at,
    managerId: by.caller.id,
    runId,
  }
  if (kind === 'refund' && isAtProvider(payment) && !request.isDone)
    await requestRefund(tx, parts.paymentService, given)
  else {
    await insertGivenBack(tx, { ...given, state: 'done' })
    await parts.receipts.recordMoves(tx, [orderId], () =>
      moveBack(tx, parts, payment, { ...request, by: by.caller.email }, at),
    )
  }
  await auditPayment(tx, by, `payment.${kind}`, orderId, { at, after: { purpose, amountMinor, reason } })
  return payment.locationId
}

/** Requests a refund from the provider, a share of each of the order's payments; `finishRefund` records how it ends. */
async function requestRefund(
  tx: Tx,
  paymentService: PaymentService,
  given: Omit<Parameters<typeof insertGivenBack>[1], 'state'>,
): Promise<void> {
  const files = await paymentService.listFiles(tx, given.orderId, given.purpose)
  if (files.length === 0) throw new Failure('refund.no_provider')
  const shares = spread(files, given.amountMinor)
  if (!shares) throw new Failure('refund.too_much')
  for (const { paymentId, amountMinor } of shares) {
    const refundId = await insertGivenBack(tx, { ...given, amountMinor, state: 'pending' })
    const request = { kind: 'refund', amountMinor, reason: given.reason, refundId } as const
    if ((await paymentService.request(tx, paymentId, request)) !== null) throw new Failure('refund.too_much')
  }
}

/** Records how a refund at a provider ended, under its order's lock; a refund that has ended already stays as it is. */
export async function finishRefund(
  parts: Pick<PaymentParts, 'timeZone' | 'terms'>,
  tx: Tx,
  id: number,
  { refusal, at }: { refusal: string | null; at: Date },
): Promise<void> {
  const refund = await lockPending(tx, id)
  if (!refund) return
  const { orderId, amountMinor } = refund
  const by = refund.createdBy ?? ''
  await updateState(tx, id, { state: refusal === null ? 'done' : 'failed', refusal, at })
  if (refusal !== null) {
    const fields = {
      value: amountMinor,
      reason: refusal,
      text: [by, refund.reason].filter(Boolean).join(': '),
    }
    await insertLogs(tx, [{ orderId, at, kind: 'payment', event: 'refund_refused', fields }])
    return
  }
  const payment = (await lockPayments(tx, [orderId], refund.purpose)).get(orderId)
  if (payment) await moveBack(tx, parts, payment, { ...refund, by }, at)
}

const events = { refund: 'refunded_amount', chargeback: 'charged_back_amount' } as const

/** A refund or chargeback counts on the day on which it happens. */
async function moveBack(
  tx: Tx,
  { terms, timeZone }: Pick<PaymentParts, 'timeZone' | 'terms'>,
  payment: Payment,
  { kind, amountMinor, reason, by }: RefundRequest & { kind: GivenBack['kind']; by: string },
  at: Date,
): Promise<void> {
  const { orderId, refundedMinor, chargedBackMinor } = payment
  const change =
    kind === 'refund'
      ? { refundedMinor: refundedMinor + amountMinor }
      : { chargedBackMinor: chargedBackMinor + amountMinor }
  const moved = kind === 'refund' ? 'refunded' : 'charged_back'
  await movePayment(tx, terms, payment, change, { kind: moved, at, businessDay: dayOf(at, timeZone) })
  const fields = { value: amountMinor, text: [by, reason].filter(Boolean).join(': ') }
  await insertLogs(tx, [{ orderId, at, kind: 'payment', event: events[kind], fields }])
}

export const auditPayment = (
  tx: Tx,
  { caller, remoteAddress }: { caller: Caller | null; remoteAddress: string },
  action: string,
  orderId: number,
  { at, before, after }: { at: Date; before?: object; after: object },
) =>
  audit(tx, {
    caller,
    remoteAddress,
    action,
    subjectType: 'order',
    subjectId: orderId,
    after,
    at,
    ...(before ? { before } : {}),
  })
