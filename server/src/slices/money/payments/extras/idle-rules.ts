import { SECOND_MS } from '@stationmaster/units'
import type { IdleTerms } from '../../../places/tariffs/idle-terms.ts'
import { stayPartsOf } from '../../../places/tariffs/pricing/nights.ts'

/** none has no row: the car left before the end, parking is free there, or the order was not prepaid */
export type IdleState = 'grace' | 'accruing' | 'closed' | 'captured' | 'debt'

/** A car that stays, by now. */
export interface Idle {
  state: IdleState
  since: Date
  dueAt: Date | null
  idleSeconds: number
  amountMinor: number
  /** that were in force when it began */
  terms: IdleTerms
}

const secondsOf = (ms: number): number => Math.max(0, Math.ceil(ms / SECOND_MS))

/** Milliseconds of a stay that are not in the hours for nothing. */
const countedMs = (from: Date, to: Date, terms: IdleTerms, timeZone: string): number =>
  stayPartsOf(from, to, terms, timeZone).reduce(
    (sum, { fromMs, toMs, isNight }) => sum + (isNight ? 0 : toMs - fromMs),
    0,
  )

/** What a car costs that stayed from one instant to another: for each block that has begun after the grace, up to the most. */
export function idleFeeOf(
  from: Date,
  to: Date,
  terms: IdleTerms,
  timeZone: string,
): { idleSeconds: number; amountMinor: number } {
  const { graceSeconds, blockSeconds, blockMinor, capMinor } = terms
  const counted = secondsOf(countedMs(from, to, terms, timeZone))
  const blocks = Math.ceil(Math.max(0, counted - graceSeconds) / blockSeconds)
  const amountMinor = Math.min(blocks * blockMinor, capMinor ?? Number.POSITIVE_INFINITY)
  return { idleSeconds: secondsOf(to.getTime() - from.getTime()), amountMinor }
}

const later = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * SECOND_MS)

/** A car that stays after its order's end. */
export const stays = (since: Date, terms: IdleTerms): Idle => ({
  state: 'grace',
  since,
  terms,
  dueAt: later(since, terms.graceSeconds),
  idleSeconds: 0,
  amountMinor: 0,
})

/** The same looked at: it goes on as long as the car stays, and is closed when that has left; what is closed stays so. */
export function look(idle: Idle, leftAt: Date | null, now: Date, timeZone: string): Idle {
  const { terms } = idle
  if (idle.state !== 'grace' && idle.state !== 'accruing') return idle
  const fee = idleFeeOf(idle.since, leftAt ?? now, terms, timeZone)
  if (leftAt) return { ...idle, ...fee, state: 'closed', dueAt: null }
  const state = fee.amountMinor > 0 ? 'accruing' : 'grace'
  const ahead = idle.dueAt && idle.dueAt > now ? idle.dueAt : later(now, Math.min(60, terms.blockSeconds))
  return { ...idle, ...fee, state, dueAt: ahead }
}
