import type { StationEvent } from '@stationmaster/ocpp'
import type { KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'
import type { EventResult, OrderBook } from '../messages/book.ts'
import { startKeyOf, type UnmatchedEvent, unmatchedKeys } from './identity.ts'

type Event<T extends StationEvent['type']> = Extract<StationEvent, { type: T }>

/** Keeps a message without an order for an operator. The station gets a positive answer, or it would send the message for ever. */
function keepUnmatched(
  book: OrderBook,
  station: KnownStation,
  event: UnmatchedEvent,
  transactionId: string,
  receivedAt: Date,
): void {
  // the journal's frames show the other measurements
  const samples = event.samples.map((one) => ({ ...one, raw: [] }))
  for (const keys of unmatchedKeys(event, transactionId)) {
    book.unmatched.push({
      stationId: station.id,
      transactionId,
      receivedAt,
      event: { ...event, samples },
      ...keys,
    })
  }
}

export function keepStart(
  book: OrderBook,
  station: KnownStation,
  event: Event<'charging.started'>,
  receivedAt: Date,
): EventResult {
  const known =
    event.startKey === undefined ? undefined : book.parkedStart(station.id, startKeyOf(event.startKey))
  const transactionId = event.transactionId ?? known?.transactionId ?? String(book.freshId())
  if (!known) keepUnmatched(book, station, event, transactionId, receivedAt)
  const answered = event.transactionId === undefined ? Number(transactionId) : 0
  return { reply: { type: 'charging', transactionId: answered, status: 'Accepted' }, orderId: null }
}

export function keepEnd(
  book: OrderBook,
  station: KnownStation,
  event: Event<'charging.ended'>,
  receivedAt: Date,
): EventResult {
  keepUnmatched(book, station, event, event.transactionId, receivedAt)
  return { reply: { type: 'accepted', status: 'Accepted' }, orderId: null }
}

/** Keeps values of a transaction without an order; values outside of transactions are dropped. */
export function keepValues(
  book: OrderBook,
  station: KnownStation,
  event: Event<'meter.sampled'>,
  receivedAt: Date,
): EventResult {
  const { transactionId, sequence, samples, signed } = event
  const measured =
    signed !== undefined || samples.some((one) => one.energyWh !== undefined || one.intervalWh !== undefined)
  if (transactionId !== undefined && (sequence !== undefined || measured))
    keepUnmatched(book, station, event, transactionId, receivedAt)
  return { reply: { type: 'accepted' }, orderId: null }
}
