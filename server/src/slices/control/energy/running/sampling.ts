import { unbalanceOf } from '@stationmaster/energy'
import { MINUTE_MS } from '@stationmaster/units'
import { flowsOf, type SiteLook, shortW } from '../looking/look.ts'
import { type Memory, type MinuteTally, newMinute } from '../looking/memory.ts'
import { othersMaOf } from '../site/supply.ts'
import { amperes, volts } from '../site/tree.ts'
import type { Sample } from './control-store.ts'
import type { DayPart } from './day-store.ts'

/** more than this above its limit a circuit carries too much, mA */
const toleranceMa = 1000
/** a gap between two looks counts as this at most, ms */
const gapMs = 10_000

/** Adds up what was not delivered, and makes the sample of a minute at its first look; null: this minute has one. */
export function sampleOf(
  look: SiteLook,
  memory: Memory,
  before: SiteLook | null,
): { sample: Sample | null; day: DayPart | null; memory: Memory } {
  const now = look.now.getTime()
  const sinceMs = before ? Math.min(gapMs, Math.max(0, now - before.now.getTime())) : 0
  const shortWh = memory.shortWh + (shortW(look) * sinceMs) / 3_600_000
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS
  const measured = addedTo(memory.measured, look, before, sinceMs)
  if (minute <= memory.sampledAt) return { sample: null, day: null, memory: { ...memory, shortWh, measured } }
  const nth = look.supplies.findIndex(({ id }) => id === look.tree.root)
  const root = look.supplies[nth]
  const own = (slots: readonly number[]) => slots.slice(3 * nth, 3 * nth + 3).map(Math.round)
  const { flows, granted } = flowsOf(look)
  const waiting = look.decision.standings.filter(({ bound }) => bound.kind === 'waits').length
  const sample = root && {
    at: new Date(minute),
    limitMa: [...root.limitMa],
    flowMa: own(flows),
    othersMa: own(othersMaOf(look.wiring, look.supplies)),
    grantedMa: own(granted),
    surplusMa: look.look.outlook?.surplusMa ? [...look.look.outlook.surplusMa] : null,
    cars: look.cars.size,
    waiting,
    shortWh: Math.round(shortWh),
  }
  const day = measured.highest && {
    ...measured,
    highest: measured.highest,
    unbalanceMa: unbalanceOf(own(flows)),
  }
  return {
    sample: sample ?? null,
    day,
    memory: { ...memory, shortWh: 0, measured: newMinute, sampledAt: minute },
  }
}

/** Adds a look to what its minute has measured. */
function addedTo(minute: MinuteTally, look: SiteLook, before: SiteLook | null, sinceMs: number): MinuteTally {
  const { isOver, wentAway } = loadsOf(look, before)
  const { flows } = flowsOf(look)
  const shareOf = ({ loadMa, limitMa }: { loadMa: number; limitMa: number }) => loadMa / Math.max(1, limitMa)
  const highest = look.supplies
    .flatMap(({ id, limitMa }, nth) =>
      limitMa.map((mA, phase) => ({
        loadMa: Math.round(flows[3 * nth + phase] ?? 0),
        limitMa: mA,
        circuit: id,
        phase: phase + 1,
      })),
    )
    .reduce((most, one) => (shareOf(one) > shareOf(most) ? one : most))
  return {
    overloadMs: minute.overloadMs + (isOver ? sinceMs : 0),
    safeMs: Math.max(minute.safeMs, ...wentAway.map((seconds) => Math.round(seconds * 1000))),
    highest: minute.highest && shareOf(minute.highest) >= shareOf(highest) ? minute.highest : highest,
  }
}

/** The most loaded phase of all circuits, as measured, of what it may carry. */
export function loadOf(look: SiteLook): number {
  const { flows } = flowsOf(look)
  const limits = look.supplies.flatMap(({ limitMa }) => limitMa)
  return Math.max(0, ...flows.map((mA, slot) => mA / Math.max(1, limits[slot] ?? 0)))
}

/** What the counters of a site go by. */
export function loadsOf(look: SiteLook, before: SiteLook | null) {
  const { flows } = flowsOf(look)
  const limits = look.supplies.flatMap(({ limitMa }) => limitMa)
  const grantedW = look.decision.standings.reduce(
    (sum, { outlet, currentMa }) => sum + amperes(currentMa) * volts * (look.cars.get(outlet)?.phases ?? 0),
    0,
  )
  const now = look.now.getTime()
  const wentAway = [...look.cars.keys()].flatMap((outlet) => {
    if (look.look.reachable.has(outlet) || !before?.look.reachable.has(outlet)) return []
    const until = look.memory.control.outlets.get(outlet)?.set?.until ?? now
    return [Math.max(0, until - now) / 1000]
  })
  const isOver = flows.some((mA, slot) => mA > (limits[slot] ?? 0) + toleranceMa)
  return { grantedW, shortW: shortW(look), isOver, wentAway }
}
