import type { ConnectionEvent } from '../../../stations/timeline/connection-store.ts'
import type { Arrived } from './late.ts'

/**
 * Losses and returns of a station's connection as lines of a chronology. `events` are in order of time and begin with the state of
 * the connection before the session, so that a session that began in an outage shows that outage too.
 */
export function connectionLines(events: readonly ConnectionEvent[], begunAt: Date): Arrived[] {
  let lostAt: Date | null = null
  return events.flatMap(({ at, kind, word }): Arrived[] => {
    const goneAt = lostAt // before this event
    const created_at = at.toISOString()
    if (kind !== 'connected') {
      lostAt = at
      return [{ kind: 'ocpp', event: 'connection_lost', created_at, reason: word ?? kind }]
    }
    lostAt = null
    // the first connection ever, or the one that the session began with
    if ((goneAt === null && word === null) || at < begunAt) return []
    return [
      {
        kind: 'ocpp',
        event: 'connection_returned',
        created_at,
        gone_at: goneAt?.toISOString() ?? null,
        reason: word,
      },
    ]
  })
}
