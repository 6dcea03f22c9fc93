import type { PaymentMethodType } from '@stationmaster/contract'
import { multiplyDivideRounded } from '@stationmaster/units'

/** Something agreed on from a day (YYYY-MM-DD) on. */
export interface Dated {
  validFrom: string
}

export interface AgreedFee extends Dated {
  agentFeeBp: number
}

export interface BankRate extends Dated {
  provider: string
  methodType: PaymentMethodType
  rateBp: number
}

/** What a location's takings are shared by. */
export interface Terms {
  ownerId: number | null
  /** by owner: an owner who has sold a location keeps the terms for payments before the sale */
  fees: ReadonlyMap<number, readonly AgreedFee[]>
  rates: readonly BankRate[]
}

/** What is in force on a day: the latest that has begun. */
export function inForce<T extends Dated>(list: readonly T[], day: string): T | undefined {
  return list.reduce<T | undefined>(
    (latest, one) => (one.validFrom <= day && (!latest || one.validFrom > latest.validFrom) ? one : latest),
    undefined,
  )
}

interface CapturedPayment {
  methodType: PaymentMethodType
  provider: string
  capturedMinor: number
  /** refunded and charged back */
  givenBackMinor: number
  /** the fee that its provider has reported; null: none */
  providerFeeMinor?: number | null
}

/** Hundredths of a percent of an amount, rounded half up once. */
export const shareOf = (amountMinor: number, basisPoints: number): number =>
  multiplyDivideRounded(amountMinor, basisPoints, 10_000)

/**
 * Who gets what of a payment of a day: the agent's fee on what is left of it, and the bank's commission on all that was taken,
 * which no bank gives back: the reported fee, else the agreed one. Money from a balance, in cash or from us has no bank commission; our own locations have no agent.
 */
export function sharesOf(captured: CapturedPayment, terms: Terms, day: string) {
  const { methodType, provider, capturedMinor, givenBackMinor, providerFeeMinor = null } = captured
  const fee = terms.ownerId === null ? undefined : inForce(terms.fees.get(terms.ownerId) ?? [], day)
  const rate = inForce(
    terms.rates.filter((one) => one.provider === provider && one.methodType === methodType),
    day,
  )
  const isKnown =
    providerFeeMinor !== null && capturedMinor > 0 && (methodType === 'card' || methodType === 'sbp')
  return {
    agentFeeMinor: fee ? shareOf(capturedMinor - givenBackMinor, fee.agentFeeBp) : 0,
    bankCommissionMinor: isKnown ? providerFeeMinor : rate ? shareOf(capturedMinor, rate.rateBp) : 0,
  }
}

/** Whether something may be agreed on from a day: months that are over are closed, since their figures have been reported. */
export const mayBegin = (validFrom: string, today: string): boolean =>
  validFrom.slice(0, 7) >= today.slice(0, 7)

/** Whether something agreed on may still be changed: it has not begun. */
export const mayChange = (validFrom: string, today: string): boolean => validFrom > today
