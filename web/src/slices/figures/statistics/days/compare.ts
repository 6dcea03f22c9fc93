/** One day's totals. */
export interface DayPoint {
  date: string
  charging_revenue: number
  charging_sessions: number
  energy_usage: number
}

export type Measure = 'revenue' | 'sessions' | 'energy'

const fields = { revenue: 'charging_revenue', sessions: 'charging_sessions', energy: 'energy_usage' } as const

/** How much larger (0.1 is 10 %) a figure is than before; undefined without anything to compare with. */
export function changeOf(now: number, before: number): number | undefined {
  return before > 0 ? (now - before) / before : undefined
}

/** A measure day by day beside the same days a week earlier; days without sessions count as 0. */
export function dayByDay(points: DayPoint[], days: string[], earlierDays: string[], measure: Measure) {
  const byDay = new Map(points.map((point) => [point.date.slice(0, 10), point[fields[measure]]]))
  return days.map((day, index) => ({
    day,
    value: byDay.get(day) ?? 0,
    before: byDay.get(earlierDays[index] ?? '') ?? 0,
  }))
}
