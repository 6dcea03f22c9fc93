import {
  type ConnectorType,
  type Current,
  type OcppStatus,
  type StationKind,
  type StationOrder,
  type StationSort,
  type StationStatus,
  stationStatuses,
} from '@stationmaster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { searchedIn } from '../../../platform/statements/search.ts'
import { waitsForAdmission } from '../../places/locations/access/admission-store.ts'
import { visibleLocations } from '../../places/locations/access/scope-store.ts'
import { type ReadColumns, readColumns } from './columns.ts'

/** A station with its location and its connection; `online`: it is connected. */
export interface StationRow extends ReadColumns {
  location_name: string
  location_city: string
  location_street: string
  owner_id: number | null
  owner_first_name: string | null
  owner_last_name: string | null
  owner_email: string | null
  online: boolean
  configured: boolean
  last_seen_at: Date | null
  status_since: Date
  last_session_at: Date | null
  /** its owner must be admitted before it can be monetized */
  needs_admission: boolean
}

export interface ConnectorRow {
  id: number
  station_id: string
  evse_number: number
  operational: boolean
  availability_pending: boolean
  availability_answer: string | null
  number: number
  ordinal: number
  type: ConnectorType
  current: Current
  power_w: number
  ocpp_status: OcppStatus | null
  error_code: string | null
  info: string | null
  status_updated_at: Date | null
}

const from = sql`from stations s
  join location_view l on l.id = s.location_id
  left join manager_view m on m.id = l.owner_id
  left join station_presence p on p.station_id = s.id
  left join station_session_view n on n.station_id = s.id`

const seen = (caller: Caller) =>
  sql<SqlBool>`s.deleted_at is null and ${visibleLocations(caller, 's.location_id')}`

/** Filters of a list of stations. */
export interface StationChoice {
  search?: string | undefined
  status?: StationStatus | undefined
  monetized?: boolean | undefined
  online?: boolean | undefined
  locationId?: number | undefined
  vendorName?: string | undefined
  model?: string | undefined
  firmwareVersion?: string | undefined
  down?: boolean | undefined
}

export interface StationFilter extends StationChoice {
  limit: number
  offset: number
  order: StationOrder
}

/** The columns of each sort, the last one breaks ties; `from` is what must be joined to `stations s` for it. */
const sorts: Record<StationSort, { by: RawBuilder<unknown>[]; from?: RawBuilder<unknown> }> = {
  owner: { by: [sql`s.list_order`] },
  number: { by: [sql`s.number`, sql`s.id`] },
  location: {
    by: [sql`lower(l.name) collate "C"`, sql`s.location_id`, sql`s.number`, sql`s.id`],
    from: sql`join location_view l on l.id = s.location_id`,
  },
  status: {
    by: [
      sql`array_position(${sql.lit(`{${stationStatuses.join(',')}}`)}::text[], s.status)`,
      sql`s.number`,
      sql`s.id`,
    ],
  },
  status_since: { by: [sql`coalesce(s.status_since, s.created_at)`, sql`s.id`] },
  last_seen: {
    by: [sql`coalesce(p.last_seen_at, '-infinity')`, sql`s.id`],
    from: sql`left join station_presence p on p.station_id = s.id`,
  },
  firmware: { by: [sql`coalesce(s.firmware_order, '')`, sql`s.id`] },
  model: { by: [sql`lower(s.vendor_name)`, sql`lower(s.model)`, sql`s.number`, sql`s.id`] },
  last_session: {
    by: [sql`coalesce(n.last_session_at, '-infinity')`, sql`s.id`],
    from: sql`left join station_session_view n on n.station_id = s.id`,
  },
}

/** How a caller's list is sorted: by firmware for administrators only, because only they see it. */
function sorted(caller: Caller, order: StationOrder): { from: RawBuilder<unknown>; by: RawBuilder<unknown> } {
  const [requested, direction] = order.split(':') as [StationSort, 'asc' | 'desc']
  const { by, from = sql`` } =
    sorts[requested === 'firmware' && caller.role !== 'administrator' ? 'owner' : requested]
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  return { from, by: sql.join(by.map((part) => sql`${part} ${way}`)) }
}

/** A page of the stations that a caller may see, with their count; the page is found in `stations` alone. */
export async function listStations(
  db: Db,
  caller: Caller,
  filter: StationFilter,
): Promise<{ rows: StationRow[]; total: number }> {
  const where = sql`where ${chosenStations(caller, filter)}`
  const { from: joined, by } = sorted(caller, filter.order)
  const [rows, count] = await Promise.all([
    select(
      db,
      sql`where s.id in (select s.id from stations s ${joined} ${where} order by ${by}
        limit ${filter.limit} offset ${filter.offset}) order by ${by}`,
    ),
    sql<{ total: number }>`select count(*) as total from stations s ${where}`.execute(db),
  ])
  return { rows, total: count.rows[0]?.total ?? 0 }
}

/** How many stations of the network are in each status. */
export async function countStatuses(db: Db): Promise<Map<StationStatus, number>> {
  const { rows } = await sql<{ status: StationStatus; count: number }>`
    select status, count(*) as count from stations where deleted_at is null group by status`.execute(db)
  return new Map(rows.map(({ status, count }) => [status, count]))
}

