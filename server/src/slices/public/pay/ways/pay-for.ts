import type { contract, Language } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import type { z } from 'zod'
import { inRepeatableTransaction, isRace } from '../../../../platform/database/transaction.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { takeAttempt } from '../../../../platform/secrets/attempt-store.ts'
import { learnLanguage } from '../../../charging/drivers/store.ts'
import type { Order } from '../../../charging/orders/order.ts'
import { recordAgreement } from '../../../charging/orders/prepaid/agreed.ts'
import { awaitsMoney } from '../../../charging/orders/prepaid/prepaid.ts'
import { findOrder, lockOrder } from '../../../charging/orders/store.ts'
import { standingOf } from '../../../control/commands/sessions/for-driver.ts'
import { findSavedCard } from '../../../money/providers/cards/saved-card-store.ts'
import type { PaymentPurpose, ProviderPaymentState } from '../../../money/providers/payment/payment.ts'
import type { PaidWith } from '../../../money/providers/port.ts'
import { keepContact, removeContact } from '../../../money/receipts/store.ts'
import { payLinkOf } from '../links.ts'
import type { PayParts } from '../parts.ts'
import { getPlace } from '../store.ts'
import { checkNothingUnderWay, payFromBalance } from './balance.ts'

type Given = z.output<typeof contract.pay.payment.body>
type Owed = z.output<typeof contract.pay.payDebt.body>

/** how often a driver may try to pay for an order */
const attempts = { limit: 10, windowMs: 15 * MINUTE_MS }

/** Who has the page of a link. */
interface Reader {
  token: string
  language: Language
  remoteAddress: string
  /** the driver who is logged in; null: nobody, or somebody else */
  loggedIn: number | null
}

/**
 * Holds the amount of an order at the provider, or captures it when the method has no hold, and waits for the provider's first answer.
 * An older attempt that waits at the bank is canceled. Throws payment.not_due, payment.under_way, request.too_many, payment.driver_blocked,
 * payment.driver_owes, payment.email_needed, payment.no_saved_card.
 */
export async function payFor(
  parts: PayParts,
  orderId: number,
  { token, language, remoteAddress, loggedIn }: Reader,
  given: Given,
): Promise<void> {
  const { db, paymentService, clock } = parts
  const seconds = await takeAttempt(db, `pay for order ${orderId}`, attempts, clock.now())
  if (seconds > 0) throw new Failure('request.too_many', { retry_after_seconds: seconds })
  const driverId = (await findOrder(db, orderId))?.driverId
  const standing = driverId ? await standingOf(parts, db, driverId) : undefined
  if (standing?.blocked) throw new Failure('payment.driver_blocked')
  if (standing?.owes) throw new Failure('payment.driver_owes', { debt: standing.debtMinor })
  const email = contactIn(given)
  if (parts.receipts.needsCustomer && !driverId && !email) throw new Failure('payment.email_needed')
  if (driverId) await learnLanguage(db, driverId, language)
  await giveWay(parts, orderId, 'charging')
  if (given.method === 'account')
    return payFromBalance(parts, orderId, { code: given.code, driverId: loggedIn, remoteAddress })
  const paymentId = await inRepeatableTransaction(
    db,
    async (tx) => {
      const order = await lockOrder(tx, orderId)
      if (!order || !awaitsMoney(order)) throw new Failure('payment.not_due')
      await checkNothingUnderWay(tx, paymentService, orderId)
      // an earlier visitor may have left another address: only the address of this payer counts
      if (email) await keepContact(tx, orderId, { email, language })
      else await removeContact(tx, orderId)
      const paidWith = await paidWithOf(tx, parts, order, given)
      if (given.method === 'saved_card')
        await recordAgreement(tx, {
          orderId,
          by: 'link',
          amountMinor: order.holdMinor ?? 0,
          at: clock.now(),
          remoteAddress,
        })
      const { stationNumber, place } = await getPlace(tx, order)
      return paymentService.pay(tx, {
        orderId,
        purpose: 'charging',
        method: given.method === 'sbp' ? 'sbp' : 'card',
        amountMinor: order.holdMinor ?? 0,
        description: `Charging, ${place.name}, station ${stationNumber}, order ${orderId}`,
        returnUrl: payLinkOf(parts, token),
        paidWith,
        keepsCard: given.method === 'card' && given.save_card === true && order.driverId !== null,
      })
    },
    isRace,
  )
  await paymentService.carryOut(paymentId)
}

/** Cancels an attempt that the driver left at the bank, or attempts in the given states. */
export async function giveWay(
  { db, paymentService }: Pick<PayParts, 'db' | 'paymentService'>,
  orderId: number,
  purpose: PaymentPurpose,
  states: readonly ProviderPaymentState[] = ['action'],
): Promise<void> {
  const files = await paymentService.listFiles(db, orderId, purpose)
  for (const { payment } of files) {
    if (!states.includes(payment.state)) continue
    await inRepeatableTransaction(db, async (tx) => {
      await lockOrder(tx, orderId)
      await paymentService.request(tx, payment.id, { kind: 'cancel', amountMinor: 0 })
    })
    await paymentService.carryOut(payment.id)
  }
}

export const contactIn = (given: Given | Owed): string | null =>
  ('receipt_email' in given && given.receipt_email) || null

/** The means of payment. The saved card is that of the order's driver. Throws payment.no_saved_card. */
export async function paidWithOf(
  tx: Tx,
  { paymentService }: PayParts,
  { driverId }: Order,
  given: Given | Owed,
): Promise<PaidWith> {
  if (given.method === 'card') return cardOf(given)
  if (given.method !== 'saved_card') return {}
  const methodRef =
    driverId === null ? undefined : await findSavedCard(tx, driverId, paymentService.connected)
  if (methodRef === undefined) throw new Failure('payment.no_saved_card')
  return { methodRef }
}

/** The encrypted card of a request, for the provider. */
export const cardOf = (given: z.output<typeof contract.pay.checkCard.body>) => ({
  card: {
    encryptedCardNumber: given.encrypted_card_number,
    encryptedSecurityCode: given.encrypted_security_code,
    expirationMonth: given.expiration_month,
    expirationYear: given.expiration_year,
  },
})
