import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { insertAction } from '../../../stations/timeline/store.ts'
import { failureOf, isAccepted, statusOf } from '../outcome/outcome.ts'
import { trackSending } from '../outcome/sent.ts'
import type { Commander, CommandParts } from '../parts.ts'
import { findVisibleStation } from '../target.ts'

/**
 * Restarts a station as soon as it is idle; `hard`: at once, even during a session. Resolves with the station's status and the time
 * to its answer. Throws station.not_found, station.offline, station.rejected, or why there was no answer.
 */
export async function resetStation(
  parts: CommandParts,
  { caller, remoteAddress }: Commander,
  stationId: string,
  hard: boolean,
): Promise<{ status: string; latencyMs: number }> {
  const { db, stations, clock } = parts
  const station = await findVisibleStation(db, caller, stationId)
  if (!station) throw new Failure('station.not_found')
  const link = await stations.find(station.id)
  if (!link) throw new Failure('station.offline')
  const at = clock.now()
  await audit(db, {
    caller,
    action: 'station.reset',
    subjectType: 'station',
    subjectId: station.id,
    ...(hard ? { after: { hard } } : {}),
    at,
    ...(remoteAddress ? { remoteAddress } : {}),
  })
  await insertAction(db, { at, stationId, action: 'reset', by: caller.id })
  const sentAt = performance.now()
  const sending = { stationId, name: 'reset', managerId: caller.id } as const
  const outcome = await trackSending(parts, sending, () => link.command({ type: 'reset', whenIdle: !hard }))
  if (!isAccepted(outcome)) throw failureOf(outcome)
  return { status: statusOf(outcome), latencyMs: Math.round(performance.now() - sentAt) }
}
