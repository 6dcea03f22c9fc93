import { dayOf, instantOf } from '@stationmaster/units'
import type { Caller } from '../../platform/caller.ts'
import { issue, pay, type SettlementParts } from '../settlement/actions.ts'
import { dueOf, isOver, monthOf, nextMonth } from '../settlement/rules.ts'
import { listOpen } from '../settlement/store.ts'
import { getManagerOf } from './store.ts'

/** The third of the month after, at ten: when the accountant comes to it. */
const settledAt = { day: '03', minute: 600 }

/** Settles the first two months of the past with the owner: one is paid, the other issued. */
export async function settleMonths({ db, clock, timeZone }: SettlementParts): Promise<void> {
  const { id: ownerId } = await getManagerOf(db, 'manager')
  const administrator = await getManagerOf(db, 'administrator')
  const caller: Caller = { ...administrator, role: 'administrator', ownerId: null }
  const by = { caller, remoteAddress: '127.0.0.1' }
  const today = dayOf(clock.now(), timeZone)
  const over = (await listOpen(db, ownerId)).filter(({ month }) => isOver(month, today)).slice(0, 2)
  for (const [index, open] of over.entries()) {
    const paidOn = `${nextMonth(open.month)}-${settledAt.day}`
    const at = instantOf(paidOn, settledAt.minute, timeZone)
    const then = { db, timeZone, clock: { now: () => (at < clock.now() ? at : clock.now()) } }
    const id = await issue(then, by, { ownerId, month: open.month, dueMinor: dueOf(open) })
    const isPaid = index === 0 && over.length > 1
    if (isPaid) await pay(then, by, id, { paidOn, documentNumber: `${monthOf(paidOn).replace('-', '/')}-17` })
  }
}