/** Only administrators see the firmware (domain.md#roles-and-scope). */
const visibleFirmware = (caller: Caller) =>
  caller.role === 'administrator' ? sql`s.firmware_version` : sql`null::text`

/** Down as in the uptime: the station was not taken out of operation, and none of its connectors can be used. */
const isDown = sql`(s.status in ('offline', 'faulted') or s.status = 'not_operative'
  and exists (select from evses e where e.station_id = s.id and e.operational))`

const kindsMost = 2000

/** Manufacturers, models and firmware of the stations that a caller may see. */
export async function listKinds(db: Db, caller: Caller): Promise<StationKind[]> {
  const { rows } = await sql<StationKind>`
    select distinct s.vendor_name, s.model, ${visibleFirmware(caller)} as firmware_version
    from stations s where ${seen(caller)} order by 1, 2, 3 limit ${kindsMost}`.execute(db)
  return rows
}

/** The SQL condition that the caller may see `stations s` and that it matches the filters. */
export function chosenStations(
  caller: Caller,
  { search = '', status, monetized, online, locationId, ...choice }: StationChoice,
): RawBuilder<unknown> {
  const { vendorName, model, firmwareVersion, down } = choice
  const connected = sql`exists (select from station_presence p where p.station_id = s.id and p.connection_id is not null)`
  const conditions = [
    seen(caller),
    searchedIn(search, 's.search_text'),
    ...(locationId === undefined ? [] : [sql`s.location_id = ${locationId}`]),
    ...(status === undefined ? [] : [sql`s.status = ${status}`]),
    ...(monetized === undefined ? [] : [sql`s.monetized = ${monetized}`]),
    ...(online === undefined ? [] : [online ? connected : sql`not ${connected}`]),
    ...(vendorName === undefined ? [] : [sql`s.vendor_name = ${vendorName}`]),
    ...(model === undefined ? [] : [sql`s.model = ${model}`]),
    ...(firmwareVersion === undefined ? [] : [sql`${visibleFirmware(caller)} = ${firmwareVersion}`]),
    ...(down === undefined ? [] : [down ? isDown : sql`not ${isDown}`]),
  ]
  return sql.join(conditions, sql` and `)
}

/** Which of some stations the caller may see. */
export async function listSeenStations(db: Db, caller: Caller, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from stations s where s.id = any(${ids}::text[]) and ${seen(caller)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Which of some connectors are at stations that the caller may see. */
export async function listSeenConnectors(db: Db, caller: Caller, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from connectors c join stations s on s.id = c.station_id
    where c.id = any(${ids}::bigint[]) and ${seen(caller)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A station, if the caller may see it. */
export async function findStation(db: Db, caller: Caller, id: string): Promise<StationRow | undefined> {
  const [row] = await select(db, sql`where s.id = ${id} and ${seen(caller)}`)
  return row
}

async function select(db: Db, rest: RawBuilder<unknown>): Promise<StationRow[]> {
  const { rows } = await sql<StationRow>`
    select ${sql.join(readColumns.map((name) => sql.ref(`s.${name}`)))}, s.configured_at is not null as configured,
      l.name as location_name, l.city as location_city, l.street as location_street, l.owner_id,
      m.first_name as owner_first_name, m.last_name as owner_last_name, m.email as owner_email,
      p.connection_id is not null as online, p.last_seen_at,
      coalesce(s.status_since, s.created_at) as status_since, n.last_session_at,
      ${waitsForAdmission} as needs_admission
    ${from} ${rest}`.execute(db)
  return rows
}

/** The connectors of some stations in their order. */
export async function listConnectors(db: Db, stationIds: readonly string[]): Promise<ConnectorRow[]> {
  if (stationIds.length === 0) return []
  const { rows } = await sql<ConnectorRow>`
    select c.id, c.station_id, c.evse_number, e.operational, e.availability_pending, e.availability_answer, c.number,
      c.ordinal, c.type, c.current, c.power_w, c.ocpp_status,
      c.error_code, c.info, c.status_updated_at
    from connectors c
    join evses e on e.station_id = c.station_id and e.number = c.evse_number
    where c.station_id = any(${stationIds}::text[])
    order by c.station_id, c.ordinal`.execute(db)
  return rows
}

/** The connectors of locations, with all that their status is derived from. */
export async function listConnectorStates(
  db: Db,
  locationIds: readonly number[],
): Promise<
  {
    location_id: number
    station_id: string
    online: boolean
    operational: boolean
    paused: boolean
    ocpp_status: OcppStatus | null
    evse_number: number
    type: ConnectorType
    power_w: number
  }[]
> {
  if (locationIds.length === 0) return []
  const { rows } = await sql<Awaited<ReturnType<typeof listConnectorStates>>[number]>`
    select s.location_id, s.id as station_id, p.connection_id is not null and s.held is null as online,
      e.operational, s.sales_paused_at is not null as paused, c.ocpp_status, c.evse_number, c.type, c.power_w
    from stations s
    join connectors c on c.station_id = s.id
    join evses e on e.station_id = s.id and e.number = c.evse_number
    left join station_presence p on p.station_id = s.id
    where s.location_id = any(${locationIds}::bigint[]) and s.deleted_at is null
    order by s.location_id, s.number, c.ordinal`.execute(db)
  return rows
}
