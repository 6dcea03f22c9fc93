import { type Car, type Served, wattsOf } from '../claims.ts'
import type { Share } from '../share-out.ts'
import type { Wiring } from '../site.ts'

/** A car's stay, as it was or as it is expected. */
export interface Visit {
  car: Car
  leavesAt: number
  /** how it went on until time begins to pass; absent: it has just come */
  before?: Pick<Served, 'chargedMs' | 'ceilingMa'>
}

export interface PlayedVisit {
  outlet: string
  deliveredWh: number
  /** when it had what its driver needed; null: it left before, or nothing was needed */
  metAt: number | null
}

export interface Play {
  /** in the order of the visits */
  visits: PlayedVisit[]
  /** the most that a slot carried of what it had for cars */
  highest: number
}

/** How it was in one step of a play. */
export interface Moment {
  at: number
  /** what each slot had for cars, and what they drew of it */
  supplyMa: readonly number[]
  flowsMa: readonly number[]
  cars: number
}

export interface PlayRules {
  /** how it is shared out at an instant */
  share(supplyMa: readonly number[], parked: { car: Car; served: Served }[], now: number): Share[]
  from: number
  to: number
  stepMs: number
  /** what each slot has for cars at an instant */
  supplyMaAt(now: number): readonly number[]
}

/**
 * Lets time pass in steps over stays that are known, by the same sharing as that of `control`, at stations that obey at once. It says what
 * will come, or what would have been; it is no proof that a fuse holds. It yields each step when it is over, so that a long play can be
 * interrupted for other work.
 */
export function* playing(
  wiring: Wiring,
  visits: readonly Visit[],
  rules: PlayRules,
): Generator<Moment, Play, void> {
  const played = visits.map(({ car, before }): Going => {
    const { outlet, neededWh, energyLeftWh } = car
    return {
      outlet,
      deliveredWh: 0,
      metAt: null,
      neededWh,
      leftWh: energyLeftWh,
      chargedMs: before?.chargedMs ?? 0,
    }
  })
  let highest = 0
  for (let now = rules.from; now < rules.to; now += rules.stepMs) {
    const here = [...visits.entries()].filter(
      ([, { car, leavesAt }]) => car.pluggedAt <= now && now < leavesAt,
    )
    const supplyMa = rules.supplyMaAt(now)
    const flowsMa =
      here.length > 0 ? step(wiring, here, played, { ...rules, now, supplyMa }) : supplyMa.map(() => 0)
    highest = Math.max(highest, ...flowsMa.map((mA, slot) => mA / Math.max(1, supplyMa[slot] ?? 0)))
    yield { at: now, supplyMa, flowsMa, cars: here.length }
  }
  return { visits: played.map(({ outlet, deliveredWh, metAt }) => ({ outlet, deliveredWh, metAt })), highest }
}

/** A play without a break. */
export function playOut(wiring: Wiring, visits: readonly Visit[], rules: PlayRules): Play {
  const play = playing(wiring, visits, rules)
  for (let next = play.next(); ; next = play.next()) if (next.done) return next.value
}

/** A visit on its way. */
interface Going extends PlayedVisit {
  neededWh: number | null
  leftWh: number | null
  chargedMs: number
}

/** One step of time; answers what cars drew through each slot. */
function step(
  wiring: Wiring,
  here: readonly (readonly [number, Visit])[],
  played: readonly Going[],
  { share, stepMs, supplyMa, now }: PlayRules & { now: number; supplyMa: readonly number[] },
): number[] {
  const at = new Map<string, { visit: Visit; going: Going }>()
  const parked = here.map(([nth, visit]) => {
    const going = played[nth]! // there is one for each visit
    at.set(visit.car.outlet, { visit, going })
    const car: Car = {
      ...visit.car,
      energyLeftWh: going.leftWh,
      neededWh: going.neededWh === null ? null : Math.max(0, going.neededWh - going.deliveredWh),
    }
    return {
      car,
      served: { kept: false, chargedMs: going.chargedMs, ceilingMa: visit.before?.ceilingMa ?? null },
    }
  })
  const flows = supplyMa.map(() => 0)
  for (const { outlet, currentMa } of share(supplyMa, parked, now)) {
    const found = at.get(outlet)
    if (!found || currentMa === 0) continue
    const { circuit, phases: wired } = wiring.outlet(outlet)
    const used = wired.slice(0, found.visit.car.phases)
    for (const slot of wiring.slotsOver(circuit, used)) flows[slot] = (flows[slot] ?? 0) + currentMa
    charge(found, wattsOf(currentMa, used.length), { now, stepMs })
  }
  return flows
}

/** A car takes so many W until it leaves, is full, or the step is over. */
function charge(
  { visit, going }: { visit: Visit; going: Going },
  watts: number,
  { now, stepMs }: { now: number; stepMs: number },
): void {
  const ms = Math.min(stepMs, visit.leavesAt - now)
  const wh = Math.min((watts * ms) / 3_600_000, going.leftWh ?? Number.POSITIVE_INFINITY)
  const missing = going.neededWh === null ? 0 : going.neededWh - going.deliveredWh
  if (missing > 0 && wh >= missing - inexactWh) going.metAt = now + (missing / watts) * 3_600_000
  going.deliveredWh += wh
  going.chargedMs += ms
  if (going.leftWh !== null) going.leftWh -= wh
}

/** what sums of fractions may be off by, Wh */
const inexactWh = 1e-6
