import type { EvseTariff, StationTariffState } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'

export interface TariffStateRow {
  state: StationTariffState
  answer: string | null
  evses: EvseTariff[]
  mark: string | null
  tried_at: Date | null
  synced_at: Date | null
  failures: number
  due_at: Date | null
}

/** Makes the prices of stations due that have booted: whether they reckon, and what they still know, is not certain any more. */
export async function upsertBootedTariffs(db: Db, stationIds: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into station_tariffs (station_id, state, due_at)
    select distinct id, 'waiting', ${now}::timestamptz from unnest(${stationIds}::text[]) as id
    on conflict (station_id) do update set mark = null, failures = 0, due_at = excluded.due_at`.execute(db)
}

/** Whether any station reckons with prices. */
export async function isAnyReckoning(db: Db): Promise<boolean> {
  const { rows } =
    await sql`select from station_tariffs where state <> 'unsupported' or due_at is not null limit 1`.execute(
      db,
    )
  return rows.length > 0
}

/** Whether it is this server's turn to look whether prices have changed: one of all servers does, once since an instant. */
export async function claimTariffLook(db: Db, now: Date, since: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into station_tariff_looks (looked_at) values (${now})
    on conflict (id) do update set looked_at = excluded.looked_at
    where station_tariff_looks.looked_at <= ${since} or station_tariff_looks.looked_at > ${now}
    returning looked_at`.execute(db)
  return rows.length > 0
}

/** A hash of what the stations that reckon with prices are: where they stand, whether they sell, their connectors. */
export async function markReckoning(db: Db): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select md5(coalesce(string_agg(concat_ws(' ', s.id, s.location_id, s.monetized, l.owner_id, l.time_zone, c.id, c.evse_number, c.type,
      c.current, c.power_w), '|' order by s.id, c.id), '')) as mark
    from station_tariffs t join station_view s on s.id = t.station_id join location_view l on l.id = s.location_id
      left join connector_view c on c.station_id = s.id
    where t.state <> 'unsupported'`.execute(db)
  return first(rows).mark
}

/** Makes those stations due whose prices were reckoned from something else, and forgets removed ones. */
export async function updateDueTariffs(db: Db, mark: string, now: Date): Promise<void> {
  await sql`
    delete from station_tariffs t using station_view s where s.id = t.station_id and s.deleted_at is not null`.execute(
    db,
  )
  await sql`
    update station_tariffs set due_at = ${now}
    where due_at is null and mark is distinct from ${mark} and state not in ('unsupported', 'off')`.execute(
    db,
  )
}

/** Takes stations that are due and connected since an instant; no other server has them until `until`. */
export async function claimDueTariffs(
  db: Db,
  { now, connectedBefore, until, most }: { now: Date; connectedBefore: Date; until: Date; most: number },
): Promise<({ stationId: string } & Pick<TariffStateRow, 'state' | 'evses' | 'mark' | 'failures'>)[]> {
  const { rows } = await sql<
    { stationId: string } & Pick<TariffStateRow, 'state' | 'evses' | 'mark' | 'failures'>
  >`
    with due as (
      select t.station_id from station_tariffs t join station_presence_view p on p.station_id = t.station_id
      where t.due_at <= ${now} and p.connection_id is not null and p.connected_at <= ${connectedBefore}
      order by t.due_at, t.station_id limit ${most} for update of t skip locked)
    update station_tariffs t set due_at = ${until} from due where due.station_id = t.station_id
    returning t.station_id as "stationId", t.state, t.evses, t.mark, t.failures`.execute(db)
  return rows
}

/** Notes that what these stations know is still right. */
export async function updateUnchangedTariffs(
  db: Db,
  stationIds: readonly string[],
  mark: string,
): Promise<void> {
  await sql`
    update station_tariffs set mark = ${mark}, due_at = null where station_id = any(${stationIds}::text[])`.execute(
    db,
  )
}

/** Keeps how an attempt ended. */
export async function updateTariffState(
  db: Db,
  stationId: string,
  { evses, synced, ...kept }: Omit<TariffStateRow, 'synced_at'> & { tried_at: Date; synced: boolean },
): Promise<void> {
  await db
    .updateTable('station_tariffs')
    .set({ ...kept, evses: JSON.stringify(evses), ...(synced ? { synced_at: kept.tried_at } : {}) })
    .where('station_id', '=', stationId)
    .execute()
}

export async function findTariffState(db: Db, stationId: string): Promise<TariffStateRow | undefined> {
  return db
    .selectFrom('station_tariffs')
    .select(['state', 'answer', 'evses', 'mark', 'tried_at', 'synced_at', 'failures', 'due_at'])
    .where('station_id', '=', stationId)
    .executeTakeFirst()
}
