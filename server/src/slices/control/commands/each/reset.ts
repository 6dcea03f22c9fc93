import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { insertAction } from '../../../stations/timeline/store.ts'
import { failureOf, isAccepted, statusOf } from '../outcome/outcome.ts'
import { noted } from '../outcome/sent.ts'
import type { Commander, CommandParts } from '../parts.ts'
import { findVisibleStation } from '../target.ts'

/**
 * Restarts a station: as soon as it is idle, or hard: at once, whatever charges. Resolves with the status
 * that the station answered and how long it took; throws
 * station.not_found, station.offline, station.rejected, or how it ended without an answer.
 */
export async function resetStation(
  parts: CommandParts,
  { caller, remoteAddress }: Commander,
  stationId: string,
  hard: boolean,
): Promise<{ status: string; latencyMs: number }> {
  const { db, links, clock } = parts
  const station = await findVisibleStation(db, caller, stationId)
  if (!station) throw new Failure('station.not_found')
  const link = links.get(station.id)
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
  const asked = performance.now()
  const sending = { stationId, name: 'reset', managerId: caller.id } as const
  const outcome = await noted(parts, sending, () => link.command({ type: 'reset', whenIdle: !hard }))
  if (!isAccepted(outcome)) throw failureOf(outcome)
  return { status: statusOf(outcome), latencyMs: Math.round(performance.now() - asked) }
}
