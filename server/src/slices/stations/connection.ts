import type { RefusalReason } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import { audit } from '../../platform/audit.ts'
import type { Caller } from '../../platform/caller.ts'
import { Failure } from '../../platform/failure.ts'
import type { Db, Tx } from '../../platform/schema.ts'
import { inRepeatableTransaction } from '../../platform/transaction.ts'
import type { StationsParts } from './actions.ts'
import { drawPassword, hashStationPassword } from './password.ts'
import { others } from './refusal-store.ts'
import { findStation, type StationRow } from './store.ts'

const mostUnknown = 5

interface Refusal {
  station_id: string
  reason: RefusalReason
  remote_address: string | null
  attempts: number
  last_at: Date
}

/** What keeps a station from connecting: its own last refused handshake, and for administrators the unknown stations that knocked since it was added. */
export async function listRefusals(
  db: Db,
  caller: Caller,
  station: StationRow,
): Promise<{ own: Refusal | null; unknown: Refusal[] }> {
  // one row of an id: its last refusal, and how often it was refused in all, wherever it knocked
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

/** Forgets that a station was refused: it is known now, or has another password. */
export async function removeRefusal(tx: Tx, stationId: string): Promise<void> {
  await tx.deleteFrom('refused_handshakes').where('station_id', '=', stationId).execute()
}

/**
 * Gives a station another OCPP password, which is not kept; a socket that is open stays. It begins anew: the security profile that
 * it has reached is asked for no more. Throws station.not_found.
 */
export async function renewPassword(
  { db, clock, secretKey, live }: StationsParts,
  from: { caller: Caller; remoteAddress: string },
  id: string,
): Promise<string> {
  const station = await findStation(db, from.caller, id)
  if (!station) throw new Failure('station.not_found')
  const password = drawPassword()
  await inRepeatableTransaction(db, async (tx) => {
    const password_hash = hashStationPassword(secretKey, id, password)
    await tx
      .updateTable('stations')
      .set({ password_hash, next_password_hashes: [], next_password_at: null, security_profile: null })
      .where('id', '=', id)
      .execute()
    await removeRefusal(tx, id)
    const subject = { subjectType: 'station', subjectId: id }
    await audit(tx, { ...from, ...subject, action: 'station.renew_password', at: clock.now() })
  })
  live.publish({ topic: 'station', id, locationId: station.location_id })
  return password
}
