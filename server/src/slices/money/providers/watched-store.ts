import { DAY_MS, first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'

/** What is watched of the money that lies at payment providers. */
export interface WatchedMoney {
  holds: number
  holdsMinor: number
  /** captures of the last day that the provider refused */
  capturesRefused: number
  /** captures whose result a person has to find out */
  capturesStuck: number
}

export async function countWatchedMoney(db: Db, now: Date): Promise<WatchedMoney> {
  const { rows } = await sql<WatchedMoney>`
    select holds.count as "holds", holds.minor as "holdsMinor", captures.refused as "capturesRefused",
      captures.stuck as "capturesStuck"
    from (select count(*) as count, coalesce(sum(held_minor), 0) as minor
        from provider_payments where state = 'held') holds,
      (select count(*) filter (where state = 'refused' and asked_at >= ${new Date(now.getTime() - DAY_MS)}) as refused,
          count(*) filter (where state = 'stuck') as stuck
        from payment_operations where kind = 'capture' and state in ('refused', 'stuck')) captures`.execute(
    db,
  )
  return first(rows)
}
