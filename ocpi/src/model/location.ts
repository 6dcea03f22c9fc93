import type { BusinessDetails, DisplayText, EnergyMix, GeoPoint, Image, Open } from './common.ts'
import type { TokenType } from './token.ts'

/** A charging site with everything on it. */
export interface Location {
  countryCode: string
  partyId: string
  id: string
  /** whether it may be shown to drivers */
  publish: boolean
  /** the tokens whose owners may see it all the same; only where it is not published */
  publishAllowedTo: PublishTokenType[]
  name?: string
  address: string
  city: string
  postalCode?: string
  state?: string
  /** ISO 3166-1 alpha-3 */
  country: string
  coordinates: GeoPoint
  relatedLocations: (GeoPoint & { name?: DisplayText })[]
  parkingType?: ParkingType
  evses: Evse[]
  parkingPlaces: Parking[]
  directions: DisplayText[]
  operator?: BusinessDetails
  suboperator?: BusinessDetails
  owner?: BusinessDetails
  facilities: Facility[]
  /** a name of the IANA's, such as Europe/Berlin */
  timeZone: string
  openingTimes?: Hours
  chargingWhenClosed?: boolean
  images: Image[]
  energyMix?: EnergyMix
  helpPhone?: string
  lastUpdated: Date
}

export interface Evse {
  /** ours, and never used again for another */
  uid: string
  /** as it is printed on the station, such as DE*ABC*E1234 */
  evseId?: string
  status: EvseStatus
  statusSchedule: { periodBegin: Date; periodEnd?: Date; status: EvseStatus }[]
  capabilities: Capability[]
  connectors: Connector[]
  floorLevel?: string
  coordinates?: GeoPoint
  physicalReference?: string
  directions: DisplayText[]
  parkingRestrictions: ParkingRestriction[]
  parking: { parkingId: string; evsePosition?: 'LEFT' | 'RIGHT' | 'CENTER' }[]
  images: Image[]
  acceptedServiceProviders: string[]
  lastUpdated: Date
}

export interface Connector {
  id: string
  standard: ConnectorStandard
  format: 'SOCKET' | 'CABLE'
  powerType: PowerType
  /** from line to neutral for three phases */
  maxVoltage: number
  maxAmperage: number
  /** in watts */
  maxElectricPower?: number
  tariffIds: string[]
  termsAndConditions?: string
  capabilities: Open<'ISO_15118_2_PLUG_AND_CHARGE' | 'ISO_15118_20_PLUG_AND_CHARGE'>[]
  lastUpdated: Date
}

/** A place to park beside EVSEs, with what may stand there. */
export interface Parking {
  id: string
  physicalReference?: string
  vehicleTypes: VehicleType[]
  /** in kilograms */
  maxVehicleWeight?: number
  /** in centimetres, as the lengths below */
  maxVehicleHeight?: number
  maxVehicleLength?: number
  maxVehicleWidth?: number
  parkingSpaceLength?: number
  parkingSpaceWidth?: number
  dangerousGoodsAllowed?: boolean
  direction?: 'PARALLEL' | 'PERPENDICULAR' | 'ANGLE'
  driveThrough?: boolean
  restrictedToType: boolean
  reservationRequired: boolean
  /** in minutes */
  timeLimit?: number
  roofed?: boolean
  images: Image[]
  lighting?: boolean
  refrigerationOutlet?: boolean
  standards: string[]
  apdsReference?: string
}

export interface PublishTokenType {
  uid?: string
  type?: TokenType
  visualNumber?: string
  issuer?: string
  groupId?: string
}

/** When one may charge. Days and hours are those of the location's time zone. */
export interface Hours {
  twentyfourseven: boolean
  /** weekday 1 is Monday; HH:MM, the end after the begin */
  regularHours: { weekday: number; periodBegin: string; periodEnd: string }[]
  exceptionalOpenings: ExceptionalPeriod[]
  exceptionalClosings: ExceptionalPeriod[]
}

export interface ExceptionalPeriod {
  periodBegin: Date
  periodEnd: Date
}

export type EvseStatus = (typeof evseStatuses)[number]
export const evseStatuses = [
  'AVAILABLE',
  'BLOCKED',
  'CHARGING',
  'INOPERATIVE',
  'OUTOFORDER',
  'PLANNED',
  'REMOVED',
  'RESERVED',
  'UNKNOWN',
] as const

