import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { openOrders } from '../../charging/orders/messages/open-store.ts'
import type { Order } from '../../charging/orders/order.ts'
import { seesLocation } from '../../places/locations/access/scope-store.ts'
import {
  findStationOf,
  type KnownConnector,
  type KnownStation,
  loadKnownStations,
} from '../../stations/stations/connecting/traffic-store.ts'

/** A connector that a command is meant for, and how it stands. */
export interface CommandTarget {
  station: KnownStation
  connector: KnownConnector
  openOrderId: number | null
  /** the open order began when the car was plugged in, and waits for a card */
  awaitsCard: boolean
}

/** The connector, if the caller may see it; throws connector.not_found. */
export async function findTarget(db: Db, caller: Caller, connectorId: number): Promise<CommandTarget> {
  const stationId = await findStationOf(db, connectorId)
  const station = stationId === undefined ? undefined : await findVisibleStation(db, caller, stationId)
  return targetOn(db, station, connectorId)
}

/** A connector, whoever commands it; throws connector.not_found. */
export async function findAnyTarget(db: Db, connectorId: number): Promise<CommandTarget> {
  const stationId = await findStationOf(db, connectorId)
  const station =
    stationId === undefined ? undefined : (await loadKnownStations(db, [stationId])).get(stationId)
  return targetOn(db, station, connectorId)
}

/** A connector of a station that the caller may see; throws connector.not_found. */
export async function targetOn(
  db: Db,
  station: KnownStation | undefined,
  connectorId: number,
): Promise<CommandTarget> {
  const connector = station?.connectors.find((one) => one.id === connectorId)
  if (!station || !connector) throw new Failure('connector.not_found')
  const order = (await openOrders.list(db, [connectorId])).get(connectorId)
  return { station, connector, openOrderId: order?.id ?? null, awaitsCard: order?.awaitsCard ?? false }
}

/** The station and the connector of an order; undefined once they are gone. */
export async function findPlace(
  db: Db,
  { stationId, connectorId }: Pick<Order, 'stationId' | 'connectorId'>,
): Promise<Pick<CommandTarget, 'station' | 'connector'> | undefined> {
  const station = (await loadKnownStations(db, [stationId])).get(stationId)
  const connector = station?.connectors.find(({ id }) => id === connectorId)
  return station && connector && { station, connector }
}

/** The station, if the caller may see it; undefined where it does not exist for them. */
export async function findVisibleStation(
  db: Db,
  caller: Caller,
  stationId: string,
): Promise<KnownStation | undefined> {
  const station = (await loadKnownStations(db, [stationId])).get(stationId)
  return station && (await seesLocation(db, caller, station.locationId)) ? station : undefined
}
