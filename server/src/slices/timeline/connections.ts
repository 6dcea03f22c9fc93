import { sql } from 'kysely'
import type { Db } from '../../platform/schema.ts'

/** A station's connection came or went; `unwatched`: with the server itself. */
export interface ConnectionEvent {
  at: Date
  kind: 'connected' | 'disconnected' | 'unwatched'
  /** disconnected: one of disconnectReasons; connected: `replaced` when the station had not missed its old socket */
  word: string | null
}

const most = 200

/** What became of a station's connection in a time, and how it stood before: the newest 200, oldest first. */
export async function listConnections(
  db: Db,
  stationId: string,
  since: Date,
  until: Date | null,
): Promise<ConnectionEvent[]> {
  const ofStation = sql`e.station_id = ${stationId} and e.lane = 'link' and e.connector = 0 and e.kind <> 'watched'`
  const { rows } = await sql<ConnectionEvent>`
    select at, kind, word from (
      (select e.id, e.at, e.kind, e.word from station_events e where ${ofStation} and e.at >= ${since}
        and ${until ? sql`e.at <= ${until}` : sql`true`} order by e.at desc, e.id desc limit ${most})
      union all
      (select e.id, e.at, e.kind, e.word from station_events e where ${ofStation} and e.at < ${since}
        order by e.at desc, e.id desc limit 1)) events
    order by at, id`.execute(db)
  return rows
}
