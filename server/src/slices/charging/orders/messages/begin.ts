import type { ConnectorRef, IdToken, StationEvent } from '@stationmaster/ocpp'
import type { StoredVersion } from '../../../places/tariffs/store.ts'
import type { KnownConnector, KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'
import { agreedPrice, ordinaryTerms, priceColumns } from '../../drivers/terms/terms.ts'
import { isOpen } from '../machine/moves.ts'
import * as rules from '../machine/rules.ts'
import { countedTime, doubtStart, lateMs, wasAway } from '../machine/times.ts'
import { limitedTo, type Order, unlimited } from '../order.ts'
import { heldAtOnce, isCardSession } from '../prepaid/hold.ts'
import { cardOf, orderOfToken, type Permission, permit, tooLate, unclaimed } from './authorize.ts'
import type { OrderBook } from './book.ts'

type StartEvent = Extract<StationEvent, { type: 'charging.started' }>

/** The connector that a station refers to, or undefined when it has no such connector. */
export function connectorOf(station: KnownStation, at: ConnectorRef | undefined): KnownConnector | undefined {
  if (!at) return undefined
  const { ordinal, evse, connector } = at
  if (ordinal !== undefined) return station.connectors.find((one) => one.ordinal === ordinal)
  const inEvse = station.connectors.filter((one) => one.evse === evse)
  // an EVSE charges one car at a time, so any of its connectors will do
  return inEvse.find((one) => one.number === connector) ?? inEvse[(connector ?? 1) - 1] ?? inEvse[0]
}

/** The connector of a transaction. If a station has only one connector and refers to itself or to nothing, it is that one. */
export function transactionConnectorOf(
  station: KnownStation,
  at: ConnectorRef | undefined,
): KnownConnector | undefined {
  const namesStation = (at?.ordinal ?? at?.evse ?? 0) === 0
  return namesStation && station.connectors.length === 1 ? station.connectors[0] : connectorOf(station, at)
}

/** Gives a transaction that has begun its order: the one whose start it answers, or a new one on the account of the card. */
export function beginOrder(
  book: OrderBook,
  station: KnownStation,
  connector: KnownConnector,
  event: Omit<StartEvent, 'type' | 'samples'> & Pick<rules.Begin, 'startReported'>,
  receivedAt: Date,
): Order {
  const contact = book.contactAt(station.id, event.happenedAt)
  const time = countedTime(event.happenedAt, receivedAt, contact)
  const { at, doubtful } = time
  // 1.6 cannot report it, and not every station of 2.0.1 does
  const offline = event.offline || wasAway(time, receivedAt, contact)
  const requested = requestedOrder(book, station, connector, event)
  const waits = requested && isOpen(requested) && requested.transactionId === null
  const begun = (id: number): rules.Begin => ({
    transactionId: event.transactionId ?? String(id),
    startKey: event.startKey ?? null,
    at,
    receivedAt,
    meterWh: event.meterWh ?? null,
    sequence: event.sequence ?? null,
    charging: event.charging,
    startReported: event.startReported ?? true,
  })
  if (
    waits &&
    requested.status !== 'starting' &&
    isPlugAlone(event) &&
    requested.connectorId === connector.id
  ) {
    const { order, commands } = rules.beginEarly(requested, begun(requested.id), book.context.now)
    return book.take({ order: doubtful ? doubtStart(order) : order, commands })
  }
  if (waits && requested.status === 'starting') {
    const onConnector =
      requested.connectorId === connector.id ? requested : { ...requested, connectorId: connector.id }
    if (onConnector !== requested) makeRoom(book, connector, at)
    const running = rules.begin(onConnector, begun(requested.id))
    return book.put(doubtful ? doubtStart(running) : running, 'all')
  }
  const isOlder = makeRoom(book, connector, at)
  // a station of 2.x reports a card whenever it is shown, also after the begin
  const mayShowCard = event.token === undefined && event.transactionId !== undefined
  const permission = requested
    ? tooLate
    : mayShowCard
      ? unclaimed
      : permit(book, station, event.token, offline, at)
  const order = addOrder(book, station, connector, permission, {
    replayed: offline || receivedAt.getTime() - at.getTime() > lateMs,
    claimSequence: cardOf(event.token) ? (event.sequence ?? null) : null,
    doubtful,
    begun,
  })
  return isOlder ? book.put(rules.lose(order, [], book.termsOf(order), book.context.now), 'all') : order
}

/** The price of an order whose start arrives late: that of its connector at that time, with what the order's card agreed. */
export function lateTariff(book: OrderBook, known: Order, version: StoredVersion | null, at: Date) {
  const { tariffVersionId, discountPercent, pricePercent, fleetContractId, tagGroup, rfid } = known
  const card = rfid === null ? undefined : book.context.tokens.get(rfid)
  const isPersonal = tagGroup !== null || discountPercent > 0 || fleetContractId !== null
  const isUnread = rfid !== null && !card && isPersonal
  if (!version || isUnread)
    return { tariffVersionId, discountPercent, pricePercent, fleetContractId, tagGroup }
  return priceColumns(agreedPrice(version, card?.terms ?? ordinaryTerms, at))
}

/** Makes the order of a session that begins at the station itself, on the account that its permission names. */
function addOrder(
  book: OrderBook,
  station: KnownStation,
  connector: KnownConnector,
  permission: Permission,
  start: Pick<Order, 'replayed' | 'claimSequence'> & {
    doubtful: boolean
    begun: (id: number) => rules.Begin
  },
): Order {
  const id = book.freshId()
  const begun = start.begun(id)
  const price = agreedPrice(book.effectiveOf(connector), permission.terms, begun.at)
  const nothing = { holdMinor: null, ...limitedTo(unlimited) }
  const fleet = permission.fleet && book.creditOf(permission.fleet)
  const { cardSessionMostMinor } = book.context
  const held = heldAtOnce(nothing, { ...permission, fleet }, price.version?.elements, cardSessionMostMinor)
  const begunHere = rules.createByStation(
    {
      id,
      locationId: station.locationId,
      stationId: station.id,
      connectorId: connector.id,
      driverId: permission.driverId,
      rfid: permission.rfid,
      ...priceColumns(price),
      source: permission.rfid ? 'rfid' : 'orphan',
      replayed: start.replayed,
      billable: permission.billable,
      awaitsCard: permission.awaitsCard,
      claimSequence: start.claimSequence,
      warning: permission.warning,
      ...held,
    },
    begun,
  )
  const order = book.add(start.doubtful ? doubtStart(begunHere) : begunHere)
  if (isCardSession(order)) book.holds.add(id)
  book.holdFleet(order)
  if (permission.warning === 'late_start') book.sendStop(id)
  return order
}

/** Whether only the plug began a transaction: without a card and without a remote start. */
const isPlugAlone = ({
  token,
  remoteStartId,
  transactionId,
}: Omit<StartEvent, 'type' | 'samples'>): boolean =>
  token === undefined && remoteStartId === undefined && transactionId !== undefined

/** The order whose remote start this transaction answers; a start without a token answers the order that waits on its connector. */
function requestedOrder(
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
 * Frees a connector for a transaction that begins on it: an order that is still open there has ended without a report. True
 * when the new transaction is the older one of the two (a replay), so that it cannot stay open itself.
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

/** The object without its undefined properties. */
export const defined = <T extends object>(value: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
