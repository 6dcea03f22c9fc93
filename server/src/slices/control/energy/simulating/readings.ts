import type { EnergySiteRead } from '@stationmaster/contract'
import type { Sample } from '../running/control-store.ts'
import { type MeterReading, weekTime } from '../site/supply.ts'
import { milliamperes, othersMost } from '../site/tree.ts'
import { stepMs } from './stays.ts'

export type Body = Omit<EnergySiteRead, 'version' | 'enabled'>

/** What the meters of a site said at an instant. */
export type Readings = (body: Body, now: number) => MeterReading[]

/**
 * What meters said, by the samples of the grid connection: these hold the sum of what else flowed, which is that of the one meter and of
 * what the week says. Where several are read, or nothing was sampled, the most that may flow counts.
 */
export function readingsOf(samples: readonly Sample[], timeZone: string): Readings {
  const steps = new Map<number, Sample[]>()
  for (const sample of samples) {
    const step = Math.floor(sample.at.getTime() / stepMs) * stepMs
    steps.set(step, [...(steps.get(step) ?? []), sample])
  }
  return ({ circuits }, now) => {
    const root = circuits.find(({ parent }) => parent === null)
    const own = steps.get(now)
    if (!root || !own) return []
    const receivedAt = new Date(now)
    const surplusMa = own.findLast((sample) => sample.surplusMa !== null)?.surplusMa ?? null
    const meters = circuits.filter(({ other }) => other.kind === 'meter')
    const [meter] = meters
    const { hour } = weekTime(receivedAt, timeZone)
    const byWeek = circuits.reduce(
      (sum, { other }) => sum + (other.kind === 'week' ? milliamperes(other.hours_a[hour] ?? 0) : 0),
      0,
    )
    const most = [0, 1, 2].map((phase) => Math.max(...own.map(({ othersMa }) => othersMa[phase] ?? 0)))
    const othersMa = most.map((mA) => Math.max(0, mA - byWeek))
    const ofMeter =
      meter && meters.length === 1 ? [{ circuit: meter.id, othersMa, surplusMa, receivedAt }] : []
    if (ofMeter.some(({ circuit }) => circuit === root.id)) return ofMeter
    return [...ofMeter, { circuit: root.id, othersMa: [...othersMost(root)], surplusMa, receivedAt }]
  }
}
