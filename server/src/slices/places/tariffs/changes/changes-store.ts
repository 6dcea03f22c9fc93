import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import type { PriceBounds, TariffElement } from '../elements.ts'
import type { IdleTerms } from '../idle-terms.ts'
import { boundsIn } from '../pricing/pricing-store.ts'
import type { ConnectorFilter } from './assign.ts'
import type { Change } from './changes.ts'

export interface NewChange {
  locationId: number
  filter: ConnectorFilter
}

/** Writes a change for each location and filter; answers them with their ids. */
export async function insertChanges<C extends NewChange>(
  tx: Tx,
  changes: readonly C[],
  price: {
    elements: TariffElement[]
    idle: IdleTerms | null
    bounds: PriceBounds
    validFrom: Date
    createdBy: number
    at: Date
  },
): Promise<(C & { id: number })[]> {
  const list = changes.map(({ locationId, filter }, index) => ({
    index,
    location_id: locationId,
    station_id: filter.stationId,
    connector_type: filter.type,
    current: filter.current,
    power_w: filter.powerW,
  }))
  const { rows } = await sql<{ id: number }>`
    insert into price_changes
      (location_id, station_id, connector_type, current, power_w, elements, idle, min_price_minor, max_price_minor, valid_from,
        created_by, created_at)
    select location_id, station_id, connector_type, current, power_w, ${JSON.stringify(price.elements)}::jsonb,
      ${price.idle && JSON.stringify(price.idle)}::jsonb, ${price.bounds.minPriceMinor}::bigint,
      ${price.bounds.maxPriceMinor}::bigint, ${price.validFrom},
      ${price.createdBy}, ${price.at}
    from json_to_recordset(${JSON.stringify(list)}::json) as r(
      index int, location_id bigint, station_id text, connector_type text, current text, power_w int)
    order by index returning id`.execute(tx)
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b)
  // the statement answers one id for each change
  return changes.map((change, index) => ({ ...change, id: ids[index]! }))
}

export interface PlannedChange extends ConnectorFilter {
  id: number
  locationId: number
  validFrom: Date
  elements: TariffElement[]
  idle: IdleTerms | null
  bounds: PriceBounds
}

/** Changes of these locations that begin after an instant and are not taken back. */
export async function listPlanned(
  tx: Tx,
  locationIds: readonly number[],
  after: Date,
): Promise<PlannedChange[]> {
  const { rows } = await sql<PlannedChange>`
    select id, location_id as "locationId", station_id as "stationId", connector_type as type, current, power_w as "powerW",
      valid_from as "validFrom", elements, idle, ${boundsIn('price_changes')} as bounds
    from price_changes
    where location_id = any(${locationIds}::bigint[]) and valid_from > ${after} and canceled_at is null
    order by id`.execute(tx)
  return rows
}

export interface ChangeRow extends Change {
  id: number
  elements: TariffElement[]
  idle: IdleTerms | null
  bounds: PriceBounds
  createdAt: Date
  createdBy: number | null
  createdByName: string | null
  canceledBy: number | null
  canceledByName: string | null
}

/** A location's changes, or those that concern one of its stations, the latest start first, with their count. */
export async function listChanges(
  db: Db,
  locationId: number,
  stationId: string | null,
  limit: number,
): Promise<{ rows: ChangeRow[]; total: number }> {
  const concerned =
    stationId === null ? sql`true` : sql`(p.station_id is null or p.station_id = ${stationId})`
  const { rows } = await sql<ChangeRow & { total: number }>`
    select p.id, p.station_id as "stationId", p.connector_type as type, p.current, p.power_w as "powerW",
      p.elements, p.idle, ${boundsIn('p')} as bounds, p.valid_from as "validFrom",
      p.created_at as "createdAt", p.created_by as "createdBy", p.canceled_at as "canceledAt",
      p.canceled_by as "canceledBy", ${personName('m')} as "createdByName", ${personName('c')} as "canceledByName",
      count(*) over () as total
    from price_changes p left join manager_view m on m.id = p.created_by left join manager_view c on c.id = p.canceled_by
    where p.location_id = ${locationId} and ${concerned}
    order by p.valid_from desc, p.id desc limit ${limit}`.execute(db)
  return { rows: rows.map(({ total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

const personName = (alias: string) =>
  sql`coalesce(nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}), ''),
    ${sql.ref(`${alias}.email`)})`

/** A change of a location as it stands, or undefined; the location is locked by the caller. */
export async function findChange(
  tx: Tx,
  locationId: number,
  id: number,
): Promise<Pick<ChangeRow, 'validFrom' | 'canceledAt' | 'elements' | 'idle' | 'bounds'> | undefined> {
  const { rows } = await sql<Pick<ChangeRow, 'validFrom' | 'canceledAt' | 'elements' | 'idle' | 'bounds'>>`
    select valid_from as "validFrom", canceled_at as "canceledAt", elements, idle,
      ${boundsIn('price_changes')} as bounds from price_changes
    where id = ${id} and location_id = ${locationId}`.execute(tx)
  return rows[0]
}

/** Takes a change back: its versions stay where they are, valid at no instant. */
export async function cancelChange(tx: Tx, id: number, by: { id: number; at: Date }): Promise<void> {
  await tx
    .updateTable('price_changes')
    .set({ canceled_at: by.at, canceled_by: by.id })
    .where('id', '=', id)
    .execute()
  await sql`update tariff_versions set valid_to = valid_from where price_change_id = ${id}`.execute(tx)
}

/** The zone of a location, in which the hours of its prices are meant. */
export async function getTimeZone(db: Db, locationId: number): Promise<string> {
  const { rows } = await sql<{ timeZone: string }>`
    select time_zone as "timeZone" from location_view where id = ${locationId}`.execute(db)
  return first(rows).timeZone
}
