import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

/** Keeps the requested operational status of EVSEs until their station has accepted it; answers those that it changes. */
export async function updateWishes(
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

export interface TakenWish {
  evse: number
  accepted: boolean
  /** the status that the station answered, or why there is none */
  answer: string
}

/** Keeps a station's answers to requested statuses; one that was changed meanwhile stays as it is. */
export async function updateTakenWishes(
  db: Db,
  stationId: string,
  operative: boolean,
  taken: readonly TakenWish[],
): Promise<void> {
  const column = <T>(of: (one: TakenWish) => T) => taken.map(of)
  await sql`update evses e set availability_pending = not r.accepted, availability_answer = r.answer
    from unnest(${column((one) => one.evse)}::int[], ${column((one) => one.accepted)}::boolean[],
      ${column((one) => one.answer)}::text[]) as r(evse, accepted, answer)
    where e.station_id = ${stationId} and e.number = r.evse and e.operational = ${operative}`.execute(db)
}

/** Requested statuses that some stations have not accepted yet. */
export async function listOpenWishes(
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

/** The EVSEs of a station, and whether they are to be in operation. */
export async function listWishes(
  db: Db,
  stationId: string,
): Promise<{ number: number; operational: boolean }[]> {
  const { rows } = await sql<{ number: number; operational: boolean }>`
    select number, operational from evses where station_id = ${stationId} order by number`.execute(db)
  return rows
}

/** The stations of a location, held until the transaction ends, so that two plans of one station come one after the other. */
export async function lockStationsOf(tx: Tx, locationId: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from stations where location_id = ${locationId} and deleted_at is null order by id for update`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}
