import { type Car, wattsOf } from '../claims.ts'
import { roomIn } from '../share-out.ts'
import type { Wiring } from '../site.ts'

/** What a kWh costs from an instant until another. */
export interface PriceHour {
  from: number
  until: number
  price: number
}

/** A car that has said when it leaves and still needs something. */
export const isStated = (car: Car, now: number): boolean =>
  car.departsAt !== null && car.departsAt > now && car.neededWh !== null && car.neededWh > 0

const hourMs = 3_600_000
/** further ahead nothing is planned */
export const horizonMs = 48 * hourMs
/** for steps, pauses that are not allowed yet, and changes that take their time */
const marginShare = 1.05

interface Stretch extends PriceHour {
  /** what is left of each slot in it */
  left: number[]
}

/** The stretches of equal price until an instant, an hour at most; where no price is known it is the highest. */
function stretchesOf(
  supplyMa: readonly number[],
  now: number,
  until: number,
  prices: readonly PriceHour[],
): Stretch[] {
  const stretches: Stretch[] = []
  const edges = prices.flatMap(({ from, until: end }) => [from, end])
  for (let from = now; from < until; ) {
    const next = Math.min((Math.floor(from / hourMs) + 1) * hourMs, until, ...edges.filter((at) => at > from))
    const price = prices.find((one) => one.from <= from && from < one.until)?.price
    stretches.push({ from, until: next, price: price ?? Number.POSITIVE_INFINITY, left: [...supplyMa] })
    from = next
  }
  return stretches
}

/**
 * Which cars charge now, with how many mA, so that each charges in its cheapest hours and has what it needs by its departure. Who leaves
 * first chooses first. The present cars alone are planned with, and the present supply; each look plans again. A plan does not know the
 * turns that cars take below the smallest current: whether needs are met by it is for `keepNeeds` to see.
 */
export function planOf(
  wiring: Wiring,
  supplyMa: readonly number[],
  cars: readonly Car[],
  { now, prices }: { now: number; prices: readonly PriceHour[] },
): Map<string, number> {
  const stated = cars
    .filter((car) => isStated(car, now))
    // a stated car says when it leaves
    .toSorted((a, b) => a.departsAt! - b.departsAt! || (a.outlet < b.outlet ? -1 : 1))
  // the same
  const until = Math.min(now + horizonMs, Math.max(now, ...stated.map(({ departsAt }) => departsAt!)))
  const stretches = stretchesOf(supplyMa, now, until, prices)
  const planned = new Map<string, number>()
  for (const car of stated) {
    const nowMa = place(wiring, car, stretches, now)
    if (nowMa > 0) planned.set(car.outlet, nowMa)
  }
  return planned
}

/** Places a car in the cheapest stretches before it leaves; answers its current in the first of all. */
function place(wiring: Wiring, car: Car, stretches: readonly Stretch[], now: number): number {
  const outlet = wiring.outlet(car.outlet)
  const used = outlet.phases.slice(0, car.phases)
  const slots = wiring.slotsOf(outlet, used, stretches[0]?.left ?? [])
  const leastMa = Math.ceil(outlet.leastMa / outlet.stepMa) * outlet.stepMa
  // a stated car says when it leaves, and what it needs
  const [departsAt, needed] = [car.departsAt!, car.neededWh! * marginShare]
  let [nowMa, leftWh] = [0, needed]
  const own = stretches
    .filter(({ from }) => from < departsAt)
    .toSorted((a, b) => a.price - b.price || a.from - b.from)
  for (const { from, until, left } of own) {
    if (leftWh <= 0) break
    const hours = (Math.min(until, departsAt) - from) / hourMs
    const room = Math.min(car.mostMa, outlet.mostMa, roomIn(slots, left))
    const most = Math.floor(room / outlet.stepMa) * outlet.stepMa
    if (most < leastMa) continue
    const enough = Math.ceil(leftWh / hours / wattsOf(1, used.length) / outlet.stepMa) * outlet.stepMa
    const mA = Math.max(leastMa, Math.min(most, enough))
    for (const slot of slots) left[slot] = (left[slot] ?? 0) - mA
    leftWh -= wattsOf(mA, used.length) * hours
    if (from === now) nowMa = mA
  }
  return nowMa
}
