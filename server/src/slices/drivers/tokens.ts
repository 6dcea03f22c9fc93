import type { PaymentMethodType } from '@stationmaster/contract'

/** A card that we know. `driverId` is null for a card of the network's own. */
export interface KnownToken {
  token: string
  driverId: number | null
  /** it, or its driver */
  blocked: boolean
  /** its driver owes so much that nothing begins any more */
  owes: boolean
  /** from when on it is not good any more */
  expiresAt: Date | null
  group: string | null
  /** how what it starts is paid */
  paymentMethodType: PaymentMethodType
}

/** OCPP compares tokens, and groups, without regard to case. */
export const tokenKey = (token: string): string => token.toUpperCase()
