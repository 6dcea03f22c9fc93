import type { DebtBooking } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import type { Order } from '../../../charging/orders/order.ts'
import { insertLogs, lockOrder, seesOrder } from '../../../charging/orders/store.ts'
import { bookedPurpose } from '../../providers/payment/payment.ts'
import { auditPayment, type By, type PaymentParts } from '../actions.ts'
import { collectAgain } from '../collect.ts'
import { collectIdleFee } from '../extras/idle.ts'
import { lockIdle, updateIdle } from '../extras/idle-store.ts'
import { movePayment } from '../move.ts'
import { bookedOn } from '../rules.ts'
import { insertPayments, lockPayments, type Payment, updatePayments } from '../store.ts'
import { insertBooked } from './booked-debt-store.ts'

/**
 * Books what was handed over of an order's debt, in cash or at a terminal, as a payment of its own: who books it is noted, and what is
 * settled later at the provider is settled for the rest. Throws order.not_found, debt.not_found, debt.too_much.
 */
export async function bookDebt(
  parts: PaymentParts,
  by: By,
  orderId: number,
  { purpose, amount: amountMinor, ...paidBy }: DebtBooking,
): Promise<void> {
  const { db, clock, terms, timeZone } = parts
  const locationId = await inRepeatableTransaction(db, async (tx) => {
    const order = (await seesOrder(tx, by.caller, orderId)) ? await lockOrder(tx, orderId) : undefined
    if (!order) throw new Failure('order.not_found')
    const owed = (await lockPayments(tx, [orderId], purpose)).get(orderId)
    if (!owed?.debtMinor) throw new Failure('debt.not_found')
    if (amountMinor > owed.debtMinor) throw new Failure('debt.too_much', { debt: owed.debtMinor })
    const at = clock.now()
    const managerId = by.caller.id
    const id = await insertBooked(tx, { orderId, purpose, amountMinor, at, managerId })
    const atTerminal = paidBy.method_type === 'terminal'
    const handedOver: Payment = {
      ...owed,
      purpose: bookedPurpose(purpose, id),
      methodType: paidBy.method_type,
      provider: (atTerminal && paidBy.provider) || '',
      marketShopId: (atTerminal && paidBy.market_shop_id) || '',
      documentNumber: paidBy.document_number ?? null,
      status: 'created',
      debtMinor: 0,
      providerFeeMinor: null,
      energyWh: 0,
      agentFeeMinor: 0,
      bankCommissionMinor: 0,
      capturedMinor: 0,
      refundedMinor: 0,
      chargedBackMinor: 0,
      businessDay: bookedOn(owed.businessDay, dayOf(at, timeZone)),
      createdAt: at,
      updatedAt: at,
    }
    await insertPayments(tx, [handedOver])
    const captured = { capturedMinor: amountMinor, status: 'captured' as const }
    const { businessDay, methodType, provider, marketShopId, documentNumber } = handedOver
    await movePayment(tx, terms, handedOver, captured, { kind: 'booked', at, businessDay })
    await leaveOwed(tx, parts, order, owed, amountMinor)
    const text = [by.caller.email, provider, marketShopId, documentNumber].filter(Boolean).join(', ')
    const event = methodType === 'cash' ? 'debt_booked_cash' : 'debt_booked_terminal'
    await insertLogs(tx, [{ orderId, at, kind: 'payment', event, fields: { value: amountMinor, text } }])
    const after = { purpose, amountMinor, methodType, provider, marketShopId, documentNumber }
    await auditPayment(tx, by, 'debt.book', orderId, { at, before: { debtMinor: owed.debtMinor }, after })
    return order.locationId
  })
  parts.live.publish({ topic: 'order', id: orderId, locationId })
}

/** What a debt is after so much of it was handed over; at the provider nothing of that is waited for any more. */
async function leaveOwed(
  tx: Tx,
  { clock, paymentService, terms, timeZone }: PaymentParts,
  order: Order,
  owed: Payment,
  bookedMinor: number,
): Promise<void> {
  const now = clock.now()
  const { id: orderId } = order
  const files = await paymentService.lockFiles(tx, [orderId], 'charging')
  const context = { now, terms, timeZone, paymentService }
  if (files.size > 0) {
    await (owed.purpose === 'parking' ? collectIdleFee : collectAgain)(tx, order, context)
    return
  }
  const debtMinor = owed.debtMinor - bookedMinor
  const status = owed.capturedMinor > 0 ? 'captured' : debtMinor > 0 ? 'created' : 'canceled'
  await updatePayments(tx, [{ ...owed, debtMinor, status, updatedAt: now }])
  const idle = owed.purpose === 'parking' && debtMinor === 0 ? await lockIdle(tx, orderId) : undefined
  if (idle) await updateIdle(tx, orderId, { ...idle, state: 'captured' })
}
