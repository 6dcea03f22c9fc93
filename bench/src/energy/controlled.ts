import {
  answered,
  type ControlState,
  control,
  newControl,
  type Rules,
  type Setting,
  type Wiring,
} from '@stationmaster/energy'
import { dayMs, type Stay, watts } from './day.ts'

export interface DayResult {
  deliveredWh: number
  /** sessions that left with 99 % of what they wanted at least */
  full: number
  /** the most that a slot had of what its fuse holds */
  highest: number
  overloadSeconds: number
  messages: number
}

const lookMs = 10_000

/** Lets a day pass under the control, at stations that obey and answer before the next look. */
export function controlledDay(wiring: Wiring, stays: readonly Stay[], rules: Rules): DayResult {
  const supplyMa = wiring.bySlot(({ fuseMa }) => fuseMa)
  const left = new Map(stays.map((stay) => [stay, stay.wantedWh]))
  const held = new Map<string, Setting>()
  const result: DayResult = { deliveredWh: 0, full: 0, highest: 0, overloadSeconds: 0, messages: 0 }
  let state: ControlState = newControl
  for (let now = 0; now < dayMs; now += lookMs) {
    const here = stays.filter(({ car }) => car.pluggedAt <= now && now < car.departsAt)
    for (const outlet of held.keys()) if (!here.some(({ car }) => car.outlet === outlet)) held.delete(outlet)
    const takes = (stay: Stay) => {
      const setting = held.get(stay.car.outlet)
      if (!setting || setting.until <= now || (left.get(stay) ?? 0) <= 0) return 0
      return Math.min(setting.currentMa, stay.car.mostMa)
    }
    const decision = control(
      wiring,
      state,
      {
        now,
        supplyMa,
        cars: here.map((stay) => Object.assign({}, stay.car, { energyLeftWh: left.get(stay) })),
        measuredMa: new Map(here.map((stay) => [stay.car.outlet, takes(stay)])),
        reachable: new Set(wiring.site.outlets.map(({ id }) => id)),
      },
      rules,
    )
    state = decision.state
    for (const setting of decision.settings) {
      held.set(setting.outlet, setting)
      const { outlet, id } = setting
      state = answered(state, { outlet, id, answer: 'accepted', at: now + 500 }, rules)
    }
    result.messages += decision.settings.length
    flow(wiring, supplyMa, here, takes, result)
    for (const stay of here)
      left.set(stay, (left.get(stay) ?? 0) - (watts(takes(stay), stay.car.phases) * lookMs) / 3_600_000)
  }
  return sum(result, stays, left)
}

function flow(
  wiring: Wiring,
  supplyMa: readonly number[],
  here: readonly Stay[],
  takes: (stay: Stay) => number,
  result: DayResult,
): void {
  const flows = supplyMa.map(() => 0)
  for (const stay of here) {
    const { circuit, phases } = wiring.outlet(stay.car.outlet)
    for (const slot of wiring.slotsOver(circuit, phases.slice(0, stay.car.phases)))
      flows[slot] = (flows[slot] ?? 0) + takes(stay)
  }
  const shares = flows.map((mA, slot) => mA / (supplyMa[slot] ?? 1))
  const most = Math.max(...shares)
  result.highest = Math.max(result.highest, most)
  if (most > 1) result.overloadSeconds += lookMs / 1000
}

function sum(result: DayResult, stays: readonly Stay[], left: ReadonlyMap<Stay, number>): DayResult {
  for (const stay of stays) {
    const missing = Math.max(0, left.get(stay) ?? 0)
    result.deliveredWh += stay.wantedWh - missing
    if (missing <= stay.wantedWh / 100) result.full += 1
  }
  return result
}
