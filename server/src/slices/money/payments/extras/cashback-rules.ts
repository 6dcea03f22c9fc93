import type { Payment } from '../store.ts'

/** The cashback that was promised with an order, and its driver. */
export interface Cashback {
  orderId: number
  driverId: number
  /** of the location when the order ended */
  percent: number
  reservationMinor: number
  amountMinor: number
  /** YYYY-MM-DD; it is credited when that month is over */
  businessDay: string
  /** how often it was posted */
  posted: number
  creditedAt: Date | null
}

/** What drivers pay themselves. */
const earning: ReadonlySet<Payment['methodType']> = new Set(['card', 'sbp', 'account'])

type Earning = Pick<
  Payment,
  'status' | 'methodType' | 'driverId' | 'capturedMinor' | 'refundedMinor' | 'chargedBackMinor'
>

/** Percent of what is left of the captured part for charging, rounded down. */
export function cashbackOf(payment: Earning, percent: number, reservationMinor: number): number {
  if (payment.driverId === null || !earning.has(payment.methodType)) return 0
  const left = payment.capturedMinor - payment.refundedMinor - payment.chargedBackMinor - reservationMinor
  return Math.floor((Math.max(0, left) * percent) / 100)
}

/** What is promised by now of an order's payment; null: nothing, and nothing was. */
export function cashbackAfter(
  last: Cashback | null,
  payment: Earning & Pick<Payment, 'orderId' | 'businessDay'>,
  terms: { percent: number; reservationMinor: number },
): Cashback | null {
  const percent = last?.percent ?? terms.percent
  const amountMinor = cashbackOf(payment, percent, terms.reservationMinor)
  const { orderId, driverId, businessDay } = payment
  const isSame =
    last !== null && (driverId ?? last.driverId) === last.driverId && amountMinor === last.amountMinor
  if (isSame || (!last && amountMinor === 0)) return last
  return {
    orderId,
    percent,
    amountMinor,
    reservationMinor: terms.reservationMinor,
    // without a driver the amount is 0, so there was cashback before
    driverId: driverId ?? last!.driverId,
    businessDay: last?.businessDay ?? businessDay,
    posted: (last?.posted ?? 0) + 1,
    creditedAt: last?.creditedAt ?? null,
  }
}

/** What moves where a promise became another: it is taken back from who had it, and of what is credited already as well. */
export function promisesOf(
  last: Cashback | null,
  next: Cashback,
): { driverId: number; amountMinor: number }[] {
  if (last?.driverId === next.driverId)
    return [{ driverId: next.driverId, amountMinor: next.amountMinor - last.amountMinor }]
  return [
    ...(last ? [{ driverId: last.driverId, amountMinor: -last.amountMinor }] : []),
    { driverId: next.driverId, amountMinor: next.amountMinor },
  ]
}
