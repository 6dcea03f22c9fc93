import { multiplyDivideRounded } from '@stationmaster/units'
import { type Period, type Sample, type Slice, slicesOf } from '../changes/timeline.ts'
import {
  componentOf,
  type Dimension,
  type PriceComponent,
  type TariffElement,
  type TariffVersion,
} from '../elements.ts'
import { matches } from './restrictions.ts'

export type { Period, Sample } from '../changes/timeline.ts'

/** A line of the invoice: what was used at one price. */
export interface Segment {
  dimension: Exclude<Dimension, 'idle'>
  from: Date
  to: Date
  /** measured: Wh (energy), seconds (time) or 1 (flat) */
  quantity: number
  /** the measured quantity, on the last priced line of a dimension more where its step size rounds up */
  billedQuantity: number
  /** thousandths of a kopeck per kWh, per minute or per session; 0 where no element has a price */
  unitPriceMicro: number
  /** billedQuantity x unitPriceMicro in thousandths of a kopeck, rounded half up to show; totals sum the exact products */
  amountMicro: number
}

/** What a charge costs, in kopecks; the components are before the discount. */
export interface Price {
  segments: Segment[]
  energyMinor: number
  timeMinor: number
  startFeeMinor: number
  totalMinor: number
}

interface Run {
  element: number
  component: PriceComponent | undefined
  fromMs: number
  toMs: number
  quantity: number
}

/** How many of a dimension's quantities one unit of its price is for: Wh in a kWh, seconds in a minute. */
const perUnit = { energy: 1000, time: 60, flat: 1 } as const

/**
 * The price of a charge: round((energy + time + start fee) x (100 - discount) / 100), each component rounded half up once,
 * then held between the version's lowest and highest price (kopecks). Energy quantities sum to the last sample's energyWh,
 * time quantities to the whole seconds of the period. A charge without energy pays its time, but neither a start fee nor
 * the lowest price. A start fee is due once, from the first moment at which an element with one matches. `timeZone` is the
 * location's; idle prices are left to the parking fee.
 */
export function priceOf(series: Sample[], period: Period, version: TariffVersion, timeZone: string): Price {
  const slices = slicesOf(series, period, version.elements, timeZone)
  const startMs = period.startedAt.getTime()
  const wholeSeconds = (ms: number) => Math.floor((ms - startMs) / 1000)
  const flowed = (series.at(-1)?.energyWh ?? 0) > 0

  const energy = segmentsOf('energy', slices, version.elements, (slice) => slice.toWh - slice.fromWh)
  const time = segmentsOf(
    'time',
    slices,
    version.elements,
    (slice) => wholeSeconds(slice.toMs) - wholeSeconds(slice.fromMs),
  )
  const flat = flowed ? startFee(slices, version.elements) : []

  const energyMinor = roundedMinor(energy, perUnit.energy)
  const timeMinor = roundedMinor(time, perUnit.time)
  const startFeeMinor = roundedMinor(flat, perUnit.flat)
  const sum = energyMinor + timeMinor + startFeeMinor
  const discounted = multiplyDivideRounded(sum, 100 - version.discountPercent, 100)
  const lowest = flowed ? (version.minPriceMinor ?? 0) : 0
  const totalMinor = Math.min(Math.max(discounted, lowest), version.maxPriceMinor ?? Number.POSITIVE_INFINITY)
  return { segments: [...energy, ...time, ...flat], energyMinor, timeMinor, startFeeMinor, totalMinor }
}

/** Whether a charge costs as much as its limit in kopecks. */
export function amountReached(limitMinor: number, price: Pick<Price, 'totalMinor'>): boolean {
  return price.totalMinor >= limitMinor
}

function segmentsOf(
  dimension: 'energy' | 'time',
  slices: Slice[],
  elements: TariffElement[],
  quantityOf: (slice: Slice) => number,
): Segment[] {
  const runs: Run[] = []
  for (const slice of slices) {
    const element = activeElement(dimension, slice, elements)
    const quantity = quantityOf(slice)
    const last = runs.at(-1)
    if (last && last.element === element) {
      last.toMs = slice.toMs
      last.quantity += quantity
    } else {
      const component = elements[element] && componentOf(elements[element], dimension)
      runs.push({ element, component, fromMs: slice.fromMs, toMs: slice.toMs, quantity })
    }
  }
  const used = runs.filter((run) => run.quantity > 0)
  const lastPriced = used.findLast((run) => run.component)
  const rounding = stepRounding(used)
  return used.map((run) =>
    segment(dimension, run, run.quantity + (run === lastPriced ? rounding : 0), perUnit[dimension]),
  )
}

/** The step size of the last price rounds up the dimension's whole quantity that has a price (OCPI 2.2.1, 11.4.2). */
function stepRounding(runs: Run[]): number {
  const priced = runs.filter((run) => run.component)
  const step = priced.at(-1)?.component?.stepSize ?? 1
  const quantity = priced.reduce((sum, run) => sum + run.quantity, 0)
  return Math.ceil(quantity / step) * step - quantity
}

function startFee(slices: Slice[], elements: TariffElement[]): Segment[] {
  for (const slice of slices) {
    const element = activeElement('flat', slice, elements)
    const component = elements[element] && componentOf(elements[element], 'flat')
    if (!component) continue
    const once = { element, component, fromMs: slice.fromMs, toMs: slice.fromMs, quantity: 1 }
    return [segment('flat', once, 1, perUnit.flat)]
  }
  return []
}

/** The place of the first element that has a price of this dimension and whose restrictions a slice meets; -1: there is none. */
export function activeElement(dimension: Dimension, slice: Slice, elements: TariffElement[]): number {
  return elements.findIndex(
    (element) => componentOf(element, dimension) && matches(element.restrictions, slice.moment),
  )
}

function segment(dimension: Segment['dimension'], run: Run, billedQuantity: number, unit: number): Segment {
  const unitPriceMicro = run.component?.priceMicro ?? 0
  return {
    dimension,
    from: new Date(run.fromMs),
    to: new Date(run.toMs),
    quantity: run.quantity,
    billedQuantity,
    unitPriceMicro,
    amountMicro: multiplyDivideRounded(billedQuantity, unitPriceMicro, unit),
  }
}

function roundedMinor(segments: Segment[], unit: number): number {
  let exact = 0n
  for (const { billedQuantity, unitPriceMicro } of segments)
    exact += BigInt(billedQuantity) * BigInt(unitPriceMicro)
  const divisor = BigInt(unit) * 1000n
  return Number((exact * 2n + divisor) / (divisor * 2n))
}
