import type { ConnectorType, OpeningPeriod } from '@stationmaster/contract'
import type {
  Capability,
  Connector,
  Evse,
  EvseStatus,
  Facility,
  Hours,
  Image,
  Location,
} from '@stationmaster/ocpi'
import { groupBy } from '../../../../platform/general/group-by.ts'
import type { ListedRow } from '../../../places/locations/store.ts'
import type { Abilities } from '../../../stations/stations/description/abilities.ts'
import type { ListedConnector } from '../../../stations/stations/lists/listed-store.ts'
import { connectorStatus } from '../../../stations/stations/status/status.ts'
import { countryCodeOf } from './countries.ts'

/** Who we are, and where we are reached. */
export interface Publisher {
  countryCode: string
  partyId: string
  name: string
  website: string | null
  /** without a slash at the end */
  base: string
  helpPhone: string | null
  /** what all locations are charged from; null: nothing is said of it */
  greenEnergy: boolean | null
  energySupplier: string | null
  energyProduct: string | null
}

/** What stands at a location. */
export interface Stands {
  connectors: readonly ListedConnector[]
  /** the published tariffs of each connector, as partners name them */
  tariffIds: ReadonlyMap<number, readonly string[]>
  /** what stations say that they can do, by their ids */
  abilities: ReadonlyMap<string, Abilities>
}

/** Why partners cannot be shown a location. */
export type Missing = 'point' | 'country' | 'connectors'

/** What a location lacks to be shown to partners. */
export function missingOf(row: Pick<ListedRow, 'lat' | 'lng' | 'country'>, connectors: number): Missing[] {
  const found: [Missing, boolean][] = [
    ['point', row.lat === null || row.lng === null],
    ['country', countryCodeOf(row.country) === undefined],
    ['connectors', connectors === 0],
  ]
  return found.filter(([, isMissing]) => isMissing).map(([name]) => name)
}

/** Every change is stamped when it is stored; until then this stands in its place. */
export const unstamped = new Date(0)

/** A location as partners see it; undefined: it lacks something that they must know. */
export function locationOf(
  row: ListedRow,
  { connectors, ...stands }: Stands,
  by: Publisher,
): Location | undefined {
  const country = countryCodeOf(row.country)
  const { lat, lng } = row
  if (lat === null || lng === null || country === undefined || connectors.length === 0) return undefined
  const evses = groupBy(connectors, ({ stationId, evseNumber }) => `${evseNumber} ${stationId}`)
  return {
    countryCode: by.countryCode,
    partyId: by.partyId,
    id: String(row.id),
    publish: true,
    publishAllowedTo: [],
    name: row.name,
    address: row.street,
    city: row.city,
    ...(row.postal_code ? { postalCode: row.postal_code } : {}),
    country,
    coordinates: { latitude: lat.toFixed(6), longitude: lng.toFixed(6) },
    relatedLocations: [],
    evses: [...evses.values()].map((own) => evseOf(own, stands, by)),
    parkingPlaces: [],
    directions: [],
    operator: { name: by.name, ...(by.website ? { website: by.website } : {}) },
    facilities: facilitiesOf(row.features),
    timeZone: row.time_zone,
    openingTimes: hoursOf(row.opening_hours),
    images: row.photos.map(({ sizes }) => imageOf(sizes, by.base)).filter((image) => image !== undefined),
    ...energyMixOf(by),
    ...(by.helpPhone ? { helpPhone: by.helpPhone } : {}),
    lastUpdated: unstamped,
  }
}

/** From what it is charged, as far as the operator says so. */
function energyMixOf({ greenEnergy, energySupplier, energyProduct }: Publisher): Pick<Location, 'energyMix'> {
  if (greenEnergy === null) return {}
  return {
    energyMix: {
      isGreenEnergy: greenEnergy,
      energySources: [],
      environImpact: [],
      ...(energySupplier ? { supplierName: energySupplier } : {}),
      ...(energyProduct ? { energyProductName: energyProduct } : {}),
    },
  }
}

/** How partners know an EVSE: by the lowest number of its connectors, which is never used again. */
export const evseUidOf = (own: readonly Pick<ListedConnector, 'id'>[]): string =>
  String(Math.min(...own.map(({ id }) => id)))

function evseOf(
  own: readonly ListedConnector[],
  { tariffIds, abilities }: Omit<Stands, 'connectors'>,
  by: Publisher,
): Evse {
  const uid = evseUidOf(own)
  return {
    uid,
    evseId: `${by.countryCode}*${by.partyId}*E${uid}`,
    status: evseStatusOf(own),
    statusSchedule: [],
    capabilities: capabilitiesOf(own, abilities.get(own[0]?.stationId ?? '')),
    connectors: own.map((connector) => connectorOf(connector, tariffIds.get(connector.id) ?? [])),
    physicalReference: String(own[0]?.stationNumber ?? ''),
    directions: [],
    parkingRestrictions: [],
    parking: [],
    images: [],
    acceptedServiceProviders: [],
    lastUpdated: unstamped,
  }
}

function evseStatusOf(own: readonly ListedConnector[]): EvseStatus {
  if (own.some(({ maintenanceUntil }) => maintenanceUntil !== null)) return 'INOPERATIVE'
  const statuses = own.map(connectorStatus)
  if (own.some(({ online, ocppStatus }) => online && ocppStatus === 'Reserved')) return 'RESERVED'
  if (statuses.includes('busy')) return 'CHARGING'
  if (statuses.includes('available')) return 'AVAILABLE'
  if (statuses.includes('offline')) return 'UNKNOWN'
  return statuses.includes('faulted') ? 'OUTOFORDER' : 'INOPERATIVE'
}

