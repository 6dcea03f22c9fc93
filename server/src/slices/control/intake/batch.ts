import type { StationCall, StationEvent } from '@stationmaster/ocpp'
import { MINUTE_MS } from '@stationmaster/units'
import { audit } from '../../../platform/general/audit.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { giveShownTags } from '../../charging/drivers/own/tag-proof-store.ts'
import { loadTokens } from '../../charging/drivers/token-store.ts'
import { type KnownToken, tokenKey } from '../../charging/drivers/tokens.ts'
import { isOpen } from '../../charging/orders/machine/moves.ts'
import { countedTime, lateMs, slackMs } from '../../charging/orders/machine/times.ts'
import { stationTime } from '../../charging/orders/measuring/meter.ts'
import { paysAtStation } from '../../charging/orders/messages/authorize.ts'
import { transactionConnectorOf } from '../../charging/orders/messages/begin.ts'
import { type BookContext, contactKey, OrderBook } from '../../charging/orders/messages/book.ts'
import {
  type BookSetting,
  emptyContext,
  saveBook,
  versionIdsOf,
} from '../../charging/orders/messages/unit-of-work.ts'
import type { Order } from '../../charging/orders/order.ts'
import { orderIdOfTag } from '../../charging/orders/order-tag.ts'
import type { Parked } from '../../charging/orders/sessions/identity.ts'
import { loadSigned } from '../../charging/orders/signed/signed-store.ts'
import * as orders from '../../charging/orders/store.ts'
import {
  keepSettlements,
  type ReportedSettlement,
} from '../../money/payments/cards/at-station/settlement-store.ts'
import { needsSeries } from '../../places/tariffs/elements.ts'
import { loadVersionsAt, type StoredVersion } from '../../places/tariffs/store.ts'
import { type ControllerLine, insertControllerLines } from '../../stations/journal/controller-log-store.ts'
import type { JournalFrame } from '../../stations/journal/store.ts'
import { insertReportedKeys, loadMeterKeys, type ReportedKey } from '../../stations/meters/key-store.ts'
import { nodeSilentMs } from '../../stations/stations/connecting/presence-store.ts'
import * as stations from '../../stations/stations/connecting/traffic-store.ts'
import { type SettingsPart, updateSettings } from '../../stations/stations/description/configuration-store.ts'
import { findContacts } from '../../stations/timeline/connection-store.ts'
import { insertTimeline, type TimelineEntry } from '../../stations/timeline/store.ts'
import { keepOutsideLimits, type ReportedLimits } from '../tasks/limit-store.ts'
import { type ReadingPart, updateReadings } from '../tasks/reading-store.ts'
import { type CardUse, updateReservationsEnded, updateReservationsUsed } from '../tasks/reservation-store.ts'
import { type Progress, updateProgress } from '../tasks/store.ts'
import { keepStreams, type StreamChange } from '../tasks/stream-store.ts'
import type { Running } from './running-sessions.ts'

/** One message of a station for a batch; imported history and tests have them without a socket. */
export interface Incoming {
  stationId: string
  event: StationEvent
  receivedAt: Date
  /** absent when there is no frame to journal */
  call?: StationCall
}

type ConnectorMove = stations.ConnectorChange & { stationId: string }

/** What changes outside of the orders. */
export class StationChanges {
  readonly boots: stations.Boot[] = []
  readonly connectors = new Map<number, ConnectorMove>()
  readonly vendorMessages: stations.VendorMessage[] = []
  readonly settings: SettingsPart[] = []
  readonly meterKeys: ReportedKey[] = []
  readonly readings: ReadingPart[] = []
  readonly controllerLines: ControllerLine[] = []
  readonly timeline: TimelineEntry[] = []
  readonly progress: Progress[] = []
  readonly endedReservations: { stationId: string; reservationId: number; at: Date }[] = []
  readonly outsideLimits: ReportedLimits[] = []
  readonly cardUses: CardUse[] = []
  readonly unknownConnectors: stations.UnknownConnector[] = []
  readonly settlements: ReportedSettlement[] = []
  readonly streams: StreamChange[] = []

  get isEmpty(): boolean {
    const parts: (unknown[] | Map<unknown, unknown>)[] = Object.values(this)
    return parts.every((part) => (Array.isArray(part) ? part.length : part.size) === 0)
  }
}

/** The state that a batch decides on, loaded in a fixed number of queries however many messages there are. */
export interface Batch {
  book: OrderBook
  stations: Map<string, stations.KnownStation>
  changes: StationChanges
  /** when stations known from memory were read; all others are read now */
  stationsReadAt: ReadonlyMap<string, Date>
}

