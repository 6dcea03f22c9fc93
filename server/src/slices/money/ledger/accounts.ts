import type { PaymentMethodType } from '@stationmaster/contract'

/** What is between two colons of an account's name: no colon and no space, so that a name has one reading. */
type Part = string

/**
 * The accounts of the ledger. A balance is debits less credits: what is ours or owed to us is above zero, what we owe is below.
 * The glossary says what each is.
 */
export type Account =
  | `customer_balance:${number}`
  | `fleet_balance:${number}`
  | `cashback_liability:${number}`
  | `provider_clearing:${Part}:${Part}`
  | `terminal:${Part}:${Part}`
  | `owner_payable:${number}`
  | `cash:${number}`
  | 'cash'
  | 'own_revenue'
  | 'agent_income'
  | 'plan_income'
  | 'compensation_cost'
  | 'cashback_cost'
  | 'debt'
  | 'bank'

/** Who took the money, and how. */
export interface Taker {
  methodType: PaymentMethodType
  provider: string
  marketShopId: string
  ownerId: number | null
  driverId: number | null
  /** the company that pays for the driver by invoice; null: none */
  fleetId: number | null
}

/** The account that a way to pay fills: where the money is, or who owes it. */
export function sourceOf({ methodType, provider, marketShopId, ownerId, driverId, fleetId }: Taker): Account {
  switch (methodType) {
    case 'card':
    case 'sbp':
      return `provider_clearing:${provider}:${marketShopId}`
    case 'terminal':
      return `terminal:${provider}:${marketShopId}`
    case 'account':
      if (fleetId !== null) return `fleet_balance:${fleetId}`
      return driverId === null ? 'debt' : `customer_balance:${driverId}`
    case 'cash':
      return ownerId === null ? 'cash' : `cash:${ownerId}`
    case 'compensation':
      return 'compensation_cost'
  }
}

/** Whose the takings are: the owner's, or the network's where a location has none. */
export const dueTo = (ownerId: number | null): Account =>
  ownerId === null ? 'own_revenue' : `owner_payable:${ownerId}`
