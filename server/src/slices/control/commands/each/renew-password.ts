import { passwordReadings } from '@stationmaster/ocpp'
import { Failure } from '../../../../platform/http/failure.ts'
import { drawPassword, hashStationPassword } from '../../../stations/stations/connecting/password.ts'
import {
  removeNextPasswords,
  updateNextPasswords,
} from '../../../stations/stations/connecting/traffic-store.ts'
import type { StationLink } from '../../intake/reaching/station-link.ts'
import { carryOut, type TaskResult } from '../carry-out.ts'
import type { TaskParts } from '../prepared.ts'

/** RFC 6455's registry: the service restarts, connect again */
const connectAgain = 1012

/** Failures after which the station may have the new password all the same. */
const unclear = new Set(['station.timeout', 'station.disconnected'])

/**
 * Sets a new password at a station and has it sign in again. The new password is valid here before it is sent, and the old one
 * stays valid until the station has used the new one, so a failure at any point does not lock the station out.
 */
export async function renewPassword(
  { db, clock, secretKey }: TaskParts,
  link: StationLink,
  stationId: string,
): Promise<TaskResult> {
  const password = drawPassword()
  const hashes = passwordReadings(link.protocol, password).map((bytes) =>
    hashStationPassword(secretKey, stationId, Buffer.from(bytes)),
  )
  await updateNextPasswords(db, stationId, hashes, clock.now())
  let result: TaskResult
  try {
    result = await carryOut(link, { sends: { type: 'password', password } })
  } catch (error) {
    if (!(error instanceof Failure && unclear.has(error.code)))
      await removeNextPasswords(db, stationId, hashes)
    throw error
  }
  if (!result.accepted) await removeNextPasswords(db, stationId, hashes)
  else if (result.status !== 'RebootRequired') link.close(connectAgain, 'sign in with the new password')
  return result
}
