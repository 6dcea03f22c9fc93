import type { IdToken, StationEvent, StationReply } from '@stationmaster/ocpp'
import { tokenKey } from '../drivers/tokens.ts'
import type { WireConnector, WireStation } from '../stations/wire-store.ts'
import { adopt, giveBack, isAskedFor } from './adopt.ts'
import { authorize, orderOfToken, permit, toldOfEnd, toldOfStart, tooLate } from './authorize.ts'
import { beginOrder, connectorOf, defined } from './begin.ts'
import type { OrderBook } from './book.ts'
import { stationTime, takeSample } from './meter.ts'
import { isOpen } from './moves.ts'
import type { Order } from './order.ts'
import * as rules from './rules.ts'
import { type End, priceLive } from './settlement.ts'
import { endTold, samplesTold } from './times.ts'

type Event<T extends StationEvent['type']> = Extract<StationEvent, { type: T }>
/** What a station's event came to: the answer, and the order it belongs to. */
export interface Taken {
  reply: StationReply
  orderId: number | null
}

export function present(book: OrderBook, station: WireStation, event: Event<'token.presented'>): Taken {
  return { reply: { type: 'authorization', ...authorize(book, station, event.token) }, orderId: null }
}

/** A transaction begins: a retry finds its order, a remote start its own, a card makes one (DOMAIN C3). */
export function start(
  book: OrderBook,
  station: WireStation,
  event: Event<'charging.started'>,
  receivedAt: Date,
): Taken {
  const known = event.transactionId
    ? book.ofTransaction(station.id, event.transactionId)
    : event.startKey && book.ofStartKey(station.id, event.startKey)
  if (known) return startedTaken(book, known, event.token)

  const connector = connectorOf(station, event.at)
  if (!connector) return keepUnmatched(book, station, event, receivedAt)
  const order = beginOrder(book, station, connector, event, receivedAt)
  const { at: happenedAt } = stationTime(event.happenedAt, receivedAt)
  book.logTold(order.id, happenedAt, receivedAt, 'start_tx_request', {
    meter_start: event.meterWh ?? null,
    transaction_id: order.transactionId,
  })
  const { status } = toldOfStart(book, order, event.token)
  book.log(order.id, receivedAt, 'ocpp', 'start_tx_response', { status })
  takeSamples(book, order.id, event.samples, event.happenedAt, receivedAt, event.sequence)
  return startedTaken(book, book.get(order.id) ?? order, event.token)
}

function startedTaken(book: OrderBook, order: Order, token: IdToken | undefined): Taken {
  return {
    reply: { type: 'charging', transactionId: order.id, ...toldOfStart(book, order, token) },
    orderId: order.id,
  }
}

/** Meter values: appended to the series of their order, shown, priced, and held against the limits. */
export function sample(
  book: OrderBook,
  station: WireStation,
  event: Event<'meter.sampled'>,
  receivedAt: Date,
): Taken {
  const connector = connectorOf(station, event.at)
  const last = event.samples.at(-1)
  const order = sampledOrder(book, station, connector, event, receivedAt)
  const shownOn = connector?.id ?? order?.connectorId
  if (last && shownOn !== undefined) {
    const { at } = stationTime(last.at ?? event.happenedAt, receivedAt)
    book.measurements.set(shownOn, { at, measurements: last.raw })
  }
  if (!order) return { reply: { type: 'taken' }, orderId: null }
  const claimed = claim(book, station, order, event)
  const told = event.token ? toldOfStart(book, claimed, event.token) : undefined
  if (event.chargingState === 'Charging' && order.evChargingStart === null) {
    const current = book.get(order.id) ?? order
    book.put({ ...current, evChargingStart: stationTime(event.happenedAt, receivedAt).at }, 'live')
  }
  takeSamples(book, order.id, event.samples, event.happenedAt, receivedAt, event.sequence)
  const priced = book.get(order.id) ?? order
  return {
    reply: { type: 'taken', ...told, totalCostMinor: priced.chargingPriceMinor ?? 0 },
    orderId: order.id,
  }
}

