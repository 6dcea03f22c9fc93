import { HOUR_MS } from '@stationmaster/units'

/**
 * Whole Wh that a session may have charged by its power over time, where no register tells: an estimate, for a person to take over.
 * Between two samples power changes evenly, before the first and after the last it is theirs, and it is no more than the connector
 * gives. Null where power was never told.
 */
export function estimateWh(
  powers: readonly { at: Date; powerW: number }[],
  { startedAt, endedAt, maxPowerW }: { startedAt: Date; endedAt: Date; maxPowerW: number },
): number | null {
  if (powers.length === 0) return null
  const clamp = (ms: number) => Math.min(Math.max(ms, startedAt.getTime()), endedAt.getTime())
  const told = powers
    .map(({ at, powerW }) => ({ ms: clamp(at.getTime()), powerW: Math.min(Math.max(0, powerW), maxPowerW) }))
    .toSorted((a, b) => a.ms - b.ms)
  const [first, last] = [told[0]!, told.at(-1)!]
  const curve = [{ ...first, ms: startedAt.getTime() }, ...told, { ...last, ms: endedAt.getTime() }]
  const wattMs = curve.slice(1).reduce((sum, one, index) => {
    const before = curve[index]!
    return sum + ((before.powerW + one.powerW) / 2) * (one.ms - before.ms)
  }, 0)
  return Math.round(wattMs / HOUR_MS)
}
