import type { Language, LiveSignal, PaymentMethodType } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import { fill, texts } from '../../../../i18n/index.ts'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { formatsOf } from '../../../../platform/documents/paper.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Jobs } from '../../../../platform/jobs/jobs.ts'
import type { Mailer } from '../../../../platform/mail/mail.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { maskedEmail } from '../../../charging/drivers/masking.ts'
import { wantsNotice } from '../../../charging/drivers/own/account-store.ts'
import type { Order } from '../../../charging/orders/order.ts'
import { isFromBalance } from '../../../charging/orders/sessions/adopt.ts'
import { insertLogs, lockOrder } from '../../../charging/orders/store.ts'
import type { ReceiptService } from '../../receipts/receipt-service.ts'
import { findReceiver } from '../../receipts/store.ts'
import { type AtProvider, savedOf, settlementOf } from '../cards/at-provider.ts'
import { type Owing, owingOf, type PaymentContext } from '../collect.ts'
import { findBookedMinor } from '../debts/booked-debt-store.ts'
import { insertUncaptured, movePayment } from '../move.ts'
import { bookedOn } from '../rules.ts'
import { lockPayments, updatePayments } from '../store.ts'
import { type Idle, look } from './idle-rules.ts'
import { listDueIdle, lockIdle, placeNameOf, updateIdle } from './idle-store.ts'

const mostAtOnce = 200

/** How a fee stands; what is paid from a balance has nothing at a provider. */
type Fee = Omit<AtProvider, 'method'> & { method: PaymentMethodType }

interface IdleParts extends Omit<PaymentContext, 'now'> {
  db: Db
  clock: Clock
  jobs: Jobs
  receipts: ReceiptService
  mailer: Mailer
  currency: string
  publish(signal: LiveSignal): void
  /** Shows a text on the station of an order that has ended, or, with null, hides it. */
  show(orderId: number, shown: { text: string; language: Language } | null): void
}

/** Cars that stay connected after their charging has ended: what that costs is charged to what the driver paid with, once they have left. */
export class IdleCars {
  constructor(private readonly parts: IdleParts) {
    parts.jobs.schedule('idle-cars', '* * * * *', () => this.lookAtAll())
  }

  /** Looks at those that have left, and at those whose time has come. */
  async lookAtAll(): Promise<void> {
    const { db, clock } = this.parts
    for (const id of await listDueIdle(db, clock.now(), mostAtOnce)) await this.lookAt(id)
  }

  private async lookAt(orderId: number): Promise<void> {
    const { db, clock, publish, receipts, show } = this.parts
    const now = clock.now()
    const looked = await inRepeatableTransaction(db, async (tx) => {
      const order = await lockOrder(tx, orderId)
      const idle = order && (await lockIdle(tx, orderId))
      if (!idle) return null
      const leftAt = order.evConnected ? null : (order.evDisconnectedAt ?? now)
      const next = look(idle, leftAt, now, idle.timeZone)
      await updateIdle(tx, orderId, next)
      await this.tell(tx, orderId, idle, next, now)
      const begins = idle.state === 'grace' && next.state === 'accruing'
      const shown = begins ? await this.tellDriver(tx, order, next, now) : null
      if (next.state === 'closed' && next.amountMinor > 0)
        await receipts.recordMoves(tx, [orderId], () => collectIdleFee(tx, order, { ...this.parts, now }))
      const ends = idle.state === 'accruing' && next.state === 'closed'
      return { locationId: order.locationId, shown, shows: begins || ends }
    })
    if (!looked) return
    publish({ topic: 'order', id: orderId, locationId: looked.locationId })
    if (looked.shows) show(orderId, looked.shown)
  }

  /** Mails the driver that the fee has begun, once: it begins once; answers what the station is to show. */
  private async tellDriver(
    tx: Tx,
    { id: orderId, locationId, driverId }: Order,
    { terms }: Idle,
    at: Date,
  ): Promise<{ text: string; language: Language }> {
    const { mailer, currency } = this.parts
    const receiver = await findReceiver(tx, orderId)
    const language = receiver?.language ?? 'en'
    const price = formatsOf(language, currency).money(terms.blockMinor)
    const minutes = String(Math.round(terms.blockSeconds / 60))
    if (receiver && (await wantsNotice(tx, driverId, 'idle_fee'))) {
      const place = await placeNameOf(tx, locationId)
      await mailer.send(tx, {
        to: receiver.email,
        language,
        name: 'idleFee' as const,
        values: { place, price, minutes },
      })
      const fields = { text: maskedEmail(receiver.email) }
      await insertLogs(tx, [{ orderId, at, kind: 'payment', event: 'parking_mailed', fields }])
    }
    return { language, text: fill(texts[language].idleDisplay.text, { price, minutes }) }
  }