function sampledOrder(
  book: OrderBook,
  station: WireStation,
  connector: WireConnector | undefined,
  event: Event<'meter.sampled'>,
  receivedAt: Date,
): Order | undefined {
  const known = event.transactionId ? book.ofTransaction(station.id, event.transactionId) : undefined
  if (known) return known
  const running = connector && book.openOn(connector.id)
  const names = station.connectors.length === 1 ? station.connectors[0] : connector
  if (event.sequence !== undefined && event.transactionId && names) {
    const { transactionId, sequence, token, remoteStartId, happenedAt, offline } = event
    return beginOrder(
      book,
      station,
      names,
      {
        ...defined({ sequence, token, remoteStartId, happenedAt }),
        transactionId,
        at: {},
        offline,
        charging: false,
      },
      receivedAt,
    )
  }
  return running?.transactionId ? running : undefined
}

/**
 * The order of a transaction that went on, as whose it is by now: one that awaits a card becomes the driver's whose card is
 * shown, or of whoever started it from afar.
 */
function claim(
  book: OrderBook,
  station: WireStation,
  order: Order,
  { token, remoteStartId }: Pick<Event<'meter.sampled'>, 'token' | 'remoteStartId'>,
): Order {
  if (!order.awaitsCard) return order
  const asked = remoteStartId === undefined ? orderOfToken(book, token) : book.get(remoteStartId)
  const { now } = book.context
  const own = asked?.stationId === station.id ? asked : undefined
  if (own && own.id !== order.id && own.status === 'starting') {
    // it was meant for another connector of the same EVSE
    book.put(rules.cancel(own, null, now, 'connector_taken'), 'all')
    return book.put(rules.timed(adopt(heir(order, own), station.monetized, now)), 'all')
  }
  if (own?.id === order.id) return book.put(rules.timed(adopt(order, station.monetized, now)), 'all')
  const late = own !== undefined
  if (!late && !token) return order
  const permission = late ? tooLate : permit(book, station, token, order.replayed, now)
  const unasked = isAskedFor(order) ? giveBack(order, now) : order
  if (late) book.tellToStop(order.id)
  return book.put(
    rules.timed({
      ...unasked,
      driverId: permission.driverId,
      rfid: permission.rfid,
      billable: permission.billable,
      awaitsCard: false,
      warning: permission.warning ?? order.warning,
      source: permission.rfid ? 'rfid' : order.source,
      paymentMethodType: permission.paymentMethodType,
    }),
    'all',
  )
}

const heir = (
  order: Order,
  { managerId, limitAmountMinor, limitWh, limitSeconds, limitPercents }: Order,
): Order => ({ ...order, managerId, limitAmountMinor, limitWh, limitSeconds, limitPercents })

function takeSamples(
  book: OrderBook,
  orderId: number,
  samples: Event<'meter.sampled'>['samples'],
  happenedAt: Date | undefined,
  receivedAt: Date,
  sequence?: number,
): void {
  const before = book.get(orderId)
  if (!before) return
  const site = book.siteOf(before)
  let order = before
  for (const one of samplesTold(before, samples, happenedAt, receivedAt)) {
    const { order: next, reading } = takeSample(order, one, happenedAt, receivedAt, site.maxPowerW, sequence)
    book.read(reading)
    order = next
  }
  if (!isOpen(before)) return
  const at = order.lastSampleAt ?? receivedAt
  order = {
    ...order,
    lastSequence: sequence === undefined ? order.lastSequence : Math.max(order.lastSequence ?? 0, sequence),
    chargingPriceMinor: priceLive(order, book.pricingSeries(order, site), at, site),
  }
  const reached = order.stopTxStatus === null ? rules.limitReached(order, at) : null
  const baseline =
    order.meterStartWh !== before.meterStartWh || order.meterStartOffsetWh !== before.meterStartOffsetWh
  if (reached) {
    order = rules.askStop(order, book.context.now)
    book.log(order.id, book.context.now, 'order', 'limit_reached', { reason: reached })
    book.tellToStop(order.id)
  }
  book.put(order, reached || baseline ? 'all' : 'live')
}

