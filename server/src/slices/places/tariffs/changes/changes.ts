import type { PriceChangeState } from '@stationmaster/contract'
import { type ConnectorFilter, covers } from './assign.ts'

/** What a person decided about the price of some of a location's connectors. */
export interface Change extends ConnectorFilter {
  validFrom: Date
  canceledAt: Date | null
}

/**
 * How each of a location's changes stands at an instant, and when a later one took over all of its connectors (null: none
 * has). The changes come with the latest start first, and none of a later start is left out.
 */
export function standingOf<C extends Change>(
  changes: readonly C[],
  now: Date,
): (C & { state: PriceChangeState; validTo: Date | null })[] {
  return changes.map((change, index) => {
    const later = changes.slice(0, index).filter((one) => one.canceledAt === null && covers(one, change))
    const validTo = later.at(-1)?.validFrom ?? null
    return { ...change, state: stateOf(change, validTo, now), validTo: change.canceledAt ? null : validTo }
  })
}

function stateOf({ canceledAt, validFrom }: Change, validTo: Date | null, now: Date): PriceChangeState {
  if (canceledAt) return 'canceled'
  if (validFrom > now) return 'planned'
  return validTo && validTo <= now ? 'past' : 'current'
}
