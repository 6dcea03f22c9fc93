/** Signals of GET /api/v1/live: ids only; the screens refetch. One `data:` line of JSON each, and a comment every 20 s. */
export type LiveSignal =
  | { topic: 'order'; id: number; locationId: number }
  | { topic: 'station'; id: string; locationId: number }
  | { topic: 'location'; id: number; locationId: number }
  /** frames of this station were written; sent only while somebody reads its journal */
  | { topic: 'journal'; id: string; locationId: number }
  /** a command to many stations has come further; of no location, so that only who sees the whole network hears it */
  | { topic: 'bulk'; id: number; locationId: 0 }
  /** refunds of many payments have come further; of no location either */
  | { topic: 'refunds'; id: number; locationId: 0 }
  /** a roll-out of firmware has come further; of no location either */
  | { topic: 'firmware'; id: number; locationId: 0 }
  /** an incident has begun or changed; of no location where it touches several: who sees some locations gets it then with id 0 */
  | { topic: 'incident'; id: number; locationId: number }
  | { topic: 'connector'; id: number; stationId: string; locationId: number }

/** Signals may have been lost, so everything is to be read again; sent to all, on the same stream. */
export interface LiveRereading {
  topic: 'all'
}
