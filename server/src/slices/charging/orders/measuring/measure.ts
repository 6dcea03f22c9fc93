import type { Sample } from '../../../places/tariffs/pricing/pricing.ts'
import { contradictingWh, resolutionWh } from '../chronology/marks.ts'
import { plausibleWh, thousandths, wholeWh } from './meter.ts'

/** A meter reading of a session; registers and intervals in Wh, to the thousandth. */
export interface Metered {
  at: Date
  context: string
  /** the sequence number of its message, where the version has one: it gives the order where a clock is wrong */
  sequence: number | null
  registerWh: number | null
  /** energy since the previous sample */
  intervalWh: number | null
  powerW: number | null
  soc: number | null
}

/** What a station reported about the begin and the end of a session, besides its samples. */
export interface Edges {
  beginWh: number | null
  endWh: number | null
  startedAt: Date
  endedAt: Date
  /** how long the session can have lasted, by the clock that shows more */
  elapsedMs: number
  maxPowerW: number
  /** its station has reported that energy flows */
  flowed: boolean
}

export type MeterDoubt = 'implausible_energy' | 'energy_unknown'

export interface Measured {
  beginWh: number | null
  endWh: number | null
  /** where counting began, above the begin, when the begin cannot be a value of the meter */
  offsetWh: number | null
  /** whole Wh: registers are subtracted first and rounded once */
  energyWh: number
  /** energy since the start, in order of time and never falling */
  points: Sample[]
  /** whole Wh between the readings that are marked as begin and end, where they contradict the reported registers */
  markedWh: number | null
  doubt: MeterDoubt | null
}

interface Reading {
  at: Date
  wh: number
  powerW: number | null
}

/**
 * The energy of a session, from everything that its station reported, in any order of arrival. The registers at begin and end decide
 * if they agree with the readings between them; single outliers do not matter then. If they do not agree, or one is missing, the
 * energy is the sum of the rises that the connector can have delivered. `doubt` asks for a review: the registers contradict each
 * other, there is only one, or there is none although energy flowed.
 */
export function measure(readings: readonly Metered[], edges: Edges): Measured {
  const counted = count(readings, edges)
  const markedWh = contradictingWh(readings, edges)
  return { ...counted, markedWh, doubt: counted.doubt ?? (markedWh === null ? null : 'implausible_energy') }
}

function count(readings: readonly Metered[], edges: Edges): Omit<Measured, 'markedWh'> {
  const chain = chainOf(readings, edges)
  const { between } = chain
  const all = [...(chain.begin ? [chain.begin] : []), ...between, ...(chain.end ? [chain.end] : [])]
  const registers = { beginWh: all[0]?.wh ?? null, endWh: chain.end?.wh ?? null, offsetWh: null }
  const intervals = intervalPoints(readings, edges)
  const intervalWh = wholeWh(intervals.at(-1)?.wh ?? 0)

  const mixed = mixesUnits(all, edges.maxPowerW)
  const agreed = mixed ? undefined : agreeing(chain, edges)
  if (agreed && !(agreed.energyWh === 0 && intervalWh > 0)) return { ...registers, ...agreed, doubt: null }
  const counted = { ...registers, energyWh: intervalWh, points: pointsOf(intervals, intervalWh) }
  // without a register, the sum of the intervals is a register that began at 0
  if (all.length === 0 && intervalWh > 0) return { ...counted, beginWh: 0, endWh: intervalWh, doubt: null }
  if (all.length === 1 && intervalWh > 0) return { ...counted, doubt: null }
  if (all.length === 0) return { ...counted, doubt: edges.flowed ? 'energy_unknown' : null }
  // equal registers at begin and end, while the readings rise, are not values of the meter
  const still = chain.begin && chain.begin.wh === chain.end?.wh
  const readable = still && between.length > 1 ? between : all
  // a first zero that was not reported as the begin may be no measurement: all that the meter shows later would count as charged
  const firstMore = chain.begin ? 0 : readable.findIndex((one) => one.wh > 0)
  const counting = firstMore > 0 ? readable.slice(firstMore) : readable
  const parts = partsOf(withoutGlitches(counting, edges.maxPowerW), edges.maxPowerW)
  const { energyWh, rises } = sumOf(parts)
  if (energyWh === 0 && intervalWh > 0) return { ...counted, doubt: 'implausible_energy' }
  const hasBoth = chain.begin !== undefined && chain.end !== undefined
  const tooMuch = energyWh > plausibleWh(edges.maxPowerW, edges.elapsedMs)
  const doubtful = hasBoth || parts.length > 1 || tooMuch || mixed || counting.length < readable.length
  const doubt = doubtful ? 'implausible_energy' : all.length === 1 ? 'energy_unknown' : null
  const [firstPart, secondPart] = parts
  // a begin that stands alone is not the meter's: counting began with the next part
  const countedFromWh =
    firstPart?.length === 1 && (secondPart?.length ?? 0) > 1 ? secondPart?.[0]?.wh : undefined
  return {
    ...registers,
    offsetWh:
      chain.begin && countedFromWh !== undefined ? thousandths(countedFromWh - chain.begin.wh) / 1000 : null,
    energyWh,
    points: pointsOf(rises, energyWh),
    doubt,
  }
}

