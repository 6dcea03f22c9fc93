import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { searched } from '../../../../platform/statements/search.ts'

/** At most so many unknown cards are kept; beyond it those that were not shown for the longest time are removed. */
const mostUnknown = 2000

/** Unknown cards that were shown at stations: how often, and where last. */
export type ShownUnknown = ReadonlyMap<string, { stationId: string; shown: number }>

/** Counts unknown cards; of two servers at once each counts its own. */
export async function updateUnknown(tx: Tx, tags: ShownUnknown, at: Date): Promise<void> {
  if (tags.size === 0) return
  const list = [...tags].map(([token, { stationId, shown }]) => ({ token, station_id: stationId, shown }))
  // one statement, because a batch commits right behind it
  await sql`with removed as (delete from unknown_tags where token in (
      select token from unknown_tags order by last_at desc, token offset ${mostUnknown})
      and token <> all(${[...tags.keys()]}::text[]))
    insert into unknown_tags as u (token, shown, first_at, last_at, station_id)
    select token, shown, ${at}, ${at}, station_id
    from json_to_recordset(${JSON.stringify(list)}::json) as r(token text, station_id text, shown int) order by token
    on conflict (token) do update
      set shown = u.shown + excluded.shown, last_at = excluded.last_at, station_id = excluded.station_id`.execute(
    tx,
  )
}

export interface UnknownTagRow {
  token: string
  shown: number
  firstAt: Date
  lastAt: Date
  stationId: string
  stationNumber: number
  locationId: number
  locationName: string
}

/** A page of unknown cards that are not registered by now, those that are shown most first. */
export async function listUnknown(
  db: Db,
  { limit, offset, search = '' }: { limit: number; offset: number; search?: string | undefined },
): Promise<{ rows: UnknownTagRow[]; total: number }> {
  const found = sql`from unknown_tags u join station_view s on s.id = u.station_id join location_view l on l.id = s.location_id
    where ${searched(search, ['u.token', 'l.name', 's.number'])}
      and not exists (select from id_tokens t where t.token = u.token)`
  const [page, count] = await Promise.all([
    sql<UnknownTagRow>`select u.token, u.shown, u.first_at as "firstAt", u.last_at as "lastAt", s.id as "stationId",
        s.number as "stationNumber", l.id as "locationId", l.name as "locationName"
      ${found} order by u.shown desc, u.last_at desc, u.token limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total ${found}`.execute(db),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}

/** Removes cards from the list. */
export async function deleteUnknown(tx: Tx, tokens: readonly string[]): Promise<void> {
  await sql`delete from unknown_tags where token = any(${tokens}::text[])`.execute(tx)
}
