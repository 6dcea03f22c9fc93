import { DAY_MS } from '@stationmaster/units'
import type { KnownCard } from './cards.ts'

/** How a payment of the sandbox stands; `noticed` and the like are its card's own tricks. */
export interface Payment {
  id: string
  orderRef: string
  method: 'card' | 'sbp'
  state: 'action' | 'held' | 'captured' | 'canceled' | 'failed'
  amount: number
  held: number
  captured: number
  refunded: number
  captures: boolean
  description: string
  returnUrl: string
  notifyUrl: string
  card: KnownCard | null
  methodRef: string | null
  declineCode: string | null
  /** the capture that this card refuses once was refused */
  captureRefused: boolean
  createdAt: string
  holdExpiresAt: string | null
}

/** A call that the sandbox refuses, with the word for it. */
export class Refused extends Error {
  readonly status: number
  readonly code: string

  constructor(code: string, status = 402) {
    super(code)
    this.code = code
    this.status = status
  }
}

const holdMs = 7 * DAY_MS
/** bank commission, in thousandths */
const feePerMille = { card: 28, sbp: 7 } as const

/** A new payment before its card or its driver has spoken. */
export type NewPayment = Pick<
  Payment,
  | 'id'
  | 'orderRef'
  | 'method'
  | 'amount'
  | 'captures'
  | 'description'
  | 'returnUrl'
  | 'notifyUrl'
  | 'card'
  | 'methodRef'
>

/** What becomes of a requested payment; `present`: the driver is there and can answer. */
export function authorize(requested: NewPayment, present: boolean, now: Date): Payment {
  const payment: Payment = {
    ...requested,
    state: 'action',
    held: 0,
    captured: 0,
    refunded: 0,
    declineCode: null,
    captureRefused: false,
    createdAt: now.toISOString(),
    holdExpiresAt: null,
  }
  if (payment.method === 'sbp') return payment
  switch (payment.card?.behaviour) {
    case 'declined':
      return fail(payment, 'card_declined')
    case 'no_money':
      return fail(payment, 'insufficient_funds')
    case 'three_d_secure':
      return present ? payment : approve(payment, now)
    case 'driver_only':
      return present ? approve(payment, now) : fail(payment, 'authentication_required')
    default:
      return approve(payment, now)
  }
}

/** The payment with the driver's consent. */
export function approve(payment: Payment, now: Date): Payment {
  if (payment.state !== 'action') return payment
  const held = { ...payment, held: payment.amount }
  if (payment.captures) return { ...held, state: 'captured', captured: payment.amount }
  return { ...held, state: 'held', holdExpiresAt: new Date(now.getTime() + holdMs).toISOString() }
}

export const fail = (payment: Payment, declineCode: string): Payment =>
  payment.state === 'action' ? { ...payment, state: 'failed', declineCode } : payment

/** The payment with a part of its hold taken and the rest released. */
export function capture(payment: Payment, amount: number): Payment {
  if (payment.state !== 'held') throw new Refused('payment_not_held', 409)
  if (amount <= 0 || amount > payment.held) throw new Refused('amount_too_large', 400)
  return { ...payment, state: 'captured', captured: amount }
}

/** Whether this capture is the one that the card refuses. */
export const refusesCapture = ({ card, captureRefused, state }: Payment): boolean =>
  state === 'held' && card?.behaviour === 'capture_refused_once' && !captureRefused

export function cancel(payment: Payment): Payment {
  if (payment.state === 'captured') throw new Refused('payment_captured', 409)
  return payment.state === 'failed' ? payment : { ...payment, state: 'canceled' }
}

export function refund(payment: Payment, amount: number): Payment {
  if (payment.state !== 'captured') throw new Refused('payment_not_captured', 409)
  if (amount <= 0 || amount > payment.captured - payment.refunded) throw new Refused('amount_too_large', 400)
  return { ...payment, refunded: payment.refunded + amount }
}

/** The payment with its hold released once that has lived long enough. */
export const expired = (payment: Payment, now: Date): Payment =>
  payment.state === 'held' && payment.holdExpiresAt !== null && new Date(payment.holdExpiresAt) <= now
    ? { ...payment, state: 'canceled' }
    : payment

/** A payment as the interface answers it. */
export const answerOf = (payment: Payment, pages: string) => ({
  id: payment.id,
  order_ref: payment.orderRef,
  state: payment.state,
  method: payment.method,
  amount: payment.amount,
  held: payment.held,
  captured: payment.captured,
  refunded: payment.refunded,
  fee:
    payment.state === 'captured' ? Math.round((payment.captured * feePerMille[payment.method]) / 1000) : null,
  decline_code: payment.declineCode,
  method_ref: payment.methodRef,
  card: payment.card && { brand: payment.card.brand, last4: payment.card.last4 },
  created_at: payment.createdAt,
  hold_expires_at: payment.holdExpiresAt,
  action:
    payment.state === 'action'
      ? {
          kind: payment.method === 'sbp' ? 'qr' : 'redirect',
          url: `${pages}/pages/${payment.method === 'sbp' ? 'sbp' : '3ds'}/${payment.id}`,
        }
      : null,
})
