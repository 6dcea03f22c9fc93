import { randomInt } from 'node:crypto'
import { audit } from '../../platform/audit.ts'
import { Failure } from '../../platform/failure.ts'
import { updateSettings, upsertAsked } from '../stations/configuration-store.ts'
import { failureOf, isAccepted } from './outcome.ts'
import type { Commander, CommandParts } from './parts.ts'
import { findVisibleStation } from './place.ts'

/**
 * Asks a station for everything that is set on it. What it answers is kept before this resolves; a version that reports it
 * afterwards sends it to the intake. Throws station.* .
 */
export async function refreshConfiguration(
  { db, links, clock }: CommandParts,
  { caller, remoteAddress }: Commander,
  stationId: string,
): Promise<void> {
  const station = await findVisibleStation(db, caller, stationId)
  if (!station) throw new Failure('station.not_found')
  const link = links.get(stationId)
  if (!link) throw new Failure('station.offline')
  const requestId = randomInt(1, 2 ** 31 - 1)
  await db.transaction().execute(async (tx) => {
    await upsertAsked(tx, stationId, requestId, clock.now())
    await audit(tx, {
      caller,
      action: 'station.read_configuration',
      subjectType: 'station',
      subjectId: stationId,
      at: clock.now(),
      ...(remoteAddress ? { remoteAddress } : {}),
    })
  })
  const outcome = await link.command({ type: 'settings', requestId })
  if (!isAccepted(outcome)) throw failureOf(outcome)
  if (outcome.kind === 'answered' && outcome.settings) {
    const { settings } = outcome
    await updateSettings(db, [{ stationId, requestId, more: false, settings, at: clock.now() }])
  }
}
