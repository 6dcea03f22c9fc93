import type { OrderStatus } from '@stationmaster/contract'
import type { Db } from '../../../../platform/schema/schema.ts'

/** An order that is open at a connector. */
export interface OpenOrder {
  id: number
  status: OrderStatus
  /** it began with the plug, and no driver has been identified yet */
  awaitsCard: boolean
  /** the power that the station reported last; null: no energy flows, or not reported */
  powerW: number | null
}

/** What stations need to know of orders; implemented by the slice of orders, to the right. */
export interface OpenOrders {
  /** The open orders of some connectors, by connector. */
  list(db: Db, connectorIds: readonly number[]): Promise<ReadonlyMap<number, OpenOrder>>
  /** Whether anything is open at a station. */
  any(db: Db, stationId: string): Promise<boolean>
}
