import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@stationmaster/contract'
import type { Sights } from '../../routes.ts'
import { Person } from '../looks/rest.ts'
import { businessYear } from './business-day.ts'

interface Found {
  orders: { edges: { node: { id: string } }[] }
}

/** Finds something to look at in a demo network, once its stations have come and cars charge. */
export async function sightsOf(url: string): Promise<Omit<Sights, 'long'>> {
  const administrator = await Person.signIn(url, 'administrator')
  const protocols = ['ocpp1.6', 'ocpp2.0.1']
  for (let attempt = 0; attempt < 60; attempt++) {
    const startedOrder = await newestOrder(administrator, 'started')
    const completedOrder = await newestOrder(administrator, 'completed')
    const stations = await onlineStations(administrator)
    if (startedOrder && completedOrder && protocols.every((protocol) => stations[protocol])) {
      return {
        startedOrder,
        completedOrder,
        stations,
        bulkRun: await aBulkRun(administrator),
        rollout: await aRollout(administrator),
        openMonth: await anOpenMonth(administrator),
        payLink: await aPayLink(administrator),
      }
    }
    await pause(1000)
  }
  throw new Error('Within a minute no car charged, or stations of one protocol stayed away.')
}

async function newestOrder(person: Person, status: string): Promise<number | undefined> {
  const query = `{ orders(statuses: ["${status}"], limit: 1) { edges { node { id } } } }`
  const { orders } = await person.ask<Found>(query)
  return orders.edges[0] && Number(orders.edges[0].node.id)
}

async function onlineStations(person: Person): Promise<Record<string, string>> {
  const stations = await person.call(contract.stations.list, { query: { limit: 500 } })
  return Object.fromEntries(
    stations.flatMap(({ id, technical, online }) =>
      technical?.protocol && online ? [[technical.protocol, id] as const] : [],
    ),
  )
}

/** Asks every station for its status: a command to many that hurts nobody. */
async function aBulkRun(person: Person): Promise<number> {
  const { id } = await person.call(contract.bulk.start, {
    body: {
      selection: { of: 'filter', filter: {} },
      command: { kind: 'task', task: { task: 'trigger', message: 'StatusNotification' } },
    },
  })
  return id
}

/** Plans an update for a day that nobody sees. */
async function aRollout(person: Person): Promise<number> {
  const [row] = await person.call(contract.firmware.fleet)
  const { vendor_name, model } = row!
  const version = `9.${Date.now()}.0`
  const file = await person.call(contract.firmware.add, {
    query: { vendor_name, model, version },
    file: { name: `${model.replaceAll(/\W+/g, '-')}-${version}.bin`, bytes: Buffer.alloc(1_500_000) },
  })
  const { id } = await person.call(contract.firmware.start, {
    body: {
      file_id: file.id,
      share: { of: 'percent', percent: 100 },
      wave_size: 5,
      failures_most: 2,
      starts_at: new Date(Date.now() + 300 * 86_400_000).toISOString(),
    },
  })
  return id
}

async function anOpenMonth(person: Person): Promise<Sights['openMonth']> {
  const statements = await person.call(contract.settlement.list, {
    query: { year: businessYear() },
  })
  const { owner_id, month } = statements.find(({ id }) => id === null)!
  return { owner: owner_id, month }
}

/** Takes a charge for a driver at a connector where nobody is and charging costs money. */
async function aPayLink(person: Person): Promise<string> {
  const stations = await person.call(contract.stations.list, { query: { limit: 500 } })
  const free = stations
    .filter(({ online }) => online)
    .flatMap(({ evses }) => evses.flatMap(({ connectors }) => connectors))
    .find(
      ({ status, tariff, open_order_id }) => status === 'available' && tariff > 0 && open_order_id === null,
    )!
  const { link } = await person.call(contract.pay.offer, {
    params: { id: free.id },
    body: { kind: 'charge', limit_amount: 50_000 },
  })
  return new URL(link!).pathname
}
