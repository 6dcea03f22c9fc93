import type { Db } from '../../platform/schema.ts'

/** The sessions that run on a station: where, and as what the station knows them. */
export function listRunning(db: Db, stationId: string) {
  return db
    .selectFrom('orders')
    .select(['connector_id as connectorId', 'transaction_id as transactionId'])
    .where('station_id', '=', stationId)
    .where('status', '=', 'started')
    .execute()
}
