import type { ConnectorType, PublicEvse, PublicLocation, PublicTariff } from '@stationmaster/contract'
import { groupBy } from '../../../../platform/general/group-by.ts'
import {
  amenitiesOf,
  helpdeskOf,
  locationReferenceOf,
  operatorOf,
  type Publisher,
  supplementsOf,
  vehiclesOf,
} from './facilities.ts'
import { operatingHoursOf } from './hours.ts'
import { freeRateOf, type Pricing, rateOf } from './rates.ts'
import { multilingual, versioned, type XmlNode } from './xml.ts'

/** What a location is written from. */
export interface Site {
  location: PublicLocation
  tariffs: readonly PublicTariff[]
}

const connectorTypes: Record<ConnectorType, string> = {
  'Type 1': 'iec62196T1',
  'Type 2': 'iec62196T2',
  CHAdeMO: 'chademo',
  Schuko: 'domesticFType',
  '3-pin': 'domesticGType',
  CCS: 'iec62196T2COMBO',
  'CCS 1': 'iec62196T1COMBO',
  'CCS 2': 'iec62196T2COMBO',
  'GB/T AC': 'other',
  'GB/T DC': 'other',
  Tesla: 'teslaConnectorEurope',
}

export const siteId = ({ id }: PublicLocation): string => `site-${id}`
/** Numbers of stations are those of their location. */
export const stationId = ({ id }: PublicLocation, number: number): string => `station-${id}-${number}`
export const refillPointId = ({ uid }: PublicEvse): string => `evse-${uid}`

/** The stations of a location, each by its EVSEs. */
export const stationsOf = ({ evses }: PublicLocation) =>
  groupBy(evses, ({ station_number: number }) => number)

/** A location with its stations, EVSEs, connectors and prices, as it is apart from its status. */
export function siteOf(
  { location, tariffs }: Site,
  publisher: Publisher,
  pricing: Omit<Pricing, 'idle'>,
): XmlNode {
  const address = publisher.publicUrl && new URL(`/network/${location.id}`, publisher.publicUrl).href
  const rates = new Rates(location, tariffs, {
    ...pricing,
    idle: location.idle,
  })
  const { name, features, opening_hours: periods, photos } = location
  return versioned(siteId(location), {
    'afac:name': multilingual(name),
    'afac:accessibility': features.includes('wheelchair') ? 'wheelChairAccessible' : undefined,
    'afac:additionalInformation': features.includes('barrier')
      ? multilingual('behind a barrier', 'en')
      : undefined,
    'afac:informationWebsite': address ? { 'com:urlLinkAddress': address } : undefined,
    'afac:photoUrl': publisher.publicUrl
      ? photos.map(({ url }) => ({ 'com:urlLinkAddress': new URL(url, publisher.publicUrl ?? '').href }))
      : undefined,
    'afac:operatingHours': operatingHoursOf(`hours-${location.id}`, periods),
    'afac:locationReference': locationReferenceOf(location),
    'afac:operator': operatorOf(publisher),
    'afac:helpdesk': helpdeskOf(publisher),
    'afac:applicableForVehicles': vehiclesOf(location),
    'afac:amenities': amenitiesOf(location),
    'afac:supplementalFacility': supplementsOf(location),
    'aegi:energyInfrastructureStation': [...stationsOf(location)].map(([number, evses]) =>
      versioned(stationId(location, number), {
        'afac:name': multilingual(String(number)),
        'aegi:totalMaximumPower': evses.reduce((sum, evse) => sum + strongest(evse).power * 1000, 0),
        'aegi:numberOfRefillPoints': evses.length,
        'aegi:serviceType': { 'aegi:serviceType': 'unattended' },
        'aegi:refillPoint': evses.map((evse) => refillPointOf(evse, publisher, rates)),
      }),
    ),
  })
}

function refillPointOf(evse: PublicEvse, { party }: Publisher, rates: Rates): XmlNode {
  const { connectors } = evse
  return {
    '@xsi:type': 'aegi:ElectricChargingPoint',
    ...versioned(refillPointId(evse), {
      'afac:externalIdentifier': party
        ? {
            'afac:identifier': `${party.countryCode}*${party.partyId}*E${evse.uid}`,
            'afac:typeOfIdentifier': { '@_extendedValue': 'evseId', '#text': '_extended' },
          }
        : undefined,
      'aegi:deliveryUnit': 'kWh',
      'aegi:energyProduct': { '@xsi:type': 'aegi:ElectricEnergy', ...rates.of(evse) },
      'aegi:currentType': strongest(evse).current.toLowerCase(),
      'aegi:usageType': 'electricVehicle',
      'aegi:numberOfConnectors': connectors.length,
      'aegi:availableChargingPower': [...new Set(connectors.map(({ power }) => power * 1000))],
      'aegi:connector': connectors.map(({ type, power }) => ({
        'aegi:connectorType': connectorTypes[type],
        'aegi:otherConnector': connectorTypes[type] === 'other' ? type : undefined,
        'aegi:maxPowerAtSocket': power * 1000,
      })),
    }),
  }
}

/** The connector of an EVSE that gives the most; an EVSE has one at least. */
const strongest = ({ connectors }: PublicEvse) =>
  connectors.reduce((most, one) => (one.power > most.power ? one : most))

/** The rates of a location: each is written where it comes first, and named where it comes again. */
class Rates {
  readonly #location: PublicLocation
  readonly #tariffs: ReadonlyMap<number, PublicTariff>
  readonly #pricing: Pricing
  readonly #written = new Set<string>()

  constructor(location: PublicLocation, tariffs: readonly PublicTariff[], pricing: Pricing) {
    this.#location = location
    this.#tariffs = new Map(tariffs.map((one) => [one.id, one]))
    this.#pricing = pricing
  }

  of({ connectors }: PublicEvse): Record<string, XmlNode> {
    const ids = [...new Set(connectors.map(({ tariff_id: id }) => id))].map((id) => ({
      id: `rate-${this.#location.id}-${id ?? 'free'}`,
      tariff: id === null ? undefined : this.#tariffs.get(id),
    }))
    const known = ids.filter(({ id }) => this.#written.has(id))
    const fresh = ids.filter(({ id }) => !this.#written.has(id))
    for (const { id } of fresh) this.#written.add(id)
    return {
      'aegi:energyRateByReference': known.map(({ id }) => ({ '@id': id, '@targetClass': 'aegi:EnergyRate' })),
      'aegi:energyRate': fresh.map(({ id, tariff }) =>
        tariff ? rateOf(id, tariff, this.#pricing) : freeRateOf(id, this.#pricing.currency),
      ),
    }
  }
}
