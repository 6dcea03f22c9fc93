import { describe, expect, test } from 'vitest'
import type { Car } from '../claims.ts'
import { simpleSite } from '../fixtures/site.fixtures.ts'
import type { Share } from '../share-out.ts'
import { type Circuit, type Outlet, type PerPhase, type Site, Wiring } from '../site.ts'
import { keepNeeds } from './keeping.ts'

const hour = 3_600_000
/** what a car on one phase takes in an hour at so many mA */
const whOf = (mA: number) => (mA / 1000) * 230
const begun = 1000 * hour

const carAt = (outlet: string, more: Partial<Car> = {}): Car => ({
  outlet,
  phases: 1,
  mostMa: 32_000,
  pluggedAt: begun,
  group: 0,
  energyLeftWh: null,
  neededWh: null,
  departsAt: null,
  ...more,
})

/** What is left of shares that were chosen, as mA by outlet. */
function kept(site: Site, cars: readonly Car[], chosen: Record<string, number>) {
  const wiring = new Wiring(site)
  const supplyMa = wiring.bySlot(({ fuseMa }) => fuseMa)
  const parked = cars.map((car) => ({ car, served: { kept: false, chargedMs: 0, ceilingMa: null } }))
  const shares = Object.entries(chosen).map(
    ([outlet, currentMa]): Share => ({ outlet, currentMa, bound: { kind: 'price' } }),
  )
  return Object.fromEntries(
    keepNeeds(wiring, supplyMa, parked, { now: begun, chosen: shares }).map(({ outlet, currentMa }) => [
      outlet,
      currentMa,
    ]),
  )
}

describe('shares that were chosen', () => {
  const site = simpleSite(32_000, [{}, {}])
  const inTwoHours = { departsAt: begun + 2 * hour }

  test('stay where nobody has said what is needed, or all needs are met by them', () => {
    expect(kept(site, [carAt('o0'), carAt('o1')], { o0: 0, o1: 6000 })).toEqual({ o0: 0, o1: 6000 })
    const needs = carAt('o0', { neededWh: whOf(32_000), ...inTwoHours })
    expect(kept(site, [needs], { o0: 0 })).toEqual({ o0: 0 })
  })

  test('stay where sharing alike misses a need, too', () => {
    const needs = carAt('o0', { neededWh: whOf(65_000), ...inTwoHours })
    expect(kept(site, [needs], { o0: 0 })).toEqual({ o0: 0 })
  })

  test('are those of sharing alike where a need would be missed that sharing alike meets', () => {
    const needs = carAt('o0', { neededWh: whOf(63_000), ...inTwoHours })
    expect(kept(site, [needs], { o0: 0 })).toEqual({ o0: 32_000 })
  })

  test('are judged by how it goes on when others leave', () => {
    // an hour of a half and an hour of all that there is, less what a step of nothing costs
    const needs = (mA: number) => carAt('o0', { neededWh: whOf(mA), ...inTwoHours })
    const leaves = carAt('o1', { departsAt: begun + hour })
    expect(kept(site, [needs(47_000), leaves], { o0: 0, o1: 32_000 })).toEqual({ o0: 16_000, o1: 16_000 })
    expect(kept(site, [needs(45_000), leaves], { o0: 0, o1: 32_000 })).toEqual({ o0: 0, o1: 32_000 })
    expect(kept(site, [needs(49_000), leaves], { o0: 0, o1: 32_000 })).toEqual({ o0: 0, o1: 32_000 })
  })

  test('are judged by the turns that cars take where they do not all fit', () => {
    const narrow = simpleSite(6000, [{}, {}])
    // five steps of ten minutes: it has three of them where it begins, and two of the four after a pause
    const needs = carAt('o0', { neededWh: whOf((2.5 * 6000) / 6), departsAt: begun + (5 / 6) * hour })
    expect(kept(narrow, [needs, carAt('o1')], { o0: 0, o1: 0 })).toEqual({ o0: 6000, o1: 0 })
  })
})

describe('sharing alike reaches', () => {
  const circuit = (id: string, parent: string | null, mA: number): Circuit => ({
    id,
    parent,
    fuseMa: [mA, mA, mA],
    reserveMa: [0, 0, 0] as PerPhase,
  })
  const outlet = (id: string, at: string, more: Partial<Outlet> = {}): Outlet => ({
    id,
    circuit: at,
    phases: [0, 1, 2],
    mostMa: 32_000,
    leastMa: 6000,
    stepMa: 1000,
    floorMa: 0,
    ...more,
  })
  const needs = (id: string, mA: number) =>
    carAt(id, { neededWh: whOf(mA), departsAt: begun + hour, mostMa: 63_000 })
  const siteOf = (gridMa: number, more: Partial<Outlet> = {}): Site => ({
    circuits: [circuit('grid', null, gridMa), circuit('a', 'grid', 40_000), circuit('b', 'grid', 64_000)],
    outlets: [outlet('o0', 'a'), outlet('o1', 'a', more), outlet('o2', 'b'), outlet('o3', 'b')],
  })
  // the first misses its need by what was chosen; the third does not, and the last has what it would have by sharing alike
  const cars = [needs('o0', 19_500), carAt('o1'), needs('o2', 1000), carAt('o3')]
  const chosen = { o0: 0, o1: 32_000, o2: 6000, o3: 32_000 }

  test('who shares a fuse with the car that would miss its need, and nobody else', () => {
    // all four take 104 A at most, by their outlets and the first fuse
    expect(kept(siteOf(128_000), cars, chosen)).toEqual({ o0: 20_000, o1: 20_000, o2: 6000, o3: 32_000 })
  })

  test('all behind a fuse that does not hold what they can take', () => {
    expect(kept(siteOf(127_000), cars, chosen)).toEqual({ o0: 20_000, o1: 20_000, o2: 32_000, o3: 32_000 })
  })

  test('nobody on other phases', () => {
    const onOther = { phases: [1, 2, 0] as const }
    const alone = [needs('o0', 31_000), carAt('o1'), carAt('o2'), carAt('o3')]
    expect(kept(siteOf(128_000, onOther), alone, { o0: 0, o1: 6000, o2: 6000, o3: 6000 })).toEqual({
      o0: 32_000,
      o1: 6000,
      o2: 6000,
      o3: 6000,
    })
  })
})
