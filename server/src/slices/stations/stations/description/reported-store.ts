import type { ConnectorType, Current } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Viewer } from '../../../../platform/http/caller.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { visibleLocations } from '../../../places/locations/access/scope-store.ts'

/** A connector as it is set up. */
export interface SetUp {
  evse: number
  number: number
  ordinal: number
  type: ConnectorType
  current: Current
  powerW: number
}

/** What a station reports and is not set up, as its version names it. */
const unknown = sql`array(select place from unnest(s.unknown_connectors) as place where not exists (
  select from connectors c where c.station_id = s.id
    and place in (c.ordinal::text, c.evse_number || '/' || c.number)) order by place)`

export async function listUnknown(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ places: string[] }>`
    select ${unknown} as places from stations s where s.id = ${id}`.execute(tx)
  return rows[0]?.places ?? []
}

/** A station's connectors in their order. */
export async function listKinds(tx: Tx, id: string): Promise<SetUp[]> {
  const { rows } = await sql<SetUp>`
    select evse_number as evse, number, ordinal, type, current, power_w as "powerW" from connectors
    where station_id = ${id} order by ordinal`.execute(tx)
  return rows
}

/** Adds connectors, with EVSEs of theirs where there are none; what was reported is known then. */
export async function insertReported(tx: Tx, id: string, connectors: readonly SetUp[]): Promise<void> {
  const evses = [...new Set(connectors.map(({ evse }) => evse))]
  await sql`insert into evses (station_id, number) select ${id}, n from unnest(${evses}::integer[]) as n
    on conflict do nothing`.execute(tx)
  await tx
    .insertInto('connectors')
    .values(
      connectors.map(({ evse, powerW, ...one }) => ({
        ...one,
        station_id: id,
        evse_number: evse,
        power_w: powerW,
      })),
    )
    .execute()
  await sql`update stations set unknown_connectors = '{}', version = version + 1 where id = ${id}`.execute(tx)
}

export interface ReportingStation {
  id: string
  number: number
  vendorName: string
  model: string
  locationId: number
  locationName: string
  places: string[]
}

const reporting = (caller: Viewer) => sql`
  from (select s.*, ${unknown} as places from stations s
    where s.unknown_connectors <> '{}' and s.deleted_at is null and ${visibleLocations(caller, 's.location_id')}) s
  join location_view l on l.id = s.location_id where cardinality(s.places) > 0`

/** Stations that report connectors which are not set up, by number. */
export async function listReporting(
  db: Db,
  caller: Viewer,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ReportingStation[]; total: number }> {
  const [page, total] = await Promise.all([
    sql<ReportingStation>`
      select s.id, s.number, s.vendor_name as "vendorName", s.model, l.id as "locationId", l.name as "locationName", s.places
      ${reporting(caller)} order by s.number, s.id limit ${limit} offset ${offset}`.execute(db),
    countReporting(db, caller),
  ])
  return { rows: page.rows, total }
}

export async function countReporting(db: Db, caller: Viewer): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${reporting(caller)}`.execute(db)
  return rows[0]?.total ?? 0
}
