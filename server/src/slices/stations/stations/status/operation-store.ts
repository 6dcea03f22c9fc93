import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

/** Stores the requested operational status of EVSEs until their station has accepted it; answers those that it changes. */
export async function updateDesiredStatuses(
  tx: Tx,
  stationId: string,
  evses: readonly number[],
  operative: boolean,
): Promise<number[]> {
  const { rows } = await sql<{ number: number; changes: boolean }>`
    update evses e set operational = ${operative}, availability_pending = true, availability_answer = null
    from (select station_id, number, operational from evses
      where station_id = ${stationId} and number = any(${evses}::int[]) for update) before
    where e.station_id = before.station_id and e.number = before.number
    returning e.number, before.operational <> ${operative} as changes`.execute(tx)
  return rows.filter(({ changes }) => changes).map(({ number }) => number)
}

export interface OperationReply {
  evse: number
  accepted: boolean
  /** the status that the station answered, or why there is none */
  answer: string
}

/** Stores a station's answers to requested statuses; an EVSE whose requested status has changed since then stays as it is. */
export async function updateOperationReplies(
  db: Db,
  stationId: string,
  operative: boolean,
  replies: readonly OperationReply[],
): Promise<void> {
  const column = <T>(of: (one: OperationReply) => T) => replies.map(of)
  await sql`update evses e set availability_pending = not r.accepted, availability_answer = r.answer
    from unnest(${column((one) => one.evse)}::int[], ${column((one) => one.accepted)}::boolean[],
      ${column((one) => one.answer)}::text[]) as r(evse, accepted, answer)
    where e.station_id = ${stationId} and e.number = r.evse and e.operational = ${operative}`.execute(db)
}

/** The EVSEs among some for which another status than this is requested by now. */
export async function listRequestedOtherwise(
  db: Db,
  stationId: string,
  evses: readonly number[],
  operative: boolean,
): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`select number from evses
    where station_id = ${stationId} and number = any(${evses}::int[]) and operational <> ${operative}
    order by number`.execute(db)
  return rows.map(({ number }) => number)
}

/** Requested statuses that some stations have not accepted yet. */
export async function listPendingStatuses(
  db: Db,
  stationIds: readonly string[],
): Promise<{ stationId: string; evse: number; operative: boolean }[]> {
  const { rows } = await sql<{ stationId: string; evse: number; operative: boolean }>`
    select station_id as "stationId", number as evse, operational as operative from evses
    where station_id = any(${stationIds}::text[]) and availability_pending order by station_id, number`.execute(
    db,
  )
  return rows
}

/** The EVSEs of a station, and whether each shall be in operation. */
export async function listDesiredStatuses(
  db: Db,
  stationId: string,
): Promise<{ number: number; operational: boolean }[]> {
  const { rows } = await sql<{ number: number; operational: boolean }>`
    select number, operational from evses where station_id = ${stationId} order by number`.execute(db)
  return rows
}

/** The stations of a location, locked until the transaction ends, so that two maintenance plans of one station do not mix. */
export async function lockStationsOf(tx: Tx, locationId: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from stations where location_id = ${locationId} and deleted_at is null order by id for update`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}
