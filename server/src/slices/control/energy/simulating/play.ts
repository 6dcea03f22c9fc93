import type { EnergyOutcome, EnergySimulation } from '@stationmaster/contract'
import {
  type Car,
  type Circuit,
  measuresOf,
  noOutlook,
  type PlayedVisit,
  type PriceHour,
  playing,
  shareBy,
  type Wiring,
} from '@stationmaster/energy'
import { dayOf, MINUTE_MS } from '@stationmaster/units'
import { outlookOf } from '../site/outlook.ts'
import { type CalledLimit, type CircuitSupply, othersMaOf, suppliesOf, supplyMaOf } from '../site/supply.ts'
import { amperes } from '../site/tree.ts'
import type { Body, Readings } from './readings.ts'
import { type Stay, stepMs } from './stays.ts'

/** A site as it is played. */
export interface Setting {
  body: Body
  wiring: Wiring
  stays: readonly Stay[]
  /** that found no free connector */
  turnedAway: readonly Stay[]
}

/** What was known in the week. */
export interface WeekFacts {
  from: number
  to: number
  timeZone: string
  calls: readonly CalledLimit[]
  prices: readonly PriceHour[]
  readings: Readings
}

type Measures = EnergySimulation['days'][number]['now']
type Side = EnergySimulation['curve'][number]['now']

export interface Played {
  outcome: EnergyOutcome
  byDay: ReadonlyMap<string, Measures>
  curve: ReadonlyMap<number, Side>
}

/** points of the curve are so long */
const pointMs = 30 * MINUTE_MS
/** prices are of use so far ahead */
const aheadMs = 48 * 60 * MINUTE_MS

/** Plays a week of stays with a setting, step by step; between two steps others can have their turn. */
export function* playWeek(setting: Setting, facts: WeekFacts): Generator<void, Played, void> {
  const { wiring, stays, body } = setting
  const root = wiring.site.circuits.findIndex(({ parent }) => parent === null)
  const tally = new LoadTally(wiring.site.circuits, root)
  let supplies: CircuitSupply[] = []
  const supplyMaAt = (now: number) => {
    const { timeZone, calls } = facts
    supplies = suppliesOf(body, {
      calls,
      readings: facts.readings(body, now),
      timeZone,
      now: new Date(now),
    })
    return supplyMaOf(wiring, supplies)
  }
  const { from, to } = facts
  const share = sharing(setting, facts)
  const play = playing(
    wiring,
    stays.map(({ visit }) => visit),
    { from, to, stepMs, share, supplyMaAt },
  )
  for (let next = play.next(); ; next = play.next()) {
    if (next.done) return playedOf(setting, next.value.visits, tally, facts.timeZone)
    const { at, flowsMa, cars } = next.value
    tally.add({ at, cars, supplies, loadMa: othersMaOf(wiring, supplies).map(plus(flowsMa)) })
    yield
  }
}

const plus =
  (flowsMa: readonly number[]) =>
  (mA: number, slot: number): number =>
    mA + (flowsMa[slot] ?? 0)

const stayId = ({ outlet, pluggedAt }: Car): string => `${outlet}@${pluggedAt}`

/** Shares out as a site would: what a car wished for is known where its driver has said it. */
function sharing({ body, wiring, stays }: Setting, { prices, readings, timeZone }: WeekFacts) {
  const { strategy } = body
  const stated = new Set(stays.flatMap(({ isStated, visit }) => (isStated ? [stayId(visit.car)] : [])))
  const known = (car: Car): Car =>
    stated.has(stayId(car))
      ? car
      : { ...car, neededWh: null, energyLeftWh: (car.energyLeftWh ?? 1) > 0 ? null : 0 }
  const outlookAt = (now: number) =>
    outlookOf(body, {
      prices: prices.filter(({ from, until }) => until > now && from < now + aheadMs),
      readings: readings(body, now),
      timeZone,
      now: new Date(now),
    })
  const looksAhead = strategy === 'cheapest' || strategy === 'solar'
  return (supplyMa: readonly number[], parked: Parameters<typeof shareBy>[2], now: number) =>
    shareBy(
      wiring,
      supplyMa,
      parked.map(({ car, served }) => ({ car: known(car), served })),
      { strategy, now, isRough: true, outlook: looksAhead ? outlookAt(now) : noOutlook },
    )
}

