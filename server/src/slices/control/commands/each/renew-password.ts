import { type CentralLink, passwordReadings } from '@stationmaster/ocpp'
import { Failure } from '../../../../platform/http/failure.ts'
import { drawPassword, hashStationPassword } from '../../../stations/stations/connecting/password.ts'
import {
  removeNextPasswords,
  updateNextPasswords,
} from '../../../stations/stations/connecting/traffic-store.ts'
import { carryOut, type Told } from '../carry-out.ts'
import type { TaskParts } from '../prepared.ts'

/** RFC 6455's registry: the service restarts, connect again */
const connectAgain = 1012

/** Ends after which a station may have taken what it was told all the same. */
const unclear = new Set(['station.timeout', 'station.disconnected'])

/**
 * Sets a new password at a station and has it sign in with it. It is good here before the station hears of it, and the one
 * before is good until the station has used the new one: whatever happens between, the station is not locked out.
 */
export async function renewPassword(
  { db, clock, secretKey }: TaskParts,
  link: CentralLink,
  stationId: string,
): Promise<Told> {
  const password = drawPassword()
  const hashes = passwordReadings(link.protocol, password).map((bytes) =>
    hashStationPassword(secretKey, stationId, Buffer.from(bytes)),
  )
  await updateNextPasswords(db, stationId, hashes, clock.now())
  let told: Told
  try {
    told = await carryOut(link, { sends: { type: 'password', password } })
  } catch (error) {
    if (!(error instanceof Failure && unclear.has(error.code)))
      await removeNextPasswords(db, stationId, hashes)
    throw error
  }
  if (!told.accepted) await removeNextPasswords(db, stationId, hashes)
  else if (told.status !== 'RebootRequired') link.close(connectAgain, 'sign in with the new password')
  return told
}
