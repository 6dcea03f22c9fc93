import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../platform/caller.ts'
import type { Db, Tx } from '../../platform/schema.ts'
import { lockLocations } from '../locations/rows-store.ts'
import { visibleLocations } from '../locations/scope-store.ts'
import { listIdsByEmail } from '../managers/store.ts'
import { lockStations } from '../stations/rows-store.ts'
import { type Column, columnsOf, type Value } from './columns.ts'
import { type Fields, type Gathered, placeKey } from './gather.ts'
import type { Present, StoredConnector, StoredLocation, StoredStation } from './plan.ts'

type Row = Record<string, Value>

const tableOf = { location: 'l', station: 's', connector: 'c' } as const

/** The columns of a kind of thing under their names in the file. */
const selected = (of: Column['of']): RawBuilder<unknown> =>
  sql.join(
    columnsOf(of).map(({ name, db: [column] }) =>
      column === 'owner_email'
        ? sql`lower(m.email) as owner_email`
        : sql`${sql.ref(`${tableOf[of]}.${column}`)} as ${sql.ref(name)}`,
    ),
  )

const fieldsOf = (of: Column['of'], row: Row): Fields =>
  Object.fromEntries(columnsOf(of).map(({ name }) => [name, row[name]]))

/** Reads what there is of all that a file names, and locks it until the transaction ends. */
export async function loadPresent(tx: Tx, { locations, stations }: Gathered): Promise<Present> {
  const told = [...locations.values()]
  const ids = told.flatMap(({ id }) => id ?? [])
  const names = told.flatMap(({ id, fields }) => (id === null ? String(fields.location_name) : []))
  const emails = told.flatMap(({ fields }) => fields.owner_email ?? []).map(String)
  const stationIds = [...stations.keys()]
  const owners = await listIdsByEmail(tx, emails)
  const locationIds = await lockLocations(tx, { ids, names })
  await lockStations(tx, stationIds)
  const found = await sql<Row & { id: number }>`
    select l.id, ${selected('location')}
    from locations l left join managers m on m.id = l.owner_id
    where l.id = any(${locationIds}::bigint[]) order by l.id`.execute(tx)
  const standing = await sql<Row & { id: string; at: number; deleted: boolean }>`
    select s.id, s.location_id as at, s.deleted_at is not null as deleted, ${selected('station')}
    from stations s where s.id = any(${stationIds}::text[]) order by s.id`.execute(tx)
  const connectors = await sql<
    Row & { id: number; station: string; evse: number; place: number; ordinal: number }
  >`
    select c.id, c.station_id as station, c.evse_number as evse, c.number as place, c.ordinal, ${selected('connector')}
    from connectors c where c.station_id = any(${stationIds}::text[])`.execute(tx)

  const stored = found.rows.map((row): StoredLocation => ({ id: row.id, fields: fieldsOf('location', row) }))
  return {
    owners,
    locations: new Map(stored.map((location) => [location.id, location])),
    places: grouped(stored, ({ fields }) => placeKey(fields)),
    stations: new Map(
      standing.rows.map((row): [string, StoredStation] => [
        row.id,
        { id: row.id, locationId: row.at, deleted: row.deleted, fields: fieldsOf('station', row) },
      ]),
    ),
    connectors: grouped(
      connectors.rows.map(
        (row): StoredConnector => ({
          id: row.id,
          stationId: row.station,
          evse: row.evse,
          number: row.place,
          ordinal: row.ordinal,
          fields: fieldsOf('connector', row),
        }),
      ),
      ({ stationId }) => stationId,
    ),
  }
}

function grouped<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of list) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}

/** One row of the export: a connector with its station and location, or a location without stations. */
export type ExportRow = Row & { location_id: number; station_id: string | null }

/** Rows of some locations that follow one, in the order of the file. */
export async function listExportRows(
  db: Db,
  caller: Caller,
  after: number,
  locations: number,
): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select l.id as location_id, ${selected('location')}, s.id as station_id, ${selected('station')},
      c.evse_number, c.number as connector_number, ${selected('connector')}
    from (
      select * from locations
      where id > ${after} and deleted_at is null and ${visibleLocations(caller, 'id')}
      order by id limit ${locations}
    ) l
    left join managers m on m.id = l.owner_id
    left join stations s on s.location_id = l.id and s.deleted_at is null
    left join connectors c on c.station_id = s.id
    order by l.id, s.number, s.id, c.ordinal`.execute(db)
  return rows
}
