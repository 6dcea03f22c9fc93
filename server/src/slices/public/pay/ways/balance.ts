import type { Language } from '@stationmaster/contract'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { findDriver, lockDriver } from '../../../charging/drivers/store.ts'
import { recordAgreement } from '../../../charging/orders/prepaid/agreed.ts'
import { awaitsMoney, paid } from '../../../charging/orders/prepaid/prepaid.ts'
import { lockOrder } from '../../../charging/orders/store.ts'
import { isUndecided, type PaymentPurpose } from '../../../money/providers/payment/payment.ts'
import { checkCode, makeCode, spendCode } from '../../../money/services/codes.ts'
import { payLinkOf } from '../links.ts'
import type { PayParts } from '../parts.ts'
import { getPlace } from '../store.ts'

/**
 * Mails an order's driver a code to pay from the balance. The balance is not shown before, because another person may have the link.
 * Throws payment.not_due, payment.no_balance, mail.too_many_to_address.
 */
export async function mailCode(
  parts: PayParts,
  orderId: number,
  { token, language }: { token: string; language: Language },
): Promise<void> {
  const { db, mailer } = parts
  await inRepeatableTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || !awaitsMoney(order)) throw new Failure('payment.not_due')
    const driver = order.driverId === null ? undefined : await findDriver(tx, order.driverId)
    if (!driver?.email) throw new Failure('payment.no_balance')
    const code = await makeCode(tx, parts, order, 'charging')
    await mailer.sendLimited(
      tx,
      { orderId },
      {
        to: driver.email,
        language,
        name: 'balanceCode' as const,
        values: { link: payLinkOf(parts, token), code, order: String(orderId) },
      },
    )
  })
}

/** What says that the payer is the order's driver: the mailed code, or the log-in of a driver. */
interface Payer {
  code: string | undefined
  /** null: nobody is logged in */
  driverId: number | null
  remoteAddress: string
}

/**
 * Holds the amount of an order on its driver's balance; it is spent when the session has ended. Throws payment.code_invalid,
 * payment.balance_too_small, payment.not_due, payment.under_way, payment.no_balance.
 */
export async function payFromBalance(
  parts: PayParts,
  orderId: number,
  { code, driverId, remoteAddress }: Payer,
): Promise<void> {
  const { paymentService, orderWork } = parts
  const proof = code === undefined ? null : { orderId, purpose: 'charging' as const, code }
  if (proof) await checkCode(parts, proof)
  await orderWork.change(
    async (tx) => [(await lockOrder(tx, orderId)) ?? []].flat(),
    async (book, [order], tx) => {
      if (!order || !awaitsMoney(order)) throw new Failure('payment.not_due')
      await checkNothingUnderWay(tx, paymentService, orderId)
      const driver = order.driverId === null ? undefined : await lockDriver(tx, order.driverId)
      if (!driver) throw new Failure('payment.no_balance')
      if (!proof && driverId !== order.driverId) throw new Failure('payment.code_invalid')
      const holdMinor = order.holdMinor ?? 0
      if (driver.balanceMinor - driver.heldMinor < holdMinor) throw new Failure('payment.balance_too_small')
      if (proof) await spendCode(tx, parts, proof)
      const { ocppStatus } = await getPlace(tx, order)
      const plugged = ocppStatus === 'Preparing' || ocppStatus === 'Occupied'
      const step = paid(order, { methodType: 'account', plugged }, book.context.now)
      if (!step) throw new Failure('payment.not_due')
      const { now: at } = book.context
      const by = proof ? 'code' : 'account'
      await recordAgreement(tx, { orderId, by, amountMinor: holdMinor, at, remoteAddress })
      book.log(orderId, book.context.now, 'payment', 'holded_amount', { holded_value: holdMinor })
      book.take(step)
    },
  )
}

/** Throws payment.under_way while an attempt to pay for an order is undecided or has held money. */
export async function checkNothingUnderWay(
  tx: Tx,
  paymentService: PayParts['paymentService'],
  orderId: number,
  purpose: PaymentPurpose = 'charging',
): Promise<void> {
  const files = await paymentService.listFiles(tx, orderId, purpose)
  if (files.some(({ payment }) => isUndecided(payment) || payment.state === 'held'))
    throw new Failure('payment.under_way')
}
