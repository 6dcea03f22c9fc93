import type { BulkCommand, BulkCounts, BulkResult } from '@stationmaster/contract'
import type { LimitPurpose, ListedCard } from '@stationmaster/ocpp'
import type { Generated } from 'kysely'
import type { Json, JsonWithDefault, Maybe, MaybeJson } from './schema-columns.ts'

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
  purpose: Generated<LimitPurpose>
  stack_level: Generated<number>
  valid_from: Maybe<Date>
  transaction_id: Maybe<string>
  varies: Generated<boolean>
}

export interface StationLocalListsTable {
  station_id: string
  version: number
  entries: Json<Record<string, ListedCard>>
  sent_at: Date
}

export interface StationReservationsTable {
  id: Generated<number>
  station_id: string
  evse: number
  token: string
  until: Date
  ended_at: Maybe<Date>
  made_at: Maybe<Date>
}

export interface BulkRunsTable {
  id: Generated<number>
  node: string
  command: Json<BulkCommand>
  sealed_command: Maybe<string>
  retry_of: Maybe<number>
  created_by: number
  remote_address: Maybe<string>
  created_at: Date
  total: number
  wait_until: Maybe<Date>
  canceled_at: Maybe<Date>
  finished_at: Maybe<Date>
  counts: MaybeJson<Partial<BulkCounts>>
}

export interface BulkRunStationsTable {
  run_id: number
  position: number
  station_id: string
  result: Generated<BulkResult>
  status: Maybe<string>
  code: Maybe<string>
  detail: Maybe<string>
  latency_ms: Maybe<number>
  at: Maybe<Date>
}
