import type { StationEvent } from '@stationmaster/ocpp'
import type { EventResult, OrderBook } from '../../../charging/orders/messages/book.ts'
import type { KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'
import type { ActionContext } from '../flow-types.ts'

type Event<T extends StationEvent['type']> = Extract<StationEvent, { type: T }>

/** Keeps a stream that a station opens; what it brings is no event, and counts for no order. */
export function openStream(
  _book: OrderBook,
  station: KnownStation,
  { type: _, refused, ...stream }: Event<'stream.opened'>,
  at: Date,
  { changes }: ActionContext,
): EventResult {
  if (!refused) changes.streams.push({ stationId: station.id, streamId: stream.streamId, stream, at })
  return { reply: { type: 'stream', accepted: !refused }, orderId: null }
}

export function closeStream(
  _book: OrderBook,
  station: KnownStation,
  { streamId }: Event<'stream.closed'>,
  at: Date,
  { changes }: ActionContext,
): EventResult {
  changes.streams.push({ stationId: station.id, streamId, stream: null, at })
  return { reply: { type: 'done' }, orderId: null }
}
