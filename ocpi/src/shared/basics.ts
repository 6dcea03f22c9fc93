import type { Codec } from '../codec/codec.ts'
import { boolean, number, whole } from '../codec/numbers.ts'
import { listOf, objectOf, optional } from '../codec/objects.ts'
import { ciString, exactText, oneOf, text, url } from '../codec/texts.ts'
import type {
  BusinessDetails,
  DisplayText,
  EnergyMix,
  EnergySource,
  GeoPoint,
  Image,
  Price,
  PriceLimit,
  Role,
} from '../model/index.ts'

/** What the versions write differently, of which everything else is made. */
export interface Words {
  price: Codec<Price>
  priceLimit: Codec<PriceLimit>
  tokenType: Codec<string>
  role: Codec<Role>
  imageCategory: Codec<string>
  environImpact: Codec<string>
  capability: Codec<string>
  facility: Codec<string>
  parkingRestriction: Codec<string>
  parkingType: Codec<string>
  connectorStandard: Codec<string>
}

export const countryCode = ciString(2)
export const partyId = ciString(3)
export const id36 = ciString(36)
/** ISO 4217 */
export const currency = exactText(3)
/** ISO 3166-1 alpha-3 */
export const country = exactText(3)

export const displayText = objectOf<DisplayText>({ language: exactText(2), text: text(512) })

/** Latitude and longitude, of a point or of more. */
export const pointFields = {
  latitude: exactText(10, /^-?\d{1,2}\.\d{5,7}$/),
  longitude: exactText(11, /^-?\d{1,3}\.\d{5,7}$/),
}
export const geoPoint = objectOf<GeoPoint>(pointFields)

export const imageOf = (words: Words) =>
  objectOf<Image>({
    url,
    thumbnail: optional(url),
    category: words.imageCategory,
    type: ciString(4),
    width: optional(whole(0, 99_999)),
    height: optional(whole(0, 99_999)),
  })

export const businessDetailsOf = (words: Words) =>
  objectOf<BusinessDetails>({
    name: text(100),
    website: optional(url),
    logo: optional(imageOf(words)),
  })

const energySources: readonly EnergySource[] = [
  'NUCLEAR',
  'GENERAL_FOSSIL',
  'COAL',
  'GAS',
  'GENERAL_GREEN',
  'SOLAR',
  'WIND',
  'WATER',
]

export const energyMixOf = (words: Words) =>
  objectOf<EnergyMix>({
    isGreenEnergy: boolean,
    energySources: listOf(
      objectOf<EnergyMix['energySources'][number]>({ source: oneOf(energySources), percentage: number }),
    ),
    environImpact: listOf(
      objectOf<EnergyMix['environImpact'][number]>({ category: words.environImpact, amount: number }),
    ),
    supplierName: optional(text(64)),
    energyProductName: optional(text(64)),
  })
