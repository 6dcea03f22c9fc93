import { EventEmitter } from 'node:events'
import type { LiveSignal } from '@stationmaster/contract'
import { inRepeatableTransaction, isRace } from '../../../../platform/database/transaction.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { KnownVersions } from '../../../places/tariffs/store.ts'
import type { JournalFrame } from '../../../stations/journal/store.ts'
import { insertReportedKeys, loadMeterKeys } from '../../../stations/meters/key-store.ts'
import { loadKnownStations } from '../../../stations/stations/connecting/traffic-store.ts'
import type { MeasurementBuffer } from '../../../stations/stations/measuring/measurement-buffer.ts'
import type { CreditTerms } from '../../drivers/token-store.ts'
import { updateUnknown } from '../../drivers/unknown/store.ts'
import { insertHours } from '../lists/hours-store.ts'
import { isOpen } from '../machine/moves.ts'
import { awaitsStop } from '../machine/rules.ts'
import type { Closed, Order } from '../order.ts'
import { loadSigned } from '../signed/signed-store.ts'
import * as store from '../store.ts'
import { type BookContext, OrderBook, type OrderCommand } from './book.ts'
import { type Additions, updateOrders, writeAdditions } from './writing-store.ts'

/** The settings that every book of orders needs. */
export interface BookSetting
  extends Pick<
      BookContext,
      'now' | 'networkTimeZone' | 'heartbeatSeconds' | 'masterPassGroup' | 'cardSessionMostMinor'
    >,
    CreditTerms {
  knownVersions: KnownVersions
}

/** What follows when orders have ended, in the same transaction. */
export type AfterClose = (tx: Tx, closed: Closed[], now: Date, networkTimeZone: string) => Promise<unknown>

/** What follows when orders begin whose money is held at once, in the same transaction. */
export type AfterHold = (tx: Tx, orders: Order[]) => Promise<unknown>

/** What follows when payments at stations are reported for orders that have ended, in the same transaction. */
export type AfterSettlement = (
  tx: Tx,
  orders: Order[],
  now: Date,
  networkTimeZone: string,
) => Promise<unknown>

/** What follows when orders go on that are not paid beforehand any more, in the same transaction. */
export type AfterRelease = (tx: Tx, orderIds: number[]) => Promise<unknown>

interface OrderWorkParts extends Omit<BookSetting, 'now' | 'knownVersions'> {
  db: Db
  clock: Clock
  measurements: MeasurementBuffer
  afterClose: AfterClose
  afterRelease: AfterRelease
  afterHold: AfterHold
  afterSettlement: AfterSettlement
  publish(signal: LiveSignal): void
  /** orders that companies pay for have changed, but for their live values; called after the commit */
  companiesChanged(orderIds: number[]): void
}

/**
 * The unit of work of orders: they are locked, loaded into a book, decided on, and written together with everything that follows.
 * Signals and commands are sent only after the commit. Stations' messages, commands, timers and people's decisions share it.
 */
export class OrderWork {
  /** a command to an order's station; emitted after the commit that decided it */
  readonly committed = new EventEmitter<Record<OrderCommand, [orderId: number]>>()
  private readonly knownVersions = new KnownVersions()

  constructor(private readonly parts: OrderWorkParts) {}

  /**
   * Decides on the orders that `lock` gives, in a transaction; resolves with the result of `decide`, after the commit. Both run
   * again if another transaction was faster, so they only read and write the database.
   */
  async change<T>(
    lock: (tx: Tx) => Promise<Order[]>,
    decide: (book: OrderBook, locked: Order[], tx: Tx) => T | Promise<T>,
  ): Promise<T> {
    const run = (tx: Tx) => this.changeIn(tx, lock, decide)
    const { publish, decided } = await inRepeatableTransaction(this.parts.db, run, isRace)
    publish()
    return decided
  }

  /** The same within the caller's transaction; the caller calls `publish` after its commit. */
  async changeIn<T>(
    tx: Tx,
    lock: (tx: Tx) => Promise<Order[]>,
    decide: (book: OrderBook, locked: Order[], tx: Tx) => T | Promise<T>,
  ): Promise<{ decided: T; publish: () => void }> {
    const now = this.parts.clock.now()
    const locked = await lock(tx)
    const book = await loadBook(tx, locked, this.settingAt(now))
    const decided = await decide(book, locked, tx)
    await Promise.all([saveBook(tx, book), this.followUp(tx, book)])
    return { decided, publish: () => this.publishChanges(book) }
  }

  settingAt(now: Date): BookSetting {
    const { networkTimeZone, heartbeatSeconds, masterPassGroup, paymentProvider, cardSessionMostMinor } =
      this.parts
    return {
      now,
      networkTimeZone,
      heartbeatSeconds,
      masterPassGroup,
      paymentProvider,
      cardSessionMostMinor,
      knownVersions: this.knownVersions,
    }
  }

  /** Whether anything follows from a book in its own transaction: queries that wait for each other, so that its commit must wait too. */
  hasFollowUps({ released, holds, closed, settled }: OrderBook): boolean {
    return released.size > 0 || holds.size > 0 || closed.size > 0 || settled.size > 0
  }