/** What a week came to. */
function playedOf(
  { stays, turnedAway }: Setting,
  visits: readonly PlayedVisit[],
  tally: LoadTally,
  timeZone: string,
): Played {
  const judged = [
    // a stay for each visit
    ...visits.map(({ deliveredWh }, nth) => ({ stay: stays[nth]!, deliveredWh, isTurned: false })),
    ...turnedAway.map((stay) => ({ stay, deliveredWh: 0, isTurned: true })),
  ]
  const all = judged.map(({ stay, deliveredWh }) => ({ wishedWh: stay.wishedWh, deliveredWh }))
  const beyond = all.reduce((sum, one) => sum + Math.max(0, one.deliveredWh - one.wishedWh), 0)
  const days = new Map<string, typeof judged>()
  for (const one of judged) {
    const day = dayOf(new Date(one.stay.visit.car.pluggedAt), timeZone)
    days.set(day, [...(days.get(day) ?? []), one])
  }
  return {
    outcome: {
      ...measures(judged),
      beyond: Math.round(beyond),
      fairness: measuresOf(all).fairness,
      highest: tally.highest,
    },
    byDay: new Map([...days].map(([day, some]) => [day, measures(some)])),
    curve: tally.curve,
  }
}

function measures(judged: readonly { stay: Stay; deliveredWh: number; isTurned: boolean }[]): Measures {
  const found = measuresOf(judged.map(({ stay: { wishedWh }, deliveredWh }) => ({ wishedWh, deliveredWh })))
  return {
    sessions: found.sessions,
    satisfied: found.satisfied,
    turned_away: judged.filter(({ isTurned }) => isTurned).length,
    wished: Math.round(found.wishedWh),
    delivered: Math.round(found.deliveredWh),
    missing: Math.round(found.wishedWh - found.deliveredWh),
  }
}

interface Step {
  at: number
  cars: number
  supplies: readonly CircuitSupply[]
  /** what each slot carries, cars and the rest */
  loadMa: readonly number[]
}

/** The loads of a week: the highest of all circuits, and the grid connection's through time. */
class LoadTally {
  highest: EnergyOutcome['highest'] = null
  readonly curve = new Map<number, Side>()

  constructor(
    private readonly circuits: readonly Circuit[],
    private readonly root: number,
  ) {}

  add({ at, cars, supplies, loadMa }: Step): void {
    for (const [nth, { id }] of this.circuits.entries()) {
      const limitMa = supplies[nth]?.limitMa ?? []
      for (const [phase, mostMa] of limitMa.entries()) {
        const load = { load_a: tenths(loadMa[3 * nth + phase] ?? 0), limit_a: amperes(mostMa) }
        const place = { circuit: id, phase: phase + 1, at: new Date(at).toISOString() }
        if (cars > 0 && isHigher(load, this.highest)) this.highest = { ...place, ...load }
        if (nth === this.root) this.addPoint(at, { ...load, cars })
      }
    }
  }

  private addPoint(at: number, side: Side): void {
    const point = Math.floor(at / pointMs) * pointMs
    const before = this.curve.get(point)
    if (!before || isHigher(side, before)) this.curve.set(point, side)
  }
}

const tenths = (mA: number): number => Math.round(mA / 100) / 10

const shareOf = ({ load_a, limit_a }: { load_a: number; limit_a: number }): number =>
  load_a / Math.max(limit_a, 0.001)

const isHigher = (
  one: { load_a: number; limit_a: number },
  other: { load_a: number; limit_a: number } | null,
): boolean => other === null || shareOf(one) > shareOf(other)
