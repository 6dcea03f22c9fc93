import type { StationCall, StationEvent } from '@stationmaster/ocpp'
import { MINUTE_MS } from '@stationmaster/units'
import type { Tx } from '../../platform/schema.ts'
import { loadTokens, tokenKey } from '../drivers/tokens.ts'
import { insertFrames, type JournalFrame } from '../journal/store.ts'
import { connectorOf } from '../orders/begin.ts'
import { type BookContext, OrderBook } from '../orders/book.ts'
import { stationTime } from '../orders/meter.ts'
import { isOpen } from '../orders/moves.ts'
import { type Order, orderIdOfTag } from '../orders/order.ts'
import * as rules from '../orders/rules.ts'
import * as orders from '../orders/store.ts'
import * as stations from '../stations/wire-store.ts'
import { needsSeries } from '../tariffs/elements.ts'
import { loadEffectiveVersions, loadVersions, type StoredVersion } from '../tariffs/store.ts'

/** One message of a station, as the batch takes it; history and tests make them without a socket. */
export interface Incoming {
  stationId: string
  event: StationEvent
  receivedAt: Date
  /** absent when there is no frame to journal */
  call?: StationCall
}

/** What changes outside of the orders. */
export class StationChanges {
  readonly boots: stations.Boot[] = []
  readonly connectors = new Map<number, stations.ConnectorChange>()
  readonly vendorMessages: stations.VendorMessage[] = []
}

export type BatchSetting = Pick<BookContext, 'now' | 'networkTimeZone' | 'heartbeatSeconds'>

/** The state that a batch decides on, loaded in a fixed number of queries however many messages there are. */
export interface Batch {
  book: OrderBook
  stations: Map<string, stations.WireStation>
  changes: StationChanges
}

type StartEvent = Extract<StationEvent, { type: 'charging.started' }>
const isStart = (event: StationEvent): event is StartEvent => event.type === 'charging.started'
const mayCreate = (event: StationEvent): boolean =>
  isStart(event) ||
  ((event.type === 'meter.sampled' || event.type === 'charging.ended') && event.sequence !== undefined)

export async function loadBatch(tx: Tx, incoming: Incoming[], setting: BatchSetting): Promise<Batch> {
  const { now } = setting
  const stationIds = [...new Set(incoming.map((one) => one.stationId))]
  const known = await stations.loadWireStations(tx, stationIds)
  const keys = keysOf(incoming, stationIds)
  const tokens = await loadTokens(tx, keys.tokens)
  const loaded = needsOrders(incoming) ? await orders.lockOrders(tx, keys) : []
  const starting = incoming.flatMap(({ stationId, event }) => {
    const station = known.get(stationId)
    return station && mayCreate(event) ? station.connectors : []
  })
  const effective = await effectiveVersions(tx, starting, incoming, known, now)
  const versions = await loadVersions(tx, versionIdsOf(loaded))
  const restricted = new Set([...versions.values()].filter(needsSeries).map((version) => version.id))
  const series = await orders.loadSeries(tx, seriesIds(incoming, loaded, known, restricted))
  const freshIds = await orders.drawOrderIds(tx, incoming.filter(({ event }) => mayCreate(event)).length)
  const context = { ...setting, stations: known, tokens, effective, versions, series, freshIds }
  return { book: new OrderBook(context, loaded), stations: known, changes: new StationChanges() }
}

/** The same for orders that are locked already: their stations, versions and series. */
export async function loadForOrders(tx: Tx, locked: Order[], setting: BatchSetting): Promise<Batch> {
  const known = await stations.loadWireStations(tx, [...new Set(locked.map((order) => order.stationId))])
  const versions = await loadVersions(tx, versionIdsOf(locked))
  const series = await orders.loadSeries(
    tx,
    locked.filter((order) => order.status === 'started').map((order) => order.id),
  )
  const context = {
    ...setting,
    stations: known,
    tokens: new Map(),
    effective: new Map(),
    versions,
    series,
    freshIds: [],
  }
  return { book: new OrderBook(context, locked), stations: known, changes: new StationChanges() }
}

