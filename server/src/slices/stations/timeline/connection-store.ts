import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'

/** A station connected or disconnected; `unwatched`: the server itself went down. */
export interface ConnectionEvent {
  at: Date
  kind: 'connected' | 'disconnected' | 'unwatched'
  /** disconnected: one of disconnectReasons; connected: `replaced` when the old socket was still open */
  word: string | null
}

const most = 200

/** The connection events of a station in a period, and the last one before it: the newest 200, oldest first. */
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

/** Whether a station was connected at an instant that it reports. */
export interface Contact {
  /** it was connected then and stayed connected: it would have reported at once */
  held: boolean
  /** it had never been connected before */
  unseen: boolean
  /** when it connected again; null: no later connection is recorded */
  backAt: Date | null
}

/** An instant to look up; `connectedAt`: since when the socket that carries the report is open, null: no socket. */
export interface ContactQuestion {
  stationId: string
  at: Date
  connectedAt: Date | null
}

/**
 * Contacts of stations at instants, in the order of the questions. A connection that broke within `slackMs` does not count as held, nor
 * does one whose node had been silent for `nodeSilentMs` when the next was made. A station is back from the first frame of its socket
 * on; the database learns a moment later that the socket is open.
 */
export async function findContacts(
  db: Db,
  questions: readonly ContactQuestion[],
  { slackMs, nodeSilentMs }: { slackMs: number; nodeSilentMs: number },
): Promise<Contact[]> {
  if (questions.length === 0) return []
  const seconds = (ms: number) => sql`make_interval(secs => ${ms / 1000}::float8)`
  const link = sql`e.station_id = a.station_id and e.lane = 'link' and e.connector = 0 and e.kind <> 'watched'`
  const { rows } = await sql<Contact>`
    select coalesce(a.connected_at <= a.at or before.kind = 'connected' and gone.at is null and lost.station_id is null, false) as held,
      before.kind is null as unseen, coalesce(back.at, a.connected_at) as "backAt"
    from unnest(${questions.map(({ stationId }) => stationId)}::text[], ${questions.map(({ at }) => at)}::timestamptz[],
      ${questions.map(({ connectedAt }) => connectedAt)}::timestamptz[],
      ${questions.map((_, index) => index)}::int[]) as a(station_id, at, connected_at, place)
    left join lateral (select e.kind from station_events e where ${link} and e.at <= a.at
      order by e.at desc, e.id desc limit 1) before on true
    left join lateral (select e.at from station_events e where ${link} and e.kind <> 'connected' and e.at > a.at
      and e.at <= a.at + ${seconds(slackMs)} order by e.at limit 1) gone on true
    left join station_presence_view lost on lost.station_id = a.station_id and lost.connection_id is not null
      and lost.last_seen_at <= a.at + ${seconds(slackMs)} and lost.last_seen_at < a.connected_at - ${seconds(nodeSilentMs)}
    left join lateral (select e.at from station_events e where ${link} and e.kind = 'connected'
      and e.at >= coalesce(gone.at, a.at) order by e.at limit 1) back on true
    order by a.place`.execute(db)
  return rows
}
