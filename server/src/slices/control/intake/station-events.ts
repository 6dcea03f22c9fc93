import { type ConnectorRef, certificateRequest, type StationEvent } from '@stationmaster/ocpp'
import { isSecret } from '../../../platform/watching/masked.ts'
import { booted, connectorReported } from '../../charging/orders/chronology/evidence.ts'
import * as rules from '../../charging/orders/machine/rules.ts'
import { stationTime } from '../../charging/orders/measuring/meter.ts'
import { connectorOf, transactionConnectorOf } from '../../charging/orders/messages/begin.ts'
import type { EventResult, OrderBook } from '../../charging/orders/messages/book.ts'
import type { Order } from '../../charging/orders/order.ts'
import { freed, plugged, reservationEnded } from '../../charging/orders/prepaid/prepaid.ts'
import { keysInMessage, keysInSettings } from '../../stations/meters/reported-keys.ts'
import type { KnownStation } from '../../stations/stations/connecting/traffic-store.ts'
import { withoutSecret } from '../../stations/stations/description/configuration-store.ts'
import { timelineEntry } from '../../stations/timeline/store.ts'
import type { StationChanges } from './batch.ts'
import { linesOf } from './controller-lines.ts'
import type { ActionContext } from './flow-types.ts'
import { answerTo, reportsKeys, vendorOf } from './vendors.ts'

type Event<T extends StationEvent['type']> = Extract<StationEvent, { type: T }>

const done: EventResult = { reply: { type: 'done' }, orderId: null }

export function boot(
  book: OrderBook,
  station: KnownStation,
  event: Event<'station.booted'>,
  receivedAt: Date,
  { changes, protocol }: ActionContext,
): EventResult {
  changes.boots.push({
    stationId: station.id,
    bootedAt: receivedAt,
    serialNumber: event.serialNumber ?? null,
    firmwareVersion: event.firmwareVersion ?? null,
    iccid: event.iccid ?? null,
    imsi: event.imsi ?? null,
    bootReason: event.reason ?? null,
    protocol,
    held: station.hold?.registration ?? null,
  })
  for (const order of book.openAt(station)) {
    book.log(order.id, receivedAt, 'ocpp', 'boot_notification', { reason: event.reason ?? null })
    move(book, order, booted(order, event.reason, receivedAt))
  }
  const { now, heartbeatSeconds } = book.context
  if (station.hold) {
    const { registration: status, intervalSeconds } = station.hold
    return { reply: { type: 'booted', status, now, intervalSeconds }, orderId: null }
  }
  const firmware = event.firmwareVersion ?? null
  const firmwareBefore = station.firmwareVersion === firmware ? null : station.firmwareVersion
  changes.timeline.push(
    timelineEntry(receivedAt, station.id, 'booted', {
      word: event.reason ?? null,
      data: { firmware, firmwareBefore },
    }),
  )
  return {
    reply: { type: 'booted', status: 'Accepted', now, intervalSeconds: heartbeatSeconds },
    orderId: null,
  }
}

export function beat(book: OrderBook): EventResult {
  return { reply: { type: 'beat', now: book.context.now }, orderId: null }
}

function move(book: OrderBook, order: Order, next: Order): void {
  if (next !== order) book.put(rules.timed(next), 'all')
}

/** A connector that is not set up, as its version names it; null: the station itself. */
function unknownPlace({ evse, connector, ordinal }: ConnectorRef): string | null {
  if (evse !== undefined) return evse === 0 ? null : `${evse}/${connector ?? 1}`
  return ordinal ? String(ordinal) : null
}

/** Takes the reported status of a connector; when the car has left, the wait for it ends. */
export function changeConnector(
  book: OrderBook,
  station: KnownStation,
  event: Event<'connector.changed'>,
  receivedAt: Date,
  { changes }: ActionContext,
): EventResult {
  const connector = connectorOf(station, event.at)
  if (!connector) {
    const place = unknownPlace(event.at)
    if (place) changes.unknownConnectors.push({ stationId: station.id, place })
    return done
  }
  const { at } = stationTime(event.happenedAt, receivedAt)
  const noError = event.errorCode === undefined || event.errorCode === 'NoError'
  const errorCode = noError ? null : (event.errorCode ?? null)
  const info = event.info ?? event.vendorErrorCode ?? null
  const { known, isNews, isLatest } = keepStatus(
    changes,
    connector,
    { ...event, at, errorCode, info },
    station.id,
  )
  const order = book.openOn(connector.id)
  const text = [errorCode, info].filter(Boolean).join(': ') || null
  if (order) {
    book.logReported(order.id, at, receivedAt, 'connector_status', { status: event.state, text })
    const turned = isLatest ? turnOf(station, known, event.state) : null
    const step = turned && (turned === 'plugged' ? plugged : freed)(order, receivedAt)
    if (step) book.take({ ...step, order: rules.timed(step.order) })
    else if (isNews && rules.timedOut(order, known.state, event.state, at)) {
      book.put(rules.cancel(order, 'rejected_only', receivedAt, 'no_transaction'), 'all')
      book.log(order.id, receivedAt, 'order', 'start_timed_out')
    } else move(book, order, connectorReported(order, event.state, at, receivedAt))
  } else if (event.state === 'Faulted') book.lateFaults.set(connector.id, { at, receivedAt, text })
  if (event.state === 'Available' && !order) book.leave(connector.id, at)
  return { reply: { type: 'done' }, orderId: order?.id ?? null }
}

