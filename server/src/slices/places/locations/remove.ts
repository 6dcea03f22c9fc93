import type { deletionSchema, Language, Service } from '@stationmaster/contract'
import type { z } from 'zod'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import type { By, LocationsParts } from './actions.ts'
import type { CountRoaming } from './markers.ts'
import { findLocation, lockLocation, updateLocation } from './store.ts'
import type { LocationStations } from './view.ts'

/** What a deletion needs of the slices to the right, which own the tables. */
export interface RemovalParts extends LocationsParts {
  /** What stands at some locations, in a constant number of queries; a location without stations is absent. */
  loadStations(db: Db, locationIds: readonly number[]): Promise<Map<number, LocationStations>>
  /** Which of some owners need a plan before anything is sold at a location of theirs. */
  cover: { withoutPlan(db: Db, ownerIds: readonly number[]): Promise<ReadonlySet<number>> }
  /** What some locations sell, named in a language; one that sells nothing is absent. */
  loadServices(db: Db, locationIds: readonly number[], language: Language): Promise<Map<number, Service[]>>
  countRoaming: CountRoaming
  countOrders(db: Db, locationId: number): Promise<{ all: number; open: number }>
  /** Deletes the stations of a location, after everything that charges there has been written; answers their ids. */
  removeStations(tx: Tx, locationId: number, at: Date): Promise<string[]>
  /** Closes the sockets of stations, which are no longer accepted. */
  disconnect(stationIds: readonly string[]): Promise<void>
}

/** What deleting a location would take along. Throws location.not_found. */
export async function previewRemoval(
  parts: RemovalParts,
  by: By,
  id: number,
): Promise<z.output<typeof deletionSchema>> {
  const { db } = parts
  if (!(await findLocation(db, by.caller, id))) throw new Failure('location.not_found')
  const [standing, orders] = await Promise.all([parts.loadStations(db, [id]), parts.countOrders(db, id)])
  const here = standing.get(id)
  return {
    stations: here?.stations ?? 0,
    connectors: here?.connectors.length ?? 0,
    orders: orders.all - orders.open,
    open_orders: orders.open,
  }
}

/**
 * Deletes a location with its stations; what was charged and paid there stays and still names it. Throws
 * location.not_found, or location.has_open_orders with their number.
 */
export async function removeLocation(parts: RemovalParts, by: By, id: number): Promise<void> {
  const { db, clock, live } = parts
  const at = clock.now()
  const stationIds = await inRepeatableTransaction(db, async (tx) => {
    const row = await lockLocation(tx, by.caller, id)
    if (!row) throw new Failure('location.not_found')
    const removed = await parts.removeStations(tx, id, at)
    const { open } = await parts.countOrders(tx, id)
    if (open > 0) throw new Failure('location.has_open_orders', { open_orders: open })
    await updateLocation(tx, id, { deleted_at: at })
    const { name, country, city, street, owner_id } = row
    await audit(tx, {
      ...by,
      action: 'location.remove',
      subjectType: 'location',
      subjectId: id,
      before: { name, country, city, street, owner_id, stations: removed },
      at,
    })
    return removed
  })
  await parts.disconnect(stationIds)
  live.publish({ topic: 'location', id, locationId: id })
  for (const stationId of stationIds) live.publish({ topic: 'station', id: stationId, locationId: id })
}
