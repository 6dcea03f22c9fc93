import { HOUR_MS } from '@stationmaster/units'
import { Failure } from '../http/failure.ts'
import { networkOf } from '../listeners/proxies.ts'
import type { Db } from '../schema/schema.ts'
import { type Bound, takeAttempt } from '../secrets/attempt-store.ts'

const perMailbox: Bound = { limit: 5, windowMs: HOUR_MS }
const perSender: Bound = { limit: 100, windowMs: HOUR_MS }

/** On whose behalf a mail goes to an address that somebody has typed: a manager, a visitor, or who holds the link of an order. */
export type Sender = { managerId: number } | { remoteAddress: string } | { orderId: number }

function keyOf(sender: Sender): string {
  if ('managerId' in sender) return `manager ${sender.managerId}`
  if ('orderId' in sender) return `order ${sender.orderId}`
  return `address ${networkOf(sender.remoteAddress)}`
}

/** The mailbox of an address: what follows a plus sign is the same one's. */
function mailboxOf(address: string): string {
  const [name = '', host = ''] = address.toLowerCase().split('@')
  return `${name.split('+', 1)[0]}@${host}`
}

/**
 * Counts a mail to an address that somebody has typed, in the database, so that several nodes count together: no mailbox is flooded
 * through us, and nobody sends to mailboxes by the hundred. Throws mail.too_many_to_address or mail.too_many_by_sender.
 */
export async function takeMail(db: Db, { to, by }: { to: string; by: Sender }, now: Date): Promise<void> {
  const address = await takeAttempt(db, `mails to ${mailboxOf(to)}`, perMailbox, now)
  if (address > 0) throw new Failure('mail.too_many_to_address', { retry_after_seconds: address })
  const sender = await takeAttempt(db, `mails by ${keyOf(by)}`, perSender, now)
  if (sender > 0) throw new Failure('mail.too_many_by_sender', { retry_after_seconds: sender })
}

/**
 * Whether one more mail may go to the mailbox of an account that asks for a new password. It is counted apart, so that what others
 * send keeps nobody from it.
 */
export const mayMailPassword = async (db: Db, to: string, now: Date): Promise<boolean> =>
  (await takeAttempt(db, `password mails to ${mailboxOf(to)}`, perMailbox, now)) === 0
