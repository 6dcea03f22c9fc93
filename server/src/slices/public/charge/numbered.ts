import { Failure } from '../../../platform/http/failure.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { listNumbered, type NumberedStation } from './store.ts'

/**
 * The station of a number. Numbers are typed by people, so two stations may have the same: a connector then says which one is meant.
 * Throws station.not_found; station.same_number, with the places to choose from; connector.not_found where it stands at none of them.
 */
export async function getNumbered(db: Db, number: number, connectorId?: number): Promise<NumberedStation> {
  const stations = await listNumbered(db, number)
  const [only, second] = stations
  if (!only) throw new Failure('station.not_found')
  if (!second) return only
  if (connectorId === undefined)
    throw new Failure('station.same_number', {
      stations: stations.map(({ name, city, street, connectorIds }) => ({
        name,
        city,
        street,
        connector_id: connectorIds[0],
      })),
    })
  const meant = stations.find(({ connectorIds }) => connectorIds.includes(connectorId))
  if (!meant) throw new Failure('connector.not_found')
  return meant
}

/** A connector that an address names. */
export const connectorIn = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : undefined
