import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { StationsParts } from '../actions.ts'
import { updatePassword } from '../change-store.ts'
import { findStation } from '../store.ts'
import { drawPassword, hashStationPassword } from './password.ts'
import { removeRefusal } from './refusal-store.ts'

/**
 * Gives a station another OCPP password, which is not kept; a socket that is open stays. The security profile
 * that it has reached is no longer required. Throws station.not_found.
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
    await updatePassword(tx, id, hashStationPassword(secretKey, id, password))
    await removeRefusal(tx, id)
    const subject = { subjectType: 'station', subjectId: id }
    await audit(tx, { ...from, ...subject, action: 'station.renew_password', at: clock.now() })
  })
  live.publish({ topic: 'station', id, locationId: station.location_id })
  return password
}