const versionIdsOf = (list: Order[]): number[] => [
  ...new Set(list.flatMap((order) => (order.tariffVersionId === null ? [] : [order.tariffVersionId]))),
]

const needsOrders = (incoming: Incoming[]): boolean =>
  incoming.some(
    ({ event }) => !['station.beat', 'vendor.message', 'noted', 'firmware.changed'].includes(event.type),
  )

/** A replayed start is priced with the version that was valid when it happened (DOMAIN C3). */
async function effectiveVersions(
  tx: Tx,
  starting: stations.WireConnector[],
  incoming: Incoming[],
  known: Map<string, stations.WireStation>,
  now: Date,
): Promise<Map<number, StoredVersion>> {
  if (starting.length === 0) return new Map()
  const unique = [...new Map(starting.map((connector) => [connector.id, connector])).values()]
  const effective = await loadEffectiveVersions(tx, unique, now)
  for (const { stationId, event, receivedAt } of incoming) {
    if (!isStart(event) || !event.happenedAt) continue
    const { at } = stationTime(event.happenedAt, receivedAt)
    const station = known.get(stationId)
    const connector = station && connectorOf(station, event.at)
    if (!connector || now.getTime() - at.getTime() < MINUTE_MS) continue
    const version = (await loadEffectiveVersions(tx, [connector], at)).get(connector.id)
    if (version) effective.set(connector.id, version)
  }
  return effective
}

function keysOf(incoming: Incoming[], stationIds: string[]): orders.OrderKeys {
  const keys: orders.OrderKeys = { stationIds, transactions: [], startKeys: [], orderIds: [], tokens: [] }
  for (const { stationId, event } of incoming) {
    if ('transactionId' in event && event.transactionId) {
      keys.transactions.push({ stationId, transactionId: event.transactionId })
    }
    if ('startKey' in event && event.startKey) keys.startKeys.push({ stationId, startKey: event.startKey })
    if ('remoteStartId' in event && event.remoteStartId !== undefined) keys.orderIds.push(event.remoteStartId)
    if ('token' in event && event.token) {
      keys.tokens.push(tokenKey(event.token.token))
      const id = orderIdOfTag(event.token.token)
      if (id !== undefined) keys.orderIds.push(id)
    }
  }
  return keys
}

/** Orders whose price will be asked of their whole series: those that end here, and those with a tariff that needs it. */
function seriesIds(
  incoming: Incoming[],
  loaded: Order[],
  known: Map<string, stations.WireStation>,
  restricted: Set<number>,
): number[] {
  const ending = new Set<string>()
  const starting = new Set<number>()
  for (const { stationId, event } of incoming) {
    if (event.type === 'charging.ended') ending.add(`${stationId} ${event.transactionId}`)
    const station = known.get(stationId)
    const connector = isStart(event) && station ? connectorOf(station, event.at) : undefined
    if (connector) starting.add(connector.id)
  }
  return loaded
    .filter(
      (order) =>
        (ending.has(`${order.stationId} ${order.transactionId}`) &&
          (isOpen(order) || rules.awaitsStop(order))) ||
        (isOpen(order) && (starting.has(order.connectorId) || restricted.has(order.tariffVersionId ?? -1))),
    )
    .map((order) => order.id)
}

/** Writes everything that a batch decided, and its frames with their answers. */
export async function saveBatch(tx: Tx, batch: Batch, frames: JournalFrame[]): Promise<void> {
  const { book, changes } = batch
  const { inserted, updated, live } = book.changes()
  await orders.updateOrders(tx, updated)
  await orders.insertOrders(tx, inserted)
  await orders.updateLive(tx, live)
  await orders.insertReadings(tx, book.readings)
  await orders.insertLogs(tx, book.logs)
  await orders.insertUnmatched(tx, book.unmatched)
  await orders.updateUnplugged(tx, book.unplugged)
  await stations.updateBoots(tx, changes.boots)
  await stations.updateConnectorStates(tx, [...changes.connectors.values()])
  await stations.updateVendorMessages(tx, changes.vendorMessages)
  await insertFrames(tx, frames)
}