  private async tell(
    tx: Tx,
    orderId: number,
    before: Idle,
    { state, amountMinor }: Idle,
    at: Date,
  ): Promise<void> {
    const event = state === 'accruing' ? 'parking_begun' : 'parking_ended'
    if (state === before.state || (state === 'closed' && amountMinor === 0)) return
    await insertLogs(tx, [{ orderId, at, kind: 'payment', event, fields: { value: amountMinor } }])
  }
}

/** Has the idle fee of a locked order charged, once its car has left; again whenever the provider has said something of it. */
export async function collectIdleFee(tx: Tx, order: Order, context: PaymentContext): Promise<Owing[]> {
  const { paymentService, terms, now, timeZone } = context
  const { id: orderId } = order
  const idle = await lockIdle(tx, orderId)
  if (!idle || idle.state === 'grace' || idle.state === 'accruing') return []
  const bookedMinor = await findBookedMinor(tx, orderId, 'parking')
  const there = await fee(tx, order, Math.max(0, idle.amountMinor - bookedMinor), context)
  if (!there) return []
  const today = dayOf(now, timeZone)
  const { capturedMinor, feeMinor: providerFeeMinor, underWay, debtMinor } = there
  const status =
    underWay || (capturedMinor === 0 && debtMinor > 0)
      ? 'created'
      : capturedMinor > 0
        ? 'captured'
        : 'canceled'
  const known = (await lockPayments(tx, [orderId], 'parking')).get(orderId)
  const paidBy = { ...there, methodType: there.method, documentNumber: null }
  const last = known ?? (await insertUncaptured(tx, order, 'parking', paidBy, context))
  if (capturedMinor === last.capturedMinor && providerFeeMinor === last.providerFeeMinor) {
    await updatePayments(tx, [{ ...last, status, debtMinor, updatedAt: now }])
  } else {
    const moved = { kind: 'taken', at: now, businessDay: bookedOn(last.businessDay, today) } as const
    const change = { capturedMinor, providerFeeMinor, status, debtMinor, updatedAt: now } as const
    await movePayment(tx, terms, last, change, moved)
  }
  for (const { paymentId, request } of there.requests) await paymentService.request(tx, paymentId, request)
  if (there.charge)
    await paymentService.chargeAgain(tx, there.charge.paymentId, there.charge.amountMinor, 'parking')
  const state = debtMinor > 0 ? 'debt' : underWay ? 'closed' : 'captured'
  await updateIdle(tx, orderId, { ...idle, state })
  return owingOf({ order, last: known ?? null, payment: { debtMinor } })
}

/** What is done at the provider for the fee; the first charge is of the method that the charging was paid with. */
async function fee(
  tx: Tx,
  order: Order,
  dueMinor: number,
  { paymentService }: PaymentContext,
): Promise<Fee | null> {
  const { id: orderId } = order
  if (isFromBalance(order)) return ofBalance(dueMinor)
  const files = (await paymentService.lockFiles(tx, [orderId], 'parking')).get(orderId)
  if (files) return settlementOf(files, dueMinor, paymentService.connected)
  const charging = (await paymentService.lockFiles(tx, [orderId], 'charging')).get(orderId)
  if (!charging) return null
  const saved = savedOf(charging, paymentService.connected)
  const paid = settlementOf(charging, null, paymentService.connected)
  const charge = saved && dueMinor > 0 ? { paymentId: saved.id, amountMinor: dueMinor } : null
  return {
    ...paid,
    capturedMinor: 0,
    feeMinor: null,
    requests: [],
    underWay: charge !== null,
    charge,
    debtMinor: charge ? 0 : dueMinor,
  }
}

/** What is paid from a balance is taken of it at once, below zero too. */
const ofBalance = (capturedMinor: number): Fee => ({
  method: 'account',
  provider: '',
  marketShopId: '',
  capturedMinor,
  feeMinor: null,
  underWay: false,
  requests: [],
  charge: null,
  debtMinor: 0,
})

/** Waives what is due of the idle fee and nobody has paid: it costs what was paid. Throws debt.not_found. */
export async function waiveIdle(tx: Tx, orderId: number, now: Date): Promise<number> {
  const [payment, idle] = [
    (await lockPayments(tx, [orderId], 'parking')).get(orderId),
    await lockIdle(tx, orderId),
  ]
  if (!payment?.debtMinor || !idle) throw new Failure('debt.not_found')
  const { capturedMinor, debtMinor } = payment
  const status = capturedMinor > 0 ? 'captured' : 'canceled'
  await updatePayments(tx, [{ ...payment, status, debtMinor: 0, updatedAt: now }])
  const amountMinor = capturedMinor + (await findBookedMinor(tx, orderId, 'parking'))
  await updateIdle(tx, orderId, { ...idle, amountMinor, state: 'captured' })
  return debtMinor
}
