import { createHash, randomBytes } from 'node:crypto'
import { DAY_MS } from '@stationmaster/units'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

/** the most devices of one account; a new one replaces the one that was unused for the longest time */
const devicesMost = 50
/** a device is forgotten when it was unused for so long */
const deviceMs = 400 * DAY_MS

export const drawDeviceToken = (): string => randomBytes(32).toString('base64url')
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The id of a known device of an account. */
export async function findKnownDevice(db: Db, token: string, email: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('known_devices')
    .innerJoin('managers', 'managers.id', 'known_devices.manager_id')
    .select('known_devices.id')
    .where('token_hash', '=', hashOf(token))
    .where((eb) => eb(eb.fn('lower', ['managers.email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  return row?.id
}

/** Whether this server has issued a token; an invented token belongs to no device. */
export async function isDeviceToken(db: Db, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('id')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  return row !== undefined
}

/** Records that a manager has logged in with a device. Resolves with its id. */
export async function keepDevice(tx: Tx, managerId: number, token: string, at: Date): Promise<number> {
  const { id } = await tx
    .insertInto('known_devices')
    .values({ manager_id: managerId, token_hash: hashOf(token), created_at: at, last_used_at: at })
    .onConflict((conflict) =>
      conflict.columns(['manager_id', 'token_hash']).doUpdateSet({ last_used_at: at }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .deleteFrom('known_devices')
    .where('manager_id', '=', managerId)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('known_devices')
        .select('id')
        .where('manager_id', '=', managerId)
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc')
        .limit(devicesMost),
    )
    .execute()
  return id
}

/** Forgets a manager's known devices, except the one of a session. */
export async function forgetDevices(
  tx: Tx,
  managerId: number,
  { except }: { except: number | null },
): Promise<void> {
  await tx
    .deleteFrom('known_devices')
    .where('manager_id', '=', managerId)
    .$if(except !== null, (query) =>
      query.where('id', 'not in', (eb) =>
        eb
          .selectFrom('sessions')
          .select('device_id')
          .$narrowType<{ device_id: number }>()
          .where('id', '=', except)
          .where('device_id', 'is not', null),
      ),
    )
    .execute()
}

export async function removeOldDevices(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('last_used_at', '<', new Date(now.getTime() - deviceMs))
    .execute()
}
