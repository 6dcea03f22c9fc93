import type { contract, Language } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import type { z } from 'zod'
import { takeAttempt } from '../../platform/attempt-store.ts'
import { Failure } from '../../platform/failure.ts'
import { inRepeatableTransaction, isRace } from '../../platform/transaction.ts'
import { standingOf } from '../commands/for-driver.ts'
import { updateLanguage } from '../drivers/store.ts'
import { awaitsMoney } from '../orders/prepaid.ts'
import { findOrder, lockOrder } from '../orders/store.ts'
import type { PaymentPurpose } from '../providers/payment.ts'
import type { PaidWith } from '../providers/port.ts'
import { keepContact } from '../receipts/store.ts'
import { checkNothingUnderWay, payFromBalance } from './balance.ts'
import { type PayParts, payLinkOf } from './offer.ts'
import { getPlace } from './store.ts'

type Given = z.output<typeof contract.pay.payment.body>

/** so often may a driver try to pay for an order */
const attempts = { limit: 10, windowMs: 15 * MINUTE_MS }

/**
 * Asks the provider to hold what an order is paid with, or to take it where the method knows no hold, and waits for its first word. An
 * attempt that waits for the driver at the bank gives way. Throws payment.not_due, payment.under_way, request.too_many, payment.driver_blocked,
 * payment.driver_owes, payment.email_needed.
 */
export async function payFor(
  parts: PayParts,
  orderId: number,
  { token, language }: { token: string; language: Language },
  given: Given,
): Promise<void> {
  const { db, desk, clock } = parts
  const seconds = await takeAttempt(db, `pay for order ${orderId}`, attempts, clock.now())
  if (seconds > 0) throw new Failure('request.too_many', { retry_after_seconds: seconds })
  const driverId = (await findOrder(db, orderId))?.driverId
  const standing = driverId ? await standingOf(parts, db, driverId) : undefined
  if (standing?.blocked) throw new Failure('payment.driver_blocked')
  if (standing?.owes) throw new Failure('payment.driver_owes', { debt: standing.debtMinor })
  if (parts.receipts.needsCustomer && !driverId && given.method !== 'account' && !given.receipt_email)
    throw new Failure('payment.email_needed')
  if (driverId) await updateLanguage(db, driverId, language)
  await giveWay(parts, orderId, 'charging')
  if (given.method === 'account') return payFromBalance(parts, orderId, given.code)
  const paymentId = await inRepeatableTransaction(
    db,
    async (tx) => {
      const order = await lockOrder(tx, orderId)
      if (!order || !awaitsMoney(order)) throw new Failure('payment.not_due')
      await checkNothingUnderWay(tx, desk, orderId)
      if (given.receipt_email) await keepContact(tx, orderId, { email: given.receipt_email, language })
      const { stationNumber, place } = await getPlace(tx, order)
      return desk.pay(tx, {
        ...{
          orderId,
          purpose: 'charging',
          method: given.method === 'sbp' ? 'sbp' : 'card',
          amountMinor: order.holdMinor ?? 0,
        },
        description: `Charging, ${place.name}, station ${stationNumber}, order ${orderId}`,
        returnUrl: payLinkOf(parts, token),
        paidWith: paidWithOf(given),
        keepsCard: given.method === 'card' && given.save_card === true,
      })
    },
    isRace,
  )
  await desk.carryOut(paymentId)
}

/** Lets go of an attempt that its driver left at the bank. */
export async function giveWay(
  { db, desk }: PayParts,
  orderId: number,
  purpose: PaymentPurpose,
): Promise<void> {
  const files = await desk.listFiles(db, orderId, purpose)
  for (const { payment } of files) {
    if (payment.state !== 'action') continue
    await inRepeatableTransaction(db, async (tx) => {
      await lockOrder(tx, orderId)
      await desk.ask(tx, payment.id, { kind: 'cancel', amountMinor: 0 })
    })
    await desk.carryOut(payment.id)
  }
}

const paidWithOf = (given: Given): PaidWith => (given.method === 'card' ? cardOf(given) : {})

/** A card as it came, for the provider. */
export const cardOf = (given: z.output<typeof contract.pay.checkCard.body>) => ({
  card: {
    encryptedCardNumber: given.encrypted_card_number,
    encryptedSecurityCode: given.encrypted_security_code,
    expirationMonth: given.expiration_month,
    expirationYear: given.expiration_year,
  },
})
