import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import {
  type ColumnMap,
  insertParts,
  type LooseRow,
  rows as rowsOf,
  updateParts,
} from '../../../platform/statements/bulk.ts'

/** Locks stations until the transaction ends. */
export async function lockStations(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from stations where id = any(${ids}::text[]) order by id for update`.execute(tx)
}

/** The given columns of stations (s), removed ones too. */
export async function listStationRows<R>(
  db: Db,
  ids: readonly string[],
  columns: RawBuilder<unknown>,
): Promise<(R & { id: string; location_id: number; deleted: boolean })[]> {
  const { rows } = await sql<R & { id: string; location_id: number; deleted: boolean }>`
    select s.id, s.location_id, s.deleted_at is not null as deleted, ${columns} from stations s
    where s.id = any(${ids}::text[]) order by s.id`.execute(db)
  return rows
}

interface ConnectorNumbers {
  id: number
  station_id: string
  evse_number: number
  /** within its EVSE */
  number_within: number
  ordinal: number
}

/** The given columns of the connectors (c) of stations. */
export async function listConnectorRows<R>(
  db: Db,
  stationIds: readonly string[],
  columns: RawBuilder<unknown>,
): Promise<(R & ConnectorNumbers)[]> {
  const { rows } = await sql<R & ConnectorNumbers>`
    select c.id, c.station_id, c.evse_number, c.number as number_within, c.ordinal, ${columns} from connectors c
    where c.station_id = any(${stationIds}::text[])`.execute(db)
  return rows
}

interface StandingKeys {
  location_id: number
  station_id: string
  /** null: a station without connectors */
  connector_id: number | null
}

/** The given columns of the stations (s) at locations and of their connectors (c), in order. */
export async function listStandingRows<R>(
  db: Db,
  locationIds: readonly number[],
  columns: RawBuilder<unknown>,
): Promise<(R & StandingKeys)[]> {
  const { rows } = await sql<R & StandingKeys>`
    select s.location_id, s.id as station_id, c.id as connector_id, c.evse_number, c.number as connector_number, ${columns}
    from stations s left join connectors c on c.station_id = s.id
    where s.location_id = any(${locationIds}::bigint[]) and s.deleted_at is null
    order by s.location_id, s.number, s.id, c.ordinal`.execute(db)
  return rows
}

/** Adds stations with the given columns. */
export const insertStationRows = (tx: Tx, list: readonly LooseRow[], columns: ColumnMap<LooseRow>) =>
  insertParts(tx, 'stations', list, columns)

/** Updates the given columns of stations (`key` is the id); increases their versions. */
export const updateStationRows = (tx: Tx, list: readonly LooseRow[], columns: ColumnMap<LooseRow>) =>
  updateParts(tx, 'stations', list, columns, sql`, version = t.version + 1`)

/** Adds connectors with the given columns, and their EVSEs. */
export async function insertConnectorRows(
  tx: Tx,
  list: readonly LooseRow[],
  columns: ColumnMap<LooseRow>,
): Promise<void> {
  const evses = new Map(list.map((row) => [JSON.stringify([row.stationId, row.evse]), row]))
  const { stationId, evse } = columns
  // the columns of connectors name their station and EVSE
  const evseColumns = { stationId: stationId!, evse: ['number', evse![1]] } as ColumnMap<LooseRow>
  await insertParts(tx, 'evses', [...evses.values()], evseColumns, sql`(station_id, number) do nothing`)
  await insertParts(tx, 'connectors', list, columns)
}

/** Updates the given columns of connectors (`key` is the id). */
export const updateConnectorRows = (tx: Tx, list: readonly LooseRow[], columns: ColumnMap<LooseRow>) =>
  updateParts(tx, 'connectors', list, columns)

/** How stations of another system sign in: by a password of theirs, by one that the other system's hash is of, or without one. */
export interface FormerSignIn {
  id: string
  /** null: it connects without a password */
  passwordHash: string | null
  formerPassword: string | null
}

const formerColumns: ColumnMap<FormerSignIn> = {
  id: ['id', 'text'],
  passwordHash: ['password_hash', 'text'],
  formerPassword: ['former_password', 'text'],
}

export async function updateFormerSignIns(tx: Tx, signIns: readonly FormerSignIn[]): Promise<void> {
  if (signIns.length === 0) return
  await sql`update stations s set password_hash = r.password_hash, former_password = r.former_password
    from ${rowsOf(signIns, formerColumns, ['id', 'passwordHash', 'formerPassword'])} where s.id = r.id`.execute(
    tx,
  )
}