type StartEvent = Extract<StationEvent, { type: 'charging.started' }>
const isStart = (event: StationEvent): event is StartEvent => event.type === 'charging.started'
/**
 * Whether a message may create an order. Any message of a 2.x transaction may, when those before it were lost. That is so
 * rare that only a message alone in its batch is prepared for it (OrderBook throws when it was not).
 */
const mayCreate = (event: StationEvent, alone: boolean): boolean =>
  isStart(event) ||
  (alone &&
    (event.type === 'meter.sampled' || event.type === 'charging.ended') &&
    event.sequence !== undefined)

/** Loads what the messages may need. `remembered`: the sessions of other messages that this node has in memory. */
export async function loadBatch(
  tx: Tx,
  incoming: Incoming[],
  setting: BookSetting,
  remembered: readonly Running[],
): Promise<Batch> {
  return withRemembered(tx, await load(tx, incoming, setting), setting, remembered)
}

/** A batch of messages whose sessions this node has all in memory: it reads tariff versions at most, and those once. */
export const recallBatch = (db: Db, setting: BookSetting, remembered: readonly Running[]): Promise<Batch> =>
  withRemembered(db, { context: emptyContext(setting), loaded: [] }, setting, remembered)

async function withRemembered(
  db: Db,
  { context, loaded }: { context: BookContext; loaded: Order[] },
  { knownVersions }: BookSetting,
  remembered: readonly Running[],
): Promise<Batch> {
  const locked = new Set(loaded.map((order) => order.id))
  const stationsReadAt = new Map<string, Date>()
  for (const { order, rowVersion, station, stationReadAt } of remembered) {
    if (!context.stations.has(station.id)) {
      context.stations.set(station.id, station)
      stationsReadAt.set(station.id, stationReadAt)
    }
    if (locked.has(order.id) || context.rowVersions.has(order.id)) continue
    context.rowVersions.set(order.id, rowVersion)
    loaded.push(order)
  }
  const ids = versionIdsOf(remembered.map(({ order }) => order))
  for (const [id, version] of await knownVersions.load(db, ids)) context.versions.set(id, version)
  const book = new OrderBook(context, loaded)
  return { book, stations: context.stations, changes: new StationChanges(), stationsReadAt }
}

async function load(
  tx: Tx,
  incoming: Incoming[],
  setting: BookSetting,
): Promise<{ context: BookContext; loaded: Order[] }> {
  const { now } = setting
  const stationIds = [...new Set(incoming.map((one) => one.stationId))]
  const keys = keysOf(incoming)
  const creating = incoming.filter(({ event }) => mayCreate(event, incoming.length === 1))
  const [known, tokens, loaded, freshIds, contacts, parked] = await Promise.all([
    stations.loadKnownStations(tx, stationIds),
    loadTokens(tx, keys.tokens, setting),
    orders.lockOrders(tx, keys),
    orders.drawOrderIds(tx, creating.length),
    loadContacts(tx, incoming),
    orders.lockParked(tx, keysOf(creating)),
  ])
  await takeShown(tx, incoming, tokens, setting)
  // a parked message may begin a session for a driver, or answer a remote start, like a new one
  const joining = personKeysOf(parked)
  const found = new Set(loaded.map(({ id }) => id))
  loaded.push(...(await orders.lockOrders(tx, joining)).filter(({ id }) => !found.has(id)))
  const beside = [...chargingBeside(tokens, loaded), ...joining.tokens]
  for (const [key, card] of await loadTokens(tx, beside, setting)) tokens.set(key, card)
  const pricing = creating.flatMap(({ stationId }) => known.get(stationId)?.connectors ?? [])
  const ids = seriesIds(incoming, loaded, known)
  const [effective, versions, series, signed, meterKeys] = await Promise.all([
    effectiveVersions(tx, pricing, creating, { known, contacts, now }),
    setting.knownVersions.load(tx, versionIdsOf(loaded)),
    orders.loadSeries(tx, ids),
    loadSigned(tx, ids),
    loadMeterKeys(tx, signingStations(incoming, parked, ids.length > 0)),
  ])
  for (const [id, points] of await orders.loadSeries(tx, restrictedIds(loaded, versions, ids)))
    series.set(id, points)
  const context = {
    ...emptyContext(setting),
    stations: known,
    tokens,
    effective,
    versions,
    series,
    signed,
    meterKeys,
    contacts,
    parked,
    freshIds,
  }
  return { context, loaded }
}

