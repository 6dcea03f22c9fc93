import type { Car } from './claims.ts'
import { type PlayedVisit, type PlayRules, playOut, type Visit } from './play.ts'
import type { Wiring } from './site.ts'

/** How many steps a forecast of so many cars has: the more cars, the coarser, so that it stays within some ten milliseconds. */
const stepsFor = (cars: number): number => Math.max(12, Math.min(64, Math.floor(4000 / Math.max(1, cars))))

/** How it goes on for the cars of a site, if nobody comes and nothing changes. */
export function forecastOf(
  wiring: Wiring,
  cars: readonly Car[],
  {
    now,
    until,
    supplyMa,
    share,
  }: { now: number; until: number; supplyMa: readonly number[]; share: PlayRules['share'] },
): PlayedVisit[] {
  const visits = cars.map((car): Visit => ({ car, leavesAt: car.departsAt ?? until }))
  const stepMs = Math.max(60_000, Math.ceil((until - now) / stepsFor(cars.length)))
  return playOut(wiring, visits, { from: now, to: until, stepMs, share, supplyMaAt: () => supplyMa }).visits
}
