import type {
  OrderDetails,
  Station,
  StationTaskAnswer,
  StationTaskBody,
  StationTaskState,
} from '@stationmaster/contract'
import type { Protocol } from '@stationmaster/ocpp'
import { expect } from 'vitest'
import type { StoryStation, World } from '../world/world.ts'
import { type ConnectionSettings, type Payload, PlayedStation, type ReceivedCall } from './played-station.ts'

export interface PlacedStation extends StoryStation {
  /** connectors of EVSE 1 and EVSE 2, one each: 1.6 counts them 1 and 2 */
  connectorIds: readonly number[]
}

/** How a command went at both ends: the request that the station received, and the result that the operator got. */
export interface CommandOutcome<T> {
  request: Payload
  result: T
}

type Changes = { [K in keyof ConnectionSettings]?: ConnectionSettings[K] | undefined }

let cards = 0

/** The world of one case: a station of its own with two EVSEs, the back office as an operator uses it, and cards. */
export abstract class Stage {
  abstract readonly protocol: Protocol
  made!: PlacedStation
  private connected: PlayedStation | null = null
  private readonly past: PlayedStation[] = []

  constructor(
    readonly world: World,
    /** the certificate authorities that the station trusts, PEM */
    readonly roots: readonly string[],
  ) {}

  /** The station's end of the socket. */
  get station(): PlayedStation {
    if (!this.connected) throw new Error('the station is not connected')
    return this.connected
  }

  /** Adds the station to the network; `id` where the case needs a certain one. */
  async place(id = `CASE-${crypto.randomUUID().slice(0, 8)}`): Promise<void> {
    const connector = { number: 1, type: 'CCS 2', current: 'DC', power: 150 }
    const made = await this.world.post<{ password: string; evses: { connectors: { id: number }[] }[] }>(
      `locations/${this.world.locationId}/stations`,
      {
        id,
        vendor_name: 'Case',
        model: 'Two',
        connectors: [1, 2].map((evse_number) => ({ evse_number, ...connector })),
      },
    )
    const connectorIds = made.evses.flatMap(({ connectors }) => connectors.map((one) => one.id))
    this.made = { id, password: made.password, connectorId: connectorIds[0]!, connectorIds }
  }

  get id(): string {
    return this.made.id
  }

  get connectionSettings(): ConnectionSettings {
    return {
      url: `${this.world.server.url.replace('http', 'ws')}/ocpp`,
      id: this.made.id,
      password: this.made.password,
      protocol: this.protocol,
    }
  }

  /** Connects the station, once more where it is connected already; rejects when it is refused. */
  async connect(changes: Changes = {}): Promise<void> {
    const station = await PlayedStation.open({ ...this.connectionSettings, ...changes } as ConnectionSettings)
    if (this.connected) this.past.push(this.connected)
    this.connected = station
    this.prepare(station)
  }

  /** Boots and reports that both connectors are free. */
  abstract boot(): Promise<Payload>
  /** Prepares the answers that a station of this version always gives. */
  protected abstract prepare(station: PlayedStation): void

  /** Connected, booted, free. */
  async ready(): Promise<void> {
    await this.connect()
    await this.boot()
  }

  /** Loses the connection, and waits until the server knows. */
  async loseConnection(): Promise<void> {
    await this.station.cut()
    await this.world.untilOffline(this.id)
  }

  /** Connects and closes the connection at once; rejects when the station is refused. */
  async tryConnecting(changes: Changes): Promise<void> {
    const station = await PlayedStation.open({ ...this.connectionSettings, ...changes } as ConnectionSettings)
    await station.cut()
  }

  /** Offers only subprotocols that the server does not speak: it must refuse the connection. */
  async expectRefusedProtocol(offers: string[]): Promise<void> {
    await expect(PlayedStation.open({ ...this.connectionSettings, offers })).rejects.toThrow()
    await this.untilRefused('no_protocol')
  }

  /** Waits until the back office shows why the station was refused last. */
  untilRefused(reason: string): Promise<void> {
    return this.until(`it is refused: ${reason}`, async () => {
      const path = `stations/${this.id}/connection`
      const { refused } = await this.world.get<{ refused: { reason: string } | null }>(path)
      return refused?.reason === reason
    })
  }

  /** Decides how the server answers the station's boots. */
  async decideBoot(registration: 'Accepted' | 'Pending' | 'Rejected'): Promise<void> {
    await this.world.post(`stations/${this.id}/hold`, { registration, interval_seconds: 60 })
  }

  /** Registers a card, with a driver of its own unless `more` names another; resolves with the number that the station reads from it. */
  async card(more?: object, token = `CARD${process.pid}X${++cards}`): Promise<string> {
    if (more) await this.world.post('id-tokens', { token, ...more })
    else await this.world.addCard(token)
    return token
  }

  /** Cards of one group, and the group's own number. */
  async groupOfCards(count: number): Promise<{ group: string; cards: string[] }> {
    cards += 1
    const group = `GROUP${process.pid}X${cards}`
    const made: string[] = []
    while (made.length < count) made.push(await this.card({ group }))
    return { group, cards: made }
  }

