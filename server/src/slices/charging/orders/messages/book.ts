import type { StationReply } from '@stationmaster/ocpp'
import { needsSeries } from '../../../places/tariffs/elements.ts'
import type { StoredVersion } from '../../../places/tariffs/store.ts'
import type { KnownConnector, KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'
import type { ShownMeasurements } from '../../../stations/stations/measuring/measurement-store.ts'
import type { Contact } from '../../../stations/timeline/connection-store.ts'
import type { KnownToken } from '../../drivers/tokens.ts'
import type { OrderLog } from '../chronology/log.ts'
import { outcomeOf } from '../chronology/verdict.ts'
import { isOpen } from '../machine/moves.ts'
import type { Terms } from '../machine/settlement.ts'
import type { Metered } from '../measuring/measure.ts'
import type { Reading } from '../measuring/meter.ts'
import { newOrder, type Order } from '../order.ts'
import type { Step, StepCommand } from '../prepaid/prepaid.ts'
import { isPrepaid } from '../sessions/adopt.ts'
import type { Parked, Unmatched } from '../sessions/identity.ts'

/** Everything that a batch of station messages may need, loaded before the first is looked at. */
export interface BookContext {
  now: Date
  networkTimeZone: string
  /** how often stations are told to beat */
  heartbeatSeconds: number
  /** the group whose cards end any transaction and begin none; null: there is none */
  masterPassGroup: string | null
  /** so much is held at most of a saved card for a session that begins with a charging card, in kopecks */
  cardSessionMostMinor: number
  /** locations of owners whom no administrator has let in: no card begins there what costs its driver something */
  notAdmitted: ReadonlySet<number>
  stations: Map<string, KnownStation>
  /** the cards of the batch; where one of them has a group, those that charge at its stations too */
  tokens: Map<string, KnownToken>
  /** the version that prices a connector now, null where none does; absent where the batch did not ask */
  effective: Map<number, StoredVersion | null>
  /** versions that running orders were started with */
  versions: Map<number, StoredVersion>
  /** what meters told of the orders that may end here, or whose price needs it */
  series: Map<number, Metered[]>
  /** how stations were connected at the instants that they name, where that is long ago; by `contactKey` */
  contacts: Map<string, Contact>
  /** messages that are kept without an order, of the transactions that may begin here */
  parked: Parked[]
  /** ids for orders that the batch makes */
  freshIds: number[]
  /** of the orders that were read without a lock: the versions of their rows (charging/orders/store.ts) */
  rowVersions: Map<number, string>
}

/** The result of a station's event: the answer, and the order it belongs to. */
export interface EventResult {
  reply: StationReply
  orderId: number | null
}

export const contactKey = (stationId: string, at: Date): string => `${stationId} ${at.getTime()}`

/** What a batch may find wrong with itself: the messages are then taken one by one. */
export class BookExhausted extends Error {}

/**
 * The orders of one batch: rules read them here and leave their decisions here, nothing is written until the whole batch
 * has been decided.
 */
export class OrderBook {
  readonly logs: OrderLog[] = []
  readonly readings: Reading[] = []
  unmatched: Unmatched[] = []
  /** kept messages that have found their order: row -> order */
  readonly joined = new Map<number, number>()
  readonly measurements = new Map<number, ShownMeasurements>()
  /** orders whose station is to be told something, once the batch is committed */
  readonly commands: { what: 'stop' | StepCommand; orderId: number }[] = []
  /** orders that ended in this batch (their last state stands in the book), and what they were before */
  readonly closed = new Map<number, Order | null>()
  /** all that ended in this batch, with or without a session, or are corrected; and what they were where they had ended before */
  readonly ended = new Map<number, Order | null>()
  /** orders that are not paid beforehand any more and go on without that: what was held for them is let go */
  readonly released = new Set<number>()
  /** orders whose money is asked for at once, of the card that their driver has saved */
  readonly holds = new Set<number>()
  /** connectors whose cars have left, and when */
  readonly unplugged = new Map<number, Date>()
  /** faults that connectors told of after their session had ended, as stations do that stop first and explain then */
  readonly lateFaults = new Map<number, { at: Date; receivedAt: Date; text: string | null }>()
  private readonly byId = new Map<number, Order>()
  private readonly byTransaction = new Map<string, number>()
  private readonly byStartKey = new Map<string, number>()
  private readonly keyed = new Map<number, string>()
  private readonly openByConnector = new Map<number, number>()
  private readonly pluggedByConnector = new Map<number, number>()
  private readonly openByDriver = new Map<number, number>()
  private readonly versions: Map<number, StoredVersion>
  private readonly created = new Set<number>()
  private readonly changed = new Map<number, 'live' | 'all'>()

  constructor(
    readonly context: BookContext,
    loaded: Order[],
  ) {
    for (const order of loaded) this.index(order)
    this.versions = new Map()
    for (const version of context.effective.values()) if (version) this.versions.set(version.id, version)
    for (const [id, version] of context.versions) this.versions.set(id, version)
  }

  /** Takes an order in, in the one shape that orders have. */
  private index(given: Order): Order {
    const order = newOrder(given)
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

  /** Gives a transaction's order the messages that came before anything said where it is, in their numbers' order. */
  takeParked(order: Order): Pick<Parked, 'event' | 'receivedAt'>[] {
    const fits = (one: { stationId: string; transactionId: string }) =>
      one.stationId === order.stationId && one.transactionId === order.transactionId
    const before = this.context.parked.filter((one) => fits(one) && !this.joined.has(one.id))
    for (const { id } of before) this.joined.set(id, order.id)
    const here = this.unmatched.filter(fits)
    this.unmatched = this.unmatched.filter((one) => !fits(one))
    return [...before, ...here].toSorted((a, b) => (a.event.sequence ?? 0) - (b.event.sequence ?? 0))
  }

  /** The start that was kept without an order under a key, if it was. */
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

  /** Takes an order's next state; `live` when only what a meter sample changes has changed. */
  put(order: Order, what: 'live' | 'all'): Order {
    const before = this.byId.get(order.id)
    if (before && !isOpen(order) && !this.ended.has(order.id))
      this.ended.set(order.id, isOpen(before) ? null : before)
    if (before && isOpen(before) && isSettled(order)) this.closed.set(order.id, null)
    else if (before?.status === 'completed' && what === 'all' && !this.closed.has(order.id))
      this.closed.set(order.id, before)
    if (before && isPrepaid(before) && !isPrepaid(order)) this.released.add(order.id)
    if (what === 'all' || !this.changed.has(order.id)) this.changed.set(order.id, what)
    return this.index(isOpen(order) ? order : this.judged(order))
  }

  /** An order that has ended, with how it went and on what. */
  private judged(order: Order): Order {
    const firmware = order.firmware ?? this.context.stations.get(order.stationId)?.firmwareVersion ?? null
    return { ...order, outcome: outcomeOf(order), firmware }
  }

  /** Takes an order's next step, with what its station is told of it. */
  take({ order, commands }: Step): Order {
    for (const what of commands) this.commands.push({ what, orderId: order.id })
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

  /** Notes what a station tells of the past: `at` is when it happened, by the station's clock where that can be right. */
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

  /** Has the order's station told to stop, once the batch is committed. */
  sendStop(orderId: number): void {
    this.commands.push({ what: 'stop', orderId })
    this.log(orderId, this.context.now, 'ocpp', 'remote_stop_tx_request')
  }

  /** A car has left a connector: the session that has ended there is told, in the book or where it was written before. */
  leave(connectorId: number, at: Date): void {
    if (!this.unplugged.has(connectorId)) this.unplugged.set(connectorId, at)
    const order = this.get(this.pluggedByConnector.get(connectorId) ?? -1)
    if (order) this.put({ ...order, evConnected: false, evDisconnectedAt: at }, 'all')
  }

  /** Keeps what a connector measured last, to be shown. */
  show(connectorId: number, measured: ShownMeasurements): void {
    const last = this.measurements.get(connectorId)
    if (!last || last.at <= measured.at) this.measurements.set(connectorId, measured)
  }

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
      version: order.tariffVersionId === null ? null : (this.versions.get(order.tariffVersionId) ?? null),
    }
  }

  /** The series where the order's tariff cannot be priced without it. */
  pricingSeries(order: Order, terms: Terms): Metered[] | null {
    return terms.version && needsSeries(terms.version) ? this.seriesOf(order) : null
  }

  effectiveOf(connector: KnownConnector): StoredVersion | null {
    const version = this.context.effective.get(connector.id)
    if (version === undefined) throw new BookExhausted('the batch did not ask what this connector costs')
    return version
  }

  changes(): { inserted: Order[]; updated: Order[]; live: Order[] } {
    const inserted = [...this.created].map((id) => this.byId.get(id)!)
    const rest = [...this.changed].filter(([id]) => !this.created.has(id))
    const pick = (what: 'live' | 'all') =>
      rest.filter(([, how]) => how === what).map(([id]) => this.byId.get(id)!)
    return { inserted, updated: pick('all'), live: pick('live') }
  }
}

function hold<K>(index: Map<K, number>, place: K, orderId: number, open: boolean): void {
  if (open) index.set(place, orderId)
  else if (index.get(place) === orderId) index.delete(place)
}

/** Whether an end is followed by money: nothing was to be paid for what came to nothing, unless it was paid beforehand. */
const isSettled = (order: Order): boolean =>
  order.status === 'completed' || (!isOpen(order) && isPrepaid(order))

const key = (stationId: string, name: string): string => `${stationId} ${name}`
