import type { PaymentMethodType } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import type { Tx } from '../../../platform/schema/schema.ts'
import { isOpen } from '../../charging/orders/machine/moves.ts'
import type { Closed, Order } from '../../charging/orders/order.ts'
import { isCardSession } from '../../charging/orders/prepaid/hold.ts'
import { isFromBalance, isPrepaid } from '../../charging/orders/sessions/adopt.ts'
import { insertLogs } from '../../charging/orders/store.ts'
import { loadIdleTerms } from '../contracts/idle-store.ts'
import type { KnownTerms } from '../contracts/known-terms.ts'
import { sharesOf, type Terms } from '../contracts/rules.ts'
import { type EntryKind, firstCauseOf, nextCauses, post } from '../ledger/store.ts'
import type { PaymentService } from '../providers/payment-service.ts'
import { entriesOf } from './books/entries.ts'
import { listPartnersAmong } from './books/partner-store.ts'
import { type AtProvider, type ProviderFile, settlementOf } from './cards/at-provider.ts'
import { atStation, isPaidAtStation, mayBePaidAtStation } from './cards/at-station/settlement-rules.ts'
import { bookSettlements } from './cards/at-station/settlement-store.ts'
import { sumBooked } from './debts/booked-debt-store.ts'
import { promiseCashback } from './extras/cashback.ts'
import { stays } from './extras/idle-rules.ts'
import { insertIdle } from './extras/idle-store.ts'
import { bookedOn, isAtProvider, roamingProvider } from './rules.ts'
import { insertPayments, lockPayments, type Payment, updatePayments } from './store.ts'

/** What is needed to collect the money of orders. */
export interface PaymentContext {
  now: Date
  /** of the network: days begin by its clocks */
  timeZone: string
  terms: KnownTerms
  paymentService: PaymentService
}

/** An order whose price could not be charged, and what is due since then. */
export interface Owing {
  order: Order
  debtMinor: number
}

/**
 * Collects the money of orders that ended: one payment an order, captured at its price, or left open while somebody has to look at
 * it first (needs review). A capture of held money is requested, and booked when the provider confirms it. A correction changes the
 * same payment, or makes one if the order was free before. The ledger and the sums of the day hold it in the same transaction. Resolves
 * with the orders that owe something since then.
 */
export const collectPayments = (
  tx: Tx,
  closed: readonly Closed[],
  context: PaymentContext,
): Promise<Owing[]> => collectAll(tx, closed.filter(movesMoney), 'corrected', context)

/** Updates the payment of a locked order after it has moved at the provider; an order that runs is collected when it ends. */
export async function collectAgain(tx: Tx, order: Order, context: PaymentContext): Promise<Owing[]> {
  return isOpen(order) ? [] : collectAll(tx, [{ order, before: order }], 'taken', context)
}

const placeOf = ({ order }: Closed): number => order.locationId

const partnersOf = (tx: Tx, moved: readonly Closed[]): Promise<Set<number>> => {
  const companies = moved.flatMap(({ order }) => order.fleetId ?? [])
  return listPartnersAmong(tx, companies)
}

