import { any, classOf, isRecord, maybe, one, type Shape, some } from './check.ts'
import {
  among,
  boolean,
  ciString,
  countryAlpha2,
  countryAlpha3,
  dateTime,
  displayText,
  integerFrom,
  latitude,
  longitude,
  number,
  type OcpiVersion,
  openList,
  partyId,
  string,
  timeOfDay,
  tokenType,
  url,
} from './types.ts'

const energyCategories = [
  ...['NUCLEAR', 'GENERAL_FOSSIL', 'COAL', 'GAS'],
  ...['GENERAL_GREEN', 'SOLAR', 'WIND', 'WATER'],
]

export const connectorTypes = [
  ...['CHADEMO', 'CHAOJI', ...[...'ABCDEFGHIJKLMNO'].map((letter) => `DOMESTIC_${letter}`)],
  ...['GBT_AC', 'GBT_DC', 'IEC_62196_T1', 'IEC_62196_T1_COMBO', 'IEC_62196_T2', 'IEC_62196_T2_COMBO'],
  ...['IEC_62196_T3A', 'IEC_62196_T3C', 'NEMA_5_20', 'NEMA_6_30', 'NEMA_6_50', 'NEMA_10_30'],
  ...['NEMA_10_50', 'NEMA_14_30', 'NEMA_14_50', 'PANTOGRAPH_BOTTOM_UP', 'PANTOGRAPH_TOP_DOWN'],
  ...['TESLA_R', 'TESLA_S'],
]

const capabilities = [
  ...['CHARGING_PROFILE_CAPABLE', 'CHARGING_PREFERENCES_CAPABLE', 'CHIP_CARD_SUPPORT'],
  ...['CONTACTLESS_CARD_SUPPORT', 'CREDIT_CARD_PAYABLE', 'DEBIT_CARD_PAYABLE', 'PED_TERMINAL'],
  ...['REMOTE_START_STOP_CAPABLE', 'RESERVABLE', 'RFID_READER', 'START_SESSION_CONNECTOR_REQUIRED'],
  ...['TOKEN_GROUP_CAPABLE', 'UNLOCK_CAPABLE'],
]

const facilities = [
  ...['HOTEL', 'RESTAURANT', 'CAFE', 'MALL', 'SUPERMARKET', 'SPORT', 'RECREATION_AREA', 'NATURE'],
  ...['MUSEUM', 'BIKE_SHARING', 'BUS_STOP', 'TAXI_STAND', 'TRAM_STOP', 'METRO_STATION'],
  ...['TRAIN_STATION', 'AIRPORT', 'PARKING_LOT', 'CARPOOL_PARKING', 'FUEL_STATION', 'WIFI'],
]

const statuses = [
  ...['AVAILABLE', 'BLOCKED', 'CHARGING', 'INOPERATIVE', 'OUTOFORDER'],
  ...['PLANNED', 'REMOVED', 'RESERVED', 'UNKNOWN'],
]

export const connectorFormat = among('SOCKET', 'CABLE')
export const powerType = among('AC_1_PHASE', 'AC_2_PHASE', 'AC_2_PHASE_SPLIT', 'AC_3_PHASE', 'DC')
const status = among(...statuses)

export const geoLocation = classOf({ latitude: one(latitude), longitude: one(longitude) })

const imageOf = (version: OcpiVersion) =>
  classOf({
    url: one(url),
    thumbnail: maybe(url),
    category: one(
      openList(version, 'CHARGER', 'ENTRANCE', 'LOCATION', 'NETWORK', 'OPERATOR', 'OTHER', 'OWNER'),
    ),
    type: one(ciString(4)),
    width: maybe(integerFrom(0, 99_999)),
    height: maybe(integerFrom(0, 99_999)),
  })

export const businessDetails = (version: OcpiVersion) =>
  classOf({ name: one(string(100)), website: maybe(url), logo: maybe(imageOf(version)) })

const exceptionalPeriod = classOf({ period_begin: one(dateTime), period_end: one(dateTime) })
const regularHours = classOf({
  weekday: one(integerFrom(1, 7)),
  period_begin: one(timeOfDay),
  period_end: one(timeOfDay),
})
const hours = classOf(
  {
    twentyfourseven: one(boolean),
    regular_hours: any(regularHours),
    exceptional_openings: any(exceptionalPeriod),
    exceptional_closings: any(exceptionalPeriod),
  },
  ({ twentyfourseven, regular_hours }) =>
    twentyfourseven === true && Array.isArray(regular_hours) && regular_hours.length > 0
      ? ['.regular_hours stand beside twentyfourseven']
      : [],
)

export const energyMix = (version: OcpiVersion) =>
  classOf({
    is_green_energy: one(boolean),
    energy_sources: any(classOf({ source: one(among(...energyCategories)), percentage: one(number) })),
    environ_impact: any(
      classOf({
        category: one(openList(version, 'NUCLEAR_WASTE', 'CARBON_DIOXIDE')),
        amount: one(number),
      }),
    ),
    supplier_name: maybe(string(64)),
    energy_product_name: maybe(string(64)),
  })

/** The properties of a connector. */
export const connectorShape = (version: OcpiVersion): Shape => ({
  id: one(ciString(36)),
  standard: one(openList(version, ...connectorTypes)),
  format: one(connectorFormat),
  power_type: one(powerType),
  max_voltage: one(integerFrom(0)),
  max_amperage: one(integerFrom(0)),
  max_electric_power: maybe(integerFrom(0)),
  tariff_ids: any(ciString(36)),
  terms_and_conditions: maybe(url),
  ...(version === '2.3.0' && {
    capabilities: any(openList(version, 'ISO_15118_2_PLUG_AND_CHARGE', 'ISO_15118_20_PLUG_AND_CHARGE')),
  }),
  last_updated: one(dateTime),
})

