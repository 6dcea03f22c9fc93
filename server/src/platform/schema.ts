import type {
  Language,
  OpeningPeriod,
  OrderStatus,
  OrderWarning,
  PaymentMethodType,
  Role,
} from '@stationmaster/contract'
import type { Generated, Kysely, Transaction } from 'kysely'
import type { Json, Maybe, MaybeJson } from './schema-columns.ts'
import type {
  BulkRunStationsTable,
  BulkRunsTable,
  StationFirmwareUpdatesTable,
  StationLimitsTable,
  StationLocalListsTable,
  StationReservationsTable,
  StationUploadsTable,
} from './schema-commands.ts'
import type { ControllerLogClearsTable, ControllerLogsTable, FramesTable } from './schema-journal.ts'
import type {
  ConnectorMetersTable,
  ConnectorsTable,
  EvsesTable,
  RefusedHandshakesTable,
  StationCertificatesTable,
  StationConfigurationsTable,
  StationEventsTable,
  StationModelsTable,
  StationPresenceTable,
  StationsTable,
} from './schema-stations.ts'
import type {
  PriceChangesTable,
  TariffAssignmentsTable,
  TariffsTable,
  TariffVersionsTable,
} from './schema-tariffs.ts'

export interface ManagersTable {
  id: Generated<number>
  email: string
  /** null: invited, and has not chosen one yet */
  password_hash: string | null
  role: Role
  first_name: string
  last_name: string
  phone: Maybe<string>
  avatar_url: Maybe<string>
  owner_id: Maybe<number>
  blocked_at: Maybe<Date>
  created_at: Date
  language: Generated<Language>
  email_verified_at: Maybe<Date>
  subscriber: Generated<boolean>
  /** wished for, and not confirmed yet */
  new_email: Maybe<string>
}

export interface RefreshTokensTable {
  id: Generated<number>
  manager_id: number
  session_id: number
  token_hash: string
  created_at: Date
  expires_at: Date
  replaced_at: Maybe<Date>
}

export interface SessionsTable {
  id: Generated<number>
  manager_id: number
  created_at: Date
  last_used_at: Date
  remote_address: string
  user_agent: string
  revoked_at: Maybe<Date>
  /** when the password was given last in this session */
  password_at: Date
  device_id: Maybe<number>
}

export interface KnownDevicesTable {
  id: Generated<number>
  manager_id: number
  token_hash: string
  created_at: Date
  last_used_at: Date
}

export interface SecondFactorsTable {
  manager_id: number
  secret_sealed: string
  created_at: Date
  /** null: begun, and not shown to work yet */
  confirmed_at: Maybe<Date>
  last_step: Generated<number>
}

export interface RecoveryCodesTable {
  manager_id: number
  code_hash: string
  used_at: Maybe<Date>
}

export interface AttemptsTable {
  key: string
  count: number
  until: Date
}

export interface OneTimeTokensTable {
  id: Generated<number>
  manager_id: number
  purpose: 'password' | 'email' | 'invitation' | 'new_email' | 'keep_email'
  token_hash: string
  email: string
  created_at: Date
  expires_at: Date
  used_at: Maybe<Date>
}

export interface LocationsTable {
  id: Generated<number>
  name: string
  country: string
  city: string
  street: string
  postal_code: string
  lat: Maybe<number>
  lng: Maybe<number>
  time_zone: string
  owner_id: Maybe<number>
  cashback_percent: Generated<number>
  free_parking: Generated<boolean>
  version: Generated<number>
  opening_hours: MaybeJson<OpeningPeriod[]>
  created_at: Date
  deleted_at: Maybe<Date>
}

export interface LocationManagersTable {
  location_id: number
  manager_id: number
}

export interface DriversTable {
  id: Generated<number>
  first_name: string
  last_name: string
  phone: Maybe<string>
  email: Maybe<string>
  avatar_url: Maybe<string>
  created_at: Date
}

export interface IdTokensTable {
  token: string
  driver_id: Maybe<number>
  blocked: Generated<boolean>
  payment_method_type: Generated<PaymentMethodType>
  created_at: Date
  expires_at: Maybe<Date>
  group_id: Maybe<string>
}

export interface AppVersionsTable {
  id: Generated<number>
  android_v: number
  ios_v: string
  manager_id: number
  created_at: Date
  ping_timestamp: Maybe<Date>
}

export interface AuditLogTable {
  id: Generated<number>
  at: Date
  manager_id: Maybe<number>
  action: string
  subject_type: string
  subject_id: string
  before: MaybeJson<unknown>
  after: MaybeJson<unknown>
  remote_address: Maybe<string>
}

