import { HOUR_MS } from '@stationmaster/units'

/**
 * Whole Wh that a session may have charged by its power over time, where there is no register: an estimate, for a person to accept.
 * Power changes evenly between two samples, is constant before the first and after the last, and is at most what the connector
 * delivers. Null where power was never reported.
 */
export function estimateWh(
  powers: readonly { at: Date; powerW: number }[],
  { startedAt, endedAt, maxPowerW }: { startedAt: Date; endedAt: Date; maxPowerW: number },
): number | null {
  const clamp = (ms: number) => Math.min(Math.max(ms, startedAt.getTime()), endedAt.getTime())
  const samples = powers
    .map(({ at, powerW }) => ({ ms: clamp(at.getTime()), powerW: Math.min(Math.max(0, powerW), maxPowerW) }))
    .toSorted((a, b) => a.ms - b.ms)
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last) return null
  const curve = [{ ...first, ms: startedAt.getTime() }, ...samples, { ...last, ms: endedAt.getTime() }]
  const wattMs = curve.slice(1).reduce((sum, one, index) => {
    const before = curve[index]! // the slice begins one later
    return sum + ((before.powerW + one.powerW) / 2) * (one.ms - before.ms)
  }, 0)
  return Math.round(wattMs / HOUR_MS)
}
