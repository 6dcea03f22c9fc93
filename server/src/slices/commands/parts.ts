import type { Caller } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { LiveBus } from '../../platform/live.ts'
import type { Db } from '../../platform/schema.ts'
import type { Links } from '../intake/links.ts'
import type { OrderWork } from '../orders/unit-of-work.ts'

export interface CommandParts {
  db: Db
  clock: Clock
  orderWork: OrderWork
  links: Links
  live: LiveBus
  /** this server among those on the database */
  node: string
  /** how long a station may take to answer a command, ms */
  answerMs: number
  /** reads at its provider what became of an order's payment, as far as the provider can be asked */
  readPayment(orderId: number): Promise<void>
  /** what a station's status is derived from has changed */
  statusChanged(station: { id: string; locationId: number }): void
}

/** Who gives a command, and from where. */
export interface Commander {
  caller: Caller
  remoteAddress?: string
}
