import type { StationEvent } from '@stationmaster/ocpp'
import type { KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'
import type { EventResult, OrderBook } from '../messages/book.ts'
import { startKeyOf, type UnmatchedEvent, unmatchedKeys } from './identity.ts'

type Event<T extends StationEvent['type']> = Extract<StationEvent, { type: T }>

/** What no order answers to is kept for an operator; the station is told that all is well, or it would ask for ever. */
function keepUnmatched(
  book: OrderBook,
  station: KnownStation,
  event: UnmatchedEvent,
  transactionId: string,
  receivedAt: Date,
): void {
  // the frames show what was measured besides
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

/** Values of a transaction that no order is of; those outside of transactions belong to nothing. */
export function keepValues(
  book: OrderBook,
  station: KnownStation,
  event: Event<'meter.sampled'>,
  receivedAt: Date,
): EventResult {
  const { transactionId, sequence, samples } = event
  const measured = samples.some((one) => one.energyWh !== undefined || one.intervalWh !== undefined)
  if (transactionId !== undefined && (sequence !== undefined || measured))
    keepUnmatched(book, station, event, transactionId, receivedAt)
  return { reply: { type: 'accepted' }, orderId: null }
}