/** Where a station reports kWh as Wh, a reading in real Wh is a thousand times higher than the readings around it. */
function mixesUnits(all: readonly Reading[], maxPowerW: number): boolean {
  // `all` has this reading, so it has a first one
  const chain = all.filter((one) => one.wh >= all[0]!.wh)
  return chain.some(({ wh }, i) => {
    const [before, after] = [chain[i - 1], chain[i + 1]]
    if (!before || !after || before.wh <= 0 || wh < 100 * after.wh) return false
    const kwh = wh / 1000
    // whole kWh, where the station reports no fractions
    const between = kwh >= before.wh - 1 && kwh <= after.wh + 1
    return between && follows(inWh(before), inWh(after), maxPowerW)
  })
}

/** A reading in kWh, converted. */
const inWh = (one: Reading): Reading => ({ ...one, wh: one.wh * 1000 })

interface Chain {
  begin: Reading | undefined
  between: Reading[]
  end: Reading | undefined
}

/** The registers in order: by their messages' numbers where they have them, else by time. */
function chainOf(readings: readonly Metered[], edges: Edges): Chain {
  const registers = [...highest(readings).values()].toSorted(inOrder)
  const begin = registers.find((one) => one.context === 'Transaction.Begin')
  const end = registers.findLast((one) => one.context === 'Transaction.End')
  const reading = ({ at, registerWh, powerW }: (typeof registers)[number]): Reading => ({
    at,
    wh: registerWh,
    powerW,
  })
  const edge = (wh: number | null, at: Date, marked: (typeof registers)[number] | undefined) => {
    if (wh !== null) return { at, wh, powerW: null }
    return marked && reading(marked)
  }
  return {
    begin: edge(edges.beginWh, edges.startedAt, begin),
    between: registers.filter((one) => one !== begin && one !== end).map(reading),
    end: edge(edges.endWh, edges.endedAt, end),
  }
}

/** Each sample once, however often it was sent. */
function highest(readings: readonly Metered[]): Map<string, Metered & { registerWh: number }> {
  const once = new Map<string, Metered & { registerWh: number }>()
  for (const one of readings) {
    const { registerWh } = one
    const known = once.get(keyOf(one))
    if (registerWh !== null && !(known && known.registerWh >= registerWh))
      once.set(keyOf(one), { ...one, registerWh })
  }
  return once
}

function inOrder(a: Metered & { registerWh: number }, b: Metered & { registerWh: number }): number {
  const numbered = a.sequence !== null && b.sequence !== null ? a.sequence - b.sequence : 0
  return numbered || a.at.getTime() - b.at.getTime() || a.registerWh - b.registerWh
}

/** The energy between the reported begin and end, where both can be right; undefined where they cannot. */
function agreeing({ begin, between, end }: Chain, edges: Edges) {
  if (!begin || !end) return undefined
  const riseWh = end.wh - begin.wh
  if (riseWh > plausibleWh(edges.maxPowerW, edges.elapsedMs)) return undefined
  const later = between.filter((one) => one.wh >= begin.wh)
  const kept = (middle: Reading[]) => withoutGlitches([begin, ...middle, end], edges.maxPowerW)
  const inside = kept(later.filter((one) => one.wh <= end.wh))
  if (partsOf(inside, edges.maxPowerW).length > 1) return undefined
  // a register that was reset within the session has risen by more than its begin and end show
  const risen = sumOf(partsOf(kept(later), edges.maxPowerW)).energyWh
  if (risen > riseWh + resolutionWh) return undefined
  const energyWh = wholeWh(riseWh)
  const points = pointsOf(
    inside.map((one) => ({ ...one, wh: one.wh - begin.wh })),
    energyWh,
  )
  return { energyWh, points }
}

