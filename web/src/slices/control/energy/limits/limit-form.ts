import { HOUR_MS } from '@stationmaster/units'
import { instantText } from '../../../../ui/dates/local-time.ts'
import { fits } from '../../../../ui/fields/number-bounds.ts'
import type { LimitBody } from '../energy-queries.ts'

export type LimitUnit = 'percent' | 'amperes'
/** hours from now, or an instant of its own */
export type LimitEnd = '1' | '4' | '12' | '24' | 'at'

export interface LimitDraft {
  circuit: string
  unit: LimitUnit
  value: number | ''
  end: LimitEnd
  /** as a `datetime-local` control has it, in the location's time zone */
  at: string
  reason: string
}

export const limitBounds: Record<LimitUnit, { min: number; max: number; decimals: number }> = {
  percent: { min: 0, max: 100, decimals: 0 },
  amperes: { min: 0, max: 10_000, decimals: 1 },
}

/** The call that a draft means; undefined while it does not hold. */
export function limitBodyOf(draft: LimitDraft, now: number, timeZone: string): LimitBody | undefined {
  const { circuit, unit, value, end, at, reason } = draft
  if (value === '' || !fits(value, limitBounds[unit])) return undefined
  const until =
    end === 'at' ? instantText(at, 0, timeZone) : new Date(now + Number(end) * HOUR_MS).toISOString()
  if (until === undefined || Date.parse(until) <= now) return undefined
  return {
    circuit,
    ...(unit === 'percent' ? { percent: value } : { limit_a: value }),
    until,
    reason: reason.trim(),
  }
}
