import type { InboxCount } from '@stationmaster/contract'
import type { Network } from '../statistics-queries.ts'

type Item = Network['attention'][number]
export type WaitingKind = keyof InboxCount

const kinds: Record<Item['kind'], WaitingKind> = {
  offline: 'stations',
  faulted: 'stations',
  tamper: 'stations',
  unknown_station: 'stations',
  rollout_paused: 'rollouts',
  order_review: 'orders',
  unmatched_transaction: 'transactions',
}

/** Whether something is about a station or a roll-out, which have no queue in the inbox. */
export const isOfStations = ({ kind }: Item): boolean => ['stations', 'rollouts'].includes(kinds[kind])

/** What waits and is not shown as an item, by kind. Together with the items this is everything that waits. */
export function restOf(waiting: InboxCount, items: readonly Item[]): { kind: WaitingKind; count: number }[] {
  return (Object.keys(waiting) as WaitingKind[])
    .map((kind) => ({
      kind,
      count: waiting[kind] - items.filter((item) => kinds[item.kind] === kind).length,
    }))
    .filter(({ count }) => count > 0)
}

/** The sum of all kinds. */
export const totalOf = (waiting: InboxCount): number =>
  Object.values(waiting).reduce((sum, count) => sum + count, 0)