async function collectAll(
  tx: Tx,
  moved: readonly Closed[],
  kind: EntryKind,
  { now, timeZone, terms: known, paymentService }: PaymentContext,
): Promise<Owing[]> {
  if (moved.length === 0) return []
  const again = moved.flatMap(({ order, before }) => (before ? [order.id] : []))
  const paidThere = moved.flatMap(({ order }) => (isPaidThere(order) ? [order.id] : []))
  const [terms, earlier, causes, files, booked, partners] = await Promise.all([
    known.load(tx, moved.map(placeOf), now),
    lockPayments(tx, again),
    nextCauses(tx, again),
    paymentService.lockFiles(tx, paidThere, 'charging'),
    sumBooked(tx, again, 'charging'),
    partnersOf(tx, moved),
  ])
  const settled = await settledAtStations(tx, moved, earlier)
  const collected = moved.map(({ order, before }) => {
    const last = earlier.get(order.id) ?? null
    const dueMinor = leftOf(order, booked.get(order.id) ?? 0)
    const there =
      settled(order, last, dueMinor) ??
      atProvider(order, dueMinor, files.get(order.id), paymentService.connected)
    const today = dayOf(now, timeZone)
    // the terms of each moved order's location are loaded above
    const agreed = terms.get(order.locationId)!
    const standing = { last, there, dueMinor, terms: agreed, now, today, partners }
    const payment = paymentOf(order, standing)
    const entries = entriesOf(last, payment, {
      cause: causes.get(order.id) ?? firstCauseOf(order.id),
      kind: before ? kind : 'closed',
      at: before ? now : payment.createdAt,
      businessDay: dayOfEntry(payment, before ? kind : 'closed', today),
      orderCount: before || order.status !== 'completed' ? 0 : 1,
      energyWh: order.energyWh - (before?.energyWh ?? 0),
      before: before && { methodType: methodOf(before), energyWh: before.energyWh },
    })
    // what never began is no session, unless it cost something
    const counts = last !== null || order.status === 'completed' || isPayable(order)
    const { cashbackPercent } = agreed
    return {
      order,
      last,
      there,
      payment,
      cashbackPercent,
      entries: counts ? entries.filter(movesSomething) : [],
    }
  })
  await writePayments(tx, collected)
  for (const { there } of collected) if (there) await requestAll(tx, paymentService, there)
  await logBalances(tx, collected, now)
  await promiseCashback(tx, collected.flatMap(earnedOf), now, dayOf(now, timeZone))
  const staying = moved.flatMap(({ order, before }) =>
    before === null && (files.has(order.id) || isFromBalance(order)) && staysAfter(order) ? [order] : [],
  )
  await recordStaying(tx, staying, timeZone)
  return collected.flatMap(owingOf)
}

/** What orders have paid at their stations' own terminals; null for an order that is paid in another way. */
async function settledAtStations(tx: Tx, moved: readonly Closed[], earlier: ReadonlyMap<number, Payment>) {
  const reported = await bookSettlements(
    tx,
    moved.flatMap(({ order }) => (mayBePaidAtStation(order, earlier.get(order.id) ?? null) ? [order] : [])),
  )
  return (order: Order, last: Payment | null, dueMinor: number | null): AtProvider | null => {
    const settled = reported.get(order.id)
    return settled && isPaidAtStation(order, last, settled)
      ? atStation(order.stationId, settled, dueMinor)
      : null
  }
}

/** What an order owes that owed nothing before. */
export const owingOf = ({
  order,
  last,
  payment: { debtMinor },
}: {
  order: Order
  last: Pick<Payment, 'debtMinor'> | null
  payment: Pick<Payment, 'debtMinor'>
}): Owing[] => (debtMinor > 0 && !last?.debtMinor ? [{ order, debtMinor }] : [])

interface Collected {
  order: Order
  /** null: the order had no payment before */
  last: Payment | null
  payment: Payment
  cashbackPercent: number
  entries: ReturnType<typeof entriesOf>
}

/** Writes the payments of orders, and what they move in the ledger. */
async function writePayments(tx: Tx, collected: readonly Collected[]): Promise<void> {
  await Promise.all([
    insertPayments(
      tx,
      collected.flatMap(({ order, last, payment }) => (!last && isPayable(order) ? [payment] : [])),
    ),
    updatePayments(
      tx,
      collected.flatMap(({ last, payment }) => (last ? [payment] : [])),
    ),
    post(
      tx,
      collected.flatMap(({ entries }) => entries),
    ),
  ])
}

/** Records in the chronology what orders that are paid from a balance have captured and released. */
async function logBalances(tx: Tx, collected: readonly Collected[], now: Date): Promise<void> {
  const ended = collected.filter(({ order, last }) => !last && isFromBalance(order))
  await insertLogs(
    tx,
    ended.flatMap(({ order, payment }) => balanceLines(order, payment, now)),
  )
}