export interface OrdersTable {
  id: Generated<number>
  status: OrderStatus
  source: 'operator' | 'app' | 'rfid' | 'orphan'
  location_id: number
  station_id: string
  connector_id: number
  driver_id: Maybe<number>
  manager_id: Maybe<number>
  rfid: Maybe<string>
  created_at: Date
  reservation_start: Maybe<Date>
  reservation_finish: Maybe<Date>
  charging_start: Maybe<Date>
  charging_finish: Maybe<Date>
  countdown_finish: Maybe<Date>
  ev_charging_start: Maybe<Date>
  ev_disconnected_at: Maybe<Date>
  ev_connected: Generated<boolean>
  due_at: Maybe<Date>
  transaction_id: Maybe<string>
  start_key: Maybe<string>
  name_reused: Generated<boolean>
  replayed: Generated<boolean>
  transaction_start: Maybe<Date>
  transaction_finish: Maybe<Date>
  start_told: Generated<boolean>
  end_told: Generated<boolean>
  last_sequence: Maybe<number>
  told_begin: Maybe<number>
  told_end: Maybe<number>
  meter_start: Maybe<number>
  meter_stop: Maybe<number>
  meter_start_offset: Maybe<number>
  stop_reason: Maybe<string>
  energy_wh: Generated<number>
  power_w: Maybe<number>
  soc_start: Maybe<number>
  soc: Maybe<number>
  current_a: Maybe<number>
  voltage_v: Maybe<number>
  last_sample_at: Maybe<Date>
  last_heard_at: Maybe<Date>
  first_heard_at: Maybe<Date>
  time_doubtful: Generated<boolean>
  lost_evidence: Maybe<string>
  lost_evidence_at: Maybe<Date>
  awaits_card: Generated<boolean>
  start_window_seconds: Maybe<number>
  start_tx_status: Maybe<string>
  start_tx_status_at: Maybe<Date>
  stop_tx_status: Maybe<string>
  stop_tx_status_at: Maybe<Date>
  stop_tx_retry_count: Generated<number>
  limit_amount_minor: Maybe<number>
  limit_wh: Maybe<number>
  limit_seconds: Maybe<number>
  limit_percents: Maybe<number>
  tariff_version_id: Maybe<number>
  discount_percent: Generated<number>
  charging_price_minor: Maybe<number>
  reservation_price_minor: Maybe<number>
  segments: MaybeJson<unknown>
  billable: Generated<boolean>
  payment_method_type: Maybe<PaymentMethodType>
  claim_sequence: Maybe<number>
  needs_review: Generated<boolean>
  decided: Generated<boolean>
  warning: Maybe<OrderWarning>
  /** YYYY-MM-DD in the network's time zone */
  business_day: Maybe<string>
}

export interface MeterSamplesTable {
  order_id: number
  at: Date
  context: string
  received_at: Date
  sequence: Maybe<number>
  register_wh: Maybe<number>
  interval_wh: Maybe<number>
  energy_wh: Maybe<number>
  power_w: Maybe<number>
  soc: Maybe<number>
  current_a: Maybe<number>
  voltage_v: Maybe<number>
  refused: Maybe<string>
}

export interface OrderLogsTable {
  id: Generated<number>
  order_id: number
  at: Date
  kind: 'ocpp' | 'payment' | 'order' | 'api' | 'logs'
  event: string
  fields: MaybeJson<Record<string, unknown>>
}

export interface PaymentsTable {
  id: Generated<number>
  order_id: number
  purpose: 'charging' | 'parking' | 'service'
  method_type: PaymentMethodType
  provider: Generated<string>
  status: 'created' | 'captured' | 'canceled'
  held_minor: Generated<number>
  captured_minor: Generated<number>
  refunded_minor: Generated<number>
  location_id: number
  energy_wh: Generated<number>
  business_day: string
  created_at: Date
  updated_at: Date
}

export interface DailyTotalsTable {
  day: string
  location_id: number
  method_type: string
  sessions: number
  energy_wh: number
  amount_minor: number
}

export interface UnmatchedTransactionsTable {
  id: Generated<number>
  station_id: string
  transaction_id: string
  session_key: string
  event_key: Generated<string>
  received_at: Date
  event: Json<unknown>
  order_id: Maybe<number>
  resolved_at: Maybe<Date>
}

export interface FilesTable {
  name: string
  content_type: string
  bytes: Buffer
  created_at: Date
}

export interface MigrationsTable {
  number: number
  name: string
  hash: string
  applied_at: Date
}

/** The database's tables, columns named as in SQL. */
export interface Schema {
  managers: ManagersTable
  refresh_tokens: RefreshTokensTable
  sessions: SessionsTable
  known_devices: KnownDevicesTable
  attempts: AttemptsTable
  second_factors: SecondFactorsTable
  recovery_codes: RecoveryCodesTable
  one_time_tokens: OneTimeTokensTable
  locations: LocationsTable
  location_managers: LocationManagersTable
  stations: StationsTable
  evses: EvsesTable
  station_configurations: StationConfigurationsTable
  connectors: ConnectorsTable
  station_presence: StationPresenceTable
  connector_meters: ConnectorMetersTable
  refused_handshakes: RefusedHandshakesTable
  secret_fingerprint: { single: Generated<boolean>; fingerprint: string; noted_at: Date }
  station_models: StationModelsTable
  station_events: StationEventsTable
  drivers: DriversTable
  id_tokens: IdTokensTable
  tariffs: TariffsTable
  tariff_versions: TariffVersionsTable
  tariff_assignments: TariffAssignmentsTable
  price_changes: PriceChangesTable
  app_versions: AppVersionsTable
  audit_log: AuditLogTable
  orders: OrdersTable
  meter_samples: MeterSamplesTable
  order_logs: OrderLogsTable
  payments: PaymentsTable
  daily_totals: DailyTotalsTable
  unmatched_transactions: UnmatchedTransactionsTable
  frames: FramesTable
  controller_logs: ControllerLogsTable
  controller_log_clears: ControllerLogClearsTable
  station_uploads: StationUploadsTable
  station_certificates: StationCertificatesTable
  station_firmware_updates: StationFirmwareUpdatesTable
  station_limits: StationLimitsTable
  station_local_lists: StationLocalListsTable
  station_reservations: StationReservationsTable
  bulk_runs: BulkRunsTable
  bulk_run_stations: BulkRunStationsTable
  files: FilesTable
  migrations: MigrationsTable
}

export type Db = Kysely<Schema>
/** An open database transaction: store functions take it first and never reach for the pool. */
export type Tx = Transaction<Schema>
