import { expect, test } from 'vitest'
import { type Car, claimOf, departureOf, type Served, type Strategy, slackOf, wattsOf } from './claims.ts'
import { simpleSite } from './fixtures/site.fixtures.ts'
import type { Outlet } from './site.ts'

const hour = 3_600_000
const [outlet] = simpleSite(63_000, [{ phases: [1, 2, 0] }]).outlets as [Outlet]
const car: Car = {
  outlet: 'o0',
  phases: 2,
  mostMa: 20_000,
  pluggedAt: 5,
  group: 3,
  energyLeftWh: null,
  neededWh: 4600,
  departsAt: 2 * hour,
}
const served: Served = { kept: true, chargedMs: 77, ceilingMa: null }
const claim = (more: Partial<Car> = {}, strategy: Strategy = 'equal', of: Partial<Served> = {}) =>
  claimOf({ ...car, ...more }, outlet, { ...served, ...of }, { strategy, now: 0 })

test('a claim is on the first phases of its outlet, with the smallest and the greatest current', () => {
  expect(claim()).toEqual({
    outlet: 'o0',
    phases: [1, 2],
    leastMa: 6000,
    mostMa: 20_000,
    weight: 1,
    rank: 0,
    kept: true,
    turn: 77,
  })
  expect(claim({ mostMa: 40_000 }).mostMa).toBe(32_000)
  expect(claim({}, 'equal', { ceilingMa: 9000 }).mostMa).toBe(9000)
})

test.each([
  [null, 20_000],
  [1, 20_000],
  [0, 0],
  [-1, 0],
])('a car into which %s Wh still go takes %i mA at most', (energyLeftWh, mostMa) => {
  expect(claim({ energyLeftWh }).mostMa).toBe(mostMa)
})

test.each([
  ['equal', 0],
  ['cheapest', 0],
  ['solar', 0],
  ['first_come', 5],
  ['priority', 3],
  // 4600 Wh at 9.2 kW are half an hour of two, and urgency has steps of ten minutes
  ['departure', 9],
] as const)('the rank by %s is %i, and that of who comes first is before all', (strategy, rank) => {
  expect(claim({ neededWh: 4600, mostMa: 20_000 }, strategy).rank).toBe(rank)
  expect(claim({ first: true }, strategy).rank).toBe(Number.MIN_SAFE_INTEGER)
})

test('who needs nothing more comes last by departure', () => {
  expect(claim({ neededWh: 0 }, 'departure').rank).toBe(Number.MAX_SAFE_INTEGER)
})

test('a car leaves when its driver has said, or after eight hours, or now', () => {
  expect(departureOf(car, 0)).toBe(2 * hour)
  expect(departureOf({ ...car, departsAt: null }, hour)).toBe(5 + 8 * hour)
  expect(departureOf({ ...car, departsAt: null }, 9 * hour)).toBe(9 * hour)
})

test('power is that of 230 V on each phase', () => {
  expect(wattsOf(10_000, 3)).toBe(6900)
})

test('a car can wait as long as it could still have its energy by the current and the phases that both have', () => {
  // 2 phases of 20 A are 9.2 kW
  expect(slackOf(car, outlet, 0)).toBe(1.5 * hour)
  expect(slackOf(car, outlet, hour)).toBe(0.5 * hour)
  expect(slackOf({ ...car, neededWh: 27_600 }, outlet, 0)).toBe(-hour)
  const narrow = { ...outlet, mostMa: 10_000, phases: [2] as const }
  expect(slackOf(car, narrow, 0)).toBe(0)
  expect(slackOf({ ...car, neededWh: null, energyLeftWh: 9200 }, outlet, 0)).toBe(hour)
  expect(slackOf({ ...car, neededWh: 4600, energyLeftWh: 9200 }, outlet, 0)).toBe(1.5 * hour)
  // who has not said anything needs half an hour
  expect(slackOf({ ...car, neededWh: null }, outlet, 0)).toBe(1.5 * hour)
})