/** The payment that earns cashback, if the order has one. */
const earnedOf = ({ order, last, payment, cashbackPercent }: Collected) =>
  // what a company pays earns its driver nothing
  order.fleetId === null && (last || isPayable(order))
    ? [
        {
          payment,
          isFirst: last === null,
          reservationMinor: order.reservationPriceMinor ?? 0,
          percent: cashbackPercent,
        },
      ]
    : []

/** Whether the car is still there when a paid order ends. */
const staysAfter = ({ status, billable, evConnected, transactionFinish }: Order): boolean =>
  status === 'completed' && billable && evConnected && transactionFinish !== null

/** Keeps cars that stay, with the terms that were in force when their orders began. */
async function recordStaying(tx: Tx, staying: readonly Order[], timeZone: string): Promise<void> {
  const inForce = await loadIdleTerms(tx, staying, timeZone)
  const kept = staying.flatMap(({ id: orderId, locationId, transactionFinish }, index) => {
    const terms = inForce[index]
    // `staysAfter` has found only orders whose transaction has ended
    return terms?.blockMinor ? [{ orderId, locationId, ...stays(transactionFinish!, terms) }] : []
  })
  await insertIdle(tx, kept)
}

/** An order counts on the day it ended; so does what is captured later, while that month is open. A correction's difference counts today. */
function dayOfEntry({ businessDay }: Payment, kind: EntryKind, today: string): string {
  if (kind === 'closed') return businessDay
  return kind === 'taken' ? bookedOn(businessDay, today) : today
}

const movesSomething = ({ kind, transfers, orderCount, energyWh }: ReturnType<typeof entriesOf>[number]) =>
  kind !== 'taken' || transfers.length > 0 || orderCount !== 0 || energyWh !== 0

/** Nobody is to pay for what is free, nor for an order that ended before it began and cost nothing. */
const isPayable = (order: Order): boolean =>
  order.billable && (order.status === 'completed' || dueMinorOf(order) !== 0)

/** Requests what is to be done at the provider, in the caller's transaction. */
async function requestAll(
  tx: Tx,
  paymentService: PaymentService,
  { requests, charge }: AtProvider,
): Promise<void> {
  for (const { paymentId, request } of requests) await paymentService.request(tx, paymentId, request)
  if (charge) await paymentService.chargeAgain(tx, charge.paymentId, charge.amountMinor, 'charging')
}

/** Releases the holds of orders that their drivers do not pay for any more. */
export async function releaseHolds(
  tx: Tx,
  orderIds: readonly number[],
  paymentService: PaymentService,
): Promise<void> {
  const files = await paymentService.lockFiles(tx, orderIds, 'charging')
  for (const list of files.values())
    await requestAll(tx, paymentService, settlementOf(list, 0, paymentService.connected))
}

/** A correction that changes neither energy nor money is none: a car that leaves, a fault that is reported late. */
function movesMoney({ order, before }: Closed): boolean {
  if (order.status !== 'completed') return isPrepaid(order)
  return (
    before === null ||
    dueMinorOf(order) !== dueMinorOf(before) ||
    order.energyWh !== before.energyWh ||
    order.borneMinor !== before.borneMinor ||
    order.billable !== before.billable ||
    order.driverId !== before.driverId ||
    order.paymentMethodType !== before.paymentMethodType
  )
}

/** What an order that has ended costs; null while somebody has to look at it first. */
function dueMinorOf({
  billable,
  needsReview,
  chargingPriceMinor,
  reservationPriceMinor,
}: Order): number | null {
  if (needsReview) return null
  return billable ? (chargingPriceMinor ?? 0) + (reservationPriceMinor ?? 0) : 0
}

/** The part of that which was not handed over and booked by hand already. */
function leftOf(order: Order, bookedMinor: number): number | null {
  const dueMinor = dueMinorOf(order)
  return dueMinor === null ? null : Math.max(0, dueMinor - bookedMinor)
}

