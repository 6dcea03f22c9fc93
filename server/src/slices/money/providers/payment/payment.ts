import type { Schema } from '../../../../platform/schema/schema.ts'
import type { PaymentAction, PaymentSnapshot, ProviderMethod } from '../port.ts'

/** How one attempt to be paid at a provider stands; the last three are final. */
export const providerPaymentStates = [
  'created',
  'pending',
  'action',
  'held',
  'captured',
  'canceled',
  'failed',
] as const
export type ProviderPaymentState = (typeof providerPaymentStates)[number]

/** What of an order is paid. */
export type Payable = Schema['payments']['purpose']

/** What a payment is for; check: for nothing, a card is tried that its driver saves; top_up: the driver's balance. */
export type PaymentPurpose = Schema['provider_payments']['purpose']

/** The purpose of one service that was sold, by its number. */
export const servicePurpose = (soldId: number): Payable => `service:${soldId}`

/** The number of the service that is paid; null: it is the order's own charging or car. */
export const soldOf = (purpose: PaymentPurpose): number | null =>
  purpose.startsWith('service:') ? Number(purpose.slice('service:'.length)) : null

/** The purpose of what was handed over of a debt, by its number. */
export const bookedPurpose = (of: 'charging' | 'parking', id: number): Payable => `${of}:${id}`

/** Which debt something was handed over of, and its number; null: it is no such payment. */
export function bookedOf(purpose: PaymentPurpose): { of: 'charging' | 'parking'; id: number } | null {
  const [of, id] = purpose.split(':')
  return id !== undefined && (of === 'charging' || of === 'parking') ? { of, id: Number(id) } : null
}

/** A payment at a provider; what it holds, took, released and gave back is what the provider has confirmed. */
export interface ProviderPayment {
  id: number
  /** null: it is of a driver alone */
  orderId: number | null
  /** who pays into the balance, or has a card checked; null: it is of an order */
  driverId: number | null
  purpose: PaymentPurpose
  provider: string
  /** the provider's number of our shop there */
  marketShopId: string
  method: ProviderMethod
  state: ProviderPaymentState
  /** requested */
  amountMinor: number
  /** all that was ever held; a capture or release does not change it */
  heldMinor: number
  capturedMinor: number
  canceledMinor: number
  refundedMinor: number
  feeMinor: number | null
  paymentRef: string | null
  methodRef: string | null
  cardBrand: string | null
  cardLast4: string | null
  action: PaymentAction | null
  declineCode: string | null
  holdExpiresAt: Date | null
  /** its method is not charged again by itself */
  once: boolean
  /** the provider has reported an impossible state: a person has to look at it */
  contradicted: boolean
}

/** A payment of an order. */
export type OrderPayment = ProviderPayment & { orderId: number }
export const isOfOrder = (payment: ProviderPayment): payment is OrderPayment => payment.orderId !== null

const ranks: Record<ProviderPaymentState, number> = {
  created: 0,
  pending: 1,
  action: 1,
  held: 2,
  captured: 3,
  canceled: 3,
  failed: 3,
}

export const isFinal = ({ state }: Pick<ProviderPayment, 'state'>): boolean => ranks[state] === 3

/** True while the driver may still pay, or the provider still thinks. */
export const isUndecided = ({ state }: Pick<ProviderPayment, 'state'>): boolean => ranks[state] < 2

/** Whether the amounts of a snapshot are possible: captured <= held, refunded <= captured, held <= requested. */
const isPossible = (snapshot: PaymentSnapshot, { amountMinor }: ProviderPayment): boolean =>
  snapshot.heldMinor <= amountMinor &&
  snapshot.capturedMinor <= snapshot.heldMinor &&
  snapshot.refundedMinor <= snapshot.capturedMinor &&
  Math.min(snapshot.heldMinor, snapshot.capturedMinor, snapshot.refundedMinor) >= 0

const contradicted = (payment: ProviderPayment): ProviderPayment => ({ ...payment, contradicted: true })

/**
 * The payment with what its provider tells. Pictures come late and in any order, so an older one changes nothing, a final
 * state stays, and what goes back only grows.
 */
export function merge(payment: ProviderPayment, snapshot: PaymentSnapshot): ProviderPayment {
  if (payment.paymentRef !== null && payment.paymentRef !== snapshot.paymentRef) return contradicted(payment)
  if (!isPossible(snapshot, payment)) return contradicted(payment)
  if (ranks[snapshot.state] < ranks[payment.state]) return payment
  if (isFinal(payment)) return mergeFinal(payment, snapshot)
  const kept = {
    ...payment,
    state: snapshot.state,
    paymentRef: snapshot.paymentRef,
    methodRef: snapshot.methodRef ?? payment.methodRef,
    cardBrand: snapshot.card?.brand ?? payment.cardBrand,
    cardLast4: snapshot.card?.last4 ?? payment.cardLast4,
    feeMinor: snapshot.feeMinor ?? payment.feeMinor,
    holdExpiresAt: snapshot.holdExpiresAt ?? payment.holdExpiresAt,
    action: snapshot.state === 'action' ? snapshot.action : null,
    declineCode: snapshot.declineCode,
  }
  const heldMinor = Math.max(payment.heldMinor, snapshot.heldMinor)
  if (snapshot.state === 'captured')
    return {
      ...kept,
      heldMinor,
      capturedMinor: snapshot.capturedMinor,
      canceledMinor: heldMinor - snapshot.capturedMinor,
      refundedMinor: snapshot.refundedMinor,
    }
  if (snapshot.state === 'canceled' || snapshot.state === 'failed')
    // what was held once was released, whatever the provider calls it
    return {
      ...kept,
      state: heldMinor > 0 ? 'canceled' : snapshot.state,
      heldMinor,
      canceledMinor: heldMinor,
    }
  return { ...kept, heldMinor }
}

function mergeFinal(payment: ProviderPayment, snapshot: PaymentSnapshot): ProviderPayment {
  const took = snapshot.state === 'captured' ? snapshot.capturedMinor : 0
  if (took !== payment.capturedMinor) return contradicted(payment)
  const feeMinor = snapshot.feeMinor ?? payment.feeMinor
  return { ...payment, feeMinor, refundedMinor: Math.max(payment.refundedMinor, snapshot.refundedMinor) }
}

/** The payment after the provider refused to authorise it: nothing was held. */
export const declined = (payment: ProviderPayment, code: string): ProviderPayment =>
  isUndecided(payment) ? { ...payment, state: 'failed', action: null, declineCode: code } : payment

const movements = [
  'state',
  'heldMinor',
  'capturedMinor',
  'canceledMinor',
  'refundedMinor',
  'feeMinor',
  'contradicted',
] as const

/** Whether somebody has to be notified of it. */
export const hasMoved = (before: ProviderPayment, after: ProviderPayment): boolean =>
  movements.some((property) => before[property] !== after[property])
