import { valueIn } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import type { Assigned, Pricing } from '../changes/assign.ts'
import type { PriceBounds, TariffElement } from '../elements.ts'
import type { IdleTerms } from '../idle-terms.ts'
import type { PricedStation } from './priced.ts'

export interface AssignedNow extends Assigned {
  elements: TariffElement[] | null
  idle: IdleTerms | null
  bounds: PriceBounds
}

/** The bounds of a row with both of them. */
export const boundsIn = (alias: string) =>
  sql<PriceBounds>`json_build_object('minPriceMinor', ${sql.ref(`${alias}.min_price_minor`)},
    'maxPriceMinor', ${sql.ref(`${alias}.max_price_minor`)})`

/** What these locations have assigned, and their stations of their own, with what it says now. */
export async function listAssigned(
  db: Db,
  { locationIds, stations }: { locationIds: readonly number[]; stations: readonly PricedStation[] },
  at: Date,
): Promise<AssignedNow[]> {
  const locationOf = new Map(stations.map(({ id, locationId }) => [id, locationId]))
  const { rows } = await sql<Omit<AssignedNow, 'locationId'> & { locationId: number | null }>`
    select a.location_id as "locationId", a.station_id as "stationId", a.tariff_id as "tariffId", a.connector_type as type, a.current,
      a.power_min_w as "powerW", a.power_min_w is distinct from a.power_max_w as ranged, a.priority,
      exists (select 1 from tariff_assignments b where b.tariff_id = a.tariff_id and b.id <> a.id) as shared,
      now.elements, now.idle, ${boundsIn('now')} as bounds
    from tariff_assignments a left join lateral (
      select v.elements, v.idle, v.min_price_minor, v.max_price_minor from tariff_versions v
      where v.tariff_id = a.tariff_id and v.valid_from <= ${at} and (v.valid_to is null or v.valid_to > ${at}) order by v.valid_from desc, v.id desc limit 1) now on true
    where a.scope = 'location' and a.location_id = any(${locationIds}::bigint[])
      or a.scope = 'station' and a.station_id = any(${[...locationOf.keys()]}::text[])
    order by a.id`.execute(db)
  return rows.map((row) => ({
    ...row,
    // an assignment is of a location or of one of these stations
    locationId: row.locationId ?? valueIn(locationOf, row.stationId!),
  }))
}

/** Makes a tariff of its own for each location and filter; answers their ids in the same order. */
export async function insertTariffs(
  tx: Tx,
  create: (Pricing['create'][number] & { name: string })[],
  { currency, at }: { currency: string; at: Date },
): Promise<number[]> {
  if (create.length === 0) return []
  const names = JSON.stringify(create.map(({ name }, index) => ({ index, name })))
  const inserted = await sql<{ id: number }>`
    insert into tariffs (name, currency, created_at)
    select name, ${currency}, ${at} from json_to_recordset(${names}::json) as r(index int, name text) order by index
    returning id`.execute(tx)
  const ids = inserted.rows.map(({ id }) => id).sort((a, b) => a - b)
  const assignments = create.map(({ locationId, filter, priority }, index) => ({
    tariff_id: ids[index],
    location_id: filter.stationId === null ? locationId : null,
    station_id: filter.stationId,
    connector_type: filter.type,
    current: filter.current,
    power_w: filter.powerW,
    priority,
  }))
  await sql`
    insert into tariff_assignments
      (tariff_id, scope, location_id, station_id, connector_type, current, power_min_w, power_max_w, priority, created_at)
    select tariff_id, case when station_id is null then 'location' else 'station' end, location_id, station_id, connector_type, current, power_w, power_w, priority, ${at}
    from json_to_recordset(${JSON.stringify(assignments)}::json) as r(
      tariff_id bigint, location_id bigint, station_id text, connector_type text, current text, power_w int,
      priority int)`.execute(tx)
  return ids
}

/** A tariff's new version, and the change that made it. */
export interface NewVersion {
  tariffId: number
  changeId: number
  validFrom: Date
  elements: TariffElement[]
  idle: IdleTerms | null
  bounds: PriceBounds
}

export async function insertVersions(
  tx: Tx,
  versions: readonly NewVersion[],
  { createdBy, at }: { createdBy: number; at: Date },
): Promise<void> {
  const list = versions.map(({ tariffId, changeId, validFrom, elements, idle, bounds }) => ({
    tariff_id: tariffId,
    change_id: changeId,
    valid_from: validFrom,
    elements,
    idle,
    min_price: bounds.minPriceMinor,
    max_price: bounds.maxPriceMinor,
  }))
  await sql`
    insert into tariff_versions
      (tariff_id, price_change_id, valid_from, elements, idle, min_price_minor, max_price_minor, created_by, created_at)
    select tariff_id, change_id, valid_from, elements, idle, min_price, max_price, ${createdBy}, ${at}
    from json_to_recordset(${JSON.stringify(list)}::json) as r(tariff_id bigint, change_id bigint,
      valid_from timestamptz, elements jsonb, idle jsonb, min_price bigint, max_price bigint)`.execute(tx)
}
