import { contract, type OrderNode } from '@stationmaster/contract'
import { graphql } from '../../../api/calls/graphql.ts'
import { request } from '../../../api/calls/request.ts'

const ordersFound = /* GraphQL */ `
  query SearchOrders($search: String, $limit: Int) {
    orders(search: $search, limit: $limit) {
      edges { node { id status station { id number } location { city street } } }
    }
  }
`

export type FoundOrder = Pick<OrderNode, 'id' | 'status' | 'station' | 'location'>

/** Stations by number, id or place, as many as `limit`. */
export function findStations(search: string, limit: number, signal: AbortSignal) {
  return request(contract.stations.list, { query: { search, limit } }, signal)
}

/** Locations by name or address, as many as `limit`. */
export function findLocations(search: string, limit: number, signal: AbortSignal) {
  return request(contract.locations.list, { query: { search, limit } }, signal)
}

/** Drivers by name, phone, e-mail or card, as many as `limit`. */
export function findDrivers(search: string, limit: number, signal: AbortSignal) {
  return request(contract.drivers.list, { query: { search, limit } }, signal)
}

/** Orders by number, driver, card or station, newest first. */
export async function findOrders(search: string, limit: number, signal: AbortSignal): Promise<FoundOrder[]> {
  const { orders } = await graphql<{ orders: { edges: { node: FoundOrder }[] } }>(
    ordersFound,
    { search, limit },
    signal,
  )
  return orders.edges.map((edge) => edge.node)
}
