import { randomUUID } from 'node:crypto'
import { dayOf, first, HOUR_MS, MINUTE_MS, valueIn } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { newOrder, type Order } from '../../charging/orders/order.ts'
import {
  drawOrderIds,
  insertLogs,
  insertOrders,
  lockOrder,
  updatePaymentMethod,
} from '../../charging/orders/store.ts'
import { loadIdleTerms } from '../../money/contracts/idle-store.ts'
import { KnownTerms } from '../../money/contracts/known-terms.ts'
import { sharesOf } from '../../money/contracts/rules.ts'
import { type EntryKind, firstCauseOf, post } from '../../money/ledger/store.ts'
import { entriesOf } from '../../money/payments/books/entries.ts'
import { look, stays } from '../../money/payments/extras/idle-rules.ts'
import { insertIdle, updateIdle } from '../../money/payments/extras/idle-store.ts'
import { movePayment } from '../../money/payments/move.ts'
import { insertGivenBack } from '../../money/payments/refunds/refund-store.ts'
import { insertPayments, lockPayments, type Payment } from '../../money/payments/store.ts'
import { recordPaymentEvents } from '../../money/providers/payment/chronology.ts'
import type { PaymentPurpose } from '../../money/providers/payment/payment.ts'
import { insertPayment, lockPayment, type OrderFile, updatePayment } from '../../money/providers/store.ts'
import { getManagerOf, listOnAccount } from './store.ts'

export interface PastMoneyParts {
  db: Db
  clock: Clock
  timeZone: string
}

/** The payment providers before the sandbox, and the bank whose terminals stand beside some stations. */
const former = { first: { id: 'stripe', shop: 'acct_demo' }, last: { id: 'yookassa', shop: '504210' } }
const bank = { provider: 'tbank', marketShopId: '20417' }
export const formerProviders = [former.last.id, former.first.id]

const sessionsPaid = 96
/** how many of them were paid with the first provider */
const paidWithFirst = 60
const maxIdleMinor = 300_000
/** the last session was paid this much short, so there is a debt */
const owedMinor = 5000
/** how the sessions were paid, in this order again and again */
const waysToPay = [
  ...['card', 'sbp', 'card', 'terminal', 'second card', 'card', 'refunded', 'sbp'],
  ...['card', 'reserved', 'compensation', 'charged back'],
] as const
type Way = (typeof waysToPay)[number] | 'owed'

/** Changes past sessions from account to other ways to pay, spread over the past, each booked as it would have been then. */
export async function payInManyWays(parts: PastMoneyParts): Promise<void> {
  const sessions = await listOnAccount(parts.db, sessionsPaid)
  await inTransaction(parts.db, async (tx) => {
    const till = new PastTill(tx, parts, await getManagerOf(tx, 'administrator'))
    const payFor = (orderId: number, index: number) =>
      till.pay(
        orderId,
        // the remainder is within the list
        index === sessions.length - 1 ? 'owed' : waysToPay[index % waysToPay.length]!,
        index < paidWithFirst ? former.first : former.last,
      )
    // side by side, for no two are of one session: the database works on one while we look at another
    await Promise.all(sessions.map(payFor))
  })
}

class PastTill {
  private readonly terms = new KnownTerms()

  constructor(
    private readonly tx: Tx,
    private readonly parts: PastMoneyParts,
    private readonly administrator: { id: number; email: string },
  ) {}

  async pay(orderId: number, way: Way, { id: provider, shop }: typeof former.last): Promise<void> {
    const { tx } = this
    // the order was found in this transaction
    const order = (await lockOrder(tx, orderId))!
    const at = order.transactionFinish! // a past session has ended
    const payment = valueIn(await lockPayments(tx, [orderId]), orderId)
    if (way === 'terminal' || way === 'compensation') return this.book(payment, way, at)
    const methodType = way === 'sbp' && provider === former.last.id ? way : 'card'
    const channel = { provider, marketShopId: shop, methodType } as const
    if (way === 'second card') await this.decline(order, { ...payment, ...channel })
    const debtMinor = way === 'owed' ? owedMinor : 0
    const paid = { ...channel, debtMinor, capturedMinor: payment.capturedMinor - debtMinor }
    // a past session has begun
    const providerPayment = await this.holdAndCapture({ ...payment, ...paid }, order.transactionStart!, at)
    await this.move(payment, paid, 'booked', at)
    await updatePaymentMethod(tx, orderId, channel.methodType)
    const reasons = { refunded: 'Зарядка прервалась', 'charged back': 'Держатель карты не узнал платёж' }
    if (way === 'refunded' || way === 'charged back')
      await this.returnMoney(providerPayment, way, reasons[way], new Date(at.getTime() + 3 * HOUR_MS))
    else await this.chargeIdleFee(order, channel)
    if (way === 'reserved') await this.addExpiredReservation(order, channel)
  }

