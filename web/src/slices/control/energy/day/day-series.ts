import type { EnergySample } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'

/** A phase of the grid connection, or the one that is fullest at each moment. */
export type ShownPhase = 'most' | '1' | '2' | '3'

/** One minute of a grid connection, A. */
export interface DayPoint {
  /** ms */
  at: number
  limit: number
  flow: number
  others: number
  /** what cars may draw, beside the others */
  granted: number
  cars: number
  waiting: number
}

/** without a sample for longer than this nothing is drawn */
const gapMs = 3 * MINUTE_MS

/** The samples of a day on a phase, as runs without a gap. */
export function runsOf(samples: readonly EnergySample[], shown: ShownPhase): DayPoint[][] {
  const runs: DayPoint[][] = []
  for (const sample of samples) {
    const point = pointOf(sample, shown)
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run && before && point.at - before.at <= gapMs) run.push(point)
    else runs.push([point])
  }
  return runs
}

function pointOf(sample: EnergySample, shown: ShownPhase): DayPoint {
  const { at, limit_a, flow_a, others_a, granted_a, cars, waiting } = sample
  const phase = shown === 'most' ? fullest(sample) : Number(shown) - 1
  return {
    at: Date.parse(at),
    limit: limit_a[phase] ?? 0,
    flow: flow_a[phase] ?? 0,
    others: others_a[phase] ?? 0,
    granted: granted_a[phase] ?? 0,
    cars,
    waiting,
  }
}

/** The phase, from 0 on, whose flow is nearest to its limit. */
function fullest({ limit_a, flow_a }: EnergySample): number {
  const room = [0, 1, 2].map((phase) => (limit_a[phase] ?? 0) - (flow_a[phase] ?? 0))
  return room.indexOf(Math.min(...room))
}

/** Wh that cars could have taken more on a day. */
export const shortOf = (samples: readonly EnergySample[]): number =>
  samples.reduce((sum, { short_wh }) => sum + short_wh, 0)
