import { dayOf, first, instantOf, monthOf, nextMonth } from '@stationmaster/units'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { insertLogs } from '../../../charging/orders/store.ts'
import { KnownTerms } from '../../../money/contracts/known-terms.ts'
import { movePayment } from '../../../money/payments/move.ts'
import { insertGivenBack } from '../../../money/payments/refunds/refund-store.ts'
import { lockPayments } from '../../../money/payments/store.ts'
import { issue, pay, type SettlementParts } from '../../../partners/settlement/actions.ts'
import { dueOf, isOver } from '../../../partners/settlement/rules.ts'
import { listOpen } from '../../../partners/settlement/store.ts'
import { findOldestRefundable, getManagerOf } from '../store.ts'

/** When the statement of a month is issued in the next month, and when a session of that month is refunded. */
const settledOn = { day: '03', minute: 600 }
const refundedOn = { day: '05', minute: 700 }
const monthsSettled = 2

/** Issues the owner's statements of the first two months: the first is paid, the second has a correction of the first. */
export async function issuePastStatements({ db, clock, timeZone }: SettlementParts): Promise<void> {
  const { id: ownerId } = await getManagerOf(db, 'manager')
  const administrator = await getManagerOf(db, 'administrator')
  const caller: Caller = { ...administrator, role: 'administrator', ownerId: null }
  const by = { caller, remoteAddress: '127.0.0.1' }
  const today = dayOf(clock.now(), timeZone)
  const listOver = async () => (await listOpen(db, ownerId)).filter(({ month }) => isOver(month, today))
  const count = Math.min(monthsSettled, (await listOver()).length)
  for (let nth = 1; nth <= count; nth += 1) {
    const open = first(await listOver())
    const month = nextMonth(open.month)
    const paidOn = `${month}-${settledOn.day}`
    const at = instantOf(paidOn, settledOn.minute, timeZone)
    const then = { db, timeZone, clock: { now: () => (at < clock.now() ? at : clock.now()) } }
    const id = await issue(then, by, { ownerId, month: open.month, dueMinor: dueOf(open) })
    if (nth === count) return
    await pay({ ...then, newOwnerHoldDays: 0 }, by, id, {
      paidOn,
      documentNumber: `${monthOf(paidOn).replace('-', '/')}-17`,
    })
    const day = `${month}-${refundedOn.day}`
    const refund = { ownerId, day, at: instantOf(day, refundedOn.minute, timeZone), caller }
    await inTransaction(db, (tx) => giveBack(tx, refund))
  }
}

/** Refunds half of a payment that was paid from an account, which corrects a paid statement. */
async function giveBack(
  tx: Tx,
  { ownerId, day, at, caller }: { ownerId: number; day: string; at: Date; caller: Caller },
): Promise<void> {
  const orderId = await findOldestRefundable(tx, ownerId)
  const payment = orderId === undefined ? undefined : (await lockPayments(tx, [orderId])).get(orderId)
  if (orderId === undefined || !payment) return
  const amountMinor = Math.round(payment.capturedMinor / 2)
  const reason = 'Зарядка прервалась'
  const given = { orderId, purpose: 'charging', kind: 'refund', state: 'done', amountMinor, reason } as const
  await insertGivenBack(tx, { ...given, createdAt: at, runId: null, managerId: caller.id })
  const moved = { kind: 'refunded', at, businessDay: day } as const
  await movePayment(tx, new KnownTerms(), payment, { refundedMinor: amountMinor }, moved)
  const fields = { value: amountMinor, text: `${caller.email}: ${reason}` }
  await insertLogs(tx, [{ orderId, at, kind: 'payment', event: 'refunded_amount', fields }])
}