  private async move(last: Payment, change: Partial<Payment>, kind: EntryKind, at: Date) {
    // no day of the past is in a statement yet, so the business day may be kept
    await movePayment(this.tx, this.terms, last, change, { kind, at, businessDay: last.businessDay })
  }

  /** Books a payment at a terminal of a bank, or as a compensation by the network. */
  private async book(payment: Payment, methodType: 'terminal' | 'compensation', at: Date): Promise<void> {
    const { tx } = this
    const { orderId, capturedMinor } = payment
    const channel = methodType === 'terminal' ? bank : { provider: '', marketShopId: '' }
    const documentNumber = methodType === 'terminal' ? String(orderId % 100_000) : null
    await this.move(payment, { ...channel, methodType, documentNumber }, 'booked', at)
    await updatePaymentMethod(tx, orderId, methodType)
    const text = [this.administrator.email, channel.provider, channel.marketShopId, documentNumber]
    const fields = { value: capturedMinor, text: text.filter(Boolean).join(', ') }
    await insertLogs(tx, [{ orderId, at, kind: 'payment', event: `booked_${methodType}`, fields }])
  }

  private async createProviderPayment(
    { orderId, provider, marketShopId, methodType }: Payment,
    purpose: PaymentPurpose,
    amountMinor: number,
    at: Date,
  ): Promise<OrderFile['payment']> {
    const method = methodType === 'sbp' ? 'sbp' : 'card'
    const request = { orderId, purpose, provider, marketShopId, method, amountMinor } as const
    const id = await insertPayment(this.tx, { ...request, description: '', returnUrl: '', paidWith: {} }, at)
    // it was inserted above
    const { payment } = (await lockPayment(this.tx, id))!
    const card = method === 'card' ? { cardBrand: 'Mir', cardLast4: String(1000 + (orderId % 9000)) } : {}
    return { ...payment, orderId, ...card, paymentRef: randomUUID(), paidWith: null }
  }

  private async write(after: OrderFile['payment'], before: OrderFile['payment'], at: Date): Promise<void> {
    await updatePayment(this.tx, after, at)
    await recordPaymentEvents(this.tx, after, before, at, () => undefined)
  }

  /** Holds a card's money at the start, captures the price at the end and releases the rest. */
  private async holdAndCapture(payment: Payment, from: Date, to: Date): Promise<OrderFile['payment']> {
    const { capturedMinor, methodType } = payment
    const heldMinor = methodType === 'sbp' ? capturedMinor : Math.ceil(capturedMinor / 50_000) * 50_000
    const created = await this.createProviderPayment(payment, 'charging', heldMinor, from)
    const held: OrderFile['payment'] = { ...created, state: 'held', heldMinor }
    if (methodType === 'card') await this.write(held, created, from)
    const captured: OrderFile['payment'] = {
      ...held,
      state: 'captured',
      capturedMinor,
      canceledMinor: heldMinor - capturedMinor,
    }
    await this.write(captured, held, to)
    return captured
  }

  /** Adds a declined payment with another card before the paid one. */
  private async decline(order: Order, payment: Payment): Promise<void> {
    // a past session has begun
    const at = new Date(order.transactionStart!.getTime() - 2 * MINUTE_MS)
    const created = await this.createProviderPayment(payment, 'charging', 100_000, at)
    await this.write({ ...created, state: 'failed', declineCode: 'insufficient_funds' }, created, at)
  }

  private async returnMoney(
    providerPayment: OrderFile['payment'],
    way: 'refunded' | 'charged back',
    reason: string,
    at: Date,
  ) {
    const { tx, administrator } = this
    const { orderId } = providerPayment
    const payment = valueIn(await lockPayments(tx, [orderId]), orderId)
    const all = way === 'charged back'
    const kind = all ? 'chargeback' : 'refund'
    const amountMinor = all ? payment.capturedMinor : Math.round(payment.capturedMinor / 3)
    await insertGivenBack(tx, {
      orderId,
      purpose: 'charging',
      kind,
      state: 'done',
      amountMinor,
      reason,
      createdAt: at,
      runId: null,
      managerId: administrator.id,
    })
    if (!all) await updatePayment(tx, { ...providerPayment, refundedMinor: amountMinor }, at)
    const change = all ? { chargedBackMinor: amountMinor } : { refundedMinor: amountMinor }
    const moved = all ? 'charged_back' : 'refunded'
    await this.move(payment, change, moved, at)
    const fields = { value: amountMinor, text: `${administrator.email}: ${reason}` }
    const event = all ? 'charged_back_amount' : 'refunded_amount'
    await insertLogs(tx, [{ orderId, at, kind: 'payment', event, fields }])
  }