const statusSchedule = classOf({
  period_begin: one(dateTime),
  period_end: maybe(dateTime),
  status: one(status),
})

const evseParking = (version: OcpiVersion) =>
  classOf({ parking_id: one(ciString(36)), evse_position: maybe(openList(version)) })

/** The properties of an EVSE. */
export const evseShape = (version: OcpiVersion): Shape => ({
  uid: one(ciString(36)),
  evse_id: maybe(ciString(48)),
  status: one(status),
  status_schedule: any(statusSchedule),
  capabilities: any(openList(version, ...capabilities)),
  connectors: some(classOf(connectorShape(version))),
  floor_level: maybe(string(4)),
  coordinates: maybe(geoLocation),
  physical_reference: maybe(string(16)),
  directions: any(displayText),
  parking_restrictions: any(openList(version, 'EV_ONLY', 'PLUGGED', 'DISABLED', 'CUSTOMERS', 'MOTORCYCLES')),
  ...(version === '2.3.0' && {
    parking: any(evseParking(version)),
    accepted_service_providers: any(string(50)),
  }),
  images: any(imageOf(version)),
  last_updated: one(dateTime),
})

const parking = (version: OcpiVersion) =>
  classOf({
    id: one(ciString(36)),
    physical_reference: maybe(string(12)),
    vehicle_types: some(openList(version)),
    max_vehicle_weight: maybe(number),
    max_vehicle_height: maybe(number),
    max_vehicle_length: maybe(number),
    max_vehicle_width: maybe(number),
    parking_space_length: maybe(number),
    parking_space_width: maybe(number),
    dangerous_goods_allowed: maybe(boolean),
    direction: maybe(openList(version)),
    drive_through: maybe(boolean),
    restricted_to_type: one(boolean),
    reservation_required: one(boolean),
    time_limit: maybe(number),
    roofed: maybe(boolean),
    images: any(imageOf(version)),
    lighting: maybe(boolean),
    refrigeration_outlet: maybe(boolean),
    standards: any(ciString(36)),
    apds_reference: maybe(ciString(255)),
  })

const additionalGeoLocation = classOf({
  latitude: one(latitude),
  longitude: one(longitude),
  name: maybe(displayText),
})

const publishTokenType = (version: OcpiVersion) =>
  classOf(
    {
      uid: maybe(ciString(36)),
      type: maybe(tokenType(version)),
      visual_number: maybe(string(64)),
      issuer: maybe(string(64)),
      group_id: maybe(ciString(36)),
    },
    ({ uid, type, visual_number, issuer, group_id }) => [
      ...((uid ?? visual_number ?? group_id) ? [] : ['names no token']),
      ...(uid && !type ? ['.type is missing beside uid'] : []),
      ...(visual_number && !issuer ? ['.issuer is missing beside visual_number'] : []),
    ],
  )

/** The properties of a location. */
export const locationShape = (version: OcpiVersion): Shape => ({
  country_code: one(countryAlpha2),
  party_id: one(partyId),
  id: one(ciString(36)),
  publish: one(boolean),
  publish_allowed_to: any(publishTokenType(version)),
  name: maybe(string(255)),
  address: one(string(255)),
  city: one(string(45)),
  postal_code: maybe(string(10)),
  state: maybe(string(45)),
  country: one(countryAlpha3),
  coordinates: one(geoLocation),
  related_locations: any(additionalGeoLocation),
  parking_type: maybe(
    openList(
      version,
      ...['ALONG_MOTORWAY', 'PARKING_GARAGE', 'PARKING_LOT'],
      ...['ON_DRIVEWAY', 'ON_STREET', 'UNDERGROUND_GARAGE'],
    ),
  ),
  evses: any(classOf(evseShape(version))),
  ...(version === '2.3.0' && { parking_places: any(parking(version)), help_phone: maybe(ciString(25)) }),
  directions: any(displayText),
  operator: maybe(businessDetails(version)),
  suboperator: maybe(businessDetails(version)),
  owner: maybe(businessDetails(version)),
  facilities: any(openList(version, ...facilities)),
  time_zone: one(string(255)),
  opening_times: maybe(hours),
  charging_when_closed: maybe(boolean),
  images: any(imageOf(version)),
  energy_mix: maybe(energyMix(version)),
  last_updated: one(dateTime),
})

/** A location as a whole: its EVSEs stand at parking places that it has, and it is not older than they are. */
export const location = (version: OcpiVersion) =>
  classOf(locationShape(version), strayParking, olderThanParts)

function strayParking({ evses, parking_places }: Record<string, unknown>): string[] {
  const places = recordsIn(parking_places).map(({ id }) => id)
  return recordsIn(evses)
    .flatMap(({ parking }) => recordsIn(parking))
    .filter(({ parking_id }) => !places.includes(parking_id))
    .map(({ parking_id }) => `.evses stand at ${String(parking_id)}, which is none of parking_places`)
}

function olderThanParts({ evses, last_updated }: Record<string, unknown>): string[] {
  const parts = recordsIn(evses).flatMap((evse) => [evse, ...recordsIn(evse.connectors)])
  return parts.some((part) => millisecondsOf(part.last_updated) > millisecondsOf(last_updated))
    ? ['.last_updated is older than that of an EVSE or connector']
    : []
}

const millisecondsOf = (text: unknown) => Date.parse(`${String(text).replace(/Z$/, '')}Z`)

const recordsIn = (list: unknown): Record<string, unknown>[] =>
  Array.isArray(list) ? list.filter(isRecord) : []
