import type { PaymentMethodType } from '@stationmaster/contract'
import type { FleetCredit, PersonalTerms } from './terms/terms.ts'

/** A known card. `driverId` is null for a card of the network itself. */
export interface KnownToken {
  token: string
  driverId: number | null
  /** the card, or its driver, is blocked */
  blocked: boolean
  /** a roaming partner has given it out */
  isPartners: boolean
  /** it begins nothing that costs money: its driver owes too much, or pays by a saved card that does not exist */
  noCredit: boolean
  /** from this time on it is not valid */
  expiresAt: Date | null
  group: string | null
  /** how sessions that it begins are paid */
  paymentMethodType: PaymentMethodType
  /** what its group and its driver agreed about the price */
  terms: PersonalTerms
  /** the company that pays for its sessions; null: none */
  fleet: FleetCredit | null
}

/** OCPP compares tokens, and groups, without regard to case. */
export const tokenKey = (token: string): string => token.toUpperCase()