/** Keeps what a connector reports where nothing later is known, and writes it to the timeline where it is news. */
function keepStatus(
  changes: ActionContext['changes'],
  {
    id,
    ordinal,
    ocppStatus,
    errorCode: errorBefore,
    statusSince,
    statusAt,
  }: KnownStation['connectors'][number],
  {
    state,
    at,
    errorCode,
    info,
  }: { state: Event<'connector.changed'>['state']; at: Date; errorCode: string | null; info: string | null },
  stationId: string,
) {
  const known = changes.connectors.get(id) ?? {
    state: ocppStatus,
    errorCode: errorBefore,
    since: statusSince,
    at: statusAt,
  }
  const isNews = known.state !== state || known.errorCode !== errorCode
  const isLatest = known.at === null || known.at <= at
  if (isNews && isLatest) {
    const data = errorCode === null && info === null ? null : { errorCode, info }
    const entry = { connector: ordinal, word: state, before: known.state, data }
    changes.timeline.push(timelineEntry(at, stationId, 'status', entry))
  }
  if (isLatest) {
    const since = isNews ? at : (known.since ?? at)
    changes.connectors.set(id, { connectorId: id, stationId, state, errorCode, info, since, at })
  }
  return { known, isNews, isLatest }
}

/** What a connector's new state means for an order that waits for its car, in the statuses of either version. */
function turnOf(
  { bootedAt }: KnownStation,
  before: { state: string | null; at: Date | null },
  state: string,
): 'plugged' | 'freed' | null {
  if (state === 'Preparing' || state === 'Occupied') return 'plugged'
  // a station that booted since may have forgotten its reservations, which are sent again
  const isKept = before.state === 'Reserved' && before.at !== null && (!bootedAt || before.at >= bootedAt)
  return isKept && state === 'Available' ? 'freed' : null
}

/**
 * Takes a vendor's message: lines of its log go to the log. Of every other message the last one stays with the station, so that
 * people can read it.
 */
export function keepVendorMessage(
  _book: OrderBook,
  station: KnownStation,
  event: Event<'vendor.message'>,
  receivedAt: Date,
  { changes }: ActionContext,
): EventResult {
  const lines = linesOf(event, station.id, receivedAt)
  if (lines) changes.controllerLines.push(...lines)
  else {
    changes.vendorMessages.push({
      stationId: station.id,
      vendorId: vendorOf(event.vendorId),
      messageId: event.messageId ?? '',
      content: event.content,
    })
  }
  if (reportsKeys(event)) changes.meterKeys.push(...keysInMessage(station.id, event.content, receivedAt))
  return { reply: { type: 'vendor', status: answerTo(event) }, orderId: null }
}

export function keepSettings(
  _book: OrderBook,
  station: KnownStation,
  { requestId, more, settings }: Event<'settings.reported'>,
  at: Date,
  { changes }: ActionContext,
): EventResult {
  const part = { stationId: station.id, requestId, more, at }
  changes.settings.push({ ...part, settings })
  changes.meterKeys.push(...keysInSettings(station.id, settings, at))
  changes.readings.push({ ...part, kind: 'report', items: settings.map(withoutSecret) })
  return done
}

export function keepTexts(
  _book: OrderBook,
  station: KnownStation,
  { requestId, more, texts: items }: Event<'texts.reported'>,
  at: Date,
  { changes }: ActionContext,
): EventResult {
  changes.readings.push({ stationId: station.id, kind: 'texts', requestId, more, items, at })
  return done
}

export function keepMonitors(
  _book: OrderBook,
  station: KnownStation,
  { requestId, more, monitors: items }: Event<'monitors.reported'>,
  at: Date,
  { changes }: ActionContext,
): EventResult {
  changes.readings.push({ stationId: station.id, kind: 'monitors', requestId, more, items, at })
  return done
}

/**
 * What a station notices of the variables that it monitors are lines of its log; a crossed threshold is a warning. A connector's status
 * among them counts as if it were reported by itself.
 */
export function keepNotices(
  book: OrderBook,
  station: KnownStation,
  { notices, connectors = [] }: Event<'variables.noticed'>,
  receivedAt: Date,
  context: ActionContext,
): EventResult {
  const { changes } = context
  for (const { at, state, happenedAt } of connectors) {
    const changed = { type: 'connector.changed', at, state } as const
    changeConnector(book, station, happenedAt ? { ...changed, happenedAt } : changed, receivedAt, context)
  }
  for (const { component, name, value, cause, cleared, happenedAt, info } of notices) {
    const shown = isSecret(name) ? '' : ` = ${value}`
    changes.controllerLines.push({
      at: stationTime(happenedAt, receivedAt).at,
      stationId: station.id,
      connector: null,
      level: cause === 'crossed' && !cleared ? 'warning' : 'info',
      source: 'monitor',
      text: `${component} ${name}${shown}${info ? ` (${info})` : ''}`,
    })
  }
  return done
}

