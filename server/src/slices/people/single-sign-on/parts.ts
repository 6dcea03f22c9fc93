import type { SsoConfig } from '../../../config/sso-config.ts'
import type { Reach } from '../../../platform/http/outgoing/targets.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import type { ManagersParts } from '../managers/parts.ts'

export interface SingleSignOnParts extends ManagersParts {
  config: SsoConfig
  /** where the provider may be */
  reach: Reach
  /** PUBLIC_URL with a path */
  address(path: string): string
  report(error: unknown, about: object): void
  /** The locations that somebody runs, sorted. */
  listAssigned(tx: Tx, managerId: number): Promise<number[]>
  /** Assigns exactly those of some locations that stand. */
  assign(tx: Tx, managerId: number, locationIds: readonly number[]): Promise<void>
}
