import { DAY_MS } from '@stationmaster/units'

export interface Period {
  /** 2026-03-10 or 2026-03 */
  name: string
  from: Date
  to: Date
}

/** The days or months, in UTC, from one instant to another. */
export function periodsOf(by: 'day' | 'month', { from, to }: { from: Date; to: Date }): Period[] {
  const periods: Period[] = []
  for (let at = startOf(by, from); at <= to; at = after(by, at)) {
    const name = at.toISOString().slice(0, by === 'day' ? 10 : 7)
    periods.push({ name, from: at, to: after(by, at) })
  }
  return periods
}

const startOf = (by: 'day' | 'month', at: Date): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), by === 'day' ? at.getUTCDate() : 1))

const after = (by: 'day' | 'month', at: Date): Date =>
  by === 'day'
    ? new Date(at.getTime() + DAY_MS)
    : new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
