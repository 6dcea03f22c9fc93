import type {
  AlertRuleBody,
  BulkCommand,
  BulkCounts,
  ConnectorType,
  EvseTariff,
  GroupRule,
  IncidentKind,
  IncidentSeverity,
  Language,
  ListState,
  OcppStatus,
  OpeningPeriod,
  OrderWarning,
  PartnerFaultName,
  PaymentMethodType,
  Photo,
  ReadingQuestion,
  RefusalReason,
  SavedView,
  ServiceIcon,
  StationModel,
  StationStatus,
  StationTariffState,
} from '@stationmaster/contract'
import type { CredentialsRole, Endpoint } from '@stationmaster/ocpi'
import type {
  ListedCard,
  RawMeasurement,
  ShownText,
  StationMonitor,
  StationSetting,
} from '@stationmaster/ocpp'
import type { ColumnType } from 'kysely'

/** JSON columns are read parsed and written as text, so that an array is never taken for an SQL array. */
export type Json<T> = ColumnType<T, string, string>
export type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>
/** Filled by the database or left null when an insert leaves it out. */
export type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>

/** What JSON gives of a value that was written to it: its instants are texts. */
export type Stored<T> = T extends Date
  ? string
  : T extends readonly (infer E)[]
    ? Stored<E>[]
    : T extends object
      ? { [K in keyof T]: Stored<T[K]> }
      : T

/** What a station reports when its texts, variables or monitors are read. */
export type Readable = ShownText | StationSetting | StationMonitor

/** What is booked by hand of a debt for charging, or of an idle fee. */
export type BookedPurpose = `${'charging' | 'parking'}:${number}`

/**
 * What of an order is paid: its charging, its car that stays, what the network bears of its price, one of the services that were sold
 * with it, or what was handed over of a debt.
 */
type Payable = 'charging' | 'parking' | 'borne' | `service:${number}` | BookedPurpose

/** What the migrations do not say: the texts of columns without a constraint, and what JSON columns hold. */
export interface ColumnTypes {
  'alert_channels.language': Language
  'alert_rules.kinds': AlertRuleBody['kinds']
  'alert_rules.location_ids': number[]
  'alert_rules.severity': IncidentSeverity
  'alert_rules.steps': AlertRuleBody['steps']
  'alert_rules.urgent_severity': IncidentSeverity
  'bulk_runs.command': BulkCommand
  'bulk_runs.counts': Partial<BulkCounts>
  'connector_meters.measurements': RawMeasurement[]
  'connectors.ocpp_status': OcppStatus
  'connectors.type': ConnectorType
  'energy_control.state': Record<string, unknown>
  'energy_sites.body': Record<string, unknown>
  'firmware_rollouts.versions': (string | null)[]
  'frames.direction': 'in' | 'out'
  'incidents.evidence': Record<string, unknown>
  'incident_entries.data': Record<string, unknown>
  'repair_attempts.kind': IncidentKind
  'repair_rules.kinds': IncidentKind[]
  'repair_rules.location_ids': number[]
  'fleet_invoices.lines': unknown[]
  'fleet_invoices.parties': Record<string, unknown>
  'fleets.language': Language
  'id_tokens.payment_method_type': PaymentMethodType
  'fiscal_receipts.purpose': Payable
  'fiscal_receipts.content': Record<string, unknown>
  'ledger_checks.differences': Record<string, unknown>[]
  'location_photos.sizes': Photo['sizes']
  'station_list_states.state': ListState
  'station_tariffs.state': StationTariffState
  'station_tariffs.evses': EvseTariff[]
  'locations.opening_hours': OpeningPeriod[]
  'maintenances.taken_out': number[]
  'order_logs.fields': Record<string, unknown>
  'orders.payment_method_type': PaymentMethodType
  'orders.warning': OrderWarning
  'partner_messages.fault': PartnerFaultName
  'payment_differences.ours': Record<string, unknown>
  'payment_differences.theirs': Record<string, unknown>
  'payments.method_type': PaymentMethodType
  'payments.purpose': Payable
  'idle_fees.terms': Record<string, unknown>
  'provider_payments.purpose': Payable | 'check' | 'top_up'
  'provider_payments.action': Record<string, unknown>
  'provider_payments.paid_with': Record<string, unknown>
  'price_changes.elements': unknown[]
  'price_changes.idle': Record<string, unknown>
  'refunds.purpose': Payable
  'refused_handshakes.reason': RefusalReason
  'roaming_objects.body': { [name: string]: unknown }
  'roaming_settlements.lines': unknown[]
  'roaming_partner_tariffs.body': { [name: string]: unknown }
  'roaming_partners.endpoints': Endpoint[]
  'roaming_partners.roles': CredentialsRole[]
  'saved_views.choice': SavedView['choice']
  'service_types.descriptions': Record<Language, string>
  'service_types.icon': ServiceIcon
  'service_types.names': Record<Language, string>
  'sold_services.icon': ServiceIcon
  'sold_services.names': Record<Language, string>
  'station_configurations.incoming': StationSetting[]
  'station_configurations.settings': StationSetting[]
  'station_readings.question': ReadingQuestion
  'station_readings.answered': ReadingQuestion
  'station_readings.incoming': Readable[]
  'station_readings.items': Readable[]
  'station_readings.earlier': Readable[]
  'station_readings.own': number[]
  'station_events.data': Record<string, unknown>
  'station_firmware_updates.steps': { status: string; at: string }[]
  'station_local_lists.entries': Record<string, ListedCard>
  'station_models.evses': StationModel['evses']
  'stations.data_transfer': Record<string, Record<string, unknown>>
  'stations.descriptions': Partial<Record<'desc1' | 'desc2' | 'desc3' | 'desc4', string>>
  'sso_settings.rules': GroupRule[]
  'stations.status': StationStatus
  'tariff_versions.elements': unknown[]
  'tariff_versions.idle': Record<string, unknown>
}
