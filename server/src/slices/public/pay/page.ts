import type { Language, PayPage, PayStep } from '@stationmaster/contract'
import { SECOND_MS } from '@stationmaster/units'
import { Failure } from '../../../platform/http/failure.ts'
import { maskedEmail } from '../../charging/drivers/masking.ts'
import { findDriver } from '../../charging/drivers/store.ts'
import { mayReview } from '../../charging/feedback/actions.ts'
import { findOwn } from '../../charging/feedback/store.ts'
import { isOpen } from '../../charging/orders/machine/moves.ts'
import type { Order } from '../../charging/orders/order.ts'
import { sumPaid } from '../../charging/orders/prepaid/paid-store.ts'
import { awaitsMoney, isBeforeStart, prepaidDueOf } from '../../charging/orders/prepaid/prepaid.ts'
import { isFromBalance } from '../../charging/orders/sessions/adopt.ts'
import { driverSigned, readSigned } from '../../charging/orders/signed/view.ts'
import { findOrder } from '../../charging/orders/store.ts'
import { loadIdleTerms } from '../../money/contracts/idle-store.ts'
import { checkedMinor, checkStateOf } from '../../money/payments/cards/card-check.ts'
import { findSavedCard } from '../../money/providers/cards/saved-card-store.ts'
import type { KeptPayment } from '../../money/providers/store.ts'
import { listReceipts } from '../../money/receipts/store.ts'
import { viewOf } from '../../money/receipts/view.ts'
import { findCode } from '../../money/services/code-store.ts'
import { simpleView } from '../../places/tariffs/elements.ts'
import { idlePriceOf } from '../../places/tariffs/idle-terms.ts'
import { windowsOf } from '../../places/tariffs/pricing/windows.ts'
import type { PayParts } from './parts.ts'
import { readServices } from './services.ts'
import { getPlace, type LinkedOrder, type PayPlace } from './store.ts'
import { mayCheck } from './ways/check-card.ts'
import { readDebt } from './ways/debts.ts'

/** The page of a pay link. Throws payment.not_found when there is nothing to pay any more. */
export async function readPage(
  parts: PayParts & { publicKey(): Promise<string | null> },
  { orderId, forDebt }: LinkedOrder,
  { language, loggedIn }: { language: Language; loggedIn: number | null },
): Promise<PayPage> {
  const { db, paymentService, receipts, timeZone, publicKey } = parts
  const order = await findOrder(db, orderId)
  const debt = order ? await readDebt(parts, order) : null
  if (!order || !(order.holdMinor || debt || forDebt || order.source === 'app'))
    throw new Failure('payment.not_found')
  const [place, files, idleFiles, checks, cardKey, made, services, said, paid] = await Promise.all([
    getPlace(db, order),
    paymentService.listFiles(db, orderId, 'charging'),
    paymentService.listFiles(db, orderId, 'parking'),
    paymentService.listFiles(db, orderId, 'check'),
    publicKey(),
    listReceipts(db, orderId),
    readServices(parts, order, language),
    findOwn(db, orderId),
    sumPaid(db, orderId),
  ])
  const balance = await balanceOf(parts, order, loggedIn)
  const idle = await idleOf(parts, order, place)
  const payments = files.map(({ payment }) => payment)
  const ofIdle = idleFiles.map(({ payment }) => payment)
  const page = pageOf(order, place, payments)
  const signed = page.receipt ? driverSigned(await readSigned(db, order)) : null
  const fiscal = made.map((one) => viewOf(one, timeZone))
  const shown: PayPage = {
    ...page,
    debt,
    for_debt: forDebt,
    receipt: page.receipt && {
      ...page.receipt,
      idle: place.idleMinor,
      signed,
      idle_refunded: sumOf(ofIdle, 'refundedMinor'),
      fiscal,
      paid_in_all: paid.captured - paid.given_back,
    },
    methods: paymentService.connected === null ? [] : [...paymentService.provider.caps.methods],
    saved_card: await savedCardOf(parts, order, debt !== null),
    idle,
    card_key: cardKey,
    balance,
    services,
    ...said,
    card_check: mayCheck(order) && cardKey !== null ? checkOf(checks.at(-1)?.payment) : null,
    asks_email: receipts.till !== null && order.driverId === null,
    needs_email: receipts.needsCustomer && order.driverId === null,
    push_key: mayStillHappen(order) ? parts.notices.publicKey : null,
  }
  return forDebt ? debtAlone(shown) : shown
}

