import type { Connector, Station } from '@stationmaster/contract'
import { first, valueIn } from '@stationmaster/units'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { simpleView } from '../../places/tariffs/elements.ts'
import { loadEffectiveVersions, type StoredVersion } from '../../places/tariffs/store.ts'
import type { StationsParts } from './actions.ts'
import { picked, shownColumns, technicalColumns } from './columns.ts'
import { neverReported } from './description/reported.ts'
import type { OpenOrder } from './lists/open-orders.ts'
import { listOpenMaintenances, maintenanceView, type OpenMaintenance } from './status/maintained-store.ts'
import { canStart, canStop, connectorStatus, stationStatus } from './status/status.ts'
import { type ConnectorRow, findStation, listConnectors, type StationRow } from './store.ts'

type Parts = Pick<StationsParts, 'db' | 'clock' | 'orders' | 'cover'>

/** Stations as a caller sees them, with connectors, prices, open orders, plans and maintenance: five queries more, however many stations. */
export async function viewStations(
  { db, clock, orders, cover }: Parts,
  caller: Caller,
  rows: readonly StationRow[],
): Promise<Station[]> {
  const connectors = await listConnectors(
    db,
    rows.map(({ id }) => id),
  )
  const stations = new Map(rows.map((row) => [row.id, row]))
  const [prices, open, withoutPlan, maintenances] = await Promise.all([
    loadEffectiveVersions(
      db,
      connectors.map((row) => assignable(row, valueIn(stations, row.station_id))),
      clock.now(),
    ),
    orders.list(
      db,
      connectors.map(({ id }) => id),
    ),
    cover.withoutPlan(db, [...new Set(rows.flatMap(({ owner_id }) => owner_id ?? []))]),
    listOpenMaintenances(
      db,
      rows.map(({ id }) => id),
    ),
  ])
  const byStation = new Map<string, ConnectorRow[]>(rows.map(({ id }) => [id, []]))
  for (const connector of connectors) byStation.get(connector.station_id)?.push(connector)
  // in order: of those of a station the first runs, or comes next
  const next = new Map(maintenances.toReversed().map((one) => [one.stationId, one]))
  const around = { prices, open, withoutPlan, next, now: clock.now() }
  return rows.map((row) => viewOf(row, byStation.get(row.id) ?? [], around, caller))
}

/** One station as a caller sees it; throws station.not_found. */
export async function viewStation(parts: Parts, caller: Caller, id: string): Promise<Station> {
  const row = await findStation(parts.db, caller, id)
  if (!row) throw new Failure('station.not_found')
  return first(await viewStations(parts, caller, [row]))
}

const assignable = (connector: ConnectorRow, station: StationRow) => ({
  id: connector.id,
  stationId: connector.station_id,
  locationId: station.location_id,
  ownerId: station.owner_id,
  type: connector.type,
  current: connector.current,
  powerW: connector.power_w,
})

/** What is known of stations beside themselves. */
interface Around {
  /** of connectors */
  prices: ReadonlyMap<number, StoredVersion>
  open: ReadonlyMap<number, OpenOrder>
  /** owners who need a plan before another station of theirs may earn */
  withoutPlan: ReadonlySet<number>
  /** of stations: maintenance that runs, or comes next */
  next: ReadonlyMap<string, OpenMaintenance>
  now: Date
}

