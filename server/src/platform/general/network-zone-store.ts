import { sql } from 'kysely'
import type { Tx } from '../schema/schema.ts'

/** Notes by whose clocks hours are counted; whether these were others before. */
export async function changeNetworkZone(tx: Tx, timeZone: string): Promise<boolean> {
  // what follows takes its minutes in a large network
  await sql`set local statement_timeout = 0`.execute(tx)
  const { numUpdatedRows } = await tx
    .updateTable('network_zone')
    .set({ time_zone: timeZone })
    .where('time_zone', '<>', timeZone)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
