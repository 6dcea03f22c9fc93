import { sql } from 'kysely'
import type { Caller } from '../../../../platform/http/caller.ts'
import type { Stored } from '../../../../platform/schema/column-types.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { visibleLocations } from '../../../places/locations/access/scope-store.ts'
import { eventOf } from '../store.ts'
import type { UnmatchedEvent } from './identity.ts'

/** The condition that an unmatched transaction (u) is not resolved and its station (s) is visible to the caller. */
export const openUnmatched = (caller: Caller) =>
  sql`u.resolved_at is null and ${visibleLocations(caller, 's.location_id')}`

export interface UnmatchedFound {
  stationId: string
  sessionKey: string
  /** in the order of their arrival */
  messages: { event: UnmatchedEvent; receivedAt: Date }[]
}

/** All messages of an unmatched transaction that is not resolved yet, locked, if the caller may see it. */
export async function lockUnmatched(tx: Tx, caller: Caller, id: number): Promise<UnmatchedFound | undefined> {
  const { rows } = await sql<{
    stationId: string
    sessionKey: string
    receivedAt: Date
    event: Stored<UnmatchedEvent>
  }>`
    select u.station_id as "stationId", u.session_key as "sessionKey", u.received_at as "receivedAt", u.event
    from unmatched_transactions u join station_view s on s.id = u.station_id
    join unmatched_transactions named on named.station_id = u.station_id and named.session_key = u.session_key
    where named.id = ${id} and ${openUnmatched(caller)} order by u.received_at, u.id for update of u`.execute(
    tx,
  )
  const [first] = rows
  const messages = rows.map(({ event, receivedAt }) => ({ event: eventOf(event), receivedAt }))
  return first && { stationId: first.stationId, sessionKey: first.sessionKey, messages }
}

/** Resolves all messages of an unmatched transaction; with the order that they now belong to, if any. */
export async function updateResolved(
  tx: Tx,
  { stationId, sessionKey }: UnmatchedFound,
  orderId: number | null,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('unmatched_transactions')
    .set({ order_id: orderId, resolved_at: at })
    .where('station_id', '=', stationId)
    .where('session_key', '=', sessionKey)
    .where('resolved_at', 'is', null)
    .execute()
}
