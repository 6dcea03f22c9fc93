import type { StationReply } from '@stationmaster/ocpp'
import { needsSeries } from '../../../places/tariffs/elements.ts'
import type { StoredVersion } from '../../../places/tariffs/store.ts'
import type { MeterKey } from '../../../stations/meters/key-store.ts'
import type { KnownConnector, KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'
import type { ShownMeasurements } from '../../../stations/stations/measuring/measurement-store.ts'
import type { Contact } from '../../../stations/timeline/connection-store.ts'
import { withPercent } from '../../drivers/terms/contract.ts'
import type { FleetCredit } from '../../drivers/terms/terms.ts'
import type { KnownToken } from '../../drivers/tokens.ts'
import type { OrderLog } from '../chronology/log.ts'
import { outcomeOf } from '../chronology/verdict.ts'
import { isPersonal } from '../machine/limits.ts'
import { isOpen } from '../machine/moves.ts'
import type { Terms } from '../machine/settlement.ts'
import type { Metered } from '../measuring/measure.ts'
import type { Reading } from '../measuring/meter.ts'
import { newOrder, type Order } from '../order.ts'
import type { Step, StepCommand } from '../prepaid/prepaid.ts'
import { isPrepaid } from '../sessions/adopt.ts'
import type { Parked, Unmatched } from '../sessions/identity.ts'
import { SignedBook } from '../signed/signed-book.ts'
import type { KeptSigned } from '../signed/signed-store.ts'

/** Everything that a batch of station messages may need, loaded before the first message is handled. */
export interface BookContext {
  now: Date
  networkTimeZone: string
  /** the heartbeat interval that stations are given */
  heartbeatSeconds: number
  /** the group whose cards end any transaction and begin none; null: there is none */
  masterPassGroup: string | null
  /** the most that is held on a saved card for a session that begins with a charging card, in kopecks */
  cardSessionMostMinor: number
  stations: Map<string, KnownStation>
  /** the cards of the batch; where one of them has a group, also the cards that charge at its stations */
  tokens: Map<string, KnownToken>
  /** the tariff version that prices a connector now, null where there is none; no entry where the batch did not load it */
  effective: Map<number, StoredVersion | null>
  /** tariff versions that running orders were started with */
  versions: Map<number, StoredVersion>
  /** the meter series of the orders that may end here, or whose price needs it */
  series: Map<number, Metered[]>
  /** what the meters of these orders have signed, and the keys of their stations' meters */
  signed: Map<number, KeptSigned[]>
  meterKeys: Map<string, MeterKey[]>
  /** how stations were connected at the times that their messages name, where these are long ago; by `contactKey` */
  contacts: Map<string, Contact>
  /** messages that are kept without an order, of transactions that may begin here */
  parked: Parked[]
  /** ids for new orders of the batch */
  freshIds: number[]
  /** the row versions of the orders that were read without a lock (charging/orders/store.ts) */
  rowVersions: Map<number, string>
}

/** The result of a station's event: the answer, and the order it belongs to. */
export interface EventResult {
  reply: StationReply
  orderId: number | null
}

/** What an order asks of its station. */
export type OrderCommand = 'stop' | 'price' | StepCommand

export const contactKey = (stationId: string, at: Date): string => `${stationId} ${at.getTime()}`

/** Thrown where a batch did not load enough: its messages are then handled one by one. */
export class BookExhausted extends Error {}

/**
 * The orders of one batch: rules read them here and put their decisions here. Nothing is written until the whole batch is decided.
 */
export class OrderBook {
  readonly logs: OrderLog[] = []
  readonly readings: Reading[] = []
  unmatched: Unmatched[] = []
  /** kept messages that have found their order: row -> order */
  readonly joined = new Map<number, number>()
  readonly measurements = new Map<number, ShownMeasurements>()
  /** commands that are sent to stations once the batch is committed */
  readonly commands: { command: OrderCommand; orderId: number }[] = []
  /** orders that ended in this batch and are followed by money, with their former state if they had ended before */
  readonly closed = new Map<number, Order | null>()
  /** all orders that ended or were corrected in this batch, with or without a session, with their former state if they had ended before */
  readonly ended = new Map<number, Order | null>()
  /** orders that are not paid beforehand any more and go on: what was held for them is released */
  readonly released = new Set<number>()
  /** orders whose money is held at once on their driver's saved card */
  readonly holds = new Set<number>()
  /** orders that have ended and of whose payment at the station something was reported */
  readonly settled = new Set<number>()
  /** what sessions that began in this batch may cost their fleets, by fleet */
  private readonly fleetHolds = new Map<number, number>()
  /** cards that nobody knows and that were shown at stations */
  readonly unknownTags = new Map<string, { stationId: string; shown: number }>()
  /** connectors whose cars have left -> when */
  readonly unplugged = new Map<number, Date>()
  /** faults that connectors reported after their session had ended, as stations do that stop first and report the fault then */
  readonly lateFaults = new Map<number, { at: Date; receivedAt: Date; text: string | null }>()
  private readonly byId = new Map<number, Order>()
  private readonly byTransaction = new Map<string, number>()
  private readonly byStartKey = new Map<string, number>()
  private readonly keyed = new Map<number, string>()
  private readonly openByConnector = new Map<number, number>()
  private readonly pluggedByConnector = new Map<number, number>()
  private readonly openByDriver = new Map<number, number>()
  private readonly versions: Map<number, StoredVersion>
  readonly signed: SignedBook
  private readonly created = new Set<number>()
  private readonly changed = new Map<number, 'live' | 'all'>()

  constructor(
    readonly context: BookContext,
    loaded: Order[],
  ) {
    for (const order of loaded) this.index(order)
    this.versions = new Map()
    this.signed = new SignedBook(context, (line) => this.logs.push(line))
    for (const version of context.effective.values()) if (version) this.versions.set(version.id, version)
    for (const [id, version] of context.versions) this.versions.set(id, version)
    for (const { terms } of context.tokens.values())
      for (const { versions } of [terms.group ?? { versions: [] }, ...terms.contracts])
        for (const { version } of versions) this.versions.set(version.id, version)
  }

  /** Adds an order to all indexes, in the one shape that orders have. */
  private index(input: Order): Order {
    const order = newOrder(input)
    const last = this.byId.get(order.id)
    if (last && last.connectorId !== order.connectorId)
      hold(this.openByConnector, last.connectorId, order.id, false)
    this.byId.set(order.id, order)
    const { id, stationId, transactionId, startKey } = order
    if (transactionId !== null) hold(this.byTransaction, key(stationId, transactionId), id, !order.nameReused)
    const before = this.keyed.get(id)
    if (before !== undefined && before !== startKey) hold(this.byStartKey, key(stationId, before), id, false)
    if (startKey !== null) {
      this.keyed.set(id, startKey)
      this.byStartKey.set(key(stationId, startKey), id)
    }
    hold(this.openByConnector, order.connectorId, order.id, isOpen(order))
    hold(this.pluggedByConnector, order.connectorId, order.id, this.ended.has(order.id) && order.evConnected)
    if (order.driverId !== null)
      hold(this.openByDriver, order.driverId, order.id, isOpen(order) && !order.replayed && !order.cardFree)
    return order
  }

  get(id: number): Order | undefined {
    return this.byId.get(id)
  }

  /** An order that is in the book; throws where it is not. */
  getLoaded(id: number): Order {
    const order = this.byId.get(id)
    if (!order) throw new Error(`order ${id} is not in the book`)
    return order
  }

  ofTransaction(stationId: string, transactionId: string): Order | undefined {
    return this.get(this.byTransaction.get(key(stationId, transactionId)) ?? -1)
  }

  ofStartKey(stationId: string, startKey: string): Order | undefined {
    return this.get(this.byStartKey.get(key(stationId, startKey)) ?? -1)
  }

  openOn(connectorId: number): Order | undefined {
    return this.get(this.openByConnector.get(connectorId) ?? -1)
  }

  openOf(driverId: number): Order | undefined {
    return this.get(this.openByDriver.get(driverId) ?? -1)
  }

  contactAt(stationId: string, at: Date | undefined): Contact | undefined {
    return at && this.context.contacts.get(contactKey(stationId, at))
  }

  openAt(station: KnownStation): Order[] {
    return station.connectors.flatMap((connector) => this.openOn(connector.id) ?? [])
  }

  /** Takes the messages that were kept of an order's transaction out of the book, in the order of their numbers. */
  takeParked(order: Order): Pick<Parked, 'event' | 'receivedAt'>[] {
    const fits = (one: { stationId: string; transactionId: string }) =>
      one.stationId === order.stationId && one.transactionId === order.transactionId
    const before = this.context.parked.filter((one) => fits(one) && !this.joined.has(one.id))
    for (const { id } of before) this.joined.set(id, order.id)
    const here = this.unmatched.filter(fits)
    this.unmatched = this.unmatched.filter((one) => !fits(one))
    return [...before, ...here].toSorted((a, b) => (a.event.sequence ?? 0) - (b.event.sequence ?? 0))
  }

  /** The start that was kept without an order under a key, if there is one. */
  parkedStart(stationId: string, eventKey: string): { transactionId: string } | undefined {
    const fits = (one: { stationId: string; eventKey: string }) =>
      one.stationId === stationId && one.eventKey === eventKey
    return this.context.parked.find(fits) ?? this.unmatched.find(fits)
  }

  freshId(): number {
    const id = this.context.freshIds.pop()
    if (id === undefined) throw new BookExhausted('the batch makes more orders than ids were drawn for')
    return id
  }

  add(order: Order): Order {
    this.created.add(order.id)
    return this.index(order)
  }

  /** Stores an order's next state; `live` when only properties have changed that a meter sample changes. */
  put(order: Order, what: 'live' | 'all'): Order {
    const before = this.byId.get(order.id)
    if (before && !isOpen(order) && !this.ended.has(order.id))
      this.ended.set(order.id, isOpen(before) ? null : before)
    if (before && isOpen(before) && affectsMoney(order)) this.closed.set(order.id, null)
    else if (before?.status === 'completed' && what === 'all' && !this.closed.has(order.id))
      this.closed.set(order.id, before)
    if (before && isPrepaid(before) && !isPrepaid(order)) this.released.add(order.id)
    if (what === 'all' || !this.changed.has(order.id)) this.changed.set(order.id, what)
    return this.index(isOpen(order) ? order : this.withOutcome(this.signed.judged(order, before)))
  }

  /** An order that has ended, with its outcome and the firmware of its station. */
  private withOutcome(order: Order): Order {
    const firmware = order.firmware ?? this.context.stations.get(order.stationId)?.firmwareVersion ?? null
    return { ...order, outcome: outcomeOf(order), firmware }
  }

  /** Stores an order's next state with the commands that its station gets. */
  take({ order, commands }: Step): Order {
    for (const command of commands) this.commands.push({ command, orderId: order.id })
    return this.put(order, 'all')
  }

  log(
    orderId: number,
    at: Date,
    kind: OrderLog['kind'],
    event: string,
    fields: OrderLog['fields'] = null,
  ): void {
    this.logs.push({ orderId, at, kind, event, fields })
  }

  /** Records what a station reports of the past: `at` is when it happened, by the station's clock where that can be right. */
  logReported(
    orderId: number,
    at: Date,
    receivedAt: Date,
    event: string,
    fields: NonNullable<OrderLog['fields']>,
  ): void {
    const arrived = receivedAt > at ? { received_at: receivedAt.toISOString() } : {}
    this.log(orderId, at, 'ocpp', event, { ...fields, ...arrived })
  }

  /** Lets a station that reckons by itself know the price of a session, where its driver does not pay what everybody pays. */
  sendPrice(order: Order): void {
    if (isPersonal(order)) this.commands.push({ command: 'price', orderId: order.id })
  }

  /** Sends a stop to the order's station once the batch is committed. */
  sendStop(orderId: number): void {
    this.commands.push({ command: 'stop', orderId })
    this.log(orderId, this.context.now, 'ocpp', 'remote_stop_tx_request')
  }

  /** A car has left a connector: the session that ended there is updated, in the book or (by `unplugged`) in the database. */
  leave(connectorId: number, at: Date): void {
    if (!this.unplugged.has(connectorId)) this.unplugged.set(connectorId, at)
    const order = this.get(this.pluggedByConnector.get(connectorId) ?? -1)
    if (order) this.put({ ...order, evConnected: false, evDisconnectedAt: at }, 'all')
  }

  /** Keeps the last measurements of a connector, to show them. */
  show(connectorId: number, measured: ShownMeasurements): void {
    const last = this.measurements.get(connectorId)
    if (!last || last.at <= measured.at) this.measurements.set(connectorId, measured)
  }

  /** Adds a reading to its order's series. */
  read(reading: Reading): void {
    this.readings.push(reading)
    if (reading.registerWh === null && reading.intervalWh === null) return
    const series = this.context.series.get(reading.orderId)
    if (series) series.push(reading)
    else this.context.series.set(reading.orderId, [reading])
  }

  seriesOf(order: Order): Metered[] {
    return this.context.series.get(order.id) ?? []
  }

  termsOf(order: Order): Terms {
    const station = this.context.stations.get(order.stationId)
    const connector = station?.connectors.find((one) => one.id === order.connectorId)
    return {
      maxPowerW: connector?.powerW ?? 0,
      timeZone: station?.timeZone ?? this.context.networkTimeZone,
      networkTimeZone: this.context.networkTimeZone,
      monetized: station?.monetized ?? false,
      version: agreedWith(this.versionOf(order), order),
    }
  }

  /** The tariff version that an order was started with. */
  versionOf({ tariffVersionId }: Pick<Order, 'tariffVersionId'>): StoredVersion | null {
    return tariffVersionId === null ? null : (this.versions.get(tariffVersionId) ?? null)
  }

  /** A fleet's credit, less what sessions that began in this batch may cost it. */
  creditOf(fleet: FleetCredit): FleetCredit {
    const { id, leftMinor } = fleet
    return leftMinor === null ? fleet : { ...fleet, leftMinor: leftMinor - (this.fleetHolds.get(id) ?? 0) }
  }

  /** Counts what a session may cost its fleet. */
  holdFleet({ fleetId, limitAmountMinor }: Order): void {
    if (fleetId === null || limitAmountMinor === null) return
    this.fleetHolds.set(fleetId, (this.fleetHolds.get(fleetId) ?? 0) + limitAmountMinor)
  }

  /** The order's series if its tariff cannot be priced without it, else null. */
  pricingSeries(order: Order, terms: Terms): Metered[] | null {
    return terms.version && needsSeries(terms.version) ? this.seriesOf(order) : null
  }

  effectiveOf(connector: KnownConnector): StoredVersion | null {
    const version = this.context.effective.get(connector.id)
    if (version === undefined) throw new BookExhausted('the batch did not load what this connector costs')
    return version
  }

  /** Counts a card that nobody knows, to be registered. */
  noteUnknown(stationId: string, token: string): void {
    const shown = (this.unknownTags.get(token)?.shown ?? 0) + 1
    this.unknownTags.set(token, { stationId, shown })
  }

  /** Whether nothing was decided but live values, readings and lines of chronologies: what one statement can write. */
  get onlyAdds(): boolean {
    const rest = [
      this.joined,
      this.closed,
      this.ended,
      this.released,
      this.holds,
      this.unplugged,
      this.lateFaults,
      this.unknownTags,
    ]
    const isLive = [...this.changed.values()].every((what) => what === 'live')
    return (
      isLive && this.created.size === 0 && this.unmatched.length === 0 && rest.every(({ size }) => size === 0)
    )
  }

  changes(): { inserted: Order[]; updated: Order[]; live: Order[] } {
    const inserted = [...this.created].map((id) => this.getLoaded(id))
    const rest = [...this.changed].filter(([id]) => !this.created.has(id))
    const pick = (what: 'live' | 'all') =>
      rest.filter(([, how]) => how === what).map(([id]) => this.getLoaded(id))
    return { inserted, updated: pick('all'), live: pick('live') }
  }
}

/** A version with the discount and the prices that were agreed for a session. */
function agreedWith(
  version: StoredVersion | null,
  { discountPercent, pricePercent }: Order,
): StoredVersion | null {
  if (version === null) return null
  const priced = withPercent(version, pricePercent)
  return priced.discountPercent === discountPercent ? priced : { ...priced, discountPercent }
}

function hold<K>(index: Map<K, number>, place: K, orderId: number, open: boolean): void {
  if (open) index.set(place, orderId)
  else if (index.get(place) === orderId) index.delete(place)
}

/** Whether an order that has ended changes money: there is nothing to pay for one that never charged, unless it was paid beforehand. */
const affectsMoney = (order: Order): boolean =>
  order.status === 'completed' || (!isOpen(order) && isPrepaid(order))

const key = (stationId: string, name: string): string => `${stationId} ${name}`