  /** Does what follows from a book's orders, in its transaction. */
  async followUp(tx: Tx, book: OrderBook): Promise<void> {
    if (book.released.size > 0) await this.parts.afterRelease(tx, [...book.released])
    if (book.holds.size > 0)
      await this.parts.afterHold(
        tx,
        [...book.holds].map((id) => book.getLoaded(id)),
      )
    if (book.closed.size > 0) {
      const closed = [...book.closed].map(([id, before]) => ({ order: book.getLoaded(id), before }))
      await this.parts.afterClose(tx, closed, book.context.now, this.parts.networkTimeZone)
    }
    if (book.settled.size > 0)
      await this.parts.afterSettlement(
        tx,
        [...book.settled].map((id) => book.getLoaded(id)),
        book.context.now,
        this.parts.networkTimeZone,
      )
  }

  /** Publishes what a book has changed, once that is committed: signals, commands, measurements for display. */
  publishChanges(book: OrderBook): void {
    const { publish, measurements, companiesChanged } = this.parts
    const { inserted, updated, live } = book.changes()
    for (const { id, locationId } of [...inserted, ...updated, ...live])
      publish({ topic: 'order', id, locationId })
    // a connector's row shows its open order and what may be done with it, so a changed order changes the connector too
    for (const { stationId, connectorId } of [...inserted, ...updated]) {
      const station = book.context.stations.get(stationId)
      if (station) publish({ topic: 'connector', id: connectorId, stationId, locationId: station.locationId })
    }
    const ofCompanies = [...inserted, ...updated].filter(({ fleetId }) => fleetId !== null)
    if (ofCompanies.length > 0) companiesChanged(ofCompanies.map(({ id }) => id))
    measurements.add(book.measurements)
    for (const { command, orderId } of book.commands) this.committed.emit(command, orderId)
  }
}

/** A book of locked orders, with their stations, tariff versions and series. */
async function loadBook(tx: Tx, locked: Order[], setting: BookSetting): Promise<OrderBook> {
  const stations = await loadKnownStations(tx, [...new Set(locked.map((order) => order.stationId))])
  const versions = await setting.knownVersions.load(tx, versionIdsOf(locked))
  const ids = locked.filter((order) => order.status === 'started' || awaitsStop(order)).map(({ id }) => id)
  const [series, signed] = await Promise.all([store.loadSeries(tx, ids), loadSigned(tx, ids)])
  const meterKeys = signed.size > 0 ? await loadMeterKeys(tx, [...stations.keys()]) : new Map()
  return new OrderBook({ ...emptyContext(setting), stations, versions, series, signed, meterKeys }, locked)
}

/** A book's context before anything has been read. */
export const emptyContext = (setting: BookSetting): BookContext => ({
  ...setting,
  stations: new Map(),
  tokens: new Map(),
  effective: new Map(),
  versions: new Map(),
  series: new Map(),
  signed: new Map(),
  meterKeys: new Map(),
  contacts: new Map(),
  parked: [],
  freshIds: [],
  rowVersions: new Map(),
})

/** The tariff versions that orders were started with. */
export const versionIdsOf = (list: readonly Order[]): number[] => [
  ...new Set(
    list.flatMap(({ tariffVersionId, usualVersionId }) =>
      [tariffVersionId, usualVersionId].filter((id) => id !== null),
    ),
  ),
]

/**
 * Writes what a book decided, and with it frames of the journal; resolves with the version of the rows that its transaction writes.
 * Statements run in this order, so that an ended order frees its connector and its driver for the next order. Fails with
 * isOrderChanged.
 */
export async function saveBook(
  tx: Tx,
  book: OrderBook,
  frames: readonly JournalFrame[] = [],
): Promise<string> {
  const { inserted, updated } = book.changes()
  const { rowVersions } = book.context
  const ended = updated.filter((order) => !isOpen(order))
  const [, , , version] = await Promise.all([
    updateOrders(tx, ended, rowVersions),
    updateOrders(tx, updated.filter(isOpen), rowVersions),
    store.insertOrders(tx, inserted),
    writeAdditions(tx, additionsOf(book, frames)),
    insertReportedKeys(tx, book.signed.reportedKeys),
    store.insertUnmatched(tx, book.unmatched),
    store.updateJoined(tx, book),
    insertHours(
      tx,
      [...book.ended].map(([id, before]) => ({ order: book.getLoaded(id), before })),
    ),
    store.updateUnplugged(tx, book),
    store.insertLateFaults(tx, book),
    updateUnknown(tx, book.unknownTags, book.context.now),
  ])
  return version
}

/** Of what a book decided, and of the frames that led to it, what one statement writes. */
export const additionsOf = (book: OrderBook, frames: readonly JournalFrame[]): Additions => ({
  live: book.changes().live,
  versions: book.context.rowVersions,
  readings: book.readings,
  signed: book.signed.taken,
  logs: book.logs,
  frames,
})
