import { multiplyDivideRounded } from '@stationmaster/units'
import type { TariffElement } from '../elements.ts'
import { energyBorders, type Moment, timeBorders, wallClock } from '../pricing/restrictions.ts'

/** A meter value of a session; a series of them is sorted by time and never decreases. */
export interface Sample {
  at: Date
  /** whole Wh since the start of the charge */
  energyWh: number
  /** valid until the next sample; without it, or when 0, the mean power up to the next sample counts */
  powerW?: number
}

export interface Period {
  startedAt: Date
  endedAt: Date
}

/** A part of a session in which no restriction begins or ends; times are epoch milliseconds. */
export interface Slice {
  fromMs: number
  toMs: number
  fromWh: number
  toWh: number
  moment: Moment
}

/** Used when no element has restrictions, because computing the local time is the most expensive part. */
const anyMoment: Moment = {
  clock: { minuteOfDay: 0, day: '', weekday: 0 },
  sinceStartMs: 0,
  energyWh: 0,
  powerW: 0,
}

interface Point {
  ms: number
  wh: number
  powerW?: number | undefined
}

/**
 * Cuts a session where the elements' restrictions begin or end. Energy between two samples counts as even, that of the first sample
 * since the start. Samples outside the period count at its edge, so the last slice always ends with the last energy.
 */
export function slicesOf(
  series: Sample[],
  period: Period,
  elements: TariffElement[],
  timeZone: string,
): Slice[] {
  const startMs = period.startedAt.getTime()
  const endMs = Math.max(startMs, period.endedAt.getTime())
  if (!elements.some((element) => element.restrictions)) {
    const toWh = series.at(-1)?.energyWh ?? 0
    const any = endMs > startMs || toWh > 0
    return any ? [{ fromMs: startMs, toMs: endMs, fromWh: 0, toWh, moment: anyMoment }] : []
  }
  const times = timeBorders(elements, startMs, endMs, timeZone)
  const energies = energyBorders(elements)
  const clockAt = spanClock([startMs, ...times], timeZone)

  const slices: Slice[] = []
  let before: Point = { ms: startMs, wh: 0 }
  for (const after of pointsOf(series, startMs, endMs)) {
    const powerW = before.powerW || meanPower(before, after)
    let from = before
    for (const to of [...cuts(before, after, times, energies), after]) {
      if (to.ms > from.ms || to.wh > from.wh) {
        const moment = { clock: clockAt(from.ms), sinceStartMs: from.ms - startMs, energyWh: from.wh, powerW }
        slices.push({ fromMs: from.ms, toMs: to.ms, fromWh: from.wh, toWh: to.wh, moment })
      }
      from = to
    }
    before = after
  }
  return slices
}

function pointsOf(series: Sample[], startMs: number, endMs: number): Point[] {
  const points: Point[] = series.map(({ at, energyWh, powerW }) => ({
    ms: Math.min(Math.max(at.getTime(), startMs), endMs),
    wh: energyWh,
    powerW,
  }))
  return [...points, { ms: endMs, wh: points.at(-1)?.wh ?? 0 }]
}

function cuts(before: Point, after: Point, times: number[], energies: number[]): Point[] {
  const spanMs = after.ms - before.ms
  const energyWh = after.wh - before.wh
  const byTime = times
    .filter((ms) => ms > before.ms && ms < after.ms)
    .map((ms) => ({ ms, wh: before.wh + multiplyDivideRounded(energyWh, ms - before.ms, spanMs) }))
  const byEnergy = energies
    .filter((wh) => wh > before.wh && wh < after.wh)
    .map((wh) => ({ ms: before.ms + multiplyDivideRounded(spanMs, wh - before.wh, energyWh), wh }))
  return [...byTime, ...byEnergy].sort((a, b) => a.ms - b.ms || a.wh - b.wh)
}

function meanPower(before: Point, after: Point): number {
  return after.ms > before.ms ? Math.round(((after.wh - before.wh) * 3_600_000) / (after.ms - before.ms)) : 0
}

/** Computes the local time once between two borders, where it cannot change a result; call it with ascending times. */
function spanClock(borders: number[], timeZone: string) {
  let next = 0
  let clock = wallClock(borders[0] ?? 0, timeZone)
  return (ms: number) => {
    const reached = next
    while (next < borders.length && (borders[next] ?? 0) <= ms) next += 1
    if (next > reached) clock = wallClock(borders[next - 1] ?? ms, timeZone)
    return clock
  }
}
