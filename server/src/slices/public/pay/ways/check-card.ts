import type { contract, Language } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import type { z } from 'zod'
import { inRepeatableTransaction, isRace } from '../../../../platform/database/transaction.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { takeAttempt } from '../../../../platform/secrets/attempt-store.ts'
import { learnLanguage } from '../../../charging/drivers/store.ts'
import type { Order } from '../../../charging/orders/order.ts'
import { lockOrder } from '../../../charging/orders/store.ts'
import { standingOf } from '../../../control/commands/sessions/for-driver.ts'
import { checkedMinor } from '../../../money/payments/cards/card-check.ts'
import { isUndecided } from '../../../money/providers/payment/payment.ts'
import { payLinkOf } from '../links.ts'
import type { PayParts } from '../parts.ts'
import { cardOf, giveWay } from './pay-for.ts'

/** how often cards may be tried with one link */
const attempts = { limit: 5, windowMs: 15 * MINUTE_MS }

/** Whether a card can be saved without a payment: the order is finished and its driver is known. */
export const mayCheck = ({ status, driverId }: Pick<Order, 'status' | 'driverId'>): boolean =>
  status === 'completed' && driverId !== null

/**
 * Checks a card and saves it for the order's driver; waits for the provider's first answer. An older check that waits at the bank is
 * canceled. Throws payment.not_due, payment.under_way, payment.driver_blocked, request.too_many.
 */
export async function checkCard(
  parts: PayParts,
  orderId: number,
  { token, language }: { token: string; language: Language },
  card: z.output<typeof contract.pay.checkCard.body>,
): Promise<void> {
  const { db, paymentService, clock } = parts
  const seconds = await takeAttempt(db, `check a card by order ${orderId}`, attempts, clock.now())
  if (seconds > 0) throw new Failure('request.too_many', { retry_after_seconds: seconds })
  await giveWay(parts, orderId, 'check')
  const paymentId = await inRepeatableTransaction(
    db,
    async (tx) => {
      const order = await lockOrder(tx, orderId)
      if (!order || order.driverId === null || !mayCheck(order)) throw new Failure('payment.not_due')
      if ((await standingOf(parts, tx, order.driverId))?.blocked) throw new Failure('payment.driver_blocked')
      await learnLanguage(tx, order.driverId, language)
      const files = await paymentService.listFiles(tx, orderId, 'check')
      if (files.some(({ payment }) => isUndecided(payment) || payment.state === 'held'))
        throw new Failure('payment.under_way')
      return paymentService.pay(tx, {
        orderId,
        purpose: 'check',
        method: 'card',
        amountMinor: checkedMinor,
        description: `Card check, order ${orderId}`,
        returnUrl: payLinkOf(parts, token),
        paidWith: cardOf(card),
        keepsCard: true,
      })
    },
    isRace,
  )
  await paymentService.carryOut(paymentId)
}
