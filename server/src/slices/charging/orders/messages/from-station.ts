import { type IdToken, measurementsOf, type StationEvent } from '@stationmaster/ocpp'
import type { KnownConnector, KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'
import { tokenKey } from '../../drivers/tokens.ts'
import { seenAlive } from '../chronology/evidence.ts'
import { limitReached, stationLimit } from '../machine/limits.ts'
import { isOpen } from '../machine/moves.ts'
import * as rules from '../machine/rules.ts'
import { type End, priceLive } from '../machine/settlement.ts'
import { countedTime, doubtStart, endTimeOf, withCountedTimes } from '../machine/times.ts'
import { costAtNext, energyAtNext } from '../measuring/foresight.ts'
import { type SampleMessage, sampleTime, stationTime, takeSample } from '../measuring/meter.ts'
import type { Order } from '../order.ts'
import { isPrepaid } from '../sessions/adopt.ts'
import { claim } from '../sessions/claim.ts'
import { isAnotherEnd, isAnotherStart } from '../sessions/identity.ts'
import { addsToEnded, beganBy, chargedBy, flowedBy, withReportedStart } from '../sessions/merge.ts'
import { keepEnd, keepStart, keepValues } from '../sessions/unmatched.ts'
import { takeSigned } from '../signed/take.ts'
import { endAuthorization, startAuthorization } from './authorize.ts'
import { beginOrder, connectorOf, defined, lateTariff, transactionConnectorOf } from './begin.ts'
import type { EventResult, OrderBook } from './book.ts'
import { reckonedField, withReckoned } from './reckoned.ts'

type Event<T extends StationEvent['type']> = Extract<StationEvent, { type: T }>

/** A transaction begins: a retry finds its order, a remote start finds the order it belongs to, a card makes a new one (domain.md#transactions-and-orders). */
export function start(
  book: OrderBook,
  station: KnownStation,
  event: Event<'charging.started'>,
  receivedAt: Date,
): EventResult {
  const named = event.transactionId
    ? book.ofTransaction(station.id, event.transactionId)
    : event.startKey && book.ofStartKey(station.id, event.startKey)
  const when = timeOf(book, station, event.happenedAt, receivedAt)
  const connector = transactionConnectorOf(station, event.at)
  const another = named && isAnotherStart(named, event, when)
  if (another) retire(book, named)
  else if (named) {
    if (!named.startReported && !named.decided) startLate(book, station, named, event, receivedAt)
    return startResult(book, book.get(named.id) ?? named, event.token)
  }
  if (!connector) return keepStart(book, station, event, receivedAt)
  const begun = beginOrder(book, station, connector, event, receivedAt)
  // where the station's clock stands still, two sessions of 1.6 have the same key
  const order = another && event.startKey ? book.put(doubtStart(begun), 'all') : begun
  const { at: happenedAt } = stationTime(event.happenedAt, receivedAt)
  book.logReported(order.id, happenedAt, receivedAt, 'start_tx_request', {
    meter_start: event.meterWh ?? null,
    transaction_id: order.transactionId,
    ...(event.token?.type === 'eMAID' ? { plug_and_charge: true } : {}),
  })
  const { status } = startAuthorization(book, order, event.token)
  book.log(order.id, receivedAt, 'ocpp', 'start_tx_response', { status })
  book.sendPrice(order)
  takeSigned(book, order.id, event, receivedAt)
  takeSamples(book, order.id, event.samples, messageOf(event, receivedAt))
  recordEnergyFlow(book, order.id, event)
  showRegister(book, order, order.meterStartWh, happenedAt)
  joinParked(book, station, order)
  return startResult(book, book.get(order.id) ?? order, event.token)
}

function timeOf(book: OrderBook, station: KnownStation, happenedAt: Date | undefined, receivedAt: Date) {
  const { at, doubtful } = countedTime(happenedAt, receivedAt, book.contactAt(station.id, happenedAt))
  return { at, doubtful: doubtful || happenedAt === undefined }
}

const messageOf = (
  { happenedAt, sequence }: Pick<Event<'meter.sampled'>, 'happenedAt' | 'sequence'>,
  receivedAt: Date,
): SampleMessage => ({ happenedAt, receivedAt, sequence })

/** The earliest time of its session that a message contains. */
function firstTime(
  { happenedAt, samples }: Pick<Event<'meter.sampled'>, 'happenedAt' | 'samples'>,
  receivedAt: Date,
): Date {
  const times = [undefined, ...samples].map((one) => sampleTime(one?.at, happenedAt, receivedAt).getTime())
  return new Date(Math.min(...times))
}

/** Frees the transaction id of a session for another session that uses it now; a session that is still open ends here. */
function retire(book: OrderBook, order: Order): void {
  const ended = isOpen(order)
    ? rules.lose(order, book.seriesOf(order), book.termsOf(order), book.context.now)
    : order
  // a 1.6 transaction keeps its number, only the key of its start is used again
  book.put(order.startKey === null ? { ...ended, nameReused: true } : { ...ended, startKey: null }, 'all')
}

/** Handles a start that arrives after later messages of its transaction: it corrects what they left open. */
function startLate(
  book: OrderBook,
  station: KnownStation,
  known: Order,
  event: Event<'charging.started'>,
  receivedAt: Date,
): void {
  const connector = transactionConnectorOf(station, event.at)
  const { at, doubtful } = countedTime(
    event.happenedAt,
    receivedAt,
    book.contactAt(station.id, event.happenedAt),
  )
  const free = connector && (!isOpen(known) || !book.openOn(connector.id))
  const tariff = lateTariff(book, known, connector ? book.effectiveOf(connector) : null, at)
  const begun = {
    transactionId: event.transactionId ?? '',
    startKey: null,
    at,
    receivedAt,
    meterWh: event.meterWh ?? null,
    sequence: event.sequence ?? null,
    charging: event.charging,
  }
  const started = withReportedStart(doubtful ? doubtStart(known) : known, begun, tariff)
  const order = book.put(free ? { ...started, connectorId: connector.id } : started, 'all')
  claim(book, station, order, event)
  book.logReported(order.id, at, receivedAt, 'start_tx_request', {
    meter_start: event.meterWh ?? null,
    transaction_id: order.transactionId,
  })
  recordEnergyFlow(book, order.id, event)
  takeSigned(book, order.id, event, receivedAt)
  takeSamples(book, order.id, event.samples, messageOf(event, receivedAt))
}

/** Gives an order the messages of its transaction that were kept because their connector was unknown. */
function joinParked(book: OrderBook, station: KnownStation, order: Order): void {
  for (const { event, receivedAt } of book.takeParked(order)) {
    if (event.type === 'meter.sampled') sample(book, station, event, receivedAt)
    else if (event.type === 'charging.ended') end(book, station, event, receivedAt)
    else start(book, station, event, receivedAt)
  }
}

function startResult(book: OrderBook, order: Order, token: IdToken | undefined): EventResult {
  const limit = stationLimit(order, book)
  return {
    reply: { type: 'charging', transactionId: order.id, ...startAuthorization(book, order, token), ...limit },
    orderId: order.id,
  }
}

/** Meter values: added to the series of their order, shown, priced, and compared with the limits. */
export function sample(
  book: OrderBook,
  station: KnownStation,
  event: Event<'meter.sampled'>,
  receivedAt: Date,
): EventResult {
  const connector = connectorOf(station, event.at)
  const last = event.samples.at(-1)
  const order = sampledOrder(book, station, connector, event, receivedAt)
  const shownOn = connector?.id ?? order?.connectorId
  if (last && shownOn !== undefined) {
    const { at } = stationTime(last.at ?? event.happenedAt, receivedAt)
    book.show(shownOn, { at, orderId: order?.id ?? null, measurements: last.raw })
  }
  if (!order) return keepValues(book, station, event, receivedAt)
  dropLostEvidence(book, order, event, receivedAt)
  const claimed = claim(book, station, book.get(order.id) ?? order, event)
  if (claimed !== order) book.sendPrice(claimed)
  const authorization = event.token ? startAuthorization(book, claimed, event.token) : undefined
  const begun = beganBy(claimed, firstTime(event, receivedAt))
  const charged =
    event.chargingState === 'Charging' && !begun.decided
      ? chargedBy(begun, chargedFrom(begun, event.happenedAt, receivedAt))
      : begun
  if (charged !== claimed) book.put(charged, begun === claimed ? 'live' : 'all')
  recordEnergyFlow(book, order.id, event)
  takeSigned(book, order.id, event, receivedAt)
  takeSamples(book, order.id, event.samples, messageOf(event, receivedAt))
  const priced = book.get(order.id) ?? order
  const totalCostMinor = priced.chargingPriceMinor ?? 0
  return {
    reply: { type: 'accepted', ...authorization, totalCostMinor, ...stationLimit(priced, book) },
    orderId: order.id,
  }
}

/** Records that a station reports flowing energy which no register shows so far. */
function recordEnergyFlow(
  book: OrderBook,
  orderId: number,
  event: Event<'charging.started' | 'meter.sampled'>,
): void {
  const order = book.get(orderId)
  const flowing = order && flowedBy(order, event)
  if (flowing && flowing !== order) book.put(flowing, 'all')
}

/** When a session charged, by the same clock as its samples. */
function chargedFrom(
  { timeDoubtful, transactionStart }: Order,
  happenedAt: Date | undefined,
  receivedAt: Date,
): Date {
  const { at } = timeDoubtful ? { at: receivedAt } : stationTime(happenedAt, receivedAt)
  return transactionStart && at < transactionStart ? transactionStart : at
}

/** A message of a transaction shows that its station still has it, so evidence of a lost one is dropped. */
function dropLostEvidence(
  book: OrderBook,
  order: Order,
  event: Event<'meter.sampled'>,
  receivedAt: Date,
): void {
  const happenedAt = event.happenedAt ?? event.samples.at(-1)?.at
  const alive = seenAlive(order, stationTime(happenedAt, receivedAt).at)
  if (alive !== order) book.put(rules.timed(alive), 'all')
}

function sampledOrder(
  book: OrderBook,
  station: KnownStation,
  connector: KnownConnector | undefined,
  event: Event<'meter.sampled'>,
  receivedAt: Date,
): Order | undefined {
  const known = event.transactionId ? book.ofTransaction(station.id, event.transactionId) : undefined
  if (known) return known
  const running = connector && book.openOn(connector.id)
  const named = station.connectors.length === 1 ? station.connectors[0] : connector
  if (event.sequence !== undefined && event.transactionId && named) {
    const { transactionId, sequence, token, remoteStartId, offline } = event
    const happenedAt = firstTime(event, receivedAt)
    const begun = beginOrder(
      book,
      station,
      named,
      {
        ...defined({ sequence, token, remoteStartId, happenedAt }),
        transactionId,
        at: {},
        offline,
        charging: false,
        startReported: false,
      },
      receivedAt,
    )
    joinParked(book, station, begun)
    return book.get(begun.id) ?? begun
  }
  return running?.transactionId ? running : undefined
}

/** Shows the register at a session's begin or end at its connector, as its order shows it. */
function showRegister(book: OrderBook, order: Order, registerWh: number | null, at: Date): void {
  if (registerWh === null) return
  const context = isOpen(order) ? 'Transaction.Begin' : 'Transaction.End'
  const measurements = measurementsOf({ context, energyWh: registerWh, raw: [] })
  book.show(order.connectorId, { at, orderId: order.id, measurements })
}

/** Adds the samples of a message to an order; an order that has ended is calculated again where they add to it. */
export function takeSamples(
  book: OrderBook,
  orderId: number,
  samples: Event<'meter.sampled'>['samples'],
  message: SampleMessage,
): void {
  const { happenedAt, receivedAt, sequence } = message
  const before = book.get(orderId)
  if (!before) return
  const terms = book.termsOf(before)
  let order = before
  for (const sample of withCountedTimes(before, samples, happenedAt, receivedAt)) {
    const { order: next, reading } = takeSample(order, sample, message, terms.maxPowerW)
    book.read(reading)
    order = next
  }
  if (!isOpen(before)) {
    if (addsToEnded(before, sequence)) recalculate(book, { ...before, lastSampleAt: order.lastSampleAt })
    return
  }
  const at = order.lastSampleAt ?? receivedAt
  const series = book.pricingSeries(order, terms)
  order = {
    ...order,
    lastSequence: sequence === undefined ? order.lastSequence : Math.max(order.lastSequence ?? 0, sequence),
    chargingPriceMinor: priceLive(order, series, at, terms),
  }
  // the promised amount must not be exceeded, so the session ends one sample before
  const nextMinor = isPrepaid(order) && !series ? costAtNext(order, before, at, terms) : 0
  const nextWh = isPrepaid(order) ? (energyAtNext(order, before, at)?.energyWh ?? 0) : 0
  const reached = order.stopTxStatus === null ? limitReached(order, at, nextMinor, nextWh) : null
  const baselineChanged =
    order.meterStartWh !== before.meterStartWh || order.meterStartOffsetWh !== before.meterStartOffsetWh
  if (reached) {
    order = rules.withStopRequested(order, book.context.now)
    book.log(order.id, book.context.now, 'order', 'limit_reached', { reason: reached })
    book.sendStop(order.id)
  }
  book.put(order, reached || baselineChanged ? 'all' : 'live')
}

const recalculate = (book: OrderBook, order: Order): Order =>
  book.put(rules.recalculate(order, book.seriesOf(order), book.termsOf(order)), 'all')

/** A transaction ends: its order is completed, or corrected if it was closed without this stop; a repeated message changes nothing. */
export function end(
  book: OrderBook,
  station: KnownStation,
  event: Event<'charging.ended'>,
  receivedAt: Date,
): EventResult {
  const order = endedOrder(book, station, event, receivedAt)
  if (!order || isAnotherEnd(order, event, timeOf(book, station, event.happenedAt, receivedAt)))
    return keepEnd(book, station, event, receivedAt)
  if (order.status === 'started' || rules.awaitsStop(order)) {
    const begun = beganBy(claim(book, station, order, event), firstTime(event, receivedAt))
    finish(book, begun, event, receivedAt)
  }
  const { chargingPriceMinor } = book.get(order.id) ?? order
  return {
    reply: {
      type: 'accepted',
      ...endAuthorization(book, station, event.token),
      totalCostMinor: chargingPriceMinor ?? 0,
    },
    orderId: order.id,
  }
}

/** Ends a running session, or corrects one that was closed without its end, with the samples of the end's message. */
export function finish(
  book: OrderBook,
  running: Order,
  event: Event<'charging.ended'>,
  receivedAt: Date,
): void {
  const { now } = book.context
  const order = flowedBy(running, event)
  const terms = book.termsOf(order)
  takeSigned(book, order.id, event, receivedAt)
  for (const one of withCountedTimes(order, event.samples, event.happenedAt, receivedAt))
    book.read(takeSample(order, one, messageOf(event, receivedAt), terms.maxPowerW).reading)
  const ended: End = {
    ...endTimeOf(order, event.happenedAt, receivedAt, book.contactAt(order.stationId, event.happenedAt)),
    receivedAt,
    meterWh: event.meterWh ?? null,
    reason: event.reason,
    sequence: event.sequence ?? null,
  }
  const series = book.seriesOf(order)
  const closed = rules.awaitsStop(order)
    ? rules.correct(order, ended, series, terms)
    : rules.complete(order, ended, series, terms, now)
  book.put(withReckoned(closed, event.cost), 'all')
  showRegister(book, closed, closed.meterStopWh, ended.at)
  book.logReported(order.id, ended.at, receivedAt, 'stop_tx_request', {
    meter_stop: ended.meterWh,
    reason: ended.reason,
    ...reckonedField(event.cost),
    ...(otherToken(order, event.token) ? { text: event.token?.token } : {}),
  })
  book.log(order.id, receivedAt, 'ocpp', 'stop_tx_response', { status: 'Accepted' })
}

const otherToken = (order: Order, token: IdToken | undefined): boolean =>
  token !== undefined && order.rfid !== null && tokenKey(token.token) !== order.rfid

function endedOrder(
  book: OrderBook,
  station: KnownStation,
  event: Event<'charging.ended'>,
  receivedAt: Date,
): Order | undefined {
  const known = book.ofTransaction(station.id, event.transactionId)
  if (known) return known
  const connector = transactionConnectorOf(station, event.at)
  const measured = event.samples.some((one) => one.energyWh !== undefined || one.intervalWh !== undefined)
  if (event.sequence === undefined || !connector || !measured) return undefined
  const { transactionId, sequence, token, remoteStartId, offline } = event
  const happenedAt = firstTime(event, receivedAt)
  const begun = beginOrder(
    book,
    station,
    connector,
    {
      ...defined({ sequence, token, remoteStartId, happenedAt }),
      transactionId,
      at: {},
      offline,
      charging: false,
      startReported: false,
    },
    receivedAt,
  )
  joinParked(book, station, begun)
  return book.get(begun.id) ?? begun
}
