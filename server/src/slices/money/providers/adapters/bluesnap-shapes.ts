import { z } from 'zod'
import type { ProviderAnswer } from '../call.ts'
import { type PaidWith, type PaymentSnapshot, ProviderRefusal, ProviderUnknown } from '../port.ts'

/** Says something to BlueSnap; what is made carries a key. */
export type Ask = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  key?: string,
) => Promise<ProviderAnswer>

/** Numbers of BlueSnap's come as texts or numbers. */
const ref = z.union([z.string(), z.number()]).transform(String)
const amount = z.coerce.number()
const cardSchema = z.object({ cardLastFourDigits: ref, cardType: z.string() })
const processingInfo = z.object({ processingStatus: z.string() }).optional()

export const transactionSchema = z.object({
  transactionId: ref,
  cardTransactionType: z.enum(['AUTH_ONLY', 'CAPTURE', 'AUTH_CAPTURE', 'AUTH_REVERSAL']),
  amount,
  merchantTransactionId: ref.optional(),
  vaultedShopperId: ref.optional(),
  creditCard: cardSchema.optional(),
  processingInfo,
  refunds: z.object({ refund: z.array(z.object({ amount })).optional() }).optional(),
})
export const chargeSchema = z.object({
  transactionId: ref,
  amount,
  processingInfo,
  paymentSource: z.object({ creditCardInfo: z.object({ creditCard: cardSchema }).optional() }).optional(),
})
export const shopperSchema = z.object({
  vaultedShopperId: ref,
  paymentSources: z
    .object({ creditCardInfo: z.array(z.object({ creditCard: cardSchema })).optional() })
    .optional(),
})
export const subscriptionSchema = z.object({ subscriptionId: ref })
export const refundSchema = z.object({
  refundStatus: z.string().optional(),
  refundTransactionId: ref.optional(),
})
export const reportSchema = z.object({
  data: z.array(
    z.object({
      'Invoice ID': ref.optional(),
      'Merchant Transaction ID': ref.nullish(),
      'Transaction Type': z.string().optional(),
    }),
  ),
})
const refusalSchema = z.object({
  message: z.array(z.object({ errorName: z.string().optional(), code: ref.optional() })).min(1),
})

/** BlueSnap's own word for why it said no. */
export function refusalOf(status: number, body: unknown): string {
  const [first] = refusalSchema.safeParse(body).data?.message ?? []
  return first?.errorName ?? first?.code ?? `status_${status}`
}

const minorOf = (amount: number): number => Math.round(amount * 100)

const nothing = {
  heldMinor: 0,
  capturedMinor: 0,
  refundedMinor: 0,
  holdExpiresAt: null,
  action: null,
  feeMinor: null,
  declineCode: null,
  methodRef: null,
  card: null,
}
const shown = ({ cardType, cardLastFourDigits }: z.output<typeof cardSchema>) => ({
  brand: cardType,
  last4: cardLastFourDigits,
})

function stateOf<S extends PaymentSnapshot['state']>(
  info: z.output<typeof processingInfo>,
  whenDone: S,
): S | 'pending' | 'failed' {
  const status = info?.processingStatus.toUpperCase() ?? 'SUCCESS'
  if (status === 'SUCCESS') return whenDone
  if (status.startsWith('PENDING')) return 'pending'
  if (status === 'FAIL' || status === 'FAILED') return 'failed'
  throw new ProviderUnknown(`status ${status}`)
}

const doneStates = {
  AUTH_ONLY: 'held',
  CAPTURE: 'captured',
  AUTH_CAPTURE: 'captured',
  AUTH_REVERSAL: 'canceled',
} as const

/** How a card transaction stands. */
export function snapshotOf(answer: z.output<typeof transactionSchema>): PaymentSnapshot {
  const state = stateOf(answer.processingInfo, doneStates[answer.cardTransactionType])
  const minor = minorOf(answer.amount)
  return {
    ...nothing,
    paymentRef: answer.transactionId,
    state,
    // once a part is taken, the amount is that part: what was held before is remembered by us
    heldMinor: state === 'held' || state === 'captured' ? minor : 0,
    capturedMinor: state === 'captured' ? minor : 0,
    refundedMinor: minorOf((answer.refunds?.refund ?? []).reduce((sum, one) => sum + one.amount, 0)),
    declineCode: state === 'failed' ? 'declined' : null,
    methodRef: state === 'failed' ? null : (answer.vaultedShopperId ?? null),
    card: answer.creditCard ? shown(answer.creditCard) : null,
  }
}

/** Charges of subscriptions are read in another place than transactions, so their name says which they are. */
const chargePrefix = 'charge-'
export const chargeRefOf = (transactionId: string): string => `${chargePrefix}${transactionId}`

/** BlueSnap's number of the transaction that a payment is, and whether it is a subscription's charge. */
export const transactionOf = (paymentRef: string): { id: string; isCharge: boolean } => {
  const isCharge = paymentRef.startsWith(chargePrefix)
  return { id: isCharge ? paymentRef.slice(chargePrefix.length) : paymentRef, isCharge }
}

/** The state of a subscription's charge: it is captured at once, and its refunds are not reported. */
export function chargeSnapshotOf(answer: z.output<typeof chargeSchema>): PaymentSnapshot {
  const state = stateOf(answer.processingInfo, 'captured')
  const captured = state === 'captured' ? minorOf(answer.amount) : 0
  const card = answer.paymentSource?.creditCardInfo?.creditCard
  return {
    ...nothing,
    paymentRef: chargeRefOf(answer.transactionId),
    state,
    heldMinor: captured,
    capturedMinor: captured,
    declineCode: state === 'failed' ? 'declined' : null,
    card: card ? shown(card) : null,
  }
}

/** A shopper's card, and brand and digits of it. */
export const savedCardOf = ({ paymentSources }: z.output<typeof shopperSchema>): PaymentSnapshot['card'] => {
  const [first] = paymentSources?.creditCardInfo ?? []
  return first ? shown(first.creditCard) : null
}

/** A card as its script in the browser has encrypted it; throws ProviderRefusal where there is none. */
export function creditCardOf(paidWith: PaidWith): object {
  if (!('card' in paidWith)) throw new ProviderRefusal('no_card')
  const { encryptedCardNumber, encryptedSecurityCode, expirationMonth, expirationYear } = paidWith.card
  return {
    encryptedCardNumber,
    encryptedSecurityCode,
    expirationYear,
    expirationMonth: String(expirationMonth).padStart(2, '0'),
  }
}
