import { type RawBuilder, sql } from 'kysely'
import { groupBy } from '../../../platform/general/group-by.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { listIdsByEmail } from '../../people/managers/store.ts'
import { listLocationRows, listLocationRowsAfter, lockLocations } from '../../places/locations/rows-store.ts'
import {
  listConnectorRows,
  listStandingRows,
  listStationRows,
  lockStations,
} from '../../stations/stations/rows-store.ts'
import { type Column, columnsOf, type Value } from './columns.ts'
import { addressKey, type Fields, type Gathered } from './gather.ts'
import type { Present, StoredConnector, StoredLocation, StoredStation } from './plan.ts'
import { loadPrices } from './prices.ts'

type Row = Record<string, Value>

const tableOf = { location: 'l', station: 's', connector: 'c' } as const

/** The columns of locations, stations or connectors, under their names in the file. */
const selected = (of: Column['of']): RawBuilder<unknown> =>
  sql.join(
    columnsOf(of).map(({ name, db: [column] }) =>
      column === 'owner_email'
        ? sql`lower(m.email) as owner_email`
        : name === 'features'
          ? sql`array_to_string(l.features, ' ') as features`
          : sql`${sql.ref(`${tableOf[of]}.${column}`)} as ${sql.ref(name)}`,
    ),
  )

const fieldsOf = (of: Column['of'], row: Row): Fields =>
  Object.fromEntries(columnsOf(of).map(({ name }) => [name, row[name]]))

/** Reads what the database holds of the things in a file, and locks it until the transaction ends. */
export async function loadPresent(tx: Tx, { locations, stations }: Gathered, at: Date): Promise<Present> {
  const locationsInFile = [...locations.values()]
  const ids = locationsInFile.flatMap(({ id }) => id ?? [])
  const names = locationsInFile.flatMap(({ id, fields }) => (id === null ? String(fields.location_name) : []))
  const emails = locationsInFile.flatMap(({ fields }) => fields.owner_email ?? []).map(String)
  const stationIds = [...stations.keys()]
  const owners = await listIdsByEmail(tx, emails)
  const locationIds = await lockLocations(tx, { ids, names })
  await lockStations(tx, stationIds)
  const found = await listLocationRows<Row>(tx, locationIds, selected('location'))
  const standing = await listStationRows<Row>(tx, stationIds, selected('station'))
  const connectors = await listConnectorRows<Row>(tx, stationIds, selected('connector'))

  const hasPrices = [...stations.values()].some((station) =>
    [...station.connectors.values()].some(({ prices }) => Object.keys(prices).length > 0),
  )
  const stored = found.map((row): StoredLocation => ({ id: row.id, fields: fieldsOf('location', row) }))
  return {
    owners,
    priced: hasPrices ? await loadPrices(tx, locationIds, at) : [],
    locations: new Map(stored.map((location) => [location.id, location])),
    byAddress: grouped(stored, ({ fields }) => addressKey(fields)),
    stations: new Map(
      standing.map((row): [string, StoredStation] => [
        row.id,
        { id: row.id, locationId: row.location_id, deleted: row.deleted, fields: fieldsOf('station', row) },
      ]),
    ),
    connectors: grouped(
      connectors.map(
        (row): StoredConnector => ({
          id: row.id,
          stationId: row.station_id,
          evse: row.evse_number,
          number: row.number_within,
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

/** The rows of the locations after one, in the order of the file. */
export async function listExportRows(
  db: Db,
  caller: Caller,
  { after, locations, at }: { after: number; locations: number; at: Date },
): Promise<ExportRow[]> {
  const found = await listLocationRowsAfter<Row>(
    db,
    caller,
    { after, limit: locations },
    selected('location'),
  )
  const ids = found.map(({ id }) => id)
  const prices = new Map((await loadPrices(db, ids, at)).map((one) => [one.connectorId, one.prices] as const))
  const standing = groupBy(
    await listStandingRows<Row>(db, ids, sql`${selected('station')}, ${selected('connector')}`),
    ({ location_id }) => location_id,
  )
  return found.flatMap(({ id, ...location }) => {
    const rows = standing.get(id) ?? [{ station_id: null, connector_id: null }]
    return rows.map(
      ({ connector_id, ...row }): ExportRow => ({
        ...location,
        ...row,
        ...prices.get(Number(connector_id)),
        location_id: id,
      }),
    )
  })
}
