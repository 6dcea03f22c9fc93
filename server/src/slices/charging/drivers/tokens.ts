import type { PaymentMethodType } from '@stationmaster/contract'

/** A card that we know. `driverId` is null for a card of the network's own. */
export interface KnownToken {
  token: string
  driverId: number | null
  /** it, or its driver */
  blocked: boolean
  /** nothing begins that costs: its driver owes too much, or was to pay by a card that is not there */
  noCredit: boolean
  /** from when on it is not good any more */
  expiresAt: Date | null
  group: string | null
  /** how what it starts is paid */
  paymentMethodType: PaymentMethodType
}

/** OCPP compares tokens, and groups, without regard to case. */
export const tokenKey = (token: string): string => token.toUpperCase()
