import { contract } from '@stationmaster/contract'
import type { Sights } from '../routes.ts'
import { Person } from './rest.ts'

interface Found {
  orders: { edges: { node: { id: string } }[] }
}

/** Finds something to look at in a demo network. */
export async function sightsOf(url: string): Promise<Sights> {
  const administrator = await Person.signIn(url, 'administrator')
  const orderIn = async (status: string) => {
    const query = `{ orders(statuses: ["${status}"], limit: 1) { edges { node { id } } } }`
    const { orders } = await administrator.ask<Found>(query)
    const id = orders.edges[0]?.node.id
    if (!id) throw new Error(`The demo network has no order that is ${status}.`)
    return Number(id)
  }
  const stations = await administrator.call(contract.stations.list, { query: { limit: 500 } })
  const byProtocol = stations.flatMap(({ id, technical, online }) =>
    technical?.protocol && online ? [[technical.protocol, id] as const] : [],
  )
  return {
    startedOrder: await orderIn('started'),
    completedOrder: await orderIn('completed'),
    stations: Object.fromEntries(byProtocol),
  }
}