/** A security event is a line of the station's log and of its timeline. It is a warning, since a person has to judge it. */
export function keepSecurityEvent(
  _book: OrderBook,
  station: KnownStation,
  { kind, happenedAt, info }: Event<'security.reported'>,
  receivedAt: Date,
  { changes }: ActionContext,
): EventResult {
  recordSecurity(changes, station, stationTime(happenedAt, receivedAt).at, kind, info)
  return done
}

/** A refused request for a certificate is recorded like a security event. */
export function answerRequest(
  _book: OrderBook,
  station: KnownStation,
  { refusal }: Event<'certificate.requested'>,
  receivedAt: Date,
  { changes }: ActionContext,
): EventResult {
  const accepted = refusal === null
  if (!accepted) recordSecurity(changes, station, receivedAt, certificateRequest, refusal ?? 'not looked at')
  return { reply: { type: 'signing', accepted }, orderId: null }
}

/** A car's request for its contract's certificate, as whoever made the contract has answered it. */
export function answerContract(
  _book: OrderBook,
  _station: KnownStation,
  { exiResponse = null }: Event<'contract.requested'>,
): EventResult {
  return { reply: { type: 'contract', exiResponse }, orderId: null }
}

/** What a responder has said of a certificate. */
export function answerInquiry(
  _book: OrderBook,
  _station: KnownStation,
  { response = null }: Event<'certificate.inquired'>,
): EventResult {
  return { reply: { type: 'revocation', response }, orderId: null }
}

/** How the certificates of a chain stand. */
export function answerChain(
  _book: OrderBook,
  _station: KnownStation,
  { states = [] }: Event<'chain.inquired'>,
): EventResult {
  return { reply: { type: 'chain', states }, orderId: null }
}

function recordSecurity(
  changes: StationChanges,
  station: KnownStation,
  at: Date,
  kind: string,
  info: string | undefined,
): void {
  changes.timeline.push(
    timelineEntry(at, station.id, 'security', { word: kind, data: info ? { info } : null }),
  )
  changes.controllerLines.push({
    at,
    stationId: station.id,
    connector: null,
    level: 'warning',
    source: 'security',
    text: info ? `${kind}: ${info}` : kind,
  })
}

/** How far a firmware update or an upload is. */
export function keepProgress(
  _book: OrderBook,
  station: KnownStation,
  { type, status, requestId }: Event<'firmware.changed'> | Event<'upload.changed'>,
  receivedAt: Date,
  { changes }: ActionContext,
): EventResult {
  const of = type === 'firmware.changed' ? 'firmware' : 'upload'
  // Idle means that nothing is under way
  if (of === 'firmware' && status !== 'Idle') {
    changes.timeline.push(timelineEntry(receivedAt, station.id, 'firmware', { word: status }))
  }
  changes.progress.push({ of, stationId: station.id, requestId: requestId ?? null, status, at: receivedAt })
  return done
}

/** A station has ended a reservation; the order that it was made for ends too, if it has not begun. */
export function endReservation(
  book: OrderBook,
  station: KnownStation,
  { reservationId, status }: Event<'reservation.ended'>,
  receivedAt: Date,
  { changes }: ActionContext,
): EventResult {
  changes.endedReservations.push({ stationId: station.id, reservationId, at: receivedAt })
  const order = book.openAt(station).find((one) => one.reservationId === reservationId)
  if (!order) return done
  book.log(order.id, receivedAt, 'ocpp', 'reservation_ended', { status })
  const step = reservationEnded(order, status, receivedAt)
  if (step) book.take(step)
  return { ...done, orderId: order.id }
}

/** What others allow at a station, at a place that it has. */
export function keepOutsideLimits(
  _book: OrderBook,
  station: KnownStation,
  { source, evse, report, limits }: Event<'limits.noticed'>,
  at: Date,
  { changes }: ActionContext,
): EventResult {
  const isKnown = !evse || station.connectors.some((one) => one.evse === evse)
  if (isKnown)
    changes.outsideLimits.push({ stationId: station.id, source, evse, report: report ?? null, limits, at })
  return done
}

/** A transaction uses up the reservation that its station names, and its card's at the EVSE where it begins. */
export function recordUsedReservation(
  station: KnownStation,
  event: StationEvent,
  receivedAt: Date,
  { endedReservations, cardUses }: StationChanges,
): void {
  const { id: stationId } = station
  if ('reservationId' in event && event.reservationId !== undefined && event.type !== 'reservation.ended') {
    endedReservations.push({ stationId, reservationId: event.reservationId, at: receivedAt })
  }
  if (event.type !== 'charging.started' || !event.token) return
  const connector = transactionConnectorOf(station, event.at)
  const { token } = event.token
  const { at } = stationTime(event.happenedAt, receivedAt)
  if (connector) cardUses.push({ stationId, evse: connector.evse, connector: connector.number, token, at })
}

/** The message is only journaled and answered. */
export const note = (): EventResult => done
