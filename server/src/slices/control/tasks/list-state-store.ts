import type { ListState } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'

interface ListStateRow {
  state: ListState
  answer: string | null
  left_out: number
  tried_at: Date | null
  synced_at: Date | null
  failures: number
  due_at: Date | null
}

/** Whether it is this server's turn to compare cards and lists: one of all servers does, once since an instant. */
export async function claimLook(db: Db, now: Date, since: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into local_list_looks (looked_at) values (${now})
    on conflict (id) do update set looked_at = excluded.looked_at
    where local_list_looks.looked_at <= ${since} or local_list_looks.looked_at > ${now}
    returning looked_at`.execute(db)
  return rows.length > 0
}

/** The locations that roaming partners are shown, by id. */
export async function listPublished(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select location_id as id from roaming_location_view
    order by location_id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether any location has lists that follow. */
export async function isAnyFollowed(db: Db): Promise<boolean> {
  const { rows } =
    await sql`select from location_view where local_lists and deleted_at is null limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Makes the lists due that were made of other cards, and those of stations that have booted since, which may have lost theirs. A station
 * that has no list gets another attempt after its next boot only. Lists of locations that do not ask for it any more are left as they are.
 */
export async function updateDueLists(db: Db, mark: string, now: Date): Promise<void> {
  await sql`
    delete from station_list_states l using station_view s, location_view p
    where s.id = l.station_id and p.id = s.location_id and (not p.local_lists or s.deleted_at is not null)`.execute(
    db,
  )
  await sql`
    insert into station_list_states (station_id, state, due_at)
    select s.id, 'waiting', ${now} from station_view s join location_view p on p.id = s.location_id
    where p.local_lists and p.deleted_at is null and s.deleted_at is null
    on conflict do nothing`.execute(db)
  await sql`
    update station_list_states l set due_at = ${now} from station_view s
    where s.id = l.station_id and l.due_at is null
      and (s.booted_at > l.tried_at or l.mark is distinct from ${mark} and l.state <> 'unsupported')`.execute(
    db,
  )
}

/** Takes lists that are due and whose stations are connected since an instant; no other server has them until `until`. */
export async function claimDueLists(
  db: Db,
  { now, connectedBefore, until, most }: { now: Date; connectedBefore: Date; until: Date; most: number },
): Promise<{ stationId: string; failures: number }[]> {
  const { rows } = await sql<{ stationId: string; failures: number }>`
    with due as (
      select l.station_id from station_list_states l join station_presence_view p on p.station_id = l.station_id
      where l.due_at <= ${now} and p.connection_id is not null and p.connected_at <= ${connectedBefore}
      order by l.due_at, l.station_id limit ${most} for update of l skip locked)
    update station_list_states l set due_at = ${until} from due where due.station_id = l.station_id
    returning l.station_id as "stationId", l.failures`.execute(db)
  return rows
}

/** Keeps how an attempt ended. */
export async function updateListState(
  db: Db,
  stationId: string,
  {
    mark,
    synced,
    ...kept
  }: Omit<ListStateRow, 'synced_at'> & { tried_at: Date; mark: string | null; synced: boolean },
): Promise<void> {
  await db
    .updateTable('station_list_states')
    .set({ ...kept, ...(synced ? { synced_at: kept.tried_at } : {}), ...(mark === null ? {} : { mark }) })
    .where('station_id', '=', stationId)
    .execute()
}

export async function findListState(db: Db, stationId: string): Promise<ListStateRow | undefined> {
  const row = await db
    .selectFrom('station_list_states')
    .select(['state', 'answer', 'left_out', 'tried_at', 'synced_at', 'failures', 'due_at'])
    .where('station_id', '=', stationId)
    .executeTakeFirst()
  return row
}
