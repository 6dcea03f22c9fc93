import { HOUR_MS } from '@stationmaster/units'
import { instantText } from '../../../../ui/dates/local-time.ts'
import { fits } from '../../../../ui/fields/number-bounds.ts'
import type { ReductionBody } from '../energy-queries.ts'

/** hours from its begin on, an instant of its own, or until it is revoked */
export type ReductionEnd = 'revoked' | '1' | '2' | 'at'

export interface ReductionDraft {
  /** kW; empty: down to what is guaranteed */
  power: number | ''
  /** when it begins, as a `datetime-local` control has it; null: now */
  from: string | null
  end: ReductionEnd
  at: string
  source: string
  reason: string
}

/** kW */
export const powerBounds = { min: 0, max: 10_000, decimals: 3 }

/** The call that a draft means; undefined while it does not hold. */
export function reductionBodyOf(
  draft: ReductionDraft,
  now: number,
  timeZone: string,
): ReductionBody | undefined {
  const { power, end, at, source, reason } = draft
  if (power !== '' && !fits(power, powerBounds)) return undefined
  const from = draft.from === null ? new Date(now).toISOString() : instantText(draft.from, 0, timeZone)
  if (from === undefined) return undefined
  const begin = Math.max(now, Date.parse(from))
  const until =
    end === 'revoked'
      ? null
      : end === 'at'
        ? instantText(at, 0, timeZone)
        : new Date(begin + Number(end) * HOUR_MS).toISOString()
  if (until === undefined || (until !== null && Date.parse(until) <= begin)) return undefined
  return {
    power_w: power === '' ? null : Math.round(power * 1000),
    from: draft.from === null ? null : from,
    until,
    source: source.trim() || null,
    reason: reason.trim(),
  }
}