/** Whether there may be news of an order: it is open, or its car stays. */
const mayStillHappen = (order: Order): boolean => isOpen(order) || order.evConnected

/** The page for a person who may pay a debt but is not the order's driver: it shows nothing of the session and the driver. */
const debtAlone = (page: PayPage): PayPage => ({
  ...page,
  session: null,
  receipt: null,
  saved_card: null,
  balance: null,
  card_check: null,
  feedback: null,
  problem: null,
  push_key: null,
  idle: null,
  reservation: null,
  services: { ...page.services, ...noServices },
  can: { pay: false, save_card: false, cancel: false, start: false, stop: false, review: false },
})
const noServices = { offered: [], way: null, card: null, proof: null, sold: [] }

type Summed = 'heldMinor' | 'capturedMinor' | 'canceledMinor' | 'refundedMinor'
const sumOf = (payments: readonly KeptPayment[], what: Summed): number =>
  payments.reduce((sum, payment) => sum + payment[what], 0)

const checkOf = (last: KeptPayment | undefined): PayPage['card_check'] => ({
  amount: checkedMinor,
  state: checkStateOf(last),
  decline: last?.state === 'failed' ? (last.declineCode ?? 'declined') : null,
  url: last?.state === 'action' ? (last.action?.url ?? null) : null,
})

/** The idle fee for a car that stays after the session; null when there is none. */
async function idleOf(
  { db, timeZone }: PayParts,
  order: Order,
  { freeParking }: PayPlace,
): Promise<PayPage['idle']> {
  if (freeParking) return null
  const [terms] = await loadIdleTerms(db, [order], timeZone)
  return terms?.blockMinor ? idlePriceOf(terms) : null
}

/**
 * Whether the driver may pay from the balance. The page shows it only to the driver who is logged in, because other people may have the
 * link.
 */
async function balanceOf(
  { db, clock }: PayParts,
  order: Order,
  loggedIn: number | null,
): Promise<PayPage['balance']> {
  if (!awaitsMoney(order) || order.driverId === null) return null
  const [driver, code] = await Promise.all([
    findDriver(db, order.driverId),
    findCode(db, order.id, clock.now()),
  ])
  const until = code?.purpose === 'charging' ? code.expiresAt : null
  const free = driver && loggedIn === order.driverId ? driver.balanceMinor - driver.heldMinor : null
  if (!driver || !(driver.email || free !== null)) return null
  const email = driver.email ? maskedEmail(driver.email) : null
  return { email, code_until: iso(until), free: free === null ? null : Math.max(0, free) }
}

