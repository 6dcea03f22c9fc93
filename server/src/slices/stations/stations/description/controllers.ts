import type { Controllers } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { groupBy } from '../../../../platform/general/group-by.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { isSecret } from '../../../../platform/watching/masked.ts'
import { connectorStatus } from '../status/status.ts'
import { type ConnectorRow, findStation, listConnectors, type StationRow } from '../store.ts'
import { findConfiguration, type StoredConfiguration } from './configuration-store.ts'

/** What a station's controllers report of themselves, as a caller sees it; throws station.not_found. */
export async function viewControllers(db: Db, caller: Caller, id: string): Promise<Controllers> {
  const station = await findStation(db, caller, id)
  if (!station) throw new Failure('station.not_found')
  const [connectors, configuration] = await Promise.all([listConnectors(db, [id]), findConfiguration(db, id)])
  const { miscInfo, extendedMeterValues } = station.data_transfer.autoenterprise ?? {}
  const { rssi, tamper } = record(miscInfo)
  const level = rssi === null || rssi === undefined ? Number.NaN : Number(rssi)
  return {
    online: station.online,
    rssi: Number.isFinite(level) ? Math.max(0, Math.min(32, Math.round(level))) : null,
    tamper: tamper === true || tamper === 1,
    evses: [...groupBy(connectors, ({ evse_number }) => evse_number)].map(([number, own]) => ({
      number,
      operational: first(own).operational,
      availability_pending: first(own).availability_pending,
      availability_answer: first(own).availability_answer,
      connectors: own.map((row) =>
        connectorOf(
          row,
          { online: station.online && station.held === null, paused: station.sales_paused_at !== null },
          record(extendedMeterValues),
        ),
      ),
    })),
    ...(caller.role === 'administrator' ? { technical: technicalOf(station, configuration) } : {}),
  }
}

type ControllerConnector = Controllers['evses'][number]['connectors'][number]

function connectorOf(
  row: ConnectorRow,
  station: { online: boolean; paused: boolean },
  extended: Record<string, unknown>,
): ControllerConnector {
  const { id, number, ordinal, type, error_code, info, operational, ocpp_status: ocppStatus } = row
  const values = extended[`connector_${ordinal}`]
  return {
    id,
    number,
    ordinal,
    type,
    status: connectorStatus({ ...station, operational, ocppStatus }),
    origin_status: ocppStatus,
    error_code,
    info,
    status_updated_at: row.status_updated_at?.toISOString() ?? null,
    extended_meter_values: typeof values === 'object' && values !== null ? record(values) : null,
  }
}

const technicalOf = (
  { protocol, firmware_version, booted_at, boot_reason }: StationRow,
  configuration: StoredConfiguration | null,
): Controllers['technical'] => ({
  protocol,
  firmware_version,
  booted_at: booted_at?.toISOString() ?? null,
  boot_reason,
  configuration: configuration && {
    asked_at: configuration.requestedAt.toISOString(),
    fetched_at: configuration.fetchedAt?.toISOString() ?? null,
    settings: configuration.settings.map(({ component, name, value, readonly }) => ({
      component: component ?? null,
      name,
      value: value ?? null,
      readonly,
      secret: isSecret(name),
    })),
  },
})

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
