import type { contract, Language, PayPage } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import type { z } from 'zod'
import { Failure } from '../../../platform/http/failure.ts'
import { takeAttempt } from '../../../platform/secrets/attempt-store.ts'
import { maskedEmail } from '../../charging/drivers/masking.ts'
import type { Order } from '../../charging/orders/order.ts'
import { isFromBalance } from '../../charging/orders/sessions/adopt.ts'
import { servicePurpose } from '../../money/providers/payment/payment.ts'
import { findCode } from '../../money/services/code-store.ts'
import { findPayer } from '../../money/services/codes.ts'
import type { Way } from '../../money/services/rules.ts'
import { agreementTo, mailServiceCode } from '../../money/services/sold/agree.ts'
import { loadOffer, soldView } from '../../money/services/sold/order-routes.ts'
import { endSale, sell } from '../../money/services/sold/sell.ts'
import { listSold, type SoldRow } from '../../money/services/sold/sold-store.ts'
import { payLinkOf } from './links.ts'
import type { PayParts } from './parts.ts'
import { cardOf } from './ways/pay-for.ts'

/** how often a driver may try to buy */
const attempts = { limit: 20, windowMs: 15 * MINUTE_MS }

const cardName = (way: Way | null): string | null =>
  way?.by === 'card' ? [way.payment.cardBrand, way.payment.cardLast4].filter(Boolean).join(' ') || null : null

/** The services that a driver can buy by the link, and those that were sold. */
export async function readServices(
  parts: PayParts,
  order: Order,
  language: Language,
): Promise<PayPage['services']> {
  const [{ offered, way }, sold] = await Promise.all([
    loadOffer(parts, order, language),
    listSold(parts.db, order.id),
  ])
  // a session on a charging card's account has no code that proves the balance
  const agreed = offered.filter((service) => service.agreed)
  const mayBuy = agreed.length > 0 && way !== null && (way.by !== 'account' || isFromBalance(order))
  return {
    offered: mayBuy ? agreed : [],
    way: mayBuy ? way.by : null,
    card: cardName(way),
    proof: mayBuy && way.by !== 'sbp' ? await proofOf(parts, order) : null,
    sold: await Promise.all(sold.map((one) => viewSold(parts, one, language))),
  }
}

/** How the payer agrees to a purchase that the bank does not ask about. */
async function proofOf({ db, clock }: PayParts, order: Order): Promise<PayPage['services']['proof']> {
  const payer = await findPayer(db, order)
  if (!payer) return { email: null, code: null }
  const code = await findCode(db, order.id, clock.now())
  const [, serviceId] = /^service (\d+) /.exec(code?.purpose ?? '') ?? []
  return {
    email: maskedEmail(payer.email),
    code: code && serviceId ? { service_id: Number(serviceId), until: code.expiresAt.toISOString() } : null,
  }
}

async function viewSold({ db, paymentService }: PayParts, sold: SoldRow, language: Language) {
  const files = await paymentService.listFiles(db, sold.orderId, servicePurpose(sold.id))
  const last = files.at(-1)?.payment
  return {
    ...soldView(sold, language),
    refunded: files.reduce((sum, { payment }) => sum + payment.refundedMinor, 0),
    action: sold.state === 'asked' && last?.state === 'action' ? last.action : null,
  }
}

type Linked = { token: string; remoteAddress: string }

/** Sells a service to the holder of an order's link. Throws what `sell` and `agreementTo` throw, and request.too_many. */
export async function buy(
  parts: PayParts & { publicKey(): Promise<string | null> },
  orderId: number,
  { token, remoteAddress }: Linked,
  given: z.output<typeof contract.pay.buy.body>,
): Promise<void> {
  const { db, clock, publicKey } = parts
  const seconds = await takeAttempt(db, `buy with order ${orderId}`, attempts, clock.now())
  if (seconds > 0) throw new Failure('request.too_many', { retry_after_seconds: seconds })
  const { service_id: serviceId, price: priceMinor, wish, code } = given
  const bought = { orderId, serviceId, priceMinor }
  // without a key cards are entered on the provider's page, so the driver is sent there
  const card = given.card ? cardOf(given.card) : code || (await publicKey()) !== null ? null : {}
  await sell(parts, {
    ...bought,
    requestKey: wish,
    by: null,
    booked: null,
    returnUrl: payLinkOf(parts, token),
    agree: await agreementTo(parts, bought, { code, card, otherwise: 'service.card_needed', remoteAddress }),
  })
}

/** Mails the payer of an order a code to buy a service with. Throws what `mailServiceCode` throws. */
export const mailCodeFor = (
  parts: PayParts,
  orderId: number,
  { service_id: serviceId, price: priceMinor }: z.output<typeof contract.pay.serviceCode.body>,
  language: Language,
): Promise<void> => mailServiceCode(parts, { orderId, serviceId, priceMinor }, language)

/** Cancels a service that is not paid yet, for the driver. Throws service.not_found. */
export const takeBack = (parts: PayParts, orderId: number, id: number): Promise<void> =>
  endSale(parts, orderId, id, 'taken_back')
