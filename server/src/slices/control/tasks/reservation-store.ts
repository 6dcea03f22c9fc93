import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

/** The reservations of a station that are in force, the first to end first. */
export function listReservations(db: Db, stationId: string, now: Date) {
  return db
    .selectFrom('station_reservations')
    .select(['id', 'evse', 'connector', 'token', 'until'])
    .where('station_id', '=', stationId)
    .where('ended_at', 'is', null)
    .where('until', '>', now)
    .orderBy('until')
    .execute()
}

/** Stores a reservation before it is sent to its station; answers its number. */
export async function insertReservation(
  db: Db,
  reservation: {
    stationId: string
    evse: number
    /** its number in the EVSE; null: the whole EVSE */
    connector: number | null
    token: string
    until: Date
    madeAt: Date
  },
): Promise<number> {
  const { stationId, evse, connector, token, until, madeAt } = reservation
  const { id } = await db
    .insertInto('station_reservations')
    .values({ station_id: stationId, evse, connector, token, until, made_at: madeAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Records the ends of reservations; the earliest reported end of each counts. */
export async function updateReservationsEnded(
  db: Db,
  ended: readonly { stationId: string; reservationId: number; at: Date }[],
): Promise<void> {
  if (ended.length === 0) return
  const column = <T>(of: (one: (typeof ended)[number]) => T) => ended.map(of)
  await sql`update station_reservations r set ended_at = e.at
    from (
      select station_id, id, min(at) as at from unnest(${column((one) => one.stationId)}::text[],
        ${column((one) => one.reservationId)}::bigint[], ${column((one) => one.at)}::timestamptz[]) as e(station_id, id, at)
      group by station_id, id
    ) e where r.id = e.id and r.station_id = e.station_id and r.ended_at is null`.execute(db)
}

/** A card that began a transaction at a connector. */
export interface CardUse {
  stationId: string
  evse: number
  connector: number
  token: string
  at: Date
}

/** A transaction uses up the reservation of its card at its connector, also where the station does not name it. */
export async function updateReservationsUsed(tx: Tx, uses: readonly CardUse[]): Promise<void> {
  if (uses.length === 0) return
  const column = <T>(of: (one: CardUse) => T) => uses.map(of)
  await sql`update station_reservations r set ended_at = u.at
    from unnest(${column((one) => one.stationId)}::text[], ${column((one) => one.evse)}::int[],
      ${column((one) => one.connector)}::int[], ${column((one) => one.token)}::text[], ${column((one) => one.at)}::timestamptz[]) as u(station_id, evse, connector, token, at)
    where r.station_id = u.station_id and r.evse = u.evse
      and coalesce(r.connector, u.connector) = u.connector and lower(r.token) = lower(u.token) and r.ended_at is null
      and u.at >= coalesce(r.made_at, '-infinity') and u.at <= r.until`.execute(tx)
}
