import type { DriverDevices } from '@stationmaster/contract'
import type { Db } from '../../../platform/schema/schema.ts'
import { deviceOf } from '../../people/managers/signing-in/device.ts'
import { listDevices } from '../notices/store.ts'
import type { AccountParts } from './parts.ts'

/** The devices of a driver, as the driver is shown them. */
export async function listOwnDevices(db: Db, driverId: number): Promise<DriverDevices['devices']> {
  const devices = await listDevices(db, driverId)
  return devices.map(({ id, userAgent, at }) => ({ id, name: deviceOf(userAgent), since: at.toISOString() }))
}

/** The same with the key that a browser subscribes with. */
export const readDevices = async (
  { db, notices }: Pick<AccountParts, 'db' | 'notices'>,
  driverId: number,
): Promise<DriverDevices> => ({
  push_key: notices.publicKey,
  devices: await listOwnDevices(db, driverId),
})
