import type { Db } from '../../../../platform/schema/schema.ts'

/** Which of some stations have a running session. */
export async function listCharging(db: Db, stationIds: readonly string[]): Promise<Set<string>> {
  if (stationIds.length === 0) return new Set()
  const found = await db
    .selectFrom('orders')
    .select('station_id')
    .distinct()
    .where('station_id', 'in', [...stationIds])
    .where('status', '=', 'started')
    .execute()
  return new Set(found.map(({ station_id }) => station_id))
}

/** The running sessions of a station, with their connectors and transaction ids. */
export function listRunning(db: Db, stationId: string) {
  return db
    .selectFrom('orders')
    .select(['id', 'connector_id as connectorId', 'transaction_id as transactionId'])
    .where('station_id', '=', stationId)
    .where('status', '=', 'started')
    .execute()
}
