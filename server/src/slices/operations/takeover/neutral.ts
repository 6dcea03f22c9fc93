import type { ErrorCode, Takeover } from '@stationmaster/contract'

/** What comes from another system, in the order in which it comes. */
export const kinds = [
  'locations',
  'stations',
  'drivers',
  'tags',
  'sessions',
] as const satisfies readonly Takeover['counts'][number]['kind'][]
export type Kind = (typeof kinds)[number]

/** A place; of two with one name, city and street there is one here. */
export interface NeutralLocation {
  key: string
  name: string
  street: string
  city: string
  postalCode: string
  country: string
  lat: number | null
  lng: number | null
  /** null: that of the network */
  timeZone: string | null
}

export interface NeutralConnector {
  evse: number
  number: number
  /** a name of ours */
  type: string
  current: 'AC' | 'DC'
  powerW: number
}

/** Prices in minor units; null: the other system has none that we can express. */
export interface NeutralPrices {
  perKwh: number
  perMinute: number
  startFee: number
}

export interface NeutralStation {
  /** its OCPP identity */
  key: string
  location: NeutralLocation
  vendor: string
  model: string
  connectors: NeutralConnector[]
  /** what it signs in with: in clear, as a hash of the other system, or nothing */
  password: { plain: string } | { hash: string } | null
  prices: NeutralPrices | null
}

export interface NeutralDriver {
  key: string
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  blocked: boolean
}

export interface NeutralTag {
  key: string
  token: string
  group: string | null
  /** the key of its driver */
  driver: string | null
  expiresAt: Date | null
  blocked: boolean
}

export interface NeutralSession {
  key: string
  station: string
  /** as the other system counts them: through the whole station, or within an EVSE */
  connector: { ordinal: number } | { evse: number; number: number }
  token: string | null
  /** the key of its driver, where the session names one itself */
  driver: string | null
  startedAt: Date
  endedAt: Date
  energyWh: number
  meterStartWh: number | null
  meterStopWh: number | null
  /** what the other system took for it; null: nothing, or nothing that we can express */
  amountMinor: number | null
  stopReason: string | null
}

export interface NeutralOf {
  locations: NeutralLocation
  stations: NeutralStation
  drivers: NeutralDriver
  tags: NeutralTag
  sessions: NeutralSession
}

/** What is to be said of a row: with a record beside it a remark, and without one the reason why it does not come. */
export interface Remark {
  code: ErrorCode
  value?: string
}

/** A row of another system, read: what comes of it, and what is to be said. */
export interface Read<K extends Kind = Kind> {
  /** the row, as its people find it: the table and its key */
  row: string
  record: NeutralOf[K] | null
  remarks: Remark[]
}

/** Why a row does not come. */
export class Refused {
  constructor(
    readonly code: ErrorCode,
    readonly value = '',
  ) {}
}

/** What a mapping gave of a row. */
export function readOf<K extends Kind>(
  row: string,
  record: NeutralOf[K] | Refused | null,
  remarks: Remark[] = [],
): Read<K> {
  if (record instanceof Refused)
    return { row, record: null, remarks: [{ code: record.code, value: record.value }] }
  return { row, record, remarks }
}
