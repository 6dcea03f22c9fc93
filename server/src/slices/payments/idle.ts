import type { LiveSignal, PaymentMethodType } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import type { Clock } from '../../platform/clock.ts'
import { Failure } from '../../platform/failure.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Db, Tx } from '../../platform/schema.ts'
import { inRepeatableTransaction } from '../../platform/transaction.ts'
import { isFromBalance } from '../orders/adopt.ts'
import type { Order } from '../orders/order.ts'
import { insertLogs, lockOrder } from '../orders/store.ts'
import type { ReceiptDesk } from '../receipts/desk.ts'
import { type AtProvider, savedOf, settlementOf } from './at-provider.ts'
import { type Idle, look } from './idle-rules.ts'
import { listDueIdle, lockIdle, updateIdle } from './idle-store.ts'
import { movePayment } from './move.ts'
import { bookedOn } from './rules.ts'
import type { Settling } from './settle.ts'
import { insertPayments, lockPayments, type Payment, updatePayments } from './store.ts'

const mostAtOnce = 200

/** How a fee stands; what is paid from a balance has nothing at a provider. */
type Fee = Omit<AtProvider, 'method'> & { method: PaymentMethodType }

interface IdleParts extends Omit<Settling, 'now'> {
  db: Db
  clock: Clock
  jobs: Jobs
  receipts: ReceiptDesk
  publish(signal: LiveSignal): void
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
    const { db, clock, publish, receipts } = this.parts
    const now = clock.now()
    const locationId = await inRepeatableTransaction(db, async (tx) => {
      const order = await lockOrder(tx, orderId)
      const idle = order && (await lockIdle(tx, orderId))
      if (!idle) return null
      const leftAt = order.evConnected ? null : (order.evDisconnectedAt ?? now)
      const next = look(idle, leftAt, now, idle.timeZone)
      await updateIdle(tx, orderId, next)
      await this.tell(tx, orderId, idle, next, now)
      if (next.state === 'closed' && next.amountMinor > 0)
        await receipts.noting(tx, [orderId], () => settleIdle(tx, order, { ...this.parts, now }))
      return order.locationId
    })
    if (locationId !== null) publish({ topic: 'order', id: orderId, locationId })
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
export async function settleIdle(tx: Tx, order: Order, settling: Settling): Promise<void> {
  const { desk, terms, now, timeZone } = settling
  const { id: orderId } = order
  const idle = await lockIdle(tx, orderId)
  if (!idle || idle.state === 'grace' || idle.state === 'accruing') return
  const there = await fee(tx, order, idle.amountMinor, settling)
  if (!there) return
  const today = dayOf(now, timeZone)
  const { takenMinor: capturedMinor, underWay, debtMinor } = there
  const status = underWay || capturedMinor === 0 ? 'created' : 'captured'
  const known = (await lockPayments(tx, [orderId], 'parking')).get(orderId)
  const last = known ?? (await insertFee(tx, order, there, settling))
  if (capturedMinor === last.capturedMinor) {
    await updatePayments(tx, [{ ...last, status, debtMinor, updatedAt: now }])
  } else {
    const moved = { kind: 'taken', at: now, businessDay: bookedOn(last.businessDay, today) } as const
    await movePayment(tx, terms, last, { capturedMinor, status, debtMinor, updatedAt: now }, moved)
  }
  for (const { paymentId, wish } of there.asks) await desk.ask(tx, paymentId, wish)
  if (there.charge) await desk.chargeAgain(tx, there.charge.paymentId, there.charge.amountMinor, 'parking')
  const state = debtMinor > 0 ? 'debt' : underWay ? 'closed' : 'captured'
  await updateIdle(tx, orderId, { ...idle, state })
}

/** The payment of an order's fee, of which nothing is taken yet. */
async function insertFee(
  tx: Tx,
  { id: orderId, locationId, driverId }: Order,
  { method, provider, marketShopId, debtMinor }: Fee,
  { terms, now, timeZone }: Settling,
): Promise<Payment> {
  const { ownerId } = (await terms.load(tx, [locationId], now)).get(locationId)!
  const payment: Payment = {
    ...{ orderId, purpose: 'parking', locationId, ownerId, driverId, status: 'created', debtMinor },
    ...{ methodType: method, provider, marketShopId, documentNumber: null },
    ...{ capturedMinor: 0, refundedMinor: 0, chargedBackMinor: 0, agentFeeMinor: 0, bankCommissionMinor: 0 },
    ...{ energyWh: 0, businessDay: dayOf(now, timeZone), createdAt: now, updatedAt: now },
  }
  await insertPayments(tx, [payment])
  return payment
}

/** What is done at the provider for the fee; the first charge is of the method that the charging was paid with. */
async function fee(tx: Tx, order: Order, dueMinor: number, { desk }: Settling): Promise<Fee | null> {
  const { id: orderId } = order
  if (isFromBalance(order)) return ofBalance(dueMinor)
  const files = (await desk.lockFiles(tx, [orderId], 'parking')).get(orderId)
  if (files) return settlementOf(files, dueMinor, desk.connected)
  const charging = (await desk.lockFiles(tx, [orderId], 'charging')).get(orderId)
  if (!charging) return null
  const saved = savedOf(charging, desk.connected)
  const paid = settlementOf(charging, null, desk.connected)
  const charge = saved ? { paymentId: saved.id, amountMinor: dueMinor } : null
  return {
    ...paid,
    takenMinor: 0,
    asks: [],
    underWay: charge !== null,
    charge,
    debtMinor: charge ? 0 : dueMinor,
  }
}

/** What is paid from a balance is taken of it at once, below zero too. */
const ofBalance = (takenMinor: number): Fee => ({
  ...{ method: 'account', provider: '', marketShopId: '', takenMinor },
  ...{ underWay: false, asks: [], charge: null, debtMinor: 0 },
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
  await updateIdle(tx, orderId, { ...idle, amountMinor: capturedMinor, state: 'captured' })
  return debtMinor
}
