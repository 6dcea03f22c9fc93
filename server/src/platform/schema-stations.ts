import type {
  ConnectorType,
  Current,
  OcppStatus,
  RefusalReason,
  StationModel,
  StationStatus,
  TimelineKind,
} from '@stationmaster/contract'
import type { RawMeasurement, StationSetting } from '@stationmaster/ocpp'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json, JsonWithDefault, Maybe, MaybeJson } from './schema-columns.ts'

export interface StationsTable {
  id: string
  number: number
  location_id: number
  vendor_name: string
  model: string
  image: Maybe<string>
  password_hash: Maybe<string>
  next_password_hashes: Generated<string[]>
  next_password_at: Maybe<Date>
  security_profile: Maybe<number>
  serial_number: Maybe<string>
  iccid: Maybe<string>
  imsi: Maybe<string>
  protocol: Maybe<string>
  firmware_version: Maybe<string>
  boot_reason: Maybe<string>
  hold: Maybe<'Pending' | 'Rejected'>
  hold_interval_seconds: Maybe<number>
  held: Maybe<'Pending' | 'Rejected'>
  booted_at: Maybe<Date>
  configured_at: Maybe<Date>
  monetized: boolean
  reservations_supported: Generated<boolean>
  parking_car: Generated<boolean>
  parking_bike: Generated<boolean>
  data_transfer: JsonWithDefault<Record<string, Record<string, unknown>>>
  descriptions: JsonWithDefault<Partial<Record<'desc1' | 'desc2' | 'desc3' | 'desc4', string>>>
  connectors_descriptor: Maybe<string>
  created_at: Date
  deleted_at: Maybe<Date>
  version: Generated<number>
  list_order: Generated<string>
  search_text: Generated<string>
  status: Generated<StationStatus>
}

export interface EvsesTable {
  station_id: string
  number: number
  operational: Generated<boolean>
  availability_pending: Generated<boolean>
  availability_answer: Maybe<string>
}

export interface ConnectorsTable {
  id: Generated<number>
  station_id: string
  evse_number: number
  number: number
  ordinal: number
  type: ConnectorType
  current: Current
  power_w: number
  ocpp_status: Maybe<OcppStatus>
  error_code: Maybe<string>
  info: Maybe<string>
  status_updated_at: Maybe<Date>
}

export interface StationPresenceTable {
  station_id: string
  node: Maybe<string>
  connection_id: Maybe<string>
  protocol: Maybe<string>
  connected_at: Maybe<Date>
  disconnected_at: Maybe<Date>
  last_seen_at: Maybe<Date>
  released_at: Maybe<Date>
}

/** One measurement as the station sent it. */
export type StoredMeasurement = RawMeasurement

export interface ConnectorMetersTable {
  connector_id: number
  measured_at: Date
  measurements: Json<StoredMeasurement[]>
}

export interface RefusedHandshakesTable {
  station_id: string
  reason: RefusalReason
  remote_address: Generated<string>
  attempts: number
  first_at: Date
  last_at: Date
}

export interface StationCertificatesTable {
  id: Generated<number>
  station_id: string
  serial: string
  issued_at: Date
  not_after: Date
  status: Maybe<string>
}

export interface StationModelsTable {
  id: Generated<number>
  vendor_name: string
  model: string
  image: Maybe<string>
  evses: Json<StationModel['evses']>
  created_by: Maybe<number>
  created_at: Date
}

export interface StationConfigurationsTable {
  station_id: string
  request_id: Maybe<number>
  asked_at: Date
  fetched_at: Maybe<Date>
  incoming: JsonWithDefault<StationSetting[]>
  settings: JsonWithDefault<StationSetting[]>
}

export interface StationEventsTable {
  id: Generated<number>
  at: Date
  station_id: string
  kind: TimelineKind | 'watched'
  lane: GeneratedAlways<string>
  connector: Generated<number>
  word: Maybe<string>
  before: Maybe<string>
  data: MaybeJson<Record<string, unknown>>
}
