import type { AdmissionStep } from '@stationmaster/contract'

export interface AgreedContract {
  number: string
  /** YYYY-MM-DD */
  validFrom: string
  agentFeeBp: number
}

/** What is there of what an owner has to have before they are let in. */
export type Readiness = Record<AdmissionStep, boolean>

/** What an owner lacks before an administrator can let them in, in the order in which it is done. */
export const missingOf = ({ email, contract, payout }: Readiness): AdmissionStep[] => [
  ...(email ? [] : ['email' as const]),
  ...(contract ? [] : ['contract' as const]),
  ...(payout ? [] : ['payout' as const]),
]

/** Where an owner's takings go. */
export interface PayoutDetails {
  holder: string
  bankName: string
  /** without spaces */
  accountNumber: string
  bic: string
}

/** Whether takings go to the same account, in the same words. */
export const isSame = (one: PayoutDetails, other: PayoutDetails): boolean =>
  one.holder === other.holder &&
  one.bankName === other.bankName &&
  one.accountNumber === other.accountNumber &&
  one.bic === other.bic

/** An account number of which only the last four signs are shown, for the audit log and mails. */
export const masked = (accountNumber: string): string => `…${accountNumber.slice(-4)}`
