import { type Car, claimOf, type Strategy, wattsOf } from './claims.ts'
import { shareOut } from './share-out.ts'
import type { Wiring } from './site.ts'

/** A car's stay, as it was or as it is expected. */
export interface Visit {
  car: Car
  leavesAt: number
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

export interface PlayRules {
  strategy: Strategy
  from: number
  to: number
  stepMs: number
  /** what each slot has for cars at an instant */
  supplyMaAt(now: number): readonly number[]
}

/**
 * Lets time pass in steps over stays that are known, by the same sharing as that of `control`, at stations that obey at once. It says what
 * will come, or what would have been; it is no proof that a fuse holds.
 */
export function playOut(wiring: Wiring, visits: readonly Visit[], rules: PlayRules): Play {
  const played = visits.map(({ car }): Going => {
    const { outlet, neededWh, energyLeftWh } = car
    return { outlet, deliveredWh: 0, metAt: null, neededWh, leftWh: energyLeftWh, chargedMs: 0 }
  })
  let highest = 0
  for (let now = rules.from; now < rules.to; now += rules.stepMs) {
    const here = [...visits.entries()].filter(
      ([, { car, leavesAt }]) => car.pluggedAt <= now && now < leavesAt,
    )
    if (here.length > 0) highest = Math.max(highest, step(wiring, here, played, { ...rules, now }))
  }
  return { visits: played.map(({ outlet, deliveredWh, metAt }) => ({ outlet, deliveredWh, metAt })), highest }
}

/** A visit on its way. */
interface Going extends PlayedVisit {
  neededWh: number | null
  leftWh: number | null
  chargedMs: number
}

/** One step of time; answers the most that a slot carried of what it had. */
function step(
  wiring: Wiring,
  here: readonly (readonly [number, Visit])[],
  played: readonly Going[],
  { strategy, stepMs, supplyMaAt, now }: PlayRules & { now: number },
): number {
  const supplyMa = supplyMaAt(now)
  const at = new Map<string, { visit: Visit; going: Going }>()
  const claims = here.map(([nth, visit]) => {
    const going = played[nth]! // there is one for each visit
    at.set(visit.car.outlet, { visit, going })
    const car: Car = {
      ...visit.car,
      energyLeftWh: going.leftWh,
      neededWh: going.neededWh === null ? null : Math.max(0, going.neededWh - going.deliveredWh),
    }
    const served = { kept: false, chargedMs: going.chargedMs, ceilingMa: null }
    return claimOf(car, wiring.outlet(car.outlet), served, { strategy, now })
  })
  const flows = supplyMa.map(() => 0)
  for (const { outlet, currentMa } of shareOut(wiring, supplyMa, claims)) {
    const found = at.get(outlet)
    if (!found || currentMa === 0) continue
    const { circuit, phases: wired } = wiring.outlet(outlet)
    const used = wired.slice(0, found.visit.car.phases)
    for (const slot of wiring.slotsOver(circuit, used)) flows[slot] = (flows[slot] ?? 0) + currentMa
    charge(found, wattsOf(currentMa, used.length), { now, stepMs })
  }
  const shares = flows.map((mA, slot) => mA / Math.max(1, supplyMa[slot] ?? 0))
  return Math.max(0, ...shares)
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

/** How many steps a forecast of so many cars has: the more cars, the coarser, so that it stays within some ten milliseconds. */
const stepsFor = (cars: number): number => Math.max(12, Math.min(64, Math.floor(4000 / Math.max(1, cars))))

/** How it goes on for the cars of a site, if nobody comes and nothing changes, until the last of their departures. */
export function forecastOf(
  wiring: Wiring,
  cars: readonly Car[],
  {
    now,
    until,
    strategy,
    supplyMa,
  }: { now: number; until: number; strategy: Strategy; supplyMa: readonly number[] },
): PlayedVisit[] {
  const visits = cars.map(
    (car): Visit => ({
      car,
      leavesAt: car.departsAt ?? until,
    }),
  )
  const stepMs = Math.max(60_000, Math.ceil((until - now) / stepsFor(cars.length)))
  return playOut(wiring, visits, { strategy, from: now, to: until, stepMs, supplyMaAt: () => supplyMa })
    .visits
}
