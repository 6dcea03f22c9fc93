import type { ConnectorFacet, ConnectorType, Current } from '@stationmaster/contract'
import type { Caller } from '../../../../platform/http/caller.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import type { ConnectorFilter } from '../changes/assign.ts'
import type { PricedSession } from '../preview.ts'
import type { AssignableConnector } from '../store.ts'

export type PricedConnector = AssignableConnector & { type: ConnectorType; current: Current }

/** A station that may have a price of its own. */
export interface PricedStation {
  id: string
  number: number
  locationId: number
}

/** What prices ask of the stations, whose slice stands to the right. */
export interface PricedConnectors {
  /** Kinds of connectors with their counts, at some locations or (null) at all that the caller may see. */
  listKinds(db: Db, caller: Caller, locationIds: readonly number[] | null): Promise<ConnectorFacet[]>
  /** The connectors of a location, alike ones together. */
  list(db: Db, locationId: number): Promise<PricedConnector[]>
  /** The stations of some locations. */
  listStations(db: Db, locationIds: readonly number[]): Promise<PricedStation[]>
  /** How many stations of these locations have a connector that one of the filters fits. */
  countStations(tx: Tx, locationIds: readonly number[], filters: readonly ConnectorFilter[]): Promise<number>
}

/** Which sessions a price would have been for. */
export interface Affected {
  locationIds: readonly number[]
  filters: readonly ConnectorFilter[]
  from: Date
  to: Date
}

/** What a preview asks of the orders, whose slice stands to the right. */
export interface PricedSessions {
  count(db: Db, affected: Affected): Promise<number>
  /** One of every so many sessions, picked by a hash of the id, so that no station or hour is preferred. */
  list(db: Db, affected: Affected, oneOf: number): Promise<PricedSession[]>
}
