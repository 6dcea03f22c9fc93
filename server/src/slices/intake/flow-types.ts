import type { StationEvent } from '@stationmaster/ocpp'
import type { Tx } from '../../platform/schema.ts'
import type { OrderBook } from '../orders/book.ts'
import type { Taken } from '../orders/from-station.ts'
import type { Closed } from '../payments/settle.ts'
import type { WireStation } from '../stations/wire-store.ts'
import type { StationChanges } from './batch.ts'

/** Decides on one message: reads and changes the book, writes nothing. */
export type StationAction<T extends StationEvent['type']> = (
  book: OrderBook,
  station: WireStation,
  event: Extract<StationEvent, { type: T }>,
  receivedAt: Date,
  changes: StationChanges,
  protocol: string,
) => Taken

export type StationActions = { [T in StationEvent['type']]: StationAction<T> }

export interface Flow {
  stationActions: StationActions
  /** What follows when orders have ended, in their transaction. */
  closed(tx: Tx, closed: Closed[], now: Date, networkTimeZone: string): Promise<unknown>
}
