import type { contract, Language, PayPage } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import type { z } from 'zod'
import { inRepeatableTransaction, isRace } from '../../../../platform/database/transaction.ts'
import { formatsOf } from '../../../../platform/documents/paper.ts'
import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { takeAttempt } from '../../../../platform/secrets/attempt-store.ts'
import { maskedEmail } from '../../../charging/drivers/masking.ts'
import { findDriver, learnLanguage } from '../../../charging/drivers/store.ts'
import { isOpen } from '../../../charging/orders/machine/moves.ts'
import type { Order } from '../../../charging/orders/order.ts'
import { recordAgreement } from '../../../charging/orders/prepaid/agreed.ts'
import { findOrder, insertLogs, lockOrder, seesOrder } from '../../../charging/orders/store.ts'
import type { Commander } from '../../../control/commands/parts.ts'
import type { Owed } from '../../../money/payments/debts/booked-debt-store.ts'
import { findPayment, lockPayments } from '../../../money/payments/store.ts'
import { isUndecided } from '../../../money/providers/payment/payment.ts'
import { keepContact, removeContact } from '../../../money/receipts/store.ts'
import { checkAddress, type Linked, payLinkOf } from '../links.ts'
import type { PayParts } from '../parts.ts'
import { getPlace, insertLink, type LinkedOrder } from '../store.ts'
import { checkNothingUnderWay } from './balance.ts'
import { contactIn, giveWay, paidWithOf } from './pay-for.ts'

type Given = z.output<typeof contract.pay.payDebt.body>

/** how often a person may try to pay the debt of an order */
const attempts = { limit: 10, windowMs: 15 * MINUTE_MS }

const purposes = ['charging', 'parking'] as const satisfies Owed[]

/** The debt of a finished order, charging first, with the state of the last attempt to pay it; null when there is no debt. */
export async function readDebt(
  { db, paymentService }: Pick<PayParts, 'db' | 'paymentService'>,
  order: Order,
): Promise<PayPage['debt']> {
  if (isOpen(order)) return null
  for (const purpose of purposes) {
    const [payment, files] = await Promise.all([
      findPayment(db, order.id, purpose),
      paymentService.listFiles(db, order.id, purpose),
    ])
    const last = files.at(-1)?.payment
    const tried = last?.once ? last : undefined
    if (tried && (isUndecided(tried) || tried.state === 'held'))
      return {
        purpose,
        amount: tried.amountMinor,
        under_way: true,
        action: tried.state === 'action' ? tried.action : null,
        decline: null,
      }
    const decline = tried?.state === 'failed' ? (tried.declineCode ?? 'declined') : null
    const amount = payment?.debtMinor ?? 0
    if (amount > 0) return { purpose, amount, under_way: false, action: null, decline }
  }
  return null
}

/**
 * Pays the debt of an order by a link and waits for the provider's first answer. An older attempt that waits at the bank is canceled.
 * The saved card can only be used with the driver's own link. Throws request.too_many,
 * payment.email_needed, debt.not_found, debt.other_amount, payment.under_way, payment.no_saved_card.
 */
export async function payDebt(
  parts: PayParts,
  { orderId, forDebt }: LinkedOrder,
  { token, language, remoteAddress }: { token: string; language: Language; remoteAddress: string },
  given: Given,
): Promise<void> {
  const { db, paymentService, clock } = parts
  const { purpose, method, amount: amountMinor } = given
  const seconds = await takeAttempt(db, `pay what is owed of order ${orderId}`, attempts, clock.now())
  if (seconds > 0) throw new Failure('request.too_many', { retry_after_seconds: seconds })
  if (method === 'saved_card' && forDebt) throw new Failure('payment.no_saved_card')
  const driverId = (await findOrder(db, orderId))?.driverId ?? null
  const email = contactIn(given)
  if (parts.receipts.needsCustomer && driverId === null && !email) throw new Failure('payment.email_needed')
  if (driverId !== null && !forDebt) await learnLanguage(db, driverId, language)
  await giveWay(parts, orderId, purpose)
  // money that is still held but cannot be captured would block another payment
  if ((await findPayment(db, orderId, purpose))?.debtMinor) await giveWay(parts, orderId, purpose, ['held'])
  const paymentId = await inRepeatableTransaction(
    db,
    async (tx) => {
      const order = await lockOrder(tx, orderId)
      const debtMinor = (await lockPayments(tx, [orderId], purpose)).get(orderId)?.debtMinor ?? 0
      if (!order || isOpen(order)) throw new Failure('debt.not_found')
      await checkNothingUnderWay(tx, paymentService, orderId, purpose)
      if (debtMinor === 0) throw new Failure('debt.not_found')
      if (debtMinor !== amountMinor) throw new Failure('debt.other_amount', { debt: debtMinor })
      if (driverId === null) {
        if (email) await keepContact(tx, orderId, { email, language })
        else await removeContact(tx, orderId)
      }
      const paidWith = await paidWithOf(tx, parts, order, given)
      await recordAgreement(tx, { orderId, by: 'link', amountMinor, at: clock.now(), remoteAddress })
      const { stationNumber, place } = await getPlace(tx, order)
      return paymentService.pay(tx, {
        orderId,
        purpose,
        method: method === 'sbp' ? 'sbp' : 'card',
        amountMinor,
        paidWith,
        once: true,
        description: `Open amount, ${place.name}, station ${stationNumber}, order ${orderId}`,
        returnUrl: payLinkOf(parts, token),
      })
    },
    isRace,
  )
  await paymentService.carryOut(paymentId)
}

