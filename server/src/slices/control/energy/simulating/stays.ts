import type { Outlet, Visit } from '@stationmaster/energy'
import { MINUTE_MS } from '@stationmaster/units'
import { wantedWhOf } from '../needs/rules.ts'
import { outletId, volts } from '../site/tree.ts'
import type { StayRow } from './stay-store.ts'

/** a play's step: cars come and leave at its bounds */
export const stepMs = 5 * MINUTE_MS
/** less than this at the end of a session says that its car was full */
const drawsW = 500
/** what a car takes at least on each phase, whatever it was given in that week, mA: what cars of one phase or three commonly take */
const usualMa = 16_000
/** a measured current may be so much above the rated one */
const ratedShare = 1.03
const sizesMa = [16_000, 20_000, 25_000, 32_000, 40_000, 50_000, 63_000, 80_000]

/** A session as it is played. */
export interface Stay {
  visit: Visit
  wishedWh: number
  /** its driver has said what it needs */
  isStated: boolean
  /** it was charging when it left: it may have wished for more */
  isCutOff: boolean
}

/**
 * The sessions of a week as visits. A session has wished for what its driver said it needs, and for at least what it took. It comes at
 * the beginning of a step and leaves at the end of one, so that steps take nothing from it. One that was charging when it left goes on
 * taking what it gets, where that is alternating current: a battery at a fast charger takes less the fuller it is, and nobody knows when.
 */
export function staysOf(
  rows: readonly StayRow[],
  outlets: ReadonlyMap<string, Outlet>,
  groups: ReadonlyMap<string, number>,
): { stays: Stay[]; leftOut: number } {
  const wishing = rows.filter((row) => wishedOf(row) > 0)
  const placed = wishing.filter((row) => outlets.has(outletId(row.stationId, row.evse)))
  const next = new Map<string, number>()
  const stays = placed.toReversed().flatMap((row): Stay[] => {
    const outlet = outlets.get(outletId(row.stationId, row.evse))! // it is placed
    const pluggedAt = Math.floor(row.arrivedAt.getTime() / stepMs) * stepMs
    const leaves = Math.ceil(row.leftAt.getTime() / stepMs) * stepMs
    // one session at a time is at an outlet
    const leavesAt = Math.min(leaves, next.get(outlet.id) ?? Number.POSITIVE_INFINITY)
    if (leavesAt <= pluggedAt) return []
    next.set(outlet.id, pluggedAt)
    return [stayOf(row, outlet, { pluggedAt, leavesAt, group: row.priority ?? groups.get(outlet.id) ?? 0 })]
  })
  return { stays: stays.reverse(), leftOut: wishing.length - placed.length }
}

function stayOf(
  row: StayRow,
  outlet: Outlet,
  { pluggedAt, leavesAt, group }: { pluggedAt: number; leavesAt: number; group: number },
): Stay {
  const wishedWh = wishedOf(row)
  const isCutOff = row.need === null && row.current === 'AC' && (row.lastW ?? 0) >= drawsW
  const phases = phasesOf(row, outlet)
  const car = {
    outlet: outlet.id,
    phases,
    mostMa: Math.min(outlet.mostMa, mostOf(row, phases) ?? outlet.mostMa),
    pluggedAt,
    group,
    energyLeftWh: isCutOff ? null : wishedWh,
    neededWh: wishedWh,
    departsAt: row.need?.departsAt ?? null,
  }
  return { visit: { car, leavesAt }, wishedWh, isStated: row.need !== null, isCutOff }
}

/** What a session wished for, at least. */
function wishedOf({ need, energyWh, soc }: StayRow): number {
  return Math.max(energyWh, (need && wantedWhOf(need, { energyWh, soc })) ?? 0)
}

/** On how many phases a car draws, by its power and current; all of its outlet's, where that is not known. */
function phasesOf({ current, peakW, peakA }: StayRow, { phases }: Outlet): number {
  const found = current === 'AC' && peakW && peakA ? Math.round(peakW / (peakA * volts)) : phases.length
  return Math.min(phases.length, Math.max(1, found))
}

/** The most that a car takes on each phase, by what it was seen to take; null: unknown. */
function mostOf({ current, peakW }: StayRow, phases: number): number | null {
  if (peakW === null) return null
  const seenMa = ((peakW / volts) * 1000) / phases
  if (current === 'DC') return Math.ceil(seenMa)
  return Math.max(usualMa, sizesMa.find((size) => seenMa <= size * ratedShare) ?? Math.ceil(seenMa))
}