/** Leaves out outliers: registers that fall and come back, and single ones that are higher than could be delivered. */
function withoutGlitches(chain: readonly Reading[], maxPowerW: number): Reading[] {
  const kept: Reading[] = []
  const highestAfter = chain.map(() => Number.NEGATIVE_INFINITY)
  for (let i = chain.length - 2; i >= 0; i -= 1) {
    // the loop begins one before the end, and both lists are of one length
    highestAfter[i] = Math.max(highestAfter[i + 1]!, chain[i + 1]!.wh)
  }
  for (const [i, one] of chain.entries()) {
    const before = kept.at(-1)
    const after = chain[i + 1]
    // `highestAfter` has a value for each reading of the chain
    const fell = before !== undefined && one.wh < before.wh && highestAfter[i]! >= before.wh
    const leapt = before && after && one.wh > before.wh && !follows(before, one, maxPowerW)
    if (!fell && !(leapt && follows(before, after, maxPowerW))) kept.push(one)
  }
  return kept
}

/** Whether a connector can have raised its register from one reading to another. */
const follows = (before: Reading, one: Reading, maxPowerW: number): boolean =>
  one.wh >= before.wh && one.wh - before.wh <= plausibleWh(maxPowerW, one.at.getTime() - before.at.getTime())

/** Cuts a chain where the register falls, or rises by more than the connector can deliver. */
function partsOf(chain: readonly Reading[], maxPowerW: number): Reading[][] {
  const parts: Reading[][] = []
  for (const one of chain) {
    const last = parts.at(-1)
    // a part begins with a reading, so it has a last one
    if (last && follows(last.at(-1)!, one, maxPowerW)) last.push(one)
    else parts.push([one])
  }
  return parts
}

/** The sum of the rises of all parts, and its value at each reading. */
function sumOf(parts: readonly Reading[][]): { energyWh: number; rises: Reading[] } {
  let sum = 0
  const rises = parts.flatMap((part) => {
    const base = sum
    const first = part[0]!.wh // a part has at least one reading
    sum += thousandths(part.at(-1)!.wh - first) / 1000
    return part.map((one) => ({ ...one, wh: base + one.wh - first }))
  })
  return { energyWh: wholeWh(sum), rises }
}

/** The energy of a station that reports what flowed since its previous sample; clock-aligned values count where there are no others. */
function intervalPoints(readings: readonly Metered[], { startedAt }: Edges): Reading[] {
  const intervals = readings.filter((one) => one.intervalWh !== null && one.intervalWh > 0)
  const sampled = intervals.filter((one) => one.context !== 'Sample.Clock')
  const once = new Map((sampled.length > 0 ? sampled : intervals).map((one) => [keyOf(one), one]))
  let sum = 0
  return [...once.values()]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .flatMap(({ at, intervalWh, powerW }, index) => {
      const before = index === 0 ? [{ at: startedAt, wh: 0, powerW }] : []
      // `intervals` holds only readings with an interval
      sum = thousandths(sum + intervalWh!) / 1000
      return [...before, { at, wh: sum, powerW }]
    })
}

/** The key of a sample: the same however often it is sent. */
export const keyOf = ({ at, context, sequence }: Pick<Metered, 'at' | 'context' | 'sequence'>): string =>
  `${at.getTime()} ${context} ${sequence ?? ''}`

function pointsOf(rises: readonly Reading[], energyWh: number): Sample[] {
  const points = rises.map(({ at, wh, powerW }) => ({
    at,
    energyWh: wholeWh(wh),
    ...(powerW === null ? {} : { powerW }),
  }))
  return monotone(points, energyWh)
}

/** Points that never fall, in order of time. */
export function monotone(points: readonly Sample[], mostWh: number): Sample[] {
  const kept: Sample[] = []
  let least = 0
  for (const point of points.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    if (point.energyWh < least || point.energyWh > mostWh) continue
    least = point.energyWh
    kept.push(point)
  }
  return kept
}
