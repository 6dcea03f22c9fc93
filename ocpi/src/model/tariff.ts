import type { DisplayText, EnergyMix } from './common.ts'

/** A price list. For each dimension the first element with a component of it whose restrictions are met is the price. */
export interface Tariff {
  countryCode: string
  partyId: string
  id: string
  /** ISO 4217 */
  currency: string
  type?: TariffType
  tariffAltText: DisplayText[]
  tariffAltUrl?: string
  minPrice?: PriceLimit
  maxPrice?: PriceLimit
  elements: TariffElement[]
  /** whether the prices of the components have taxes in them; not applicable: there are none */
  taxIncluded: TaxIncluded
  startDateTime?: Date
  endDateTime?: Date
  energyMix?: EnergyMix
  lastUpdated: Date
}

export type TaxIncluded = 'YES' | 'NO' | 'N/A'

export type TariffType = (typeof tariffTypes)[number]
export const tariffTypes = [
  'AD_HOC_PAYMENT',
  'PROFILE_CHEAP',
  'PROFILE_FAST',
  'PROFILE_GREEN',
  'REGULAR',
] as const

/** What a session costs at least or at most, in millionths of the currency's unit. */
export interface PriceLimit {
  beforeTaxesMicro: number
  afterTaxesMicro?: number
}

export interface TariffElement {
  priceComponents: PriceComponent[]
  restrictions?: TariffRestrictions
}

export interface PriceComponent {
  type: TariffDimension
  /** millionths of the currency's unit for a kWh, an hour, or the whole (FLAT) */
  priceMicro: number
  /** in millionths: 19 % is 190,000; absent: no VAT applies */
  vatPpm?: number
  /** billed in steps of so many Wh or seconds */
  stepSize: number
}

export type TariffDimension = (typeof tariffDimensions)[number]
export const tariffDimensions = ['ENERGY', 'FLAT', 'PARKING_TIME', 'TIME'] as const

/** All of them have to be met. Times of day and dates are those of the location's time zone. */
export interface TariffRestrictions {
  /** HH:MM, inclusive */
  startTime?: string
  /** HH:MM, exclusive; before the start: it is that of the next day */
  endTime?: string
  /** YYYY-MM-DD, inclusive */
  startDate?: string
  /** YYYY-MM-DD, exclusive */
  endDate?: string
  minEnergyWh?: number
  maxEnergyWh?: number
  minCurrentMilliamps?: number
  maxCurrentMilliamps?: number
  minPowerWatts?: number
  maxPowerWatts?: number
  /** since the session began, inclusive */
  minDurationSeconds?: number
  /** since the session began, exclusive */
  maxDurationSeconds?: number
  daysOfWeek: DayOfWeek[]
  reservation?: 'RESERVATION' | 'RESERVATION_EXPIRES'
}

export type DayOfWeek = (typeof daysOfWeek)[number]
export const daysOfWeek = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const
