import type { Price } from './common.ts'
import type { CdrToken, ProfileType } from './token.ts'

/** A charging session as it stands now. */
export interface Session {
  countryCode: string
  partyId: string
  id: string
  startDateTime: Date
  endDateTime?: Date
  energyWh: number
  cdrToken: CdrToken
  authMethod: AuthMethod
  authorizationReference?: string
  locationId: string
  /** #NA of a reservation that no session came of, as the connector's */
  evseUid: string
  connectorId: string
  meterId?: string
  currency: string
  chargingPeriods: ChargingPeriod[]
  totalCost?: Price
  status: SessionStatus
  lastUpdated: Date
}

export type AuthMethod = (typeof authMethods)[number]
export const authMethods = ['AUTH_REQUEST', 'COMMAND', 'WHITELIST'] as const

export type SessionStatus = (typeof sessionStatuses)[number]
export const sessionStatuses = ['ACTIVE', 'COMPLETED', 'INVALID', 'PENDING', 'RESERVATION'] as const

/** A part of a session in which no price changes; it ends where the next one begins. */
export interface ChargingPeriod {
  startDateTime: Date
  dimensions: ChargingDimension[]
  tariffId?: string
}

export interface ChargingDimension {
  type: DimensionType
  /** seconds, Wh, W or mA; the state of charge in thousandths of a percent */
  amount: number
}

export type DimensionType = (typeof dimensionTypes)[number]
export const dimensionTypes = [
  'CURRENT',
  'ENERGY',
  'ENERGY_EXPORT',
  'ENERGY_IMPORT',
  'MAX_CURRENT',
  'MIN_CURRENT',
  'MAX_POWER',
  'MIN_POWER',
  'PARKING_TIME',
  'POWER',
  'RESERVATION_TIME',
  'STATE_OF_CHARGE',
  'TIME',
] as const

/** What a driver asks of smart charging in a session. */
export interface ChargingPreferences {
  profileType: ProfileType
  departureTime?: Date
  energyNeedWh?: number
  dischargeAllowed?: boolean
}

export type ChargingPreferencesResponse = (typeof chargingPreferencesResponses)[number]
export const chargingPreferencesResponses = [
  'ACCEPTED',
  'DEPARTURE_REQUIRED',
  'ENERGY_NEED_REQUIRED',
  'NOT_POSSIBLE',
  'PROFILE_TYPE_NOT_SUPPORTED',
] as const
