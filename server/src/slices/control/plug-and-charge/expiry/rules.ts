import { DAY_MS } from '@stationmaster/units'

/** So many days before a certificate ends somebody is mailed. */
const warnedDays = [1, 7, 30] as const

/** How many of these days a certificate has left at most; null: more, or it has ended. */
export function dueDays(notAfter: Date, now: Date): number | null {
  const leftMs = notAfter.getTime() - now.getTime()
  if (leftMs <= 0) return null
  return warnedDays.find((days) => leftMs <= days * DAY_MS) ?? null
}
