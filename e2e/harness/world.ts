import { setTimeout as pause } from 'node:timers/promises'
import { contract, type Location, type OrderDetails, type Station } from '@stationmaster/contract'
import { linkIn, readOutbox } from '@stationmaster/server/outbox'
import { type SimulateOptions, simulate, type VirtualStation } from '@stationmaster/simulator'
import { Person } from './rest.ts'
import { startServer } from './server-process.ts'

export interface StationWishes
  extends Pick<
    SimulateOptions,
    'protocol' | 'car' | 'timeScale' | 'meterEveryMs' | 'plugDelayMs' | 'secureUrl'
  > {
  /** kopecks per kWh */
  tariff?: number
  /** kopecks per minute */
  rate?: number
  powerKw?: number
}

/** A station that stands in the back office and plays over a real socket. */
export interface StandingStation {
  record: Station
  location: Location
  connectorId: number
  played: VirtualStation
}

/** A small network on a real server: made through the public interface, charging over real sockets. */
export class World {
  private readonly played: VirtualStation[] = []
  private made = 0

  private constructor(
    readonly url: string,
    readonly administrator: Person,
    private readonly dataDir: string,
    private readonly stopServer: () => Promise<void>,
  ) {}

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<World> {
    const { url, dataDir, stop } = await startServer('--empty', settings)
    try {
      return new World(url, await Person.signIn(url, 'administrator'), dataDir, stop)
    } catch (error) {
      await stop()
      throw error
    }
  }

  /** A location of its own with one station of one DC connector, connected and accepted. */
  async aStation(wishes: StationWishes): Promise<StandingStation> {
    const { tariff = 1700, rate = 0, powerKw = 150, ...play } = wishes
    const nth = String(++this.made).padStart(3, '0')
    const location = await this.administrator.call(contract.locations.add, {
      body: { name: `Harbour ${nth}`, country: 'Germany', city: 'Hamburg', street: `Quay ${nth}` },
    })
    const params = { id: location.id }
    const { password, ...record } = await this.administrator.call(contract.stations.add, {
      params,
      body: {
        id: `HARBOUR-${nth}`,
        vendor_name: 'AutoEnterprise',
        model: 'AE-Fast 150',
        connectors: [{ evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: powerKw }],
      },
    })
    await this.administrator.call(contract.tariffs.priceLocation, { params, body: { tariff, rate } })
    const played = await simulate({
      url: `${this.url.replace(/^http/, 'ws')}/ocpp`,
      stationId: record.id,
      password,
      connectors: [{ number: 1, type: 'CCS 2', powerW: powerKw * 1000 }],
      ...play,
    })
    this.played.push(played)
    return { record, location, connectorId: record.evses[0]!.connectors[0]!.id, played }
  }

  /** An order as the back office knows it. */
  async order(id: number): Promise<OrderDetails> {
    return (await this.administrator.call(contract.orders.details, { params: { id } })).order
  }

  /** A driver with a card, of a token of its own unless told; resolves with the token. */
  async aCard(token = `CARD${++this.made}`): Promise<string> {
    const body = { first_name: 'Anna', last_name: 'Petrova', phone: '+49 40 0000000', tokens: [token] }
    await this.administrator.call(contract.drivers.add, { body })
    return token
  }

  /** Waits for a mail to somebody with a link to a page of ours, and gives the link's path. */
  async mailedLink(to: string, path: string): Promise<string> {
    for (let waited = 0; waited < 30_000; waited += 200) {
      const links = readOutbox(this.dataDir)
        .filter((mail) => mail.to === to)
        .map((mail) => linkIn(mail, path))
      const link = links.findLast((found) => found !== '')
      if (link) return new URL(link).pathname
      await pause(200)
    }
    throw new Error(`No mail with a link to ${path} came to ${to}.`)
  }

  async stop(): Promise<void> {
    await Promise.all(this.played.map((station) => station.close()))
    await this.stopServer()
  }
}
