import type { PlaceFeature, PublicLocation } from '@stationmaster/contract'
import { multilingual, textOf, versioned, type XmlNode } from './xml.ts'

/** Who publishes, and where people find more. */
export interface Publisher {
  /** the operator's party, as roaming partners know it; null: nobody has named it */
  party: { countryCode: string; partyId: string; name: string; website: string | null } | null
  supportPhone: string | null
  publicUrl: string | null
}

const isCode = (country: string) => /^[A-Za-z]{2}$/.test(country)

/** Where a location is: its point, and its address. */
export function locationReferenceOf({ coordinates, ...location }: PublicLocation): XmlNode {
  const point = coordinates && { 'loc:latitude': coordinates.lat, 'loc:longitude': coordinates.lng }
  const { street, city, postal_code: postcode, country } = location
  const lines = [
    { type: 'street', text: street },
    // DATEX II takes a country by its code only
    { type: 'generalTextLine', text: isCode(country) ? '' : country },
  ].filter(({ text }) => text !== '')
  return {
    '@xsi:type': 'loc:PointLocation',
    'loc:coordinatesForDisplay': point ?? undefined,
    'loc:_locationExtension': {
      'loc:afirFacilityLocation': {
        'afac:address': {
          'locx:postcode': postcode === '' ? undefined : textOf(postcode),
          'locx:city': multilingual(city),
          'locx:countryCode': isCode(country) ? country.toUpperCase() : undefined,
          'locx:addressLine': lines.map(({ type, text }, nth) => ({
            '@order': nth,
            'locx:type': type,
            'locx:text': multilingual(text),
          })),
        },
      },
    },
    'loc:pointByCoordinates': point ? { 'loc:pointCoordinates': point } : undefined,
  }
}

/** The operator of all locations; undefined where nobody has named it. */
export function operatorOf({ party }: Publisher): XmlNode {
  if (!party) return undefined
  return {
    '@xsi:type': 'afac:AnOrganisation',
    'afac:name': multilingual(party.name),
    'afac:linkToGeneralInformation': party.website ?? undefined,
    'afac:externalIdentifier': {
      'afac:identifier': `${party.countryCode}*${party.partyId}`,
      'afac:otherTypeOfIdentifier': 'operatorId',
    },
  }
}

/** The telephone that drivers call. */
export function helpdeskOf({ party, supportPhone }: Publisher): XmlNode {
  if (supportPhone === null) return undefined
  return {
    '@xsi:type': 'afac:AnOrganisation',
    'afac:name': multilingual(party?.name ?? 'Help for drivers', party ? undefined : 'en'),
    'afac:organisationUnit': {
      'afac:contactInformation': { 'afac:telephoneNumber': textOf(supportPhone) },
    },
  }
}

const equipment: Partial<Record<PlaceFeature, string>> = {
  toilets: 'toilet',
  wifi: 'internetWireless',
  playground: 'playground',
}
const services: Partial<Record<PlaceFeature, string>> = { food: 'restaurant', shop: 'shop', hotel: 'hotel' }

/** What a location has beside charging. */
export const supplementsOf = ({ id, features }: PublicLocation): XmlNode[] =>
  features.flatMap((feature): XmlNode[] => {
    const own = `site-${id}-${feature}`
    if (equipment[feature])
      return [
        {
          '@xsi:type': 'afac:SupplementalEquipment',
          ...versioned(own, { 'afac:equipmentType': equipment[feature] }),
        },
      ]
    if (services[feature])
      return [
        {
          '@xsi:type': 'afac:SupplementalServiceFacility',
          ...versioned(own, { 'afac:serviceFacilityType': services[feature] }),
        },
      ]
    return []
  })

/** Light and roof, where they are known. */
export function amenitiesOf({ features }: PublicLocation): XmlNode {
  const [lit, roofed] = [features.includes('lit'), features.includes('roofed')]
  return lit || roofed
    ? { 'afac:illuminated': lit || undefined, 'afac:roofed': roofed || undefined }
    : undefined
}

/** The highest vehicle that comes in. */
export const vehiclesOf = ({ height_limit_cm: height }: PublicLocation): XmlNode =>
  height === null
    ? undefined
    : {
        'com:heightCharacteristic': {
          'com:comparisonOperator': 'lessThanOrEqualTo',
          'com:vehicleHeight': height / 100,
        },
      }
