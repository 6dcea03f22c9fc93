import { type Car, departureOf } from './claims.ts'
import { type Sharing, shareBy } from './modes.ts'
import { type PlayedVisit, playOut, type Visit } from './playing/play.ts'
import type { Wiring } from './site.ts'

/** How many steps a forecast of so many cars has: the more cars, the coarser, so that it stays within some ten milliseconds. */
const stepsFor = (cars: number): number => Math.max(12, Math.min(64, Math.floor(4000 / Math.max(1, cars))))

/**
 * How it goes on for the cars of a site, if nobody comes and nothing changes, until the last has left of those that need something. Who
 * would miss by waiting what sharing alike meets, shares alike in time.
 */
export function forecastOf(
  wiring: Wiring,
  cars: readonly Car[],
  { supplyMa, sharing }: { supplyMa: readonly number[]; sharing: Sharing },
): PlayedVisit[] {
  const { now, strategy } = sharing
  const until = Math.max(
    now,
    ...cars.flatMap((car) => (car.neededWh === null ? [] : [departureOf(car, now)])),
  )
  const visits = cars.map((car): Visit => ({ car, leavesAt: car.departsAt ?? until }))
  const stepMs = Math.max(60_000, Math.ceil((until - now) / stepsFor(cars.length)))
  const played = (by: Sharing['strategy']) =>
    playOut(wiring, visits, {
      from: now,
      to: until,
      stepMs,
      share: (supply, parked, at) =>
        shareBy(wiring, supply, parked, { ...sharing, strategy: by, now: at, isRough: true }),
      supplyMaAt: () => supplyMa,
    }).visits
  const waiting = played(strategy)
  if (strategy !== 'cheapest' && strategy !== 'solar') return waiting
  if (waiting.every(({ metAt }, nth) => metAt !== null || !cars[nth]?.neededWh)) return waiting
  const alike = played('equal')
  return waiting.map((one, nth) => {
    const other = alike[nth]
    return one.metAt === null && other?.metAt != null ? other : one
  })
}
