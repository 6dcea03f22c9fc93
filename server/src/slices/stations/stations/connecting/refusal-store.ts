import type { RefusalReason } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../../platform/http/caller.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { removeBefore } from '../../../../platform/statements/remove-before.ts'
import type { StationRow } from '../store.ts'

/** Most unknown ids of one address with a row each; its other attempts are counted in one more row. */
const idsMost = 20
/** Most addresses of one known station with a row each; its other attempts are counted in one more row. */
const addressesMost = 20
/** Most rows of unknown ids in total; further ones are counted in one row. */
const rowsMost = 2000
/** Stands for ids and addresses without a row of their own; no station has an empty id. */
const others = ''

export interface Refused {
  stationId: string
  reason: RefusalReason
  remoteAddress: string
  /** whether the station is one of ours */
  known: boolean
  at: Date
}

/** Counts a handshake that was refused, by id and address; the rows of unknown ids are bounded. */
export async function upsertRefusal(db: Db, refused: Refused): Promise<void> {
  const { stationId, reason, remoteAddress, known, at } = refused
  await sql`
    with place as (
      select case
        when exists (
          select from refused_handshakes where station_id = ${stationId} and remote_address = ${remoteAddress}
        ) then array[${stationId}, ${remoteAddress}]
        when ${known} then array[${stationId}, case
          when (select count(*) from refused_handshakes where station_id = ${stationId}) < ${addressesMost}
            then ${remoteAddress} else ${others} end]
        when (select count(*) from refused_handshakes) >= ${rowsMost} then array[${others}, ${others}]
        when (select count(*) from refused_handshakes where remote_address = ${remoteAddress}) >= ${idsMost}
          then array[${others}, ${remoteAddress}]
        else array[${stationId}, ${remoteAddress}] end::text[] as of
    )
    insert into refused_handshakes (station_id, remote_address, reason, attempts, first_at, last_at)
    select place.of[1], place.of[2], ${reason}, 1, ${at}, ${at} from place
    on conflict (station_id, remote_address) do update set reason = excluded.reason,
      attempts = refused_handshakes.attempts + 1, last_at = excluded.last_at`.execute(db)
}

/** Forgets refusals that were last counted before a moment. */
export const removeOldRefusals = (db: Db, before: Date): Promise<void> =>
  removeBefore(db, 'refused_handshakes', 'last_at', before)

const mostUnknown = 5

interface Refusal {
  station_id: string
  reason: RefusalReason
  remote_address: string | null
  attempts: number
  last_at: Date
}

/** Refused handshakes: the station's own last one, and for administrators those of unknown stations since this station was added. */
export async function listRefusals(
  db: Db,
  caller: Caller,
  station: StationRow,
): Promise<{ own: Refusal | null; unknown: Refusal[] }> {
  // one row for an id: its last refusal, and how often it was refused in all, from any address
  const latest = (where: RawBuilder<unknown>) =>
    sql<Refusal>`
    select * from (
      select distinct on (station_id) station_id, reason, remote_address, last_at,
        sum(attempts) over (partition by station_id) as attempts
      from refused_handshakes where ${where} order by station_id, last_at desc
    ) r order by last_at desc limit ${mostUnknown}`.execute(db)
  const [own = null] = (await latest(sql`station_id = ${station.id}`)).rows
  if (caller.role !== 'administrator') return { own, unknown: [] }
  const { rows: unknown } = await latest(sql`reason = 'unknown_station' and station_id <> ${others}
    and last_at >= ${station.created_at}`)
  return { own, unknown }
}

/** Deletes a station's refusals, when it is known now or has another password. */
export async function removeRefusal(tx: Tx, stationId: string): Promise<void> {
  await tx.deleteFrom('refused_handshakes').where('station_id', '=', stationId).execute()
}
