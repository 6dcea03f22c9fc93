import type { StationSetting } from '@stationmaster/ocpp'
import { sql } from 'kysely'
import { groupBy } from '../../../../platform/general/group-by.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { type ColumnMap, rows } from '../../../../platform/statements/bulk.ts'
import { isSecret } from '../../../../platform/watching/masked.ts'
import { type Abilities, abilitiesOf } from './abilities.ts'

/** The settings that a station reported last. */
export interface StoredConfiguration {
  requestedAt: Date
  fetchedAt: Date | null
  settings: StationSetting[]
}

export async function findConfiguration(db: Db, stationId: string): Promise<StoredConfiguration | null> {
  const row = await db
    .selectFrom('station_configurations')
    .select(['asked_at as requestedAt', 'fetched_at as fetchedAt', 'settings'])
    .where('station_id', '=', stationId)
    .executeTakeFirst()
  return row ?? null
}

/** What the stations of some locations can do by their settings, by the station's id; those that never reported any are left out. */
export async function loadAbilities(db: Db, locationIds: readonly number[]): Promise<Map<string, Abilities>> {
  const { rows: found } = await sql<{ stationId: string; abilities: StationSetting[] }>`
    select s.id as "stationId", c.abilities from stations s join station_configurations c on c.station_id = s.id
    where s.location_id = any(${locationIds}::bigint[]) and s.deleted_at is null and c.fetched_at is not null`.execute(
    db,
  )
  return new Map(found.map(({ stationId, abilities }) => [stationId, abilitiesOf(abilities)]))
}

/** When a station last reported its settings; null: never. */
export async function findFetchedAt(db: Db, stationId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('station_configurations')
    .select('fetched_at as fetchedAt')
    .where('station_id', '=', stationId)
    .executeTakeFirst()
  return row?.fetchedAt ?? null
}

/** The settings that a station has reported since its last boot; null: none since then. */
export async function findSettingsSinceBoot(db: Db, stationId: string): Promise<StationSetting[] | null> {
  const row = await db
    .selectFrom('station_configurations as c')
    .innerJoin('stations as s', 's.id', 'c.station_id')
    .select('c.settings')
    .where('c.station_id', '=', stationId)
    .where('c.fetched_at', '>=', sql<Date>`coalesce(s.booted_at, '-infinity')`)
    .executeTakeFirst()
  return row?.settings ?? null
}

/** Records that a station's settings were requested; the report may come in parts under `requestId`. The last complete report stays until the new one is complete. */
export async function upsertConfigurationRequest(
  db: Db,
  stationId: string,
  requestId: number,
  at: Date,
): Promise<void> {
  await sql`
    insert into station_configurations (station_id, request_id, asked_at) values (${stationId}, ${requestId}, ${at})
    on conflict (station_id) do update set request_id = excluded.request_id, asked_at = excluded.asked_at,
      incoming = '[]'`.execute(db)
}

export interface SettingsPart {
  stationId: string
  requestId: number
  more: boolean
  settings: StationSetting[]
  at: Date
}

const partColumns: ColumnMap<SettingsPart> = {
  stationId: ['station_id', 'text'],
  requestId: ['request_id', 'bigint'],
  more: ['more', 'boolean'],
  settings: ['settings', 'jsonb'],
  at: ['at', 'timestamptz'],
}

/** no station has so many settings; further parts of a report are ignored */
const settingsMost = 20_000

/** Stores parts of the reports that were requested last; with its last part a report replaces the previous one. */
export async function updateSettings(db: Db, parts: readonly SettingsPart[]): Promise<void> {
  if (parts.length === 0) return
  const reports = [...groupBy(parts, ({ stationId, requestId }) => `${stationId} ${requestId}`).values()]
  await sql`
    update station_configurations c set
      incoming = case when r.more then c.incoming || r.settings else '[]' end,
      settings = case when r.more then c.settings else c.incoming || r.settings end,
      request_id = case when r.more then c.request_id end,
      fetched_at = case when r.more then c.fetched_at else r.at end
    from ${rows(reports.map(joined), partColumns, Object.keys(partColumns) as (keyof SettingsPart)[])}
    where c.station_id = r.station_id and c.request_id = r.request_id
      and jsonb_array_length(c.incoming) < ${settingsMost}`.execute(db)
}

/** Joins the parts of a report; parts after its last one are ignored. */
function joined(parts: readonly SettingsPart[]): SettingsPart {
  const last = parts.findIndex(({ more }) => !more)
  const own = last < 0 ? parts : parts.slice(0, last + 1)
  // a report has at least one part
  return { ...own.at(-1)!, settings: own.flatMap(({ settings }) => settings.map(withoutSecret)) }
}

/** A secret's value never reaches the database. */
export function withoutSecret({ value, ...setting }: StationSetting): StationSetting {
  return value === undefined || isSecret(setting.name) ? setting : { ...setting, value }
}
