import type { ConnectorRef, IdToken, StationEvent } from '@stationmaster/ocpp'
import type { KnownConnector, KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'
import { isOpen } from '../machine/moves.ts'
import * as rules from '../machine/rules.ts'
import { countedTime, doubtStart, lateMs, wasAway } from '../machine/times.ts'
import { limitedTo, type Order, unlimited } from '../order.ts'
import { heldAtOnce, isCardSession } from '../prepaid/hold.ts'
import { cardOf, orderOfToken, permit, tooLate, unclaimed } from './authorize.ts'
import type { OrderBook } from './book.ts'

type StartEvent = Extract<StationEvent, { type: 'charging.started' }>

/** The connector that a station means, or undefined when it has none such. */
export function connectorOf(station: KnownStation, at: ConnectorRef | undefined): KnownConnector | undefined {
  if (!at) return undefined
  const { ordinal, evse, connector } = at
  if (ordinal !== undefined) return station.connectors.find((one) => one.ordinal === ordinal)
  const inEvse = station.connectors.filter((one) => one.evse === evse)
  // an EVSE charges one car at a time, whichever of its connectors is meant
  return inEvse.find((one) => one.number === connector) ?? inEvse[(connector ?? 1) - 1] ?? inEvse[0]
}

/** The connector of a transaction: where a station that has but one names itself, or nothing, that one. */
export function transactionConnectorOf(
  station: KnownStation,
  at: ConnectorRef | undefined,
): KnownConnector | undefined {
  const namesStation = (at?.ordinal ?? at?.evse ?? 0) === 0
  return namesStation && station.connectors.length === 1 ? station.connectors[0] : connectorOf(station, at)
}

/** Opens an order for a transaction that has begun: the one that asked for it, or a new one on the account of the card. */
export function beginOrder(
  book: OrderBook,
  station: KnownStation,
  connector: KnownConnector,
  event: Omit<StartEvent, 'type' | 'samples'> & Pick<rules.Begin, 'told'>,
  receivedAt: Date,
): Order {
  const contact = book.contactAt(station.id, event.happenedAt)
  const told = countedTime(event.happenedAt, receivedAt, contact)
  const { at, doubtful } = told
  // 1.6 has no word for it, and not every station of 2.0.1 says it
  const offline = event.offline || wasAway(told, receivedAt, contact)
  const asked = askedOrder(book, station, connector, event)
  const waits = asked && isOpen(asked) && asked.transactionId === null
  const begun = (id: number): rules.Begin => ({
    transactionId: event.transactionId ?? String(id),
    startKey: event.startKey ?? null,
    at,
    receivedAt,
    meterWh: event.meterWh ?? null,
    sequence: event.sequence ?? null,
    charging: event.charging,
    told: event.told ?? true,
  })
  if (waits && asked.status !== 'starting' && isPlugAlone(event) && asked.connectorId === connector.id) {
    const { order, commands } = rules.beginEarly(asked, begun(asked.id), book.context.now)
    return book.take({ order: doubtful ? doubtStart(order) : order, commands })
  }
  if (waits && asked.status === 'starting') {
    const moved = asked.connectorId === connector.id ? asked : { ...asked, connectorId: connector.id }
    if (moved !== asked) makeRoom(book, connector, at)
    const running = rules.begin(moved, begun(asked.id))
    return book.put(doubtful ? doubtStart(running) : running, 'all')
  }
  const older = makeRoom(book, connector, at)
  // where the station names its transactions it tells the card whenever it is shown, also later on
  const mayShowCard = event.token === undefined && event.transactionId !== undefined
  const permission = asked
    ? tooLate
    : mayShowCard
      ? unclaimed
      : permit(book, station, event.token, offline, at)
  const id = book.freshId()
  const version = book.effectiveOf(connector)
  const nothing = { holdMinor: null, ...limitedTo(unlimited) }
  const held = heldAtOnce(nothing, permission, version?.elements, book.context.cardSessionMostMinor)
  const begunHere = rules.createByStation(
    {
      id,
      locationId: station.locationId,
      stationId: station.id,
      connectorId: connector.id,
      driverId: permission.driverId,
      rfid: permission.rfid,
      tariffVersionId: version?.id ?? null,
      discountPercent: version?.discountPercent ?? 0,
      source: permission.rfid ? 'rfid' : 'orphan',
      replayed: offline || receivedAt.getTime() - at.getTime() > lateMs,
      billable: permission.billable,
      awaitsCard: permission.awaitsCard,
      claimSequence: cardOf(event.token) ? (event.sequence ?? null) : null,
      warning: permission.warning,
      ...held,
    },
    begun(id),
  )
  const order = book.add(doubtful ? doubtStart(begunHere) : begunHere)
  if (isCardSession(order)) book.holds.add(id)
  if (permission.warning === 'late_start') book.sendStop(id)
  return older ? book.put(rules.lose(order, [], book.termsOf(order), book.context.now), 'all') : order
}

/** A transaction that the plug has begun: nobody has shown or sent anything. */
const isPlugAlone = ({
  token,
  remoteStartId,
  transactionId,
}: Omit<StartEvent, 'type' | 'samples'>): boolean =>
  token === undefined && remoteStartId === undefined && transactionId !== undefined

/** The order whose remote start this transaction answers; a start without any token answers the one that waits on its connector. */
function askedOrder(
  book: OrderBook,
  station: KnownStation,
  connector: KnownConnector,
  event: { remoteStartId?: number; token?: IdToken },
): Order | undefined {
  const named =
    event.remoteStartId === undefined ? orderOfToken(book, event.token) : book.get(event.remoteStartId)
  if (named?.stationId === station.id) return named
  const waiting = cardOf(event.token) ? undefined : book.openOn(connector.id)
  return waiting?.transactionId === null ? waiting : undefined
}

/**
 * Frees a connector for a transaction that begins on it: whatever was open there has ended without our being told. True
 * when the new transaction is the older one of the two (a replay), which then may not stay open itself.
 */
function makeRoom(book: OrderBook, connector: KnownConnector, at: Date): boolean {
  const other = book.openOn(connector.id)
  if (!other) return false
  if (other.transactionId === null) {
    book.put(rules.cancel(other, null, book.context.now, 'connector_taken'), 'all')
    return false
  }
  if (other.transactionStart && at < other.transactionStart) return true
  book.put(rules.lose(other, book.seriesOf(other), book.termsOf(other), book.context.now), 'all')
  return false
}

/** What is there of an object, without the properties that are undefined. */
export const defined = <T extends object>(value: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
