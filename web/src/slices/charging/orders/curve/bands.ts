import type { CurvePoint } from './curve.ts'

/** The bands of the chart: drawn one above the other, on one time axis. */
export type BandName = 'power' | 'soc' | 'cost'

export interface Band {
  name: BandName
  /** px from the top */
  top: number
  bottom: number
  /** the value at its upper end */
  most: number
  /** the limit of the session, or of its connector; null: there is none, or it is out of sight */
  limit: number | null
  values: { at: number; value: number }[]
}

/** px */
const heights: Record<BandName, number> = { power: 88, soc: 44, cost: 44 }
const gap = 18
const first = 20

interface Limits {
  /** W that the connector delivers at most */
  powerW: number | null
  /** percent of the battery */
  soc: number | null
  /** minor units */
  costMinor: number | null
}

const readValue: Record<BandName, (point: CurvePoint) => number | null> = {
  power: ({ powerW }) => powerW,
  soc: ({ soc }) => soc,
  cost: ({ costMinor }) => costMinor,
}

/** The bands that a session has values for, with their positions; a limit far beyond the highest value is left out. */
export function bandsOf(points: readonly CurvePoint[], limits: Limits): { bands: Band[]; height: number } {
  const limitOf: Record<BandName, number | null> = {
    power: limits.powerW,
    soc: limits.soc,
    cost: limits.costMinor,
  }
  let top = first
  const bands: Band[] = []
  for (const name of ['power', 'soc', 'cost'] as const) {
    const values = points.flatMap((point) => {
      const value = readValue[name](point)
      return value === null ? [] : [{ at: point.at, value }]
    })
    const largest = Math.max(0, ...values.map(({ value }) => value))
    if (values.length < 2 || (largest === 0 && name !== 'power')) continue
    const limit = limitOf[name]
    const shown = limit !== null && (name === 'soc' || limit <= largest * 2) ? limit : null
    const most = name === 'soc' ? 100 : Math.max(largest, shown ?? 0) * 1.1 || 1
    bands.push({ name, top, bottom: top + heights[name], most, limit: shown, values })
    top += heights[name] + gap
  }
  return { bands, height: top - gap + 24 }
}

/** Round times between two, as many as fit, at equal intervals of seconds, minutes or hours (ms). */
export function timeTicks(from: number, to: number, most: number): number[] {
  const steps = [10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400]
  const step = (steps.find((seconds) => (to - from) / (seconds * 1000) <= most) ?? 86_400) * 1000
  const ticks: number[] = []
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) ticks.push(at)
  return ticks
}

/** The point with the nearest time. */
export function nearest(points: readonly CurvePoint[], at: number): number {
  let found = 0
  for (const [index, point] of points.entries()) {
    // `found` is the index of an earlier point
    if (Math.abs(point.at - at) < Math.abs(points[found]!.at - at)) found = index
  }
  return found
}
