import { wholeWh } from '../measuring/meter.ts'

/** Registers of one session may differ by this much because one is reported with more digits than the other. */
export const resolutionWh = 10

interface Reading {
  context: string
  registerWh: number | null
}

/** Steps of meters that report one of two registers only in kWh, or in tenths of a kWh. */
const coarseWh = [1000, 100]

/**
 * Whole Wh between the readings that a station marks as begin and end of a session (transactionData in 1.6), where they contradict the
 * registers that it reported for begin and end, or each other; null where they agree or there are none. Readings of another counter
 * agree where they show the same energy.
 */
export function contradictingWh(
  readings: readonly Reading[],
  reported: { beginWh: number | null; endWh: number | null },
): number | null {
  const begins = marked(readings, 'Transaction.Begin')
  const ends = marked(readings, 'Transaction.End')
  const beginWh = reported.beginWh ?? begins[0]
  const endWh = reported.endWh ?? ends.at(-1)
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
  const registers = readings.flatMap((one) => (one.context === context ? (one.registerWh ?? []) : []))
  return [...new Set(registers)]
}

/** Whether two registers can be the same reading, one of them in coarser steps. */
const isSame = (a: number, b: number): boolean =>
  Math.abs(a - b) <= resolutionWh || coarseWh.some((step) => isCoarse(a, b, step) || isCoarse(b, a, step))

/** A zero is not a coarse reading: a session that counts from it would cost nothing. */
const isCoarse = (coarse: number, fine: number, step: number): boolean =>
  coarse > 0 && [Math.floor(fine / step) * step, Math.round(fine / step) * step].includes(coarse)