function viewOf(
  row: StationRow,
  connectors: ConnectorRow[],
  { prices, open, withoutPlan, next, now }: Around,
  caller: Caller,
): Station {
  const administrator = caller.role === 'administrator'
  const seesOwner = caller.role !== 'manager'
  // operators read and start or stop; what a station costs and how it is set up is for its administrator and manager
  const responsible = caller.role === 'administrator' || caller.role === 'manager'
  const maintained = next.get(row.id) ?? null
  const evses = evsesOf(row, connectors, { prices, open })
  return {
    ...picked(row, shownColumns),
    location_name: row.location_name,
    location_city: row.location_city,
    location_street: row.location_street,
    owner_first_name: seesOwner ? row.owner_first_name : null,
    owner_last_name: seesOwner ? row.owner_last_name : null,
    owner_email: seesOwner ? row.owner_email : null,
    status: stationStatus({ configured: row.configured, evses }),
    status_since: row.status_since.toISOString(),
    online: row.online,
    configured: row.configured,
    hold: row.hold && { registration: row.hold, interval_seconds: row.hold_interval_seconds ?? 0 },
    registration: row.held ?? 'Accepted',
    maintenance: maintained && maintenanceView(maintained),
    parking: { car: row.parking_car, bike: row.parking_bike },
    evses,
    data_transfer: administrator ? row.data_transfer : shownToAll(row.data_transfer),
    ping_timestamp: row.last_seen_at?.toISOString() ?? null,
    last_session_at: row.last_session_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    unreported_connectors: neverReported(row, connectors, now),
    unknown_connectors: row.unknown_connectors.filter((place) => !connectors.some((one) => isAt(one, place))),
    reserves: row.reservations_supported || row.reserved_at !== null,
    sales_paused: row.sales_paused_at !== null,
    needs_pro: !row.monetized && row.owner_id !== null && withoutPlan.has(row.owner_id),
    needs_admission: row.needs_admission,
    ...(administrator ? forAdministrators(row) : {}),
    can: {
      reset: row.online && row.held !== 'Rejected',
      hold: administrator,
      monetize: responsible,
      change: responsible,
      remove: responsible && !connectors.some((connector) => open.has(connector.id)),
    },
  }
}

/** The EVSEs of a station by number, each with its connectors. */
function evsesOf(
  row: StationRow,
  connectors: ConnectorRow[],
  { prices, open }: Pick<Around, 'prices' | 'open'>,
): Station['evses'] {
  const numbers = [...new Set(connectors.map(({ evse_number }) => evse_number))].sort((a, b) => a - b)
  return numbers.map((number) => {
    const own = connectors.filter((connector) => connector.evse_number === number)
    return {
      number,
      operational: own[0]?.operational ?? true,
      availability_pending: own[0]?.availability_pending ?? false,
      ocpp_version: row.protocol,
      connectors: own.map((connector) =>
        viewConnector(connector, row, prices.get(connector.id), open.get(connector.id)),
      ),
    }
  })
}

/** Whether a connector is the one that a station names, as either version does. */
const isAt = ({ ordinal, evse_number, number }: ConnectorRow, place: string): boolean =>
  place === String(ordinal) || place === `${evse_number}/${number}`

/** Everyone's station list shows signal and tamper; the rest of the vendor data is technical (domain.md#roles-and-scope). */
function shownToAll({ autoenterprise }: StationRow['data_transfer']): Station['data_transfer'] {
  return autoenterprise && 'miscInfo' in autoenterprise
    ? { autoenterprise: { miscInfo: autoenterprise.miscInfo } }
    : {}
}

const forAdministrators = (row: StationRow) => ({
  technical: picked(row, technicalColumns),
  descriptions: { desc1: '', desc2: '', desc3: '', desc4: '', ...row.descriptions },
  connectors_descriptor: row.connectors_descriptor,
})

function viewConnector(
  row: ConnectorRow,
  station: StationRow,
  version: StoredVersion | undefined,
  openOrder: OpenOrder | undefined,
): Connector {
  const { monetized } = station
  // one that is on hold charges nobody
  const online = station.online && station.held === null
  const paused = station.sales_paused_at !== null
  const { tariff, rate, startFee } = simpleView(version?.elements ?? [])
  return {
    id: row.id,
    number: row.number,
    evse_number: row.evse_number,
    type: row.type,
    current: row.current,
    power: row.power_w / 1000,
    status: connectorStatus({ online, operational: row.operational, paused, ocppStatus: row.ocpp_status }),
    origin_status: row.ocpp_status,
    error_code: row.error_code,
    info: row.info,
    status_updated_at: row.status_updated_at?.toISOString() ?? null,
    rate,
    tariff,
    start_fee: startFee,
    operational: row.operational,
    monetized,
    open_order_id: openOrder?.id ?? null,
    live_power: openOrder?.powerW == null ? null : openOrder.powerW / 1000,
    can: {
      start: canStart({
        online: online && !paused,
        ocppStatus: row.ocpp_status,
        openOrderId: openOrder?.id ?? null,
        awaitsCard: openOrder?.awaitsCard ?? false,
      }),
      stop: canStop({ online, openOrderStatus: openOrder?.status ?? null }),
    },
  }
}
