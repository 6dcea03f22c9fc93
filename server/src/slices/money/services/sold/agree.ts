import type { Language } from '@stationmaster/contract'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { formatsOf } from '../../../../platform/documents/paper.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { recordAgreement } from '../../../charging/orders/prepaid/agreed.ts'
import { lockOrder } from '../../../charging/orders/store.ts'
import type { PaidWith } from '../../providers/port.ts'
import type { CodePurpose } from '../code-store.ts'
import { type CodeParts, checkCode, findPayer, makeCode, spendCode } from '../codes.ts'
import { checkAgreed } from '../price-bound.ts'
import { maySell, wayOf } from '../rules.ts'
import { findAtPrice, type Sale, type SaleParts } from './sell.ts'

export interface AgreeParts extends SaleParts, Omit<CodeParts, 'db' | 'clock'> {
  currency: string
}

type Bought = Pick<Sale, 'orderId' | 'serviceId' | 'priceMinor'>

const purposeOf = ({ serviceId, priceMinor }: Bought): CodePurpose => `service ${serviceId} ${priceMinor}`

/**
 * Mails an order's payer a code for buying one service at its price. Throws order.not_found, service.not_now,
 * service.not_found, service.price_changed, service.price_not_agreed, service.no_way, mail.*.
 */
export async function mailServiceCode(parts: AgreeParts, bought: Bought, language: Language): Promise<void> {
  const { db, paymentService, mailer, currency } = parts
  const { orderId } = bought
  await inRepeatableTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new Failure('order.not_found')
    if (!maySell(order)) throw new Failure('service.not_now')
    const service = await findAtPrice(tx, order, bought)
    checkAgreed(service)
    const way = wayOf(
      order,
      await paymentService.listFiles(tx, orderId, 'charging'),
      paymentService.connected,
    )
    const payer = await findPayer(tx, order)
    if (!way || way.by === 'sbp' || !payer) throw new Failure('service.no_way')
    const code = await makeCode(tx, parts, order, purposeOf(bought))
    const spoken = payer.language ?? language
    const price = formatsOf(spoken, currency).money(service.priceMinor)
    await mailer.sendLimited(
      tx,
      { orderId },
      {
        to: payer.email,
        language: spoken,
        name: 'serviceCode' as const,
        values: { code, price, service: service.names[spoken], order: String(orderId) },
      },
    )
  })
}

/** How the buyer proves the agreement: with a mailed code, or with a card entered for this purchase. */
interface Shown {
  code: string | null | undefined
  /** the card that pays instead of the order's card; null: none was entered */
  card: PaidWith | null
  /** the error if there is nobody to mail a code to and no card was entered */
  otherwise: 'service.card_needed' | 'service.no_way'
  remoteAddress: string
}

/**
 * How the buyer of a service agrees to its price: with the code that was mailed for it, or, if there is nobody to mail one to, with a
 * card entered for it. Counts an attempt at the code. The agreement throws payment.code_invalid, service.card_needed, service.no_way.
 */
export async function agreementTo(
  parts: AgreeParts,
  bought: Bought,
  { code, card, otherwise, remoteAddress }: Shown,
): Promise<Sale['agree']> {
  const { orderId, priceMinor: amountMinor } = bought
  const given = code ? { orderId, purpose: purposeOf(bought), code } : null
  if (given) await checkCode(parts, given)
  return async (tx, order, way) => {
    const noted = { orderId, amountMinor, at: parts.clock.now(), remoteAddress }
    if (given) {
      await spendCode(tx, parts, given)
      await recordAgreement(tx, { ...noted, by: 'code' })
      return null
    }
    if (way.by === 'account' || (await findPayer(tx, order))) throw new Failure('payment.code_invalid')
    if (!card) throw new Failure(otherwise)
    await recordAgreement(tx, { ...noted, by: 'card' })
    return card
  }
}
