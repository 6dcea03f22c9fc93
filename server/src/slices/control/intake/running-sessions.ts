import type { StationEvent } from '@stationmaster/ocpp'
import { MINUTE_MS } from '@stationmaster/units'
import { isOpen } from '../../charging/orders/machine/moves.ts'
import type { Order } from '../../charging/orders/order.ts'
import type { KnownStation } from '../../stations/stations/connecting/traffic-store.ts'

/** A running session as this node wrote it last. */
export interface Running {
  order: Order
  /** which version of the order's row that is (charging/orders/store.ts) */
  rowVersion: string
  station: KnownStation
  /** when the station was read; it may have been changed since */
  stationReadAt: Date
}

/** How long a station's zone, price mode and connectors are used without reading them again. */
const believedMs = MINUTE_MS
/** About 2 KiB each; beyond this number the memory is cleared. */
const rememberedMost = 50_000

/**
 * Running sessions in memory, so that meter values, which are most of the messages, are processed without reading the database.
 * A remembered order is written only over the remembered version of its row: where it was changed meanwhile, the batch runs again
 * with what the database holds.
 */
export class RunningSessions {
  private readonly byTransaction = new Map<string, Running>()

  /** The remembered session of a meter value; undefined for every other message. */
  find({ stationId, event }: { stationId: string; event: StationEvent }, now: Date): Running | undefined {
    if (event.type !== 'meter.sampled' || event.transactionId === undefined) return undefined
    // these may decide whose session it is
    if (event.token !== undefined || event.remoteStartId !== undefined) return undefined
    const found = this.byTransaction.get(keyOf(stationId, event.transactionId))
    return found && now.getTime() - found.stationReadAt.getTime() < believedMs ? found : undefined
  }

  /** Remembers an order as it was committed; forgets one that no longer runs or cannot be remembered. */
  remember(order: Order, { rowVersion, station, stationReadAt }: Omit<Running, 'order'>): void {
    if (order.transactionId === null) return
    const key = keyOf(order.stationId, order.transactionId)
    if (order.status !== 'started' || !isOpen(order) || order.nameReused) {
      this.byTransaction.delete(key)
      return
    }
    if (this.byTransaction.size >= rememberedMost && !this.byTransaction.has(key)) this.byTransaction.clear()
    this.byTransaction.set(key, { order, rowVersion, station, stationReadAt })
  }

  forget({ stationId, transactionId }: Pick<Order, 'stationId' | 'transactionId'>): void {
    if (transactionId !== null) this.byTransaction.delete(keyOf(stationId, transactionId))
  }
}

const keyOf = (stationId: string, transactionId: string): string => `${stationId} ${transactionId}`
