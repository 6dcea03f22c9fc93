import type { HoldEffect, StationRegistration } from '@stationmaster/contract'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { updateHold } from '../../../stations/stations/connecting/traffic-store.ts'
import { insertAction } from '../../../stations/timeline/store.ts'
import { isAccepted } from '../outcome/outcome.ts'
import type { Commander, CommandParts } from '../parts.ts'
import { findVisibleStation } from '../target.ts'

/** How boots are answered; the interval has no meaning with Accepted. */
export interface HoldInput {
  registration: StationRegistration
  interval_seconds: number
}

/**
 * Puts a station on hold, or accepts it. OCPP cannot take an acceptance back, so a hold takes effect at the next boot. A Pending
 * station that is accepted gets a trigger to boot at once; a Rejected one may not be sent anything and boots again by itself
 * (2.0.1 part 2, B02 and B03). Throws station.not_found.
 */
export async function holdStation(
  { db, clock, stations, statusChanged }: CommandParts,
  { caller, remoteAddress }: Commander,
  stationId: string,
  input: HoldInput,
): Promise<HoldEffect> {
  const station = await findVisibleStation(db, caller, stationId)
  if (!station) throw new Failure('station.not_found')
  const { registration, interval_seconds: intervalSeconds } = input
  const hold = registration === 'Accepted' ? null : { registration, intervalSeconds }
  const at = clock.now()
  await inTransaction(db, async (tx) => {
    await updateHold(tx, stationId, hold)
    await audit(tx, {
      caller,
      action: hold ? 'station.hold' : 'station.let_in',
      subjectType: 'station',
      subjectId: stationId,
      before: { hold: station.hold },
      after: { hold },
      at,
      ...(remoteAddress ? { remoteAddress } : {}),
    })
    await insertAction(tx, { at, stationId, action: hold ? 'hold' : 'let_in', by: caller.id })
  })
  statusChanged(station)
  if (hold) return station.held === null ? 'next_boot' : 'next_try'
  if (station.held === null) return 'now'
  const link = station.held === 'Pending' ? await stations.find(stationId) : undefined
  // its connection may know better: one that is not Pending sends no such command
  const outcome = await link?.command({ type: 'trigger', message: 'BootNotification' })
  return outcome && isAccepted(outcome) ? 'now' : 'next_try'
}
