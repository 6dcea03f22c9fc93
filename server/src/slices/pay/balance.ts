import { randomInt } from 'node:crypto'
import type { Language } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import { Failure } from '../../platform/failure.ts'
import type { Tx } from '../../platform/schema.ts'
import { inRepeatableTransaction } from '../../platform/transaction.ts'
import { findDriver, lockDriver } from '../drivers/store.ts'
import { isFromBalance } from '../orders/adopt.ts'
import type { Order } from '../orders/order.ts'
import { awaitsMoney, paid } from '../orders/prepaid.ts'
import { lockOrder } from '../orders/store.ts'
import { isUndecided } from '../providers/payment.ts'
import { maySell } from '../services/rules.ts'
import { insertCode, tryCode, useCode } from './balance-store.ts'
import { type PayParts, payLinkOf } from './offer.ts'
import { getPlace } from './store.ts'

const codeMs = 10 * MINUTE_MS
/** A balance pays for an order, and then for what is sold with it. */
const mayPayFromBalance = (order: Order): boolean =>
  awaitsMoney(order) || (isFromBalance(order) && maySell(order))

/** so often may one code be tried */
const tries = 5

/**
 * Mails an order's driver a code to pay from the balance with. What is on the balance is not told before: whoever has the link may
 * be somebody else. Throws payment.not_due, payment.no_balance, mail.too_many_to_address.
 */
export async function mailCode(
  parts: PayParts,
  orderId: number,
  { token, language }: { token: string; language: Language },
): Promise<void> {
  const { db, clock, mailer, secretKey } = parts
  const sentAt = clock.now()
  await inRepeatableTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || !mayPayFromBalance(order)) throw new Failure('payment.not_due')
    const driver = order.driverId === null ? undefined : await findDriver(tx, order.driverId)
    if (!driver?.email) throw new Failure('payment.no_balance')
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await insertCode(
      tx,
      { secretKey, orderId, code },
      { sentAt, expiresAt: new Date(sentAt.getTime() + codeMs) },
    )
    await mailer.sendAsked(
      tx,
      { orderId },
      {
        ...{ to: driver.email, language, name: 'balanceCode' as const },
        values: { link: payLinkOf(parts, token), code, order: String(orderId) },
      },
    )
  })
}

/** Counts a try at an order's code; throws payment.code_invalid where it is wrong. */
export async function tryBalanceCode(
  { db, clock, secretKey }: PayParts,
  orderId: number,
  code: string,
): Promise<void> {
  const told = { secretKey, orderId, code }
  if (!(await tryCode(db, told, { now: clock.now(), most: tries }))) throw new Failure('payment.code_invalid')
}

/** A code pays once; throws payment.code_invalid where it has. */
export async function useBalanceCode(
  tx: Tx,
  { secretKey }: PayParts,
  orderId: number,
  code: string,
): Promise<void> {
  if (!(await useCode(tx, { secretKey, orderId, code }))) throw new Failure('payment.code_invalid')
}

/**
 * Keeps what an order is paid with on its driver's balance, which is spent when the session has ended. Throws payment.code_invalid,
 * payment.balance_too_small, payment.not_due, payment.under_way, payment.no_balance.
 */
export async function payFromBalance(parts: PayParts, orderId: number, code: string): Promise<void> {
  const { desk, orderWork } = parts
  await tryBalanceCode(parts, orderId, code)
  await orderWork.change(
    async (tx) => [(await lockOrder(tx, orderId)) ?? []].flat(),
    async (book, [order], tx) => {
      if (!order || !awaitsMoney(order)) throw new Failure('payment.not_due')
      await checkNothingUnderWay(tx, desk, orderId)
      const driver = order.driverId === null ? undefined : await lockDriver(tx, order.driverId)
      if (!driver) throw new Failure('payment.no_balance')
      const holdMinor = order.holdMinor ?? 0
      if (driver.balanceMinor - driver.heldMinor < holdMinor) throw new Failure('payment.balance_too_small')
      await useBalanceCode(tx, parts, orderId, code)
      const { ocppStatus } = await getPlace(tx, order)
      const plugged = ocppStatus === 'Preparing' || ocppStatus === 'Occupied'
      const step = paid(order, { methodType: 'account', plugged }, book.context.now)
      if (!step) throw new Failure('payment.not_due')
      book.log(orderId, book.context.now, 'payment', 'holded_amount', { holded_value: holdMinor })
      book.take(step)
    },
  )
}

/** Throws payment.under_way while an attempt to pay for an order may still come to something, or has. */
export async function checkNothingUnderWay(tx: Tx, desk: PayParts['desk'], orderId: number): Promise<void> {
  const files = await desk.listFiles(tx, orderId, 'charging')
  if (files.some(({ payment }) => isUndecided(payment) || payment.state === 'held'))
    throw new Failure('payment.under_way')
}
