/** A current at some hours of some days. */
export interface WeekWindow {
  /** 1: Monday */
  days: readonly number[]
  /** hours, 0 to 24; `to` at or before `from` is on the next day */
  from: number
  to: number
  a: number
}

export const daysOfWeek = [1, 2, 3, 4, 5, 6, 7] as const

/** A for each hour of a week from Monday 00:00 on: the base, and over it the windows, the last of which counts. */
export function hoursOf(base: number, windows: readonly WeekWindow[]): number[] {
  const hours = Array.from({ length: 168 }, () => base)
  for (const { days, from, to, a } of windows)
    for (const day of days) {
      const length = to > from ? to - from : to + 24 - from
      for (let hour = 0; hour < length; hour++) hours[((day - 1) * 24 + from + hour) % 168] = a
    }
  return hours
}

/** The same as a base and windows within days, as few as there need be; days that are alike share theirs. */
export function windowsOf(hours: readonly number[]): { base: number; windows: WeekWindow[] } {
  const base = mostFrequent(hours)
  const found = new Map<string, WeekWindow>()
  for (const day of daysOfWeek)
    for (const { from, to, a } of runsOf(hours.slice((day - 1) * 24, day * 24))) {
      if (a === base) continue
      const key = `${from} ${to} ${a}`
      const known = found.get(key)
      found.set(key, { days: [...(known?.days ?? []), day], from, to, a })
    }
  return { base, windows: [...found.values()] }
}

/** Stretches of a day with the same current. */
function runsOf(day: readonly number[]) {
  const runs: { from: number; to: number; a: number }[] = []
  for (const [hour, a] of day.entries()) {
    const last = runs.at(-1)
    if (last && last.a === a) last.to = hour + 1
    else runs.push({ from: hour, to: hour + 1, a })
  }
  return runs
}

function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [first] = [...counts].toSorted(([, a], [, b]) => b - a)
  return first?.[0] ?? 0
}
