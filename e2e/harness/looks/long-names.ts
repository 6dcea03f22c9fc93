import { contract } from '@stationmaster/contract'
import { simulate } from '@stationmaster/simulator'
import { businessYear } from '../world/business-day.ts'
import type { Person } from './rest.ts'

/** Texts of the greatest length that is taken, one word of them, so that nothing can break by itself. */
const word = (begin: string, length: number) =>
  `${begin}${'Wasserkraftwerksbetriebsgesellschaft'.repeat(9)}`.slice(0, length)

/** A location, its owner, its station and the car that charges there, each with the longest name that it can have. */
export interface LongNames {
  location: number
  station: string
  order: number
  person: number
  /** the month of the owner, which runs */
  openMonth: string
  /** what the driver of a second car opens */
  payLink: string
  /** The car leaves, and the station too. */
  close(): Promise<void>
}

/** How many were made: each has an owner, a station and a card of its own. */
let made = 0

export async function aLongNamedNetwork(administrator: Person): Promise<LongNames> {
  made += 1
  const owner = await administrator.call(contract.managers.invite, {
    body: {
      email: `${word(`owner${made}`, 60).toLowerCase()}@${word('host', 60).toLowerCase()}.example`,
      first_name: word('First', 50),
      last_name: word('Last', 50),
      role: 'administrator',
    },
  })
  const location = await administrator.call(contract.locations.add, {
    body: {
      name: word('Location', 200),
      country: word('Country', 100),
      city: word('City', 100),
      street: word('Street', 200),
      postal_code: word('9', 20),
      owner_id: owner.id,
    },
  })
  const params = { id: location.id }
  const id = word(`STATION${made}`, 48)
  const { password, ...record } = await administrator.call(contract.stations.add, {
    params,
    body: {
      id,
      vendor_name: word('Vendor', 50),
      model: word('Model', 50),
      tariff: 10_000_000,
      connectors: [
        { evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 350 },
        { evse_number: 2, number: 1, type: 'Type 2', current: 'AC', power: 22 },
      ],
    },
  })
  const token = word(`CARD${made}`, 20)
  await administrator.call(contract.drivers.add, {
    body: { first_name: word('Driver', 100), last_name: word('Name', 100), phone: '+49', tokens: [token] },
  })
  const played = await simulate({
    url: `${administrator.url.replace(/^http/, 'ws')}/ocpp`,
    stationId: id,
    password,
    protocol: 'ocpp2.0.1',
    connectors: [
      { number: 1, type: 'CCS 2', powerW: 350_000 },
      { number: 2, type: 'Type 2', powerW: 22_000 },
    ],
    meterEveryMs: 1000,
  })
  const charge = async (): Promise<number> => {
    await played.plugIn(1)
    await played.tap(1, token)
    await played.waitFor('charging')
    const { evses } = await administrator.call(contract.stations.get, { params: { id: record.id } })
    return evses[0]!.connectors[0]!.open_order_id!
  }
  const paid = await charge()
  await played.waitFor(() => (played.connectorView().sampledSessionWh ?? 0) > 20)
  await played.stop(1)
  await played.unplug(1)
  await administrator.call(contract.payments.book, { params: { id: paid }, body: { method_type: 'cash' } })
  const order = await charge()
  const { evses } = await administrator.call(contract.stations.get, { params: { id: record.id } })
  const { link } = await administrator.call(contract.pay.offer, {
    params: { id: evses[1]!.connectors[0]!.id },
    body: { kind: 'charge', limit_amount: 100_000_000 },
  })
  const statements = await administrator.call(contract.settlement.list, {
    query: { year: businessYear() },
  })
  const { month } = statements.find(({ owner_id }) => owner_id === owner.id)!
  return {
    location: location.id,
    station: id,
    order,
    person: owner.id,
    openMonth: `/settlements/open/${owner.id}/${month}`,
    payLink: new URL(link!).pathname,
    close: async () => {
      await played.stop()
      await played.close()
    },
  }
}
