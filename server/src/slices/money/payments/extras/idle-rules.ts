import { DAY_MS, dayOf, instantOf, SECOND_MS } from '@stationmaster/units'
import type { IdleTerms } from '../../../places/tariffs/idle-terms.ts'

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

const nextDay = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)

/** Milliseconds of a time that lie in the nights of a zone. */
function nightMs(from: Date, to: Date, { night }: IdleTerms, timeZone: string): number {
  if (!night || night.from === night.to) return 0
  let sum = 0
  const last = dayOf(to, timeZone)
  for (let day = dayBefore(dayOf(from, timeZone)); day <= last; day = nextDay(day)) {
    const begins = instantOf(day, night.from, timeZone)
    const ends = instantOf(night.to < night.from ? nextDay(day) : day, night.to, timeZone)
    sum += Math.max(0, Math.min(+to, +ends) - Math.max(+from, +begins))
  }
  return sum
}

/** What a car costs that stayed from one instant to another: for each block that has begun after the grace, up to the most. */
export function idleFeeOf(
  from: Date,
  to: Date,
  terms: IdleTerms,
  timeZone: string,
): { idleSeconds: number; amountMinor: number } {
  const { graceSeconds, blockSeconds, blockMinor, capMinor } = terms
  const counted = secondsOf(to.getTime() - from.getTime() - nightMs(from, to, terms, timeZone))
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
