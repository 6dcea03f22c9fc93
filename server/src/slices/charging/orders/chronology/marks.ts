import { wholeWh } from '../measuring/meter.ts'

/** Registers of one session may differ by so much because one is told finer than the other. */
export const resolutionWh = 10

interface Reading {
  context: string
  registerWh: number | null
}

/** Steps of meters that tell one of two registers only in kWh, or in tenths of one. */
const coarseWh = [1000, 100]

/**
 * Whole Wh between the readings that a station marks as the begin and the end of a session (transactionData in 1.6), where they
 * contradict the registers that it told as its edges, or each other; null where they agree or there are none. Readings of another
 * counter agree where they tell the same energy.
 */
export function contradictingWh(
  readings: readonly Reading[],
  told: { beginWh: number | null; endWh: number | null },
): number | null {
  const begins = marked(readings, 'Transaction.Begin')
  const ends = marked(readings, 'Transaction.End')
  const beginWh = told.beginWh ?? begins[0]
  const endWh = told.endWh ?? ends.at(-1)
  if (begins.length + ends.length === 0 || beginWh === undefined || endWh === undefined) return null
  const pairs = (begins.length > 0 ? begins : [beginWh]).flatMap((begin) =>
    (ends.length > 0 ? ends : [endWh]).map((end) => ({ begin, end })),
  )
  const apartWh = ({ begin, end }: { begin: number; end: number }) =>
    Math.abs(end - begin - (endWh - beginWh))
  const contradicting = pairs.filter(
    (pair) => apartWh(pair) > resolutionWh && !(isSame(pair.begin, beginWh) && isSame(pair.end, endWh)),
  )
  const furthest = contradicting.toSorted((a, b) => apartWh(b) - apartWh(a))[0]
  return furthest ? wholeWh(furthest.end - furthest.begin) : null
}

function marked(readings: readonly Reading[], context: string): number[] {
  const told = readings.flatMap((one) => (one.context === context ? (one.registerWh ?? []) : []))
  return [...new Set(told)]
}

/** Whether two registers can be one reading, which one of them tells in coarser steps. */
const isSame = (a: number, b: number): boolean =>
  Math.abs(a - b) <= resolutionWh || coarseWh.some((step) => isCoarse(a, b, step) || isCoarse(b, a, step))

/** A zero is no coarse reading: whoever begins to count at it would have nothing to pay. */
const isCoarse = (coarse: number, fine: number, step: number): boolean =>
  coarse > 0 && [Math.floor(fine / step) * step, Math.round(fine / step) * step].includes(coarse)
