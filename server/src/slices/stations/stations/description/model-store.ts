import type { StationModel } from '@stationmaster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../../../platform/http/caller.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { searched } from '../../../../platform/statements/search.ts'
import { visibleLocations } from '../../../places/locations/access/scope-store.ts'

interface ModelRow extends Omit<StationModel, 'evses'> {
  /** of an added model */
  evses: StationModel['evses'] | null
  /** of a model that only stations show: its newest station */
  station_id: string | null
}

/**
 * A page of the station models by manufacturer and name, with their count: those that were added, and those of the stations
 * that a caller may see, each as its newest station is. An added model stands for the stations of its name.
 */
export async function listModels(
  db: Db,
  caller: Caller,
  { limit, offset, search = '' }: { limit: number; offset: number; search?: string | undefined },
): Promise<{ items: StationModel[]; total: number }> {
  const found = sql`from (${known(caller)}) k where ${searched(search, ['k.vendor_name', 'k.model'])}`
  const [{ rows }, count] = await Promise.all([
    sql<ModelRow>`select k.id, k.vendor_name, k.model, k.image, k.evses, k.station_id ${found}
      order by lower(k.vendor_name), lower(k.model) limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total ${found}`.execute(db),
  ])
  const standing = await listEvses(
    db,
    rows.flatMap(({ station_id: id }) => id ?? []),
  )
  return {
    items: rows.map(({ station_id: id, evses, ...row }) => ({
      ...row,
      evses: evses ?? standing.get(id ?? '') ?? [],
    })),
    total: count.rows[0]?.total ?? 0,
  }
}

/** Added models (as a) that a caller may change. */
const changeable = (caller: Caller): RawBuilder<SqlBool> =>
  caller.role === 'administrator'
    ? sql`true`
    : sql`${caller.role === 'manager'} and a.created_by = ${caller.id}`

const known = (caller: Caller): RawBuilder<ModelRow> => sql`
  select case when ${changeable(caller)} then a.id end as id, a.vendor_name, a.model, a.image, a.evses, null::text as station_id
  from station_models a
  union all
  (select distinct on (lower(s.vendor_name), lower(s.model)) null::bigint, s.vendor_name, s.model, s.image, null::jsonb, s.id
    from stations s
    where s.deleted_at is null and ${visibleLocations(caller, 's.location_id') satisfies RawBuilder<SqlBool>}
      and not exists (select from station_models a
        where lower(a.vendor_name) = lower(s.vendor_name) and lower(a.model) = lower(s.model))
    order by lower(s.vendor_name), lower(s.model), s.created_at desc, s.id)`

async function listEvses(db: Db, stationIds: string[]): Promise<Map<string, StationModel['evses']>> {
  if (stationIds.length === 0) return new Map()
  const connectors = await db
    .selectFrom('connectors')
    .select(['station_id', 'evse_number', 'number', 'type', 'current', 'power_w'])
    .where('station_id', 'in', stationIds)
    .orderBy('ordinal')
    .execute()
  const stations = new Map<string, StationModel['evses']>()
  for (const {
    station_id: id,
    evse_number: evseNumber,
    number,
    type,
    current,
    power_w: powerW,
  } of connectors) {
    const evses = stations.get(id) ?? []
    stations.set(id, evses)
    let evse = evses.find((one) => one.number === evseNumber)
    if (!evse) {
      evse = { number: evseNumber, connectors: [] }
      evses.push(evse)
    }
    evse.connectors.push({ number, type, current, power: powerW / 1000 })
  }
  return stations
}

/** A station model as it is described. */
export type ModelDescription = Omit<StationModel, 'id'>

export interface NewModel extends ModelDescription {
  createdBy: number
  createdAt: Date
}

/** Stores a station model; a second one of that manufacturer and name breaks station_models_name. */
export async function insertModel(
  tx: Tx,
  { createdBy, createdAt, evses, ...model }: NewModel,
): Promise<number> {
  const { id } = await tx
    .insertInto('station_models')
    .values({ ...model, evses: JSON.stringify(evses), created_by: createdBy, created_at: createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An added model that the caller may change, held until the transaction ends. */
export async function lockModel(
  tx: Tx,
  caller: Caller,
  id: number,
): Promise<(ModelDescription & { id: number }) | undefined> {
  const { rows } = await sql<ModelDescription & { id: number }>`
    select a.id, a.vendor_name, a.model, a.image, a.evses from station_models a
    where a.id = ${id} and ${changeable(caller)} for update`.execute(tx)
  return rows[0]
}

/** Changes a model; a second one of that manufacturer and name violates station_models_name. */
export async function updateModel(tx: Tx, id: number, { evses, ...model }: ModelDescription): Promise<void> {
  await tx
    .updateTable('station_models')
    .set({ ...model, evses: JSON.stringify(evses) })
    .where('id', '=', id)
    .execute()
}

export async function deleteModel(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('station_models').where('id', '=', id).execute()
}
