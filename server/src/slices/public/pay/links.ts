import type { Language } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { audit } from '../../../platform/general/audit.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import { maskedEmail } from '../../charging/drivers/masking.ts'
import { findDriver } from '../../charging/drivers/store.ts'
import type { Order } from '../../charging/orders/order.ts'
import { awaitsMoney } from '../../charging/orders/prepaid/prepaid.ts'
import { insertLogs, lockOrder, seesOrder } from '../../charging/orders/store.ts'
import type { Commander } from '../../control/commands/parts.ts'
import { wordsOf } from './mail-words.ts'
import type { PayParts } from './parts.ts'
import { getPlace, insertLink } from './store.ts'

/** A link as the staff sees it: the link of a known driver is mailed to the driver and not shown to the staff. */
export interface Linked {
  link: string | null
  /** the masked address; null when it was not mailed to a known driver */
  mailed_to: string | null
}

/** The address of a link's page. */
export const payLinkOf = ({ mailer }: Pick<PayParts, 'mailer'>, token: string): string =>
  mailer.link(`/pay/${token}`)

/** Throws driver.own_address when the link of a known driver would go to another address. */
export function checkAddress(driverId: number | null | undefined, email: string | null | undefined): void {
  if (driverId && email) throw new Failure('driver.own_address')
}

/**
 * Makes a link to an order. Without a known driver the link is returned, and mailed if there is an address. With a known driver it is
 * only mailed, to the driver's own address. Throws driver.own_address, driver.no_address, mail.*.
 */
export async function linkTo(
  parts: PayParts,
  tx: Tx,
  order: Order,
  { caller, language, email }: Commander & { language: Language; email: string | null },
): Promise<Linked> {
  const { id: orderId, driverId } = order
  checkAddress(driverId, email)
  if (driverId !== null) {
    const kind = awaitsMoney(order) ? 'confirmCharge' : 'payOrder'
    const about = { kind, by: caller.id, language } as const
    const mailedTo = await mailDriver(parts, tx, { ...order, driverId }, about)
    if (mailedTo === null) throw new Failure('driver.no_address')
    return { link: null, mailed_to: mailedTo }
  }
  const token = await insertLink(tx, { orderId, driverId, by: caller.id, at: parts.clock.now() })
  const link = payLinkOf(parts, token)
  if (email) {
    const words = { language, currency: parts.currency, now: parts.clock.now() }
    const values = { link, ...wordsOf(order, await getPlace(tx, order), words) }
    await parts.mailer.sendLimited(
      tx,
      { managerId: caller.id },
      { to: email, language, name: 'payOrder', values },
    )
  }
  return { link, mailed_to: null }
}

/**
 * Mails an order's driver a link in the driver's language, else in the given one. Resolves with the masked address, or null when the
 * driver has no address. `by` is null for a session that the driver's charging card has started. Throws mail.*.
 */
export async function mailDriver(
  parts: Pick<PayParts, 'mailer' | 'clock' | 'currency'>,
  tx: Tx,
  order: Order & { driverId: number },
  about:
    | { kind: 'confirmCharge' | 'payOrder'; by: number; language: Language }
    | { by: null; language: Language },
): Promise<string | null> {
  const { mailer, clock, currency } = parts
  const { id: orderId, driverId } = order
  const at = clock.now()
  const driver = await findDriver(tx, driverId)
  if (!driver?.email) return null
  const language = driver.language ?? about.language
  const link = payLinkOf(parts, await insertLink(tx, { orderId, driverId, by: about.by, at }))
  const values = { link, ...wordsOf(order, await getPlace(tx, order), { language, currency, now: at }) }
  const letter = { to: driver.email, language, values }
  if (about.by === null) await mailer.send(tx, { ...letter, name: 'cardSession' })
  else await mailer.sendLimited(tx, { managerId: about.by }, { ...letter, name: about.kind })
  const address = maskedEmail(driver.email)
  await insertLogs(tx, [{ orderId, at, kind: 'api', event: 'link_mailed', fields: { text: address } }])
  return address
}

/** Makes another link to a prepaid order. Throws order.not_found, payment.not_due and what `linkTo` throws. */
export async function addLink(
  parts: PayParts,
  commander: Commander & { language: Language },
  orderId: number,
  email: string | null,
): Promise<Linked> {
  const { caller, remoteAddress } = commander
  return parts.orderWork.change(
    async (tx) => {
      const order = (await seesOrder(tx, caller, orderId)) ? await lockOrder(tx, orderId) : undefined
      if (!order) throw new Failure('order.not_found')
      if (!awaitsMoney(order) && order.holdMinor === null) throw new Failure('payment.not_due')
      return [order]
    },
    async (book, orders, tx) => {
      const linked = await linkTo(parts, tx, first(orders), { ...commander, email })
      await audit(tx, {
        caller,
        action: 'order.pay_link',
        subjectType: 'order',
        subjectId: orderId,
        after: { mailedTo: linked.mailed_to },
        at: book.context.now,
        ...(remoteAddress ? { remoteAddress } : {}),
      })
      return linked
    },
  )
}