/** The saved card of the order's driver, to pay with one tap: only the driver gets the link of a known driver. */
async function savedCardOf(
  { db, paymentService }: PayParts,
  order: Order,
  owes: boolean,
): Promise<PayPage['saved_card']> {
  const { driverId } = order
  if (!(awaitsMoney(order) || owes) || driverId === null) return null
  if ((await findSavedCard(db, driverId, paymentService.connected)) === undefined) return null
  const { brand = null, last4 = null } = (await findDriver(db, driverId))?.savedCard ?? {}
  return { brand, last4 }
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** The step of an order, from its state and the last payment attempt. */
function stepOf(order: Order, last: Pick<KeptPayment, 'state'> | undefined): PayStep {
  if (awaitsMoney(order)) {
    if (last?.state === 'action') return 'action'
    return last?.state === 'created' || last?.state === 'pending' ? 'confirming' : 'pay'
  }
  switch (order.status) {
    case 'wait_payment':
      return 'pay'
    case 'active':
      return 'reserved'
    case 'countdown':
      return 'waiting_plug'
    case 'starting':
      return 'starting'
    case 'started':
      if (order.awaitsCard) return 'starting'
      return order.stopTxStatus === null || order.stopTxStatus === 'rejected_only' ? 'charging' : 'stopping'
    case 'completed':
      // the car left before anything was paid
      return order.payUntil === null ? 'finished' : 'canceled'
    default:
      return order.status
  }
}

/** What the order and its payments say; the rest is read beside it. */
type OrderPart = Omit<
  PayPage,
  | 'methods'
  | 'debt'
  | 'for_debt'
  | 'saved_card'
  | 'idle'
  | 'card_key'
  | 'card_check'
  | 'balance'
  | 'services'
  | 'asks_email'
  | 'push_key'
  | 'needs_email'
  | 'receipt'
  | 'feedback'
  | 'problem'
> & {
  receipt: Paid | null
}

function pageOf(order: Order, at: PayPlace, payments: readonly KeptPayment[]): OrderPart {
  const last = payments.at(-1)
  const step = stepOf(order, last)
  const { tariff, rate, startFee } = simpleView(at.elements ?? [])
  const isOver = step === 'finished' || step === 'canceled' || step === 'expired'
  return {
    step,
    order_id: order.id,
    place: at.place,
    station_number: at.stationNumber,
    station_online: at.online,
    connector: at.connector,
    station: at.station,
    price: {
      tariff,
      rate,
      start_fee: startFee,
      discount: order.discountPercent,
      windows: windowsOf(at.elements ?? []),
      min_price: at.minPriceMinor,
      max_price: at.maxPriceMinor,
    },
    hold_amount: order.holdMinor ?? 0,
    reservation: reservationOf(order),
    limit_amount: order.limitAmountMinor,
    until: isOver ? null : iso(untilOf(order)),
    decline: step === 'pay' && last?.state === 'failed' ? (last.declineCode ?? 'declined') : null,
    action: step === 'action' ? (last?.action ?? null) : null,
    plugged: at.ocppStatus === 'Preparing' || at.ocppStatus === 'Occupied',
    session: order.transactionStart && !order.awaitsCard ? sessionOf(order) : null,
    receipt: isOver ? receiptOf(order, payments) : null,
    reason: step === 'canceled' || step === 'expired' ? order.stopReason : null,
    can: {
      pay: awaitsMoney(order),
      save_card: awaitsMoney(order) && order.driverId !== null,
      cancel: isBeforeStart(order) || awaitsMoney(order),
      start: order.status === 'active',
      stop: step === 'starting' || step === 'charging',
      review: mayReview(order),
    },
  }
}

/** The deadline of the present step. A reservation is shown with its end, also while its station has not confirmed it. */
function untilOf(order: Order): Date | null {
  if (order.status === 'active') return order.reservationFinish
  return order.status === 'started' && order.payUntil === null ? null : prepaidDueOf(order)
}

function reservationOf(order: Order): PayPage['reservation'] {
  const { reservationSeconds: seconds, reservationFeeMinor, reservationFreeSeconds, reservationStart } = order
  if (seconds === null) return null
  const free_seconds = reservationFreeSeconds ?? 0
  const freeUntil = reservationStart && new Date(reservationStart.getTime() + free_seconds * SECOND_MS)
  return { fee: reservationFeeMinor ?? 0, seconds, free_seconds, free_until: iso(freeUntil) }
}

const sessionOf = (order: Order): NonNullable<PayPage['session']> => ({
  started_at: iso(order.transactionStart),
  energy: order.energyWh,
  power: order.powerW,
  soc: order.soc,
  amount: order.chargingPriceMinor ?? 0,
  metered_at: iso(order.lastSampleAt),
})

type Paid = Omit<
  NonNullable<PayPage['receipt']>,
  'fiscal' | 'signed' | 'idle' | 'idle_refunded' | 'paid_in_all'
>

function receiptOf(order: Order, payments: readonly KeptPayment[]): Paid {
  if (isFromBalance(order)) return receiptFromBalance(order)
  const last = payments.findLast(({ heldMinor }) => heldMinor > 0)
  return {
    ...soldOf(order),
    held: sumOf(payments, 'heldMinor'),
    captured: sumOf(payments, 'capturedMinor'),
    released: sumOf(payments, 'canceledMinor'),
    refunded: sumOf(payments, 'refundedMinor'),
    card: [last?.cardBrand, last?.cardLast4].filter(Boolean).join(' ') || null,
    from_balance: false,
    finished_at: iso(order.chargingFinish),
  }
}

const soldOf = (order: Order) => ({
  charging: order.billable ? (order.chargingPriceMinor ?? 0) : 0,
  reservation: order.reservationPriceMinor ?? 0,
})

/** When the order is over, the held part of the balance is spent or free again. */
function receiptFromBalance(order: Order): Paid {
  const sold = soldOf(order)
  const captured = order.needsReview ? 0 : sold.charging + sold.reservation
  const held = order.holdMinor ?? 0
  return {
    ...sold,
    held,
    captured,
    released: Math.max(0, held - captured),
    refunded: 0,
    card: null,
    from_balance: true,
    finished_at: iso(order.chargingFinish),
  }
}
