import type { Caller } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/schema.ts'
import type { Intake } from '../intake/intake.ts'
import type { Links } from '../intake/links.ts'

export interface CommandParts {
  db: Db
  clock: Clock
  intake: Intake
  links: Links
}

/** Who gives a command, and from where. */
export interface Commander {
  caller: Caller
  remoteAddress?: string
}
