import { type Car, claimOf, type Parked } from '../claims.ts'
import { playOut, type Visit } from '../playing/play.ts'
import { type Claim, type Share, shareOut } from '../share-out.ts'
import type { Wiring } from '../site.ts'
import { horizonMs, isStated } from './plan.ts'

/** time is played out in steps of this, and in longer ones where there are many cars */
const stepMs = 10 * 60_000
/** cars times steps that are played out at most */
const mostSteps = { ofAll: 5000, ofOne: 288, least: 10 }

/**
 * The shares that were chosen, but those of sharing alike wherever a car would miss a need by them that sharing alike meets. What is
 * chosen holds for one step, and all share alike afterwards: as long as that meets a need, sharing alike still meets it at the next
 * look. So whoever sharing alike would satisfy is satisfied, whatever is chosen. It goes by the present cars and the present supply.
 */
export function keepNeeds(
  wiring: Wiring,
  supplyMa: readonly number[],
  parked: readonly Parked[],
  { now, chosen }: { now: number; chosen: readonly Share[] },
): Share[] {
  const stated = parked.filter(({ car }) => isStated(car, now))
  if (stated.length === 0) return [...chosen]
  const alike = shareOut(wiring, supplyMa, claimsAlike(wiring, parked, now))
  const currents = new Map(alike.map((share) => [share.outlet, share.currentMa]))
  if (chosen.every(({ outlet, currentMa }) => currents.get(outlet) === currentMa)) return [...chosen]
  // a stated car says when it leaves
  const until = Math.min(now + horizonMs, Math.max(...stated.map(({ car }) => car.departsAt!)))
  const metFrom = playing(wiring, supplyMa, parked, { now, until })
  const met = metFrom(chosen)
  if (stated.every(({ car }) => met.has(car.outlet))) return [...chosen]
  const missed = [...metFrom(alike)].filter((outlet) => !met.has(outlet))
  if (missed.length === 0) return [...chosen]
  const isAlike = besidesOf(wiring, supplyMa, parked, missed)
  return [
    ...alike.filter(({ outlet }) => isAlike.has(outlet)),
    ...chosen.filter(({ outlet }) => !isAlike.has(outlet)),
  ]
}

const claimsAlike = (wiring: Wiring, parked: readonly Parked[], now: number): Claim[] =>
  parked.map(({ car, served }) => claimOf(car, wiring.outlet(car.outlet), served, { strategy: 'equal', now }))

/** Whose needs are met when cars have some shares for a step, and share alike from then on. */
function playing(
  wiring: Wiring,
  supplyMa: readonly number[],
  parked: readonly Parked[],
  { now, until }: { now: number; until: number },
): (first: readonly Share[]) => Set<string> {
  const { ofAll, ofOne, least } = mostSteps
  const steps = Math.min(ofOne, Math.max(least, Math.floor(ofAll / parked.length)))
  const rules = { from: now, to: until, stepMs: Math.max(stepMs, Math.ceil((until - now) / steps)) }
  const visits = parked.map(
    ({ car, served }): Visit => ({ car, leavesAt: car.departsAt ?? until, before: served }),
  )
  return (first) => {
    let last: { cars: string; shares: Share[] } | null = null
    const share = (supply: readonly number[], there: readonly Parked[], at: number): Share[] => {
      if (at === now) return [...first]
      const claims = claimsAlike(wiring, there, at)
      // as long as nobody leaves, is full, or takes turns, it stays as it is
      const cars = claims.map(({ outlet, mostMa }) => `${outlet} ${mostMa}`).join()
      if (last?.cars === cars) return last.shares
      const shares = shareOut(wiring, supply, claims)
      last = shares.some(({ bound }) => bound.kind === 'waits') ? null : { cars, shares }
      return shares
    }
    const { visits: played } = playOut(wiring, visits, { ...rules, share, supplyMaAt: () => supplyMa })
    return new Set(played.flatMap(({ outlet, metAt }) => (metAt === null ? [] : [outlet])))
  }
}

/** The outlets that some share current with, themselves among them: over fuses that do not hold what all behind them can take. */
function besidesOf(
  wiring: Wiring,
  supplyMa: readonly number[],
  parked: readonly Parked[],
  outlets: readonly string[],
): Set<string> {
  const slots = new Map(parked.map(({ car }) => [car.outlet, slotsOf(wiring, car, supplyMa)]))
  const through = supplyMa.map((): Car[] => [])
  for (const { car } of parked) for (const slot of slots.get(car.outlet) ?? []) through[slot]?.push(car)
  const tight = new Map(
    through.flatMap((cars, slot) => {
      const most = cars.reduce((sum, car) => sum + Math.min(car.mostMa, wiring.outlet(car.outlet).mostMa), 0)
      return most > (supplyMa[slot] ?? 0) ? [[slot, cars] as const] : []
    }),
  )
  const found = new Set(outlets)
  // the set grows while it is walked; each fuse is gone through once
  for (const one of found)
    for (const slot of slots.get(one) ?? []) {
      for (const car of tight.get(slot) ?? []) found.add(car.outlet)
      tight.delete(slot)
    }
  return found
}

const slotsOf = (wiring: Wiring, car: Car, supplyMa: readonly number[]): number[] => {
  const outlet = wiring.outlet(car.outlet)
  return wiring.slotsOf(outlet, outlet.phases.slice(0, car.phases), supplyMa)
}