/**
 * Makes a link to pay the debt of an order and shows or mails it. A shown link, and one mailed to an order without a known driver, can
 * only pay the debt. Throws order.not_found, payment.no_provider, debt.not_found, driver.own_address, driver.no_address,
 * debt.no_address, mail.*.
 */
export async function linkForDebt(
  parts: PayParts,
  { caller, remoteAddress, language }: Commander & { language: Language },
  orderId: number,
  { show, email }: { show: boolean; email?: string | null | undefined },
): Promise<Linked> {
  const { db, clock } = parts
  void parts.paymentService.provider
  return inRepeatableTransaction(db, async (tx) => {
    const order = (await seesOrder(tx, caller, orderId)) ? await lockOrder(tx, orderId) : undefined
    if (!order) throw new Failure('order.not_found')
    const debt = await readDebt({ ...parts, db: tx }, order)
    if (!debt) throw new Failure('debt.not_found')
    const { driverId } = order
    checkAddress(driverId, email)
    const at = clock.now()
    const linked: Linked = show
      ? { link: await open(parts, tx, order, { by: caller.id, at }), mailed_to: null }
      : await mail(parts, tx, order, { amount: debt.amount, email: email ?? null, by: caller.id, language })
    await audit(tx, {
      caller,
      action: 'order.debt_link',
      subjectType: 'order',
      subjectId: orderId,
      at,
      after: { shown: show, mailedTo: linked.mailed_to },
      ...(remoteAddress ? { remoteAddress } : {}),
    })
    return linked
  })
}

/** Makes a link that can only pay the debt. */
const open = async (
  parts: PayParts,
  tx: Tx,
  { id: orderId }: Order,
  { by, at }: { by: number; at: Date },
): Promise<string> =>
  payLinkOf(parts, await insertLink(tx, { orderId, driverId: null, by, at, forDebt: true }))

/** Mails the link. The link of a known driver only goes to the driver's own address. */
async function mail(
  parts: PayParts,
  tx: Tx,
  order: Order,
  about: { amount: number; email: string | null; by: number; language: Language },
): Promise<Linked> {
  const { mailer, clock, currency } = parts
  const { id: orderId, driverId } = order
  const at = clock.now()
  const driver = driverId === null ? undefined : await findDriver(tx, driverId)
  const to = driver ? driver.email : about.email
  if (!to) throw new Failure(driver ? 'driver.no_address' : 'debt.no_address')
  const language = driver?.language ?? about.language
  const link = driver
    ? payLinkOf(parts, await insertLink(tx, { orderId, driverId, by: about.by, at }))
    : await open(parts, tx, order, { by: about.by, at })
  const { place } = await getPlace(tx, order)
  const values = {
    link,
    order: String(orderId),
    amount: formatsOf(language, currency).money(about.amount),
    place: [place.name, place.street, place.city].filter(Boolean).join(', '),
  }
  await mailer.sendLimited(tx, { managerId: about.by }, { to, language, name: 'payDebt', values })
  const address = maskedEmail(to)
  await insertLogs(tx, [{ orderId, at, kind: 'api', event: 'link_mailed', fields: { text: address } }])
  return { link: null, mailed_to: address }
}
