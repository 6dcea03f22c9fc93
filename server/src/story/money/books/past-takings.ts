import { readConfig } from '../../../config/config.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { transfersOf } from '../../../slices/money/ledger/rules.ts'
import { post } from '../../../slices/money/ledger/store.ts'

/** What was taken by card for a session of a day. */
export interface PastTaking {
  orderId: number
  ownerId: number
  locationId: number
  /** YYYY-MM-DD */
  day: string
  capturedMinor: number
  agentFeeMinor: number
  energyWh: number
}

/** Posts what was taken on days that no story can wait for, in the database of a server that stands still. */
export async function postPastTakings(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null },
  takings: readonly PastTaking[],
): Promise<void> {
  const env = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
  const database = await openDatabase(readConfig(env, []))
  const entries = takings.map(({ orderId, ownerId, locationId, day, energyWh, ...shares }) => {
    const taker = { methodType: 'card', provider: 'bank', marketShopId: 'T-1', ownerId } as const
    const after = {
      ...taker,
      ...shares,
      driverId: null,
      fleetId: null,
      refundedMinor: 0,
      chargedBackMinor: 0,
      bankCommissionMinor: 0,
    }
    return {
      ...taker,
      cause: `order:${orderId}:1`,
      kind: 'closed' as const,
      at: new Date(`${day}T10:00:00Z`),
      businessDay: day,
      orderId,
      locationId,
      orderCount: 1,
      energyWh,
      transfers: transfersOf({ type: 'charge', before: null, after }),
    }
  })
  await database.db.transaction().execute((tx) => post(tx, entries))
  await database.close()
}
