import type { Debt } from '@stationmaster/contract'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { insertLogs, lockOrder, seesOrder } from '../../../charging/orders/store.ts'
import { auditPayment, type By, type PaymentParts } from '../actions.ts'
import { chargeOfDebt } from '../cards/at-provider.ts'
import { collectAgain } from '../collect.ts'
import { collectIdleFee } from '../extras/idle.ts'
import { lockPayments, type Payment } from '../store.ts'
import { listDebts } from './debt-store.ts'

/** A page of debts, each with whether it can be charged. */
export async function readDebts(
  { db, paymentService }: Pick<PaymentParts, 'db' | 'paymentService'>,
  caller: Caller,
  query: Parameters<typeof listDebts>[2],
): Promise<{ items: Debt[]; total: number }> {
  const { rows, total } = await listDebts(db, caller, query)
  const ids = [...new Set(rows.map((row) => row.order_id))]
  const [charging, parking] = await Promise.all([
    paymentService.listFilesOf(db, ids, 'charging'),
    paymentService.listFilesOf(db, ids, 'parking'),
  ])
  const items = rows.map((row) => {
    const paid = charging.get(row.order_id) ?? []
    const files = row.purpose === 'parking' ? (parking.get(row.order_id) ?? []) : paid
    const charge = chargeOfDebt(row.amount, files, paid, paymentService.connected) !== undefined
    return { ...row, can: { charge, link: paymentService.connected !== null } }
  })
  return { items, total }
}

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
  const { db, clock, paymentService, timeZone, terms } = parts
  const locationId = await inRepeatableTransaction(db, async (tx) => {
    const order = (await seesOrder(tx, by.caller, orderId)) ? await lockOrder(tx, orderId) : undefined
    if (!order) throw new Failure('order.not_found')
    const payment = (await lockPayments(tx, [orderId], purpose)).get(orderId)
    if (!payment?.debtMinor) throw new Failure('debt.not_found')
    const { debtMinor } = payment
    const files = (await paymentService.lockFiles(tx, [orderId], purpose)).get(orderId) ?? []
    const paid = (await paymentService.lockFiles(tx, [orderId], 'charging')).get(orderId) ?? []
    const charge = chargeOfDebt(debtMinor, files, paid, paymentService.connected)
    if (!charge) throw new Failure('debt.no_method')
    const { paymentId, amountMinor } = charge
    if (charge.kind === 'capture') {
      const refusal = await paymentService.request(tx, paymentId, { kind: 'capture', amountMinor })
      if (refusal !== null) throw new Failure('debt.not_found')
    } else {
      await paymentService.chargeAgain(tx, paymentId, amountMinor, purpose)
    }
    const now = clock.now()
    const fields = { value: debtMinor, text: by.caller.email }
    await insertLogs(tx, [{ orderId, at: now, kind: 'payment', event: 'debt_charged', fields }])
    await auditPayment(tx, by, 'debt.charge', orderId, { at: now, after: { amountMinor: debtMinor } })
    const context = { now, timeZone, terms, paymentService }
    await (purpose === 'parking' ? collectIdleFee : collectAgain)(tx, order, context)
    return order.locationId
  })
  parts.live.publish({ topic: 'order', id: orderId, locationId })
}
