import { sql } from 'kysely'
import { type ColumnMap, insertParts, type LooseRow, updateParts } from '../../platform/bulk.ts'
import type { Tx } from '../../platform/schema.ts'

/** Holds stations until the transaction ends. */
export async function lockStations(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from stations where id = any(${ids}::text[]) order by id for update`.execute(tx)
}

/** Adds stations, by the columns that are told. */
export const insertStationRows = (tx: Tx, list: readonly LooseRow[], columns: ColumnMap<LooseRow>) =>
  insertParts(tx, 'stations', list, columns)

/** Sets what is told of stations (`key` is the id); their versions count on. */
export const updateStationRows = (tx: Tx, list: readonly LooseRow[], columns: ColumnMap<LooseRow>) =>
  updateParts(tx, 'stations', list, columns, sql`, version = t.version + 1`)

/** Adds connectors, by the columns that are told, and the EVSEs that they are of. */
export async function insertConnectorRows(
  tx: Tx,
  list: readonly LooseRow[],
  columns: ColumnMap<LooseRow>,
): Promise<void> {
  const evses = new Map(list.map((row) => [JSON.stringify([row.stationId, row.evse]), row]))
  const { stationId, evse } = columns
  const evseColumns = { stationId: stationId!, evse: ['number', evse![1]] } as ColumnMap<LooseRow>
  await insertParts(tx, 'evses', [...evses.values()], evseColumns, sql`(station_id, number) do nothing`)
  await insertParts(tx, 'connectors', list, columns)
}

/** Sets what is told of connectors (`key` is the id). */
export const updateConnectorRows = (tx: Tx, list: readonly LooseRow[], columns: ColumnMap<LooseRow>) =>
  updateParts(tx, 'connectors', list, columns)