/**
 * What partners may ask of an EVSE: limits of a session, unless its station says that it takes none; a reservation, where it says that it
 * keeps them; to unlock a cable that is not the station's own. With several connectors a start has to name one.
 */
const capabilitiesOf = (
  own: readonly ListedConnector[],
  { profiles, reservations }: Abilities = { profiles: null, reservations: null },
): Capability[] => [
  'REMOTE_START_STOP_CAPABLE',
  'RFID_READER',
  ...(profiles === false ? [] : (['CHARGING_PROFILE_CAPABLE'] as const)),
  ...(reservations ? (['RESERVABLE'] as const) : []),
  ...(own.some((connector) => formatOf(connector) === 'SOCKET') ? (['UNLOCK_CAPABLE'] as const) : []),
  ...(own.length > 1 ? (['START_SESSION_CONNECTOR_REQUIRED'] as const) : []),
]

/** The standard of each type, and whether a cable hangs on it where current alternates; a cable always does with direct current. */
const plugs: Record<ConnectorType, [Connector['standard'], Connector['format']]> = {
  'Type 1': ['IEC_62196_T1', 'CABLE'],
  'Type 2': ['IEC_62196_T2', 'SOCKET'],
  CHAdeMO: ['CHADEMO', 'CABLE'],
  Schuko: ['DOMESTIC_F', 'SOCKET'],
  '3-pin': ['DOMESTIC_G', 'SOCKET'],
  CCS: ['IEC_62196_T2_COMBO', 'CABLE'],
  'CCS 1': ['IEC_62196_T1_COMBO', 'CABLE'],
  'CCS 2': ['IEC_62196_T2_COMBO', 'CABLE'],
  'GB/T AC': ['GBT_AC', 'SOCKET'],
  'GB/T DC': ['GBT_DC', 'CABLE'],
  Tesla: ['TESLA_S', 'CABLE'],
}

const formatOf = ({ type, current }: ListedConnector): Connector['format'] =>
  current === 'DC' ? 'CABLE' : plugs[type][1]

function connectorOf(connector: ListedConnector, tariffIds: readonly string[]): Connector {
  const { number, type, current, powerW } = connector
  return {
    id: String(number),
    standard: plugs[type][0],
    format: formatOf(connector),
    ...electricalOf(current, powerW),
    maxElectricPower: powerW,
    tariffIds: [...tariffIds],
    capabilities: [],
    lastUpdated: unstamped,
  }
}

/** Only power is known for certain: volts and amperes are those with which it is usually reached. */
function electricalOf(
  current: ListedConnector['current'],
  powerW: number,
): Pick<Connector, 'powerType' | 'maxVoltage' | 'maxAmperage'> {
  if (current === 'DC') {
    const maxVoltage = powerW > 100_000 ? 920 : 500
    return { powerType: 'DC', maxVoltage, maxAmperage: Math.ceil(powerW / maxVoltage) }
  }
  const phases = powerW > 7400 ? 3 : 1
  return {
    powerType: phases === 3 ? 'AC_3_PHASE' : 'AC_1_PHASE',
    maxVoltage: 230,
    maxAmperage: Math.round(powerW / phases / 230),
  }
}

const facilities: Readonly<Record<string, Facility>> = {
  food: 'RESTAURANT',
  shop: 'SUPERMARKET',
  wifi: 'WIFI',
  playground: 'RECREATION_AREA',
  hotel: 'HOTEL',
}

const facilitiesOf = (features: readonly string[]): Facility[] =>
  features.flatMap((feature) => (Object.hasOwn(facilities, feature) ? (facilities[feature] ?? []) : []))

/** Hours of a week; what runs over midnight is two, as the standard's end lies behind its begin. */
function hoursOf(periods: readonly OpeningPeriod[] | null): Hours {
  const regular = (periods ?? []).flatMap(({ day, opens_at, closes_at }) => {
    const [from, to] = [clock(opens_at), clock(closes_at)]
    const next = (day + 1) % 7
    if (closes_at > opens_at) return [regularOf(day, from, to)]
    return [regularOf(day, from, lastMinute), ...(closes_at > '0000' ? [regularOf(next, '00:00', to)] : [])]
  })
  return {
    // a site without any hours is closed, and not open all the time
    twentyfourseven: periods === null,
    regularHours: regular.sort((a, b) => a.weekday - b.weekday || a.periodBegin.localeCompare(b.periodBegin)),
    exceptionalOpenings: [],
    exceptionalClosings: [],
  }
}

const lastMinute = '23:59'
const clock = (hhmm: string): string =>
  hhmm === '2400' ? lastMinute : `${hhmm.slice(0, 2)}:${hhmm.slice(2)}`
const regularOf = (day: number, periodBegin: string, periodEnd: string) => ({
  weekday: day === 0 ? 7 : day,
  periodBegin,
  periodEnd,
})

function imageOf(sizes: ListedRow['photos'][number]['sizes'], base: string): Image | undefined {
  const widest = sizes.at(-1)
  if (!widest) return undefined
  const absolute = (path: string) => new URL(path, `${base}/`).href
  const type = /\.(\w{3,4})(?:\?|$)/.exec(widest.url)?.[1] ?? 'jpeg'
  const thumbnail = sizes[0] && sizes.length > 1 ? { thumbnail: absolute(sizes[0].url) } : {}
  return { url: absolute(widest.url), ...thumbnail, category: 'LOCATION', type }
}
