import type { Clock } from '../../../platform/general/clock.ts'
import type { Reach } from '../../../platform/http/outgoing/targets.ts'
import type { Db } from '../../../platform/schema/schema.ts'

/** What partners are called with, and served. */
export interface PartnerParts {
  db: Db
  clock: Clock
  secretKey: string
  /** where this server is reached by others, without a slash at the end */
  base(): string
  reach: Reach
  /** how long a partner may take to answer */
  timeoutMs: number
  /** calls that one partner may make in a minute */
  requestsPerMinute: number
}
