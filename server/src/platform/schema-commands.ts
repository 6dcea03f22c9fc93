import type { Generated } from 'kysely'
import type { Json, JsonWithDefault, Maybe } from './schema-columns.ts'

export interface StationUploadsTable {
  id: Generated<number>
  station_id: string
  kind: 'diagnostics' | 'security'
  secret_hash: Maybe<string>
  asked_by: Maybe<number>
  asked_at: Date
  expires_at: Date
  status: Maybe<string>
  status_at: Maybe<Date>
  file_name: Maybe<string>
  received_at: Maybe<Date>
  bytes: Maybe<Buffer>
}

export interface StationFirmwareUpdatesTable {
  id: Generated<number>
  station_id: string
  location: string
  asked_by: Maybe<number>
  asked_at: Date
  version_before: Maybe<string>
  steps: JsonWithDefault<{ status: string; at: string }[]>
}

export interface StationLimitsTable {
  station_id: string
  profile_id: number
  evse: Maybe<number>
  unit: 'A' | 'W'
  amount: number
  set_at: Date
  until: Maybe<Date>
}

export interface StationLocalListsTable {
  station_id: string
  version: number
  entries: Json<Record<string, 'Accepted' | 'Blocked'>>
  sent_at: Date
}

export interface StationReservationsTable {
  id: Generated<number>
  station_id: string
  evse: number
  token: string
  until: Date
  ended_at: Maybe<Date>
}
