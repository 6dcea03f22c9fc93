import type { Payment } from './store.ts'

/** The provider of payments at stations' own terminals; each station is a shop of its own. */
export const stationProvider = 'station'

/** The provider of what is on account of roaming partners: sums by provider tell it apart. */
export const roamingProvider = 'roaming'

type Left = Pick<Payment, 'status' | 'methodType' | 'capturedMinor' | 'refundedMinor' | 'chargedBackMinor'>

/** What may still be refunded of a payment; a requested refund is subtracted until the provider refuses it. */
export const refundableOf = (payment: Left, pendingMinor: number): number =>
  payment.status === 'captured'
    ? payment.capturedMinor - payment.refundedMinor - payment.chargedBackMinor - pendingMinor
    : 0

/** Whether a provider holds the money, so that only it can give it back. */
export const isAtProvider = ({ methodType }: Pick<Payment, 'methodType'>): boolean =>
  methodType === 'card' || methodType === 'sbp'

/** Whether a payment may be booked as paid elsewhere: nobody has taken or given back money for it yet. */
export const mayBook = (payment: Left & Pick<Payment, 'provider'>, pendingMinor: number): boolean =>
  payment.status === 'captured' &&
  payment.provider !== stationProvider &&
  !isAtProvider(payment) &&
  payment.refundedMinor === 0 &&
  payment.chargedBackMinor === 0 &&
  pendingMinor === 0

/** Whether something may be refunded: by us, or by the provider if it still has something of it. */
export const mayRefund = (payment: Left, pendingMinor: number, atProviderMinor: number): boolean =>
  refundableOf(payment, pendingMinor) > 0 && (atProviderMinor > 0 || !isAtProvider(payment))

/** Only what went through a bank can be taken back by one. */
export const mayChargeBack = (payment: Left, pendingMinor: number): boolean =>
  refundableOf(payment, pendingMinor) > 0 && (isAtProvider(payment) || payment.methodType === 'terminal')

/** The day on which another way to pay counts: that of the session, while its month is open. */
export const bookedOn = (businessDay: string, today: string): string =>
  businessDay.slice(0, 7) === today.slice(0, 7) ? businessDay : today