  /** Adds the idle fee of a car that stayed too long. */
  private async chargeIdleFee(
    order: Order,
    channel: Pick<Payment, 'methodType' | 'provider' | 'marketShopId'>,
  ): Promise<void> {
    const { tx } = this
    const { id: orderId, locationId, transactionFinish: since, evDisconnectedAt: leftAt } = order
    if (!since || !leftAt) return
    const charging = valueIn(await lockPayments(tx, [orderId]), orderId)
    const [terms] = await loadIdleTerms(tx, [order], this.parts.timeZone)
    if (!terms) return
    const staying = stays(since, terms)
    const idle = look(staying, leftAt, leftAt, this.parts.timeZone)
    // a car that stayed for the whole night was not charged
    if (idle.amountMinor === 0 || idle.amountMinor > maxIdleMinor) return
    await insertIdle(tx, [{ orderId, locationId, ...staying }])
    await updateIdle(tx, orderId, { ...idle, state: 'captured' })
    const idlePayment: Payment = {
      ...charging,
      ...channel,
      purpose: 'parking',
      status: 'created',
      capturedMinor: 0,
      debtMinor: 0,
      energyWh: 0,
      agentFeeMinor: 0,
      bankCommissionMinor: 0,
      createdAt: leftAt,
      updatedAt: leftAt,
    }
    await insertPayments(tx, [idlePayment])
    const amountMinor = idle.amountMinor
    const created = await this.createProviderPayment(idlePayment, 'parking', amountMinor, leftAt)
    const held = { ...created, heldMinor: amountMinor }
    await this.write({ ...held, state: 'captured', capturedMinor: amountMinor }, held, leftAt)
    await this.move(idlePayment, { capturedMinor: amountMinor, status: 'captured' }, 'taken', leftAt)
    const line = (event: string, at: Date) =>
      ({ orderId, at, kind: 'payment', event, fields: { value: amountMinor } }) as const
    await insertLogs(tx, [line('parking_ended', leftAt)])
  }

  /** Adds a reservation of the same driver that expired an hour before the session and costs its fee. */
  private async addExpiredReservation(
    after: Order,
    channel: Pick<Payment, 'methodType' | 'provider' | 'marketShopId'>,
  ): Promise<void> {
    const { tx } = this
    const { locationId, driverId } = after
    const feeMinor = 10_000
    // a past session has begun
    const to = new Date(after.transactionStart!.getTime() - HOUR_MS)
    const from = new Date(to.getTime() - 30 * MINUTE_MS)
    const orderId = first(await drawOrderIds(tx, 1))
    const businessDay = dayOf(to, this.parts.timeZone)
    const reserved = { id: orderId, from, to, feeMinor, businessDay }
    const order = expiredReservation(after, reserved, channel.methodType)
    await insertOrders(tx, [order])
    const { ownerId, ...terms } = valueIn(await this.terms.load(tx, [locationId], to), locationId)
    const common = {
      orderId,
      purpose: 'charging',
      locationId,
      ownerId,
      driverId,
      businessDay,
    } as const
    const paid = { ...channel, capturedMinor: feeMinor, givenBackMinor: 0 }
    const payment: Payment = {
      ...common,
      ...channel,
      fleetId: null,
      ...sharesOf(paid, { ...terms, ownerId }, businessDay),
      status: 'captured',
      debtMinor: 0,
      providerFeeMinor: null,
      capturedMinor: feeMinor,
      refundedMinor: 0,
      chargedBackMinor: 0,
      documentNumber: null,
      energyWh: 0,
      createdAt: to,
      updatedAt: to,
    }
    await this.holdAndCapture(payment, from, to)
    const happened = { cause: firstCauseOf(order.id), kind: 'closed', at: to, businessDay } as const
    await insertPayments(tx, [payment])
    await post(tx, entriesOf(null, payment, { ...happened, orderCount: 0, energyWh: 0, before: null }))
  }
}

/** A reservation of the same driver at the same connector that nobody used. */
const expiredReservation = (
  { locationId, stationId, connectorId, driverId }: Order,
  reserved: { id: number; from: Date; to: Date; feeMinor: number; businessDay: string },
  paymentMethodType: Payment['methodType'],
): Order =>
  newOrder({
    id: reserved.id,
    status: 'expired',
    source: 'operator',
    locationId,
    stationId,
    connectorId,
    driverId,
    createdAt: reserved.from,
    reservationStart: reserved.from,
    reservationFinish: reserved.to,
    chargingFinish: reserved.to,
    billable: true,
    stopReason: 'reservation_over',
    reservationSeconds: 1800,
    reservationFeeMinor: reserved.feeMinor,
    reservationPriceMinor: reserved.feeMinor,
    paymentMethodType,
    businessDay: reserved.businessDay,
  })
