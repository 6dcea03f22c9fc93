import type { Claim } from './share-out.ts'
import type { Outlet } from './site.ts'

/** A car at an outlet, as it is known now. Times are milliseconds of one clock. */
export interface Car {
  outlet: string
  /** on how many of the outlet's phases it draws: 1 to 3 */
  phases: number
  /** the most that car and cable take, mA */
  mostMa: number
  pluggedAt: number
  /** lower is served first, where the site has groups */
  group: number
  /** it comes before all others, however the site shares out */
  first?: boolean
  /** what it still takes; null: unknown, it takes what it gets */
  energyLeftWh: number | null
  /** what its driver still needs; 0: the need is met, and it takes what others leave; null: nobody has said */
  neededWh: number | null
  /** null: unknown */
  departsAt: number | null
}

/**
 * How a site shares out: to all alike, by arrival, by groups, to who would otherwise leave without its energy, in the cheapest hours
 * until cars leave, or what the sun gives first.
 */
export type Strategy = 'equal' | 'first_come' | 'priority' | 'departure' | 'cheapest' | 'solar'

/** How it went on at the outlet until now. */
export interface Served {
  /** it charges, and no pause is allowed yet */
  kept: boolean
  /** how long it has charged since it was plugged in, ms */
  chargedMs: number
  /** more than this it does not use at the moment, mA; null: unknown */
  ceilingMa: number | null
}

/** A car with how it went on until now. */
export interface Parked {
  car: Car
  served: Served
}

/** before every rank that a strategy gives */
const firstRank = Number.MIN_SAFE_INTEGER

/** V between a phase and neutral */
const volts = 230
/** cars of about the same urgency share alike, and do not take turns for seconds */
const urgencyMs = 10 * 60_000
/** how long a car stays that does not say when it leaves */
const usualStayMs = 8 * 3_600_000
/** what a car wants that does not say how much: more than others are still missing, so it comes after them */
const unknownNeedMs = 30 * 60_000

/** A car's claim under a strategy. Its outlet's phases are used from the first on. */
export function claimOf(
  car: Car,
  outlet: Outlet,
  served: Served,
  { strategy, now }: { strategy: Strategy; now: number },
): Claim {
  const mostMa = Math.min(car.mostMa, outlet.mostMa, served.ceilingMa ?? Number.POSITIVE_INFINITY)
  const claim = {
    outlet: outlet.id,
    phases: outlet.phases.slice(0, car.phases),
    leastMa: outlet.leastMa,
    mostMa: car.energyLeftWh !== null && car.energyLeftWh <= 0 ? 0 : mostMa,
    weight: 1,
    kept: served.kept,
    // who has charged least comes first among those that do not all fit
    turn: served.chargedMs,
  }
  if (car.first) return { ...claim, rank: firstRank }
  switch (strategy) {
    case 'equal':
    case 'cheapest':
    case 'solar':
      return { ...claim, rank: 0 }
    case 'first_come':
      return { ...claim, rank: car.pluggedAt }
    case 'priority':
      return { ...claim, rank: car.group }
    case 'departure':
      return { ...claim, rank: urgencyOf(car, outlet, now) }
  }
}

/** When a car leaves, as its driver has said, or after a usual stay. */
export const departureOf = (car: Car, now: number): number =>
  car.departsAt ?? Math.max(now, car.pluggedAt + usualStayMs)

/** A rank by how long a car can wait; the same for all whose need is met, after all others. */
function urgencyOf(car: Car, outlet: Outlet, now: number): number {
  if (car.neededWh === 0) return Number.MAX_SAFE_INTEGER
  return Math.floor(slackOf(car, outlet, now) / urgencyMs)
}

/** What a car draws at so many mA on each of its phases, W. */
export const wattsOf = (mA: number, phases: number): number => (mA / 1000) * volts * phases

/** How long a car can still wait and leave with its energy, when it charges as fast as it can afterwards; less than 0: it no longer can. */
export function slackOf(car: Car, outlet: Outlet, now: number): number {
  const watts = wattsOf(Math.min(car.mostMa, outlet.mostMa), Math.min(car.phases, outlet.phases.length))
  const needed = car.neededWh ?? car.energyLeftWh
  const neededMs = needed === null ? unknownNeedMs : (needed / watts) * 3_600_000
  return departureOf(car, now) - now - neededMs
}