  /** Blocks the cards of a card's driver. */
  async block(card: string): Promise<void> {
    const [driver] = await this.world.get<{ id: number }[]>(`drivers?search=${card}`)
    await this.world.post(`drivers/${driver!.id}/block`, { blocked: true })
  }

  call(action: string, payload: Payload): Promise<Payload> {
    return this.station.call(action, payload)
  }

  /** An operator does something, and the station answers the call that this causes. */
  async commanded<T>(
    action: string,
    answer: Payload | ((call: ReceivedCall) => void),
    operatorActs: () => Promise<T>,
  ): Promise<CommandOutcome<T>> {
    const received = this.station.next(action).then((call) => {
      if (typeof answer === 'function') answer(call)
      else call.answer(answer)
      return call.payload
    })
    const [request, result] = await Promise.all([received, operatorActs()])
    return { request, result }
  }

  /** Sends a command of the console: the station receives it as it was written, and the operator sees the station's answer. */
  async send(action: string, payload: Payload, answer: Payload): Promise<void> {
    const { request, result } = await this.commanded(action, answer, () =>
      this.world.post<Payload>(`stations/${this.id}/message`, { action, payload }),
    )
    expect(request).toEqual(payload)
    expect(result).toMatchObject({ kind: 'answered', payload: answer })
    if (typeof answer.status === 'string') expect(result).toMatchObject({ status: answer.status })
  }

  /** Gives the station work of the back office. */
  task(body: StationTaskBody, action: string, answer: Payload): Promise<CommandOutcome<StationTaskAnswer>> {
    return this.commanded(action, answer, () => this.run(body))
  }

  run(body: StationTaskBody): Promise<StationTaskAnswer> {
    return this.world.post<StationTaskAnswer>(`stations/${this.id}/tasks`, body)
  }

  /** The code with which a call of the interface is refused. */
  async refusal(call: Promise<unknown>): Promise<string> {
    const failed = await call.then(
      () => null,
      (error: { body?: string }) => error,
    )
    if (failed === null) return 'accepted'
    return (JSON.parse(failed.body ?? '{}') as { code?: string }).code ?? String(failed)
  }

  remoteStart = (connectorId = this.made.connectorId) =>
    this.world.post<{ id: number }>(`connectors/${connectorId}/start`)
  remoteStop = (connectorId = this.made.connectorId) =>
    this.world.post<string>(`connectors/${connectorId}/stop`)
  reset = () => this.world.post<string>(`stations/${this.id}/reset`)
  operate = (operational_status: 'operative' | 'inoperative', ...evses: number[]) =>
    this.world.post<{ answers: { evse_number: number; accepted: boolean; status: string | null }[] }>(
      `stations/${this.id}/status`,
      { operational_status, evses },
    )

  /** The station as the back office shows it. */
  shown = () => this.world.get<Station>(`stations/${this.id}`)
  tasks = () => this.world.get<StationTaskState>(`stations/${this.id}/tasks`)

  /** The status that the station reported last for a connector, as the back office shows it. */
  async shownStatus(evse = 1): Promise<string | null> {
    const { evses } = await this.shown()
    return evses[evse - 1]!.connectors[0]!.origin_status
  }

  /** Waits until the back office shows a measured value of a connector, which the server stores with a delay. */
  async untilShown(connector: number, value: object): Promise<void> {
    await this.until(`connector ${connector} shows ${JSON.stringify(value)}`, async () => {
      const shown = await this.world.get<object[]>(`meter-values/${this.id}/${connector}`)
      return shown.some((one) =>
        Object.entries(value).every(([key, expected]) => (one as Record<string, unknown>)[key] === expected),
      )
    })
  }

  /** The station's orders, oldest first. */
  async orders(): Promise<OrderDetails[]> {
    const rows = await this.world.ordersOf(this.id)
    return Promise.all(rows.map(({ id }) => this.world.order(id)))
  }

  /** The only order of the station. */
  async order(): Promise<OrderDetails> {
    const orders = await this.orders()
    expect(orders).toHaveLength(1)
    return orders[0]!
  }

  /** Lines of the station's log that name something. */
  async logged(word: string): Promise<string[]> {
    const lines = await this.world.get<{ text: string }[]>(`ocpp-messages/${this.id}/controller`)
    return lines.map(({ text }) => text).filter((text) => text.includes(word))
  }

  /** An instant of the station's clock, seconds before now. */
  ago(seconds = 0): string {
    return new Date(this.world.clock.now().getTime() - seconds * 1000).toISOString()
  }

  until = (what: string, isSo: () => Promise<boolean>) => this.world.until(what, isSo)

  /** Ends the case; resolves with what the central system did wrong, which fails the case. */
  leave(): readonly string[] {
    const stations = [...this.past, ...(this.connected ? [this.connected] : [])]
    return stations.flatMap((station) => station.leave())
  }
}
