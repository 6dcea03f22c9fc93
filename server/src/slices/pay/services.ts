import type { contract, Language, PayPage } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import type { z } from 'zod'
import { takeAttempt } from '../../platform/attempt-store.ts'
import { Failure } from '../../platform/failure.ts'
import { isFromBalance } from '../orders/adopt.ts'
import type { Order } from '../orders/order.ts'
import { servicePurpose } from '../providers/payment.ts'
import { loadOffer, soldView } from '../services/order-routes.ts'
import type { Way } from '../services/rules.ts'
import { endSale, sell } from '../services/sell.ts'
import { listSold, type SoldRow } from '../services/sold-store.ts'
import { tryBalanceCode, useBalanceCode } from './balance.ts'
import { type PayParts, payLinkOf } from './offer.ts'

/** so often may a driver try to buy */
const attempts = { limit: 20, windowMs: 15 * MINUTE_MS }

const cardOf = (way: Way | null): string | null =>
  way?.by === 'card' ? [way.payment.cardBrand, way.payment.cardLast4].filter(Boolean).join(' ') || null : null

/** What an order's driver may buy by the link, and what was sold. */
export async function readServices(
  parts: PayParts,
  order: Order,
  language: Language,
): Promise<PayPage['services']> {
  const [{ offered, way }, sold] = await Promise.all([
    loadOffer(parts, order, language),
    listSold(parts.db, order.id),
  ])
  // on account of a card there is no code that its driver could prove the balance with
  const mayBuy = offered.length > 0 && way !== null && (way.by !== 'account' || isFromBalance(order))
  return {
    offered: mayBuy ? offered : [],
    way: mayBuy ? way.by : null,
    card: cardOf(way),
    sold: await Promise.all(sold.map((one) => viewSold(parts, one, language))),
  }
}

async function viewSold({ db, desk }: PayParts, sold: SoldRow, language: Language) {
  const files = await desk.listFiles(db, sold.orderId, servicePurpose(sold.id))
  const last = files.at(-1)?.payment
  return {
    ...soldView(sold, language),
    refunded: files.reduce((sum, { payment }) => sum + payment.refundedMinor, 0),
    action: sold.state === 'asked' && last?.state === 'action' ? last.action : null,
  }
}

/** Sells a service to who has an order's link. Throws what `sell` does, request.too_many, payment.code_invalid. */
export async function buy(
  parts: PayParts,
  orderId: number,
  token: string,
  given: z.output<typeof contract.pay.buy.body>,
): Promise<void> {
  const { db, clock } = parts
  const seconds = await takeAttempt(db, `buy with order ${orderId}`, attempts, clock.now())
  if (seconds > 0) throw new Failure('request.too_many', { retry_after_seconds: seconds })
  const { service_id: serviceId, price: priceMinor, wish, code } = given
  if (code) await tryBalanceCode(parts, orderId, code)
  await sell(parts, {
    ...{ orderId, serviceId, priceMinor, wish, by: null, booked: null },
    returnUrl: payLinkOf(parts, token),
    prove: (tx) => useBalanceCode(tx, parts, orderId, code ?? ''),
  })
}

/** The driver takes back what is not paid yet. Throws service.not_found. */
export const takeBack = (parts: PayParts, orderId: number, id: number): Promise<void> =>
  endSale(parts, orderId, id, 'taken_back')