/** The cards of open orders, where a card of a group is shown: it may end a session of its group. */
function chargingBeside(shown: ReadonlyMap<string, KnownToken>, loaded: Order[]): string[] {
  if (![...shown.values()].some(({ group }) => group !== null)) return []
  return loaded.flatMap((order) =>
    isOpen(order) && order.rfid !== null && !shown.has(order.rfid) ? [order.rfid] : [],
  )
}

/** How stations were connected at the times that they report late for the begin or end of a transaction. */
async function loadContacts(tx: Tx, incoming: Incoming[]): Promise<BookContext['contacts']> {
  const queries = incoming.flatMap(({ stationId, event, receivedAt, call }) => {
    const concerned = event.type === 'charging.ended' || mayCreate(event, incoming.length === 1)
    if (!concerned || !('happenedAt' in event)) return []
    const named = [event.happenedAt, event.type === 'charging.ended' ? event.samples[0]?.at : undefined]
    return named.flatMap((at) =>
      at && receivedAt.getTime() - at.getTime() > lateMs && !stationTime(at, receivedAt).nonsense
        ? [{ stationId, at, connectedAt: call?.link.openedAt ?? null }]
        : [],
    )
  })
  const found = await findContacts(tx, queries, { slackMs, nodeSilentMs })
  // `findContacts` answers one for each query, in the same order
  return new Map(queries.map(({ stationId, at }, index) => [contactKey(stationId, at), found[index]!]))
}

/** A late start is priced with the version that was valid when it happened (domain.md#transactions-and-orders), or today's when there was none. */
async function effectiveVersions(
  tx: Tx,
  pricing: stations.KnownConnector[],
  creating: Incoming[],
  { known, contacts, now }: Pick<BookContext, 'contacts' | 'now'> & { known: BookContext['stations'] },
): Promise<Map<number, StoredVersion | null>> {
  const unique = [...new Map(pricing.map((connector) => [connector.id, connector])).values()]
  const queries = unique.map((connector) => ({ connector, at: now }))
  for (const { stationId, event, receivedAt } of creating) {
    if (!('happenedAt' in event) || !('at' in event)) continue
    const contact = event.happenedAt && contacts.get(contactKey(stationId, event.happenedAt))
    const { at } = countedTime(event.happenedAt, receivedAt, contact)
    const station = known.get(stationId)
    const connector = station && transactionConnectorOf(station, event.at)
    if (connector && now.getTime() - at.getTime() >= MINUTE_MS) queries.push({ connector, at })
  }
  const effective = new Map<number, StoredVersion | null>()
  for (const [index, version] of (await loadVersionsAt(tx, queries)).entries()) {
    // `loadVersionsAt` answers one for each query, in the same order
    const { id } = queries[index]!.connector
    effective.set(id, version ?? effective.get(id) ?? null)
  }
  return effective
}

/** Whether a message is about any open order of its connector, not only about a transaction that it names. */
const concernsOpen = (event: StationEvent, alone: boolean): boolean =>
  mayCreate(event, alone) ||
  event.type === 'token.presented' ||
  event.type === 'connector.changed' ||
  (event.type === 'variables.noticed' && event.connectors !== undefined) ||
  event.type === 'station.booted' ||
  event.type === 'reservation.ended' ||
  (event.type === 'meter.sampled' && (event.transactionId === undefined || event.sequence === undefined))

const noKeys = (): orders.OrderKeys => ({
  stationIds: [],
  transactions: [],
  startKeys: [],
  orderIds: [],
  tokens: [],
})

/** A card that nobody has becomes its driver's when it is shown where that driver has said so. */
async function takeShown(
  tx: Tx,
  incoming: readonly Incoming[],
  tokens: Map<string, KnownToken>,
  setting: BookSetting,
): Promise<void> {
  const shown = incoming.flatMap(({ stationId, event }) => {
    if (!(event.type === 'token.presented' || event.type === 'charging.started') || !event.token) return []
    if (paysAtStation(event.token)) return []
    const token = tokenKey(event.token.token)
    if (tokens.has(token)) return []
    return [{ token, stationId, at: (event.type === 'charging.started' && event.happenedAt) || setting.now }]
  })
  const given = await giveShownTags(tx, shown, setting.now)
  for (const [key, card] of await loadTokens(tx, given, setting)) {
    tokens.set(key, card)
    await audit(tx, {
      caller: null,
      action: 'driver.tag_take',
      subjectType: 'driver',
      subjectId: card.driverId ?? '',
      after: { token: key },
      at: setting.now,
    })
  }
}