export type PowerType = (typeof powerTypes)[number]
export const powerTypes = ['AC_1_PHASE', 'AC_2_PHASE', 'AC_2_PHASE_SPLIT', 'AC_3_PHASE', 'DC'] as const

export type ParkingType = Open<(typeof parkingTypes)[number]>
export const parkingTypes = [
  'ALONG_MOTORWAY',
  'PARKING_GARAGE',
  'PARKING_LOT',
  'ON_DRIVEWAY',
  'ON_STREET',
  'UNDERGROUND_GARAGE',
] as const

export type ParkingRestriction = Open<
  'CUSTOMERS' | 'DISABLED' | 'EMPLOYEES' | 'EV_ONLY' | 'MOTORCYCLES' | 'PLUGGED' | 'TAXIS' | 'TENANTS'
>

export type VehicleType = Open<
  | 'MOTORCYCLE'
  | 'PERSONAL_VEHICLE'
  | 'PERSONAL_VEHICLE_WITH_TRAILER'
  | 'VAN'
  | 'SEMI_TRACTOR'
  | 'RIGID'
  | 'TRUCK_WITH_TRAILER'
  | 'BUS'
  | 'DISABLED'
>

export type Capability = Open<(typeof capabilities)[number]>
export const capabilities = [
  'CHARGING_PROFILE_CAPABLE',
  'CHARGING_PREFERENCES_CAPABLE',
  'CHIP_CARD_SUPPORT',
  'CONTACTLESS_CARD_SUPPORT',
  'CREDIT_CARD_PAYABLE',
  'DEBIT_CARD_PAYABLE',
  'PED_TERMINAL',
  'REMOTE_START_STOP_CAPABLE',
  'RESERVABLE',
  'RFID_READER',
  'START_SESSION_CONNECTOR_REQUIRED',
  'TOKEN_GROUP_CAPABLE',
  'UNLOCK_CAPABLE',
] as const

export type Facility = Open<(typeof facilities)[number]>
export const facilities = [
  'HOTEL',
  'RESTAURANT',
  'CAFE',
  'MALL',
  'SUPERMARKET',
  'SPORT',
  'RECREATION_AREA',
  'NATURE',
  'MUSEUM',
  'BIKE_SHARING',
  'BUS_STOP',
  'TAXI_STAND',
  'TRAM_STOP',
  'METRO_STATION',
  'TRAIN_STATION',
  'AIRPORT',
  'PARKING_LOT',
  'CARPOOL_PARKING',
  'FUEL_STATION',
  'WIFI',
] as const

export type ConnectorStandard = Open<(typeof connectorStandards)[number] | 'MCS' | 'SAE_J3400'>
/** Those that both versions know. */
export const connectorStandards = [
  'CHADEMO',
  'CHAOJI',
  'DOMESTIC_A',
  'DOMESTIC_B',
  'DOMESTIC_C',
  'DOMESTIC_D',
  'DOMESTIC_E',
  'DOMESTIC_F',
  'DOMESTIC_G',
  'DOMESTIC_H',
  'DOMESTIC_I',
  'DOMESTIC_J',
  'DOMESTIC_K',
  'DOMESTIC_L',
  'DOMESTIC_M',
  'DOMESTIC_N',
  'DOMESTIC_O',
  'GBT_AC',
  'GBT_DC',
  'IEC_60309_2_single_16',
  'IEC_60309_2_three_16',
  'IEC_60309_2_three_32',
  'IEC_60309_2_three_64',
  'IEC_62196_T1',
  'IEC_62196_T1_COMBO',
  'IEC_62196_T2',
  'IEC_62196_T2_COMBO',
  'IEC_62196_T3A',
  'IEC_62196_T3C',
  'NEMA_5_20',
  'NEMA_6_30',
  'NEMA_6_50',
  'NEMA_10_30',
  'NEMA_10_50',
  'NEMA_14_30',
  'NEMA_14_50',
  'PANTOGRAPH_BOTTOM_UP',
  'PANTOGRAPH_TOP_DOWN',
  'TESLA_R',
  'TESLA_S',
] as const