/** A transaction ends: its order is completed, or corrected when it was closed without this stop; a repeat changes nothing. */
export function end(
  book: OrderBook,
  station: WireStation,
  event: Event<'charging.ended'>,
  receivedAt: Date,
): Taken {
  const order = endedOrder(book, station, event, receivedAt)
  if (!order) return keepUnmatched(book, station, event, receivedAt)
  if (order.status === 'started' || rules.awaitsStop(order)) finish(book, order, event, receivedAt)
  const { chargingPriceMinor } = book.get(order.id) ?? order
  return {
    reply: {
      type: 'taken',
      ...toldOfEnd(book, station, event.token),
      totalCostMinor: chargingPriceMinor ?? 0,
    },
    orderId: order.id,
  }
}

/** Ends a session that runs, or corrects one that was closed without its end, with the samples that its end brings. */
export function finish(
  book: OrderBook,
  order: Order,
  event: Event<'charging.ended'>,
  receivedAt: Date,
): void {
  const { now } = book.context
  const site = book.siteOf(order)
  for (const one of samplesTold(order, event.samples, event.happenedAt, receivedAt))
    book.read(takeSample(order, one, event.happenedAt, receivedAt, site.maxPowerW, event.sequence).reading)
  const ended: End = {
    ...endTold(order, event.happenedAt, receivedAt, book.contactAt(order.stationId, event.happenedAt)),
    receivedAt,
    meterWh: event.meterWh ?? null,
    reason: event.reason,
    sequence: event.sequence ?? null,
  }
  const series = book.seriesOf(order)
  const closed = rules.awaitsStop(order)
    ? rules.correct(order, ended, series, site)
    : rules.complete(order, ended, series, site, now)
  book.put(closed, 'all')
  book.logTold(order.id, ended.at, receivedAt, 'stop_tx_request', {
    meter_stop: ended.meterWh,
    reason: ended.reason,
    ...(otherToken(order, event.token) ? { text: event.token?.token } : {}),
  })
  book.log(order.id, receivedAt, 'ocpp', 'stop_tx_response', { status: 'Accepted' })
}

const otherToken = (order: Order, token: IdToken | undefined): boolean =>
  token !== undefined && order.rfid !== null && tokenKey(token.token) !== order.rfid

function endedOrder(
  book: OrderBook,
  station: WireStation,
  event: Event<'charging.ended'>,
  receivedAt: Date,
): Order | undefined {
  const known = book.ofTransaction(station.id, event.transactionId)
  if (known) return known
  const connector = connectorOf(station, event.at)
  const first = event.samples.find((one) => one.energyWh !== undefined)?.energyWh
  if (event.sequence === undefined || !connector || first === undefined) return undefined
  const { transactionId, token, remoteStartId, offline } = event
  const happenedAt = event.samples[0]?.at ?? event.happenedAt
  return beginOrder(
    book,
    station,
    connector,
    {
      ...defined({ token, remoteStartId, happenedAt }),
      transactionId,
      at: {},
      offline,
      charging: true,
      meterWh: first,
    },
    receivedAt,
  )
}

/** What no order answers to is kept for an operator to match; the station is told that all is well, or it would ask for ever. */
function keepUnmatched(
  book: OrderBook,
  station: WireStation,
  event: Event<'charging.started'> | Event<'charging.ended'>,
  receivedAt: Date,
): Taken {
  if (event.type === 'charging.ended') {
    const { transactionId } = event
    book.unmatched.push({ stationId: station.id, transactionId, receivedAt, event })
    return { reply: { type: 'taken', status: 'Accepted' }, orderId: null }
  }
  const id = book.freshId()
  book.unmatched.push({
    stationId: station.id,
    transactionId: event.transactionId ?? String(id),
    receivedAt,
    event,
  })
  return { reply: { type: 'charging', transactionId: id, status: 'Accepted' }, orderId: null }
}
