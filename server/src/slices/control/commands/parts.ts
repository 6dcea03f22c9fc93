import type { Clock } from '../../../platform/general/clock.ts'
import type { LiveBus } from '../../../platform/general/live.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import type { OrderWork } from '../../charging/orders/messages/unit-of-work.ts'
import type { Links } from '../intake/connecting/links.ts'
import type { Stations } from '../intake/reaching/stations.ts'

export interface CommandParts {
  db: Db
  clock: Clock
  orderWork: OrderWork
  /** every connected station, whichever server holds its socket */
  stations: Stations
  /** the sockets of this server alone */
  links: Links
  live: LiveBus
  /** this server among those on the database */
  node: string
  /** how long a station may take to answer a command, ms */
  answerMs: number
  /** reads an order's payment from its provider, if the provider can be reached */
  readPayment(orderId: number): Promise<void>
  /** what a station's status is derived from has changed */
  statusChanged(station: { id: string; locationId: number }): void
}

/** Who gives a command, and from where. */
export interface Commander {
  caller: Caller
  remoteAddress?: string
}
