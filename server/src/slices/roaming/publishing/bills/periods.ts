import type { ChargingDimension, ChargingPeriod } from '@stationmaster/ocpi'
import { SECOND_MS } from '@stationmaster/units'
import { type Period, type Sample, type Slice, slicesOf } from '../../../places/tariffs/changes/timeline.ts'
import type { TariffElement } from '../../../places/tariffs/elements.ts'
import type { IdleTerms } from '../../../places/tariffs/idle-terms.ts'
import { stayPartsOf } from '../../../places/tariffs/pricing/nights.ts'
import { activeElement } from '../../../places/tariffs/pricing/pricing.ts'

/** A charge as it is priced. */
export interface Charge {
  series: Sample[]
  period: Period
  elements: TariffElement[]
  /** the location's */
  timeZone: string
}

/** A car that stayed after its charge. */
export interface Stay {
  from: Date
  to: Date
  terms: IdleTerms
}

interface Run {
  fromMs: number
  toMs: number
  fromWh: number
  toWh: number
  leastW: number
  mostW: number
  /** the places of the elements that price it, by dimension */
  prices: string
}

/**
 * The periods of a bill: a new one begins wherever another price holds for energy, time or start. Each has its energy in Wh and its
 * time in whole seconds of the charge, so that a partner reckons from them what we did.
 */
export function chargingPeriods(charge: Charge, tariffId: string): ChargingPeriod[] {
  const { elements, period } = charge
  const slices = slicesOf(charge.series, period, elements, charge.timeZone)
  const startMs = period.startedAt.getTime()
  const wholeSeconds = (ms: number) => Math.floor((ms - startMs) / SECOND_MS)
  const byPower = elements.some(
    ({ restrictions }) => restrictions?.minPowerW !== undefined || restrictions?.maxPowerW !== undefined,
  )
  const periods = runsOf(slices, elements).map((run): ChargingPeriod => {
    const dimensions: ChargingDimension[] = [
      { type: 'ENERGY', amount: run.toWh - run.fromWh },
      { type: 'TIME', amount: wholeSeconds(run.toMs) - wholeSeconds(run.fromMs) },
    ]
    if (byPower)
      dimensions.push({ type: 'MIN_POWER', amount: run.leastW }, { type: 'MAX_POWER', amount: run.mostW })
    return { startDateTime: new Date(run.fromMs), dimensions, tariffId }
  })
  return periods.length > 0
    ? periods
    : [{ startDateTime: period.startedAt, dimensions: [{ type: 'TIME', amount: 0 }], tariffId }]
}

function runsOf(slices: Slice[], elements: TariffElement[]): Run[] {
  const runs: Run[] = []
  for (const slice of slices) {
    const { powerW } = slice.moment
    const prices = (['energy', 'time', 'flat'] as const)
      .map((dimension) => activeElement(dimension, slice, elements))
      .join()
    const last = runs.at(-1)
    if (last?.prices === prices) {
      last.toMs = slice.toMs
      last.toWh = slice.toWh
      last.leastW = Math.min(last.leastW, powerW)
      last.mostW = Math.max(last.mostW, powerW)
    } else {
      const { fromMs, toMs, fromWh, toWh } = slice
      runs.push({ fromMs, toMs, fromWh, toWh, leastW: powerW, mostW: powerW, prices })
    }
  }
  return runs
}

/** The periods of a stay, a new one where the hours for nothing begin or end; every second that has begun counts. */
export function parkingPeriods(
  { from, to, terms }: Stay,
  timeZone: string,
  tariffId: string,
): ChargingPeriod[] {
  let paidMs = 0
  let freeMs = 0
  return stayPartsOf(from, to, terms, timeZone).map(({ fromMs, toMs, isNight }) => {
    const before = isNight ? freeMs : paidMs
    const after = before + toMs - fromMs
    if (isNight) freeMs = after
    else paidMs = after
    const amount = Math.ceil(after / SECOND_MS) - Math.ceil(before / SECOND_MS)
    return { startDateTime: new Date(fromMs), dimensions: [{ type: 'PARKING_TIME', amount }], tariffId }
  })
}
