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

/** An account number of which only the last four signs are shown, for the audit log. */
export const masked = (accountNumber: string): string => `…${accountNumber.slice(-4)}`
