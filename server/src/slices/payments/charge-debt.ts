import { Failure } from '../../platform/failure.ts'
import { inRepeatableTransaction } from '../../platform/transaction.ts'
import { insertLogs, lockOrder, seesOrder } from '../orders/store.ts'
import { auditPayment, type By, type PaymentParts } from './actions.ts'
import { savedOf } from './at-provider.ts'
import { settleIdle } from './idle.ts'
import { settleAgain } from './settle.ts'
import { lockPayments, type Payment } from './store.ts'

/**
 * Charges an order's debt once more: of what is still held, else to the method that was paid with. Throws order.not_found,
 * debt.not_found, debt.no_method.
 */
export async function chargeDebt(
  parts: PaymentParts,
  by: By,
  orderId: number,
  purpose: Payment['purpose'],
): Promise<void> {
  const { db, clock, desk, timeZone, terms } = parts
  const locationId = await inRepeatableTransaction(db, async (tx) => {
    const order = (await seesOrder(tx, by.caller, orderId)) ? await lockOrder(tx, orderId) : undefined
    if (!order) throw new Failure('order.not_found')
    const payment = (await lockPayments(tx, [orderId], purpose)).get(orderId)
    if (!payment?.debtMinor) throw new Failure('debt.not_found')
    const { debtMinor } = payment
    const files = (await desk.lockFiles(tx, [orderId], purpose)).get(orderId) ?? []
    const held = files.find((file) => file.payment.state === 'held')?.payment
    if (held) {
      const amountMinor = Math.min(debtMinor, held.heldMinor)
      const refusal = await desk.ask(tx, held.id, { kind: 'capture', amountMinor })
      if (refusal !== null) throw new Failure('debt.not_found')
    } else {
      const paid = (await desk.lockFiles(tx, [orderId], 'charging')).get(orderId) ?? []
      const saved = savedOf([...paid, ...files], desk.connected)
      if (!saved) throw new Failure('debt.no_method')
      await desk.chargeAgain(tx, saved.id, debtMinor, purpose)
    }
    const now = clock.now()
    const fields = { value: debtMinor, text: by.caller.email }
    await insertLogs(tx, [{ orderId, at: now, kind: 'payment', event: 'debt_charged', fields }])
    await auditPayment(tx, by, now, 'debt.charge', orderId, { after: { amountMinor: debtMinor } })
    const settling = { now, timeZone, terms, desk }
    await (purpose === 'parking' ? settleIdle : settleAgain)(tx, order, settling)
    return order.locationId
  })
  parts.live.publish({ topic: 'order', id: orderId, locationId })
}
