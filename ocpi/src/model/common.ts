/** A value of a list that may grow: the known ones, or any other that a partner has. */
export type Open<Known extends string> = Known | (string & {})

/** A text for drivers in one language (ISO 639-1). */
export interface DisplayText {
  language: string
  text: string
}

/** An amount of money, in millionths of the currency's unit. */
export interface Price {
  beforeTaxesMicro: number
  /** every tax on it; absent: not known, which is not the same as none */
  taxes?: TaxAmount[]
}

export interface TaxAmount {
  name: string
  accountNumber?: string
  /** in millionths: 19 % is 190,000 */
  ratePpm?: number
  amountMicro: number
}

/** A point in decimal degrees, as text with five to seven decimals. */
export interface GeoPoint {
  latitude: string
  longitude: string
}

export interface Image {
  url: string
  thumbnail?: string
  category: Open<'CHARGER' | 'ENTRANCE' | 'LOCATION' | 'NETWORK' | 'OPERATOR' | 'OTHER' | 'OWNER'>
  /** the kind of file: gif, jpeg, png, svg */
  type: string
  /** in pixels */
  width?: number
  /** in pixels */
  height?: number
}

export interface BusinessDetails {
  name: string
  website?: string
  logo?: Image
}

export interface EnergyMix {
  isGreenEnergy: boolean
  energySources: { source: EnergySource; percentage: number }[]
  /** grams for each kWh */
  environImpact: { category: Open<'NUCLEAR_WASTE' | 'CARBON_DIOXIDE'>; amount: number }[]
  supplierName?: string
  energyProductName?: string
}

export type EnergySource =
  | 'NUCLEAR'
  | 'GENERAL_FOSSIL'
  | 'COAL'
  | 'GAS'
  | 'GENERAL_GREEN'
  | 'SOLAR'
  | 'WIND'
  | 'WATER'
