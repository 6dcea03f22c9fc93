import { type Car, claimOf, type Parked, type Strategy } from './claims.ts'
import { type Claim, type Share, shareOut } from './share-out.ts'
import { type PerPhase, phases, type Wiring } from './site.ts'
import { keepNeeds } from './waiting/keeping.ts'
import { type PriceHour, planOf } from './waiting/plan.ts'

/** What is known beside cars and circuits. */
export interface Outlook {
  /** what a kWh costs, hour by hour, as far as it is known */
  prices: readonly PriceHour[]
  /** what the sun gives beyond what others take, mA at the grid connection; null: unknown, so none */
  surplusMa: PerPhase | null
}

export const noOutlook: Outlook = { prices: [], surplusMa: null }

export interface Sharing {
  strategy: Strategy
  now: number
  outlook: Outlook
  /** for what will come, where it is reckoned often: without a look at the needs that waiting would miss */
  isRough?: boolean
}

/** Shares a supply out to cars by a strategy, each car with its current and what stops it. */
export function shareBy(
  wiring: Wiring,
  supplyMa: readonly number[],
  parked: readonly Parked[],
  sharing: Sharing,
): Share[] {
  const { strategy, now, isRough } = sharing
  if (strategy !== 'cheapest' && strategy !== 'solar')
    return shareOut(wiring, supplyMa, claimsOf(wiring, parked, sharing))
  const chosen = (strategy === 'cheapest' ? shareCheaply : shareSun)(wiring, supplyMa, parked, sharing)
  return isRough ? chosen : keepNeeds(wiring, supplyMa, parked, { now, chosen })
}

const claimsOf = (wiring: Wiring, parked: readonly Parked[], { strategy, now }: Sharing): Claim[] =>
  parked.map(({ car, served }) => claimOf(car, wiring.outlet(car.outlet), served, { strategy, now }))

/** No more than the smallest current, and that only for who may not be paused yet, or `always`. */
const least = (claim: Claim, always = false): Claim => ({
  ...claim,
  mostMa: claim.kept || always ? Math.min(claim.mostMa, claim.leastMa) : 0,
})

const says = (kind: 'price' | 'sun', held: ReadonlySet<string>, shares: readonly Share[]): Share[] =>
  shares.map((share) => (held.has(share.outlet) ? { ...share, bound: { kind } } : share))

/**
 * Cars that have said when they leave charge in their cheapest hours, first of all; those that have not take what these leave. A car
 * that has what it needs waits.
 */
function shareCheaply(
  wiring: Wiring,
  supplyMa: readonly number[],
  parked: readonly Parked[],
  sharing: Sharing,
): Share[] {
  const { now, outlook } = sharing
  const claims = claimsOf(wiring, parked, sharing)
  const cars = parked.map(({ car }) => car)
  if (outlook.prices.length === 0) return shareOut(wiring, supplyMa, claims)
  const plan = planOf(wiring, supplyMa, cars, { now, prices: outlook.prices })
  const held = new Set<string>()
  const ranked = parked.map(({ car }, nth): Claim => {
    const claim = claims[nth]! // one for each car
    if (car.first) return claim
    const plannedMa = plan.get(car.outlet)
    if (plannedMa !== undefined) return { ...claim, rank: 0, weight: plannedMa / 1000 }
    if (car.departsAt === null || car.neededWh === null) return { ...claim, rank: 1 }
    held.add(car.outlet)
    return { ...least(claim), rank: 1 }
  })
  return says('price', held, shareOut(wiring, supplyMa, ranked))
}

/**
 * Cars take what the sun gives. From the grid comes what a need cannot wait for any longer, and the smallest current for who has said
 * nothing.
 */
function shareSun(
  wiring: Wiring,
  supplyMa: readonly number[],
  parked: readonly Parked[],
  sharing: Sharing,
): Share[] {
  const { now } = sharing
  const claims = claimsOf(wiring, parked, sharing)
  const cars = parked.map(({ car }) => car)
  const plan = planOf(wiring, supplyMa, cars, { now, prices: latestFirst(cars, now) })
  const isUrgent = (car: Car) => plan.has(car.outlet)
  const fromGrid = parked.map(({ car }, nth): Claim => {
    const claim = claims[nth]! // one for each car
    if (car.first) return claim
    if (isUrgent(car)) return { ...claim, rank: 0, weight: (plan.get(car.outlet) ?? 1000) / 1000 }
    return { ...least(claim, car.departsAt === null || car.neededWh === null), rank: 1 }
  })
  const grid = new Map(shareOut(wiring, supplyMa, fromGrid).map((share) => [share.outlet, share.currentMa]))
  const sunny = sunnySupply(wiring, supplyMa, parked, { grid, sharing })
  const held = new Set<string>()
  const all = parked.map(({ car }, nth): Claim => {
    const claim = claims[nth]! // one for each car
    const mA = grid.get(car.outlet) ?? 0
    if (car.first) return { ...claim, kept: mA > 0, mostMa: mA }
    if (isUrgent(car) && mA > 0) return { ...claim, rank: 0, kept: true, mostMa: mA, weight: mA / 1000 }
    if (!isUrgent(car)) held.add(car.outlet)
    return { ...claim, rank: 1, kept: mA > 0 }
  })
  const shares = shareOut(wiring, sunny, all)
  const root = wiring.site.circuits.find(({ parent }) => parent === null)?.id
  const bySun = shares.filter(({ bound }) => 'at' in bound && bound.at?.circuit === root)
  return says('sun', new Set(bySun.flatMap(({ outlet }) => (held.has(outlet) ? [outlet] : []))), shares)
}

/** Hours that cost less the later they are. */
function latestFirst(cars: readonly Car[], now: number): PriceHour[] {
  const until = Math.max(now, ...cars.map(({ departsAt }) => departsAt ?? now))
  const hours: PriceHour[] = []
  for (
    let from = Math.floor(now / 3_600_000) * 3_600_000;
    from < until && hours.length < 48;
    from += 3_600_000
  )
    hours.push({ from, until: from + 3_600_000, price: -hours.length })
  return hours
}

/** What there is where the grid connection carries the sun alone, and what comes from the grid anyway. */
function sunnySupply(
  wiring: Wiring,
  supplyMa: readonly number[],
  parked: readonly Parked[],
  { grid, sharing }: { grid: ReadonlyMap<string, number>; sharing: Sharing },
): number[] {
  const flows = supplyMa.map(() => 0)
  for (const { car } of parked) {
    const { circuit, phases: wired } = wiring.outlet(car.outlet)
    for (const slot of wiring.slotsOver(circuit, wired.slice(0, car.phases)))
      flows[slot] = (flows[slot] ?? 0) + (grid.get(car.outlet) ?? 0)
  }
  const sunny = [...supplyMa]
  const root = wiring.site.circuits.find(({ parent }) => parent === null)
  for (const phase of root ? phases : []) {
    const [slot = 0] = wiring.slotsOver(root?.id ?? '', [phase])
    const most = Math.max(flows[slot] ?? 0, sharing.outlook.surplusMa?.[phase] ?? 0)
    sunny[slot] = Math.min(supplyMa[slot] ?? 0, most)
  }
  return sunny
}
