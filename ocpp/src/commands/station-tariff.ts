/** A tariff as a station reckons with it, in the neutral language; what it says of hours and days is by the station's local clock. */

/** When a price holds: all that is given must be met. Every lower limit belongs to its range, no upper one does. */
export interface PriceConditions {
  /** HH:MM; a window whose end is not after its start ends at that time of the day after */
  from?: string
  to?: string
  /** the day of the moment; 0 is Sunday */
  daysOfWeek?: number[]
  /** YYYY-MM-DD */
  fromDate?: string
  toDate?: string
  /** since the transaction's start */
  minWh?: number
  maxWh?: number
  minSeconds?: number
  maxSeconds?: number
}

/** A price with the conditions under which it holds; none: always. */
export interface ConditionalPrice {
  /** thousandths of a minor unit, with two decimals at most */
  priceMicro: number
  when?: PriceConditions
}

export interface StationTariff {
  /** of 60 characters at most; another content has another id */
  id: string
  /** ISO 4217; its unit has a hundred minor units */
  currency: string
  /** absent: from now on */
  validFrom?: Date
  /** per kWh; of each list the first price whose conditions are met rules, and where there is none nothing is due */
  energy: ConditionalPrice[]
  /** per minute of the transaction, whether it charges or not */
  time: ConditionalPrice[]
  /** once, by the conditions at the start */
  fee: ConditionalPrice[]
  /** minor units that a transaction costs at least and at most */
  leastMinor?: number
  mostMinor?: number
}

/** What a station says of the tariffs that it can reckon with. */
export interface TariffAbilities {
  /** it understands them */
  available: boolean
  /** it reckons by them */
  enabled: boolean
  /** of hours, days and the like; absent: it does not say */
  conditions?: boolean
}

/** What a transaction has cost by a station's own reckoning. */
export interface ReckonedCost {
  /** with taxes; null: it could not reckon */
  totalMinor: number | null
  currency?: string
  /** the tariff by which it reckoned last */
  tariffId?: string
  /** why it could not */
  failure?: string
  energyWh?: number
  /** from the transaction's begin on */
  seconds?: number
}