function keysOf(incoming: Incoming[]): orders.OrderKeys {
  const alone = incoming.length === 1
  const keys = noKeys()
  for (const { stationId, event } of incoming) {
    if (concernsOpen(event, alone)) keys.stationIds.push(stationId)
    if ('transactionId' in event && event.transactionId) {
      keys.transactions.push({ stationId, transactionId: event.transactionId })
    }
    if ('startKey' in event && event.startKey) keys.startKeys.push({ stationId, startKey: event.startKey })
  }
  const { tokens, orderIds } = personKeysOf(incoming)
  return { ...keys, tokens, orderIds }
}

/** Whose sessions messages may belong to: the cards that they show, and the orders whose remote start or tag they name. */
function personKeysOf(messages: readonly Pick<Incoming, 'event'>[]): orders.OrderKeys {
  const keys = noKeys()
  for (const { event } of messages) {
    if ('remoteStartId' in event && event.remoteStartId !== undefined) keys.orderIds.push(event.remoteStartId)
    if ('token' in event && event.token) {
      keys.tokens.push(tokenKey(event.token.token))
      const id = orderIdOfTag(event.token.token)
      if (id !== undefined) keys.orderIds.push(id)
    }
  }
  return keys
}

/** Orders whose price needs their whole series: those that end in this batch, or of which earlier messages come late. */
function seriesIds(
  incoming: Incoming[],
  loaded: Order[],
  known: Map<string, stations.KnownStation>,
): number[] {
  const named = new Set<string>()
  const ending = new Set<string>()
  const starting = new Set<number>()
  for (const { stationId, event } of incoming) {
    if ('transactionId' in event) named.add(`${stationId} ${event.transactionId}`)
    // a start with the transaction id of a running session may belong to another session, which ends the running one
    if (event.type === 'charging.ended' || isStart(event)) ending.add(`${stationId} ${event.transactionId}`)
    const station = known.get(stationId)
    const connector = isStart(event) && station ? transactionConnectorOf(station, event.at) : undefined
    if (connector) starting.add(connector.id)
  }
  return loaded
    .filter((order) => {
      const name = `${order.stationId} ${order.transactionId}`
      if (isOpen(order)) return ending.has(name) || starting.has(order.connectorId)
      return named.has(name) && order.status === 'completed' && !order.decided
    })
    .map((order) => order.id)
}

/** The stations whose sessions may end here with values that their meters have signed. */
function signingStations(incoming: Incoming[], parked: readonly Parked[], ends: boolean): string[] {
  const signs = [...incoming, ...parked].some(({ event }) => 'signed' in event)
  if (!ends && !signs) return []
  return [
    ...new Set(incoming.flatMap(({ stationId, event }) => ('transactionId' in event ? [stationId] : []))),
  ]
}

/** Running orders whose tariff cannot be priced without the series, where that is not loaded already. */
function restrictedIds(loaded: Order[], versions: Map<number, StoredVersion>, known: number[]): number[] {
  const restricted = new Set([...versions.values()].filter(needsSeries).map((version) => version.id))
  if (restricted.size === 0) return []
  const present = new Set(known)
  return loaded
    .filter((order) => isOpen(order) && restricted.has(order.tariffVersionId ?? -1) && !present.has(order.id))
    .map((order) => order.id)
}

/** Whether one statement can write what a batch decided (`writeAdditions`). */
export const onlyAdds = ({ book, changes }: Batch): boolean => book.onlyAdds && changes.isEmpty

/** Writes everything that a batch decided, and its frames; resolves with the version of the rows that its transaction writes. */
export async function saveBatch(tx: Tx, { book, changes }: Batch, frames: JournalFrame[]): Promise<string> {
  const [version] = await Promise.all([
    saveBook(tx, book, frames),
    // before the orders that they are for are collected, which follows in the same transaction
    keepSettlements(tx, changes.settlements),
    stations.updateBoots(tx, changes.boots),
    stations.updateConnectorStates(tx, [...changes.connectors.values()]),
    stations.updateVendorMessages(tx, changes.vendorMessages),
    updateSettings(tx, changes.settings),
    insertReportedKeys(tx, changes.meterKeys),
    updateReadings(tx, changes.readings),
    insertControllerLines(tx, changes.controllerLines),
    insertTimeline(tx, changes.timeline),
    updateProgress(tx, changes.progress),
    updateReservationsEnded(tx, changes.endedReservations),
    keepOutsideLimits(tx, changes.outsideLimits),
    stations.updateUnknownConnectors(tx, changes.unknownConnectors),
    updateReservationsUsed(tx, changes.cardUses),
    keepStreams(tx, changes.streams),
  ])
  return version
}
