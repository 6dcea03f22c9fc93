import type { OrderStatus } from '@stationmaster/contract'
import type { Db } from '../../../../platform/schema/schema.ts'

/** An order that is open at a connector. */
export interface OpenOrder {
  id: number
  status: OrderStatus
  /** it began with the plug, and nobody has asked for it yet */
  awaitsCard: boolean
  /** what the car takes now, as the station last said; null: nothing flows, or it does not say */
  powerW: number | null
}

/** What stations ask of the orders, whose slice stands to the right. */
export interface OpenOrders {
  /** The open orders of some connectors, by connector. */
  list(db: Db, connectorIds: readonly number[]): Promise<ReadonlyMap<number, OpenOrder>>
  /** Whether anything is open at a station. */
  any(db: Db, stationId: string): Promise<boolean>
}
