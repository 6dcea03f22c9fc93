import { setTimeout as pause } from 'node:timers/promises'
import { contract, type Location, type OrderDetails, type Station } from '@stationmaster/contract'
import { linkIn, type OutboxMail, readOutbox } from '@stationmaster/server/outbox'
import { type SimulateOptions, simulate, type VirtualStation } from '@stationmaster/simulator'
import { Person } from '../looks/rest.ts'
import { type ServerProcess, startServer } from './server-process.ts'

/** What a station is in the back office. */
export interface RecordOptions {
  /** of the station; by default the next free one */
  id?: string
  /** kopecks per kWh */
  tariff?: number
  /** kopecks per minute */
  rate?: number
  powerKw?: number
  /** its EVSE has a second connector, a CHAdeMO */
  twin?: boolean
  /** of its location */
  timeZone?: string
  /** where it stands; by default a location of its own */
  at?: Location
  /** its connector is a Type 2, of 22 kW by default */
  ac?: boolean
}

export interface StationOptions
  extends RecordOptions,
    Pick<
      SimulateOptions,
      | 'protocol'
      | 'car'
      | 'timeScale'
      | 'meterEveryMs'
      | 'plugDelayMs'
      | 'secureUrl'
      | 'signing'
      | 'contracts'
      | 'priority'
    > {}

/** A station that the back office knows, and nobody plays. */
export interface RecordedStation {
  record: Station
  location: Location
  connectorId: number
  password: string
}

/** A station that stands in the back office and plays over a real socket. */
export interface StandingStation extends Omit<RecordedStation, 'password'> {
  played: VirtualStation
}

/** A small network on a real server: made through the public interface, charging over real sockets. */
export class World {
  private readonly played: VirtualStation[] = []
  private made = 0
  private aheadMs = 0

  private constructor(
    readonly url: string,
    readonly administrator: Person,
    /** its process, which a story can halt and resume */
    readonly server: ServerProcess,
    private readonly clocked: boolean,
  ) {}

  static start = (settings: Readonly<Record<string, string>> = {}) => World.of(settings, 'real')

  /** A network whose time can be moved (`forward`). */
  static startClocked = (settings: Readonly<Record<string, string>> = {}) => World.of(settings, 'clocked')

  private static async of(
    settings: Readonly<Record<string, string>>,
    program: 'real' | 'clocked',
  ): Promise<World> {
    // owners' stations earn by themselves but in the stories of plans
    const server = await startServer('--empty', { PLANS: 'off', ...settings }, program)
    try {
      return new World(
        server.url,
        await Person.signIn(server.url, 'administrator'),
        server,
        program === 'clocked',
      )
    } catch (error) {
      await server.stop()
      throw error
    }
  }

  /** Lets time pass for the server and the stations that are played. */
  async forward(ms: number): Promise<void> {
    this.aheadMs += ms
    await this.server.forward(ms)
  }

  /** A location of its own with one station of one DC connector, connected and accepted. */
  async aStation(options: StationOptions): Promise<StandingStation> {
    const { id: _id, tariff, rate, timeZone, at: _at, twin = false, ...rest } = options
    const { ac = false, powerKw = ac ? 22 : 150, ...play } = rest
    const { password, ...standing } = await this.aRecord(options)
    const played = await simulate({
      url: `${this.url.replace(/^http/, 'ws')}/ocpp`,
      stationId: standing.record.id,
      password,
      connectors: [
        { number: 1, evse: 1, connector: 1, type: ac ? 'Type 2' : 'CCS 2', powerW: powerKw * 1000 },
        ...(twin ? [{ number: 2, evse: 1, connector: 2, type: 'CHAdeMO', powerW: powerKw * 1000 }] : []),
      ],
      ...(this.clocked && { clock: { now: () => new Date(Date.now() + this.aheadMs) } }),
      ...play,
    })
    this.played.push(played)
    return { ...standing, played }
  }

  /** A location of its own with one station of one DC connector, for somebody else to play. */
  async aRecord(options: RecordOptions = {}): Promise<RecordedStation> {
    const nth = String(++this.made).padStart(3, '0')
    const { id = `HARBOUR-${nth}`, tariff = 1700, rate = 0, twin = false, ac = false } = options
    const { powerKw = ac ? 22 : 150 } = options
    const location = options.at ?? (await this.aLocation(nth, options.timeZone))
    const params = { id: location.id }
    const { password, ...record } = await this.administrator.call(contract.stations.add, {
      params,
      body: {
        id,
        vendor_name: 'AutoEnterprise',
        model: 'AE-Fast 150',
        connectors: [
          {
            evse_number: 1,
            number: 1,
            ...(ac
              ? ({ type: 'Type 2', current: 'AC' } as const)
              : ({ type: 'CCS 2', current: 'DC' } as const)),
            power: powerKw,
          },
          ...(twin
            ? [{ evse_number: 1, number: 2, type: 'CHAdeMO', current: 'DC', power: powerKw } as const]
            : []),
        ],
      },
    })
    await this.administrator.call(contract.tariffs.priceLocation, { params, body: { tariff, rate } })
    return { record, location, connectorId: record.evses[0]!.connectors[0]!.id, password }
  }

  private aLocation(nth: string, timeZone: string | undefined): Promise<Location> {
    return this.administrator.call(contract.locations.add, {
      body: {
        name: `Harbour ${nth}`,
        country: 'Germany',
        city: 'Hamburg',
        street: `Quay ${nth}`,
        ...(timeZone ? { time_zone: timeZone } : {}),
      },
    })
  }

  /** An order with its chronology, as an administrator reads it. */
  details(id: number) {
    return this.administrator.call(contract.orders.details, { params: { id } })
  }

  /** An order as the back office knows it. */
  async order(id: number): Promise<OrderDetails> {
    return (await this.details(id)).order
  }

  /** The order that is open at a station. */
  async openOrderAt(stationId: string): Promise<number> {
    const station = await this.administrator.call(contract.stations.get, { params: { id: stationId } })
    return station.evses[0]!.connectors[0]!.open_order_id!
  }

  /** Adds a driver with a card, by default with a new token; resolves with the token. */
  async aCard(token = `CARD${++this.made}`): Promise<string> {
    const body = { first_name: 'Anna', last_name: 'Petrova', phone: '+49 40 0000000', tokens: [token] }
    await this.administrator.call(contract.drivers.add, { body })
    return token
  }

  /** Waits for a mail to somebody with a link to a page of ours, and gives the link's path. */
  async mailedLink(to: string, path: string, ...known: string[]): Promise<string> {
    const other = (link: string) => (link && known.includes(new URL(link).pathname) ? '' : link)
    return new URL(await this.mailed(to, (mail) => other(linkIn(mail, path)))).pathname
  }

  /** Waits for a mail to somebody with a code of six digits, and gives the code. */
  mailedCode = (to: string): Promise<string> =>
    this.mailed(to, ({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? '')

  /** Waits for a mail to somebody that holds something, and gives what the last one holds. */
  private async mailed(to: string, find: (mail: OutboxMail) => string): Promise<string> {
    for (let waited = 0; waited < 60_000; waited += 200) {
      const found = readOutbox(this.server.dataDir)
        .filter((mail) => mail.to === to)
        .map(find)
        .findLast((one) => one !== '')
      if (found) return found
      await pause(200)
    }
    throw new Error(`No such mail came to ${to}.`)
  }

  async stop(): Promise<void> {
    await Promise.all(this.played.map((station) => station.close()))
    await this.server.stop()
  }
}