const methodOf = (order: Order): PaymentMethodType => order.paymentMethodType ?? 'account'

/** What was captured and released of the amount reserved on a balance, as for a card at a provider. */
function balanceLines({ id: orderId, holdMinor }: Order, { capturedMinor }: Payment, at: Date) {
  const rest = (holdMinor ?? 0) - capturedMinor
  const line = (event: string, value: number) =>
    value > 0 ? [{ orderId, at, kind: 'payment' as const, event, fields: { value } }] : []
  return [...line('succeeded_amount', capturedMinor), ...line('canceled_amount', rest)]
}

/** Whether a provider has, or may have, something of what an order costs. */
const isPaidThere = (order: Order): boolean =>
  isAtProvider({ methodType: methodOf(order) }) || (isPrepaid(order) && !isFromBalance(order))

const atProvider = (
  order: Order,
  dueMinor: number | null,
  files: readonly ProviderFile[] | undefined,
  connected: string | null,
): AtProvider | null => {
  if (files) return settlementOf(files, dueMinor, connected)
  // the hold could not even be requested
  return isCardSession(order) && dueMinor ? unheld(dueMinor) : null
}

const unheld = (debtMinor: number): AtProvider => ({
  method: 'card',
  provider: '',
  marketShopId: '',
  capturedMinor: 0,
  feeMinor: null,
  underWay: false,
  requests: [],
  charge: null,
  debtMinor,
})

interface Standing {
  last: Payment | null
  there: AtProvider | null
  /** null: somebody has to look at it first */
  dueMinor: number | null
  terms: Terms
  now: Date
  today: string
  /** the companies of roaming partners */
  partners: ReadonlySet<number>
}

function paymentOf(order: Order, standing: Standing): Payment {
  const { last, there, dueMinor, terms, now, today, partners } = standing
  const at = order.stopTxStatusAt ?? now
  const businessDay = last?.businessDay ?? order.businessDay ?? today
  const { refundedMinor = 0, chargedBackMinor = 0 } = last ?? {}
  const methodType = there?.method ?? methodOf(order)
  const isPartners = order.fleetId !== null && partners.has(order.fleetId)
  const onAccount = isPartners && methodType === 'account' ? roamingProvider : ''
  const { provider, marketShopId } = there ?? last ?? { provider: onAccount, marketShopId: '' }
  const givenBackMinor = refundedMinor + chargedBackMinor
  // a correction cannot take back a refund: the inbox shows the difference
  const capturedMinor = Math.max(there?.capturedMinor ?? dueMinor ?? 0, givenBackMinor)
  const ownerId = last ? last.ownerId : terms.ownerId
  const providerFeeMinor = there ? there.feeMinor : (last?.providerFeeMinor ?? null)
  const captured = { methodType, provider, capturedMinor, givenBackMinor, providerFeeMinor }
  return {
    orderId: order.id,
    purpose: 'charging',
    methodType,
    provider,
    marketShopId,
    ownerId,
    businessDay,
    documentNumber: there?.documentNumber ?? last?.documentNumber ?? null,
    driverId: order.driverId,
    fleetId: order.fleetId,
    status: statusOf(dueMinor, capturedMinor, there),
    debtMinor: there?.debtMinor ?? 0,
    providerFeeMinor,
    capturedMinor,
    refundedMinor,
    chargedBackMinor,
    ...sharesOf(captured, { ...terms, ownerId }, businessDay),
    locationId: order.locationId,
    energyWh: order.energyWh,
    createdAt: at,
    updatedAt: at,
  }
}

/** created: somebody has yet to decide or to pay; canceled: nothing of the hold was due. */
function statusOf(
  dueMinor: number | null,
  capturedMinor: number,
  there: AtProvider | null,
): Payment['status'] {
  if (dueMinor === null) return 'created'
  if (!there || capturedMinor > 0) return there?.underWay ? 'created' : 'captured'
  return there.underWay || dueMinor > 0 ? 'created' : 'canceled'
}
