import { describe, expect, test } from 'vitest'
import type { Car } from '../claims.ts'
import { simpleSite } from '../fixtures/site.fixtures.ts'
import { Wiring } from '../site.ts'
import { horizonMs, isStated, type PriceHour, planOf } from './plan.ts'

const hour = 3_600_000
const carAt = (outlet: string, more: Partial<Car> = {}): Car => ({
  outlet,
  phases: 1,
  mostMa: 32_000,
  pluggedAt: 0,
  group: 0,
  energyLeftWh: null,
  neededWh: 2000,
  departsAt: 4 * hour,
  ...more,
})
const pricesOf = (...list: number[]): PriceHour[] =>
  list.map((price, nth) => ({ from: nth * hour, until: (nth + 1) * hour, price }))
const planned = (cars: Car[], prices: PriceHour[], { fuseMa = 63_000, now = 0, outlet = {} } = {}) => {
  const wiring = new Wiring(simpleSite(fuseMa, [outlet, outlet, outlet]))
  const supplyMa = wiring.bySlot((circuit) => circuit.fuseMa)
  return Object.fromEntries(planOf(wiring, supplyMa, cars, { now, prices }))
}
/** What a car of one phase takes in an hour at so many mA, less than the margin that a plan adds. */
const whOf = (mA: number) => ((mA / 1000) * 230) / 1.05

test.each([
  [{}, true],
  [{ departsAt: null }, false],
  [{ neededWh: null }, false],
  [{ neededWh: 0 }, false],
  [{ departsAt: 1 }, true],
  [{ departsAt: 0 }, false],
])('a car with %j has said that it needs something until it leaves: %s', (more, is) => {
  expect(isStated(carAt('o0', more), 0)).toBe(is)
})

describe('a plan', () => {
  test('has who charges now, in its cheapest hours alone', () => {
    expect(planned([carAt('o0')], pricesOf(10, 20, 30, 40))).toEqual({ o0: 10_000 })
    expect(planned([carAt('o0')], pricesOf(20, 10, 30, 40))).toEqual({})
    expect(planned([carAt('o0', { neededWh: null })], pricesOf(10, 20))).toEqual({})
  })

  test('takes the earlier of two hours of one price', () => {
    expect(planned([carAt('o0')], pricesOf(20, 20))).toEqual({ o0: 10_000 })
  })

  test('takes a second hour as far as the first is not enough', () => {
    const needed = (mA: number) => carAt('o0', { neededWh: whOf(mA) })
    expect(planned([needed(31_000)], pricesOf(20, 10, 30))).toEqual({})
    expect(planned([needed(40_000)], pricesOf(20, 10, 30))).toEqual({ o0: 8000 })
    // it is never less than the smallest current
    expect(planned([needed(33_000)], pricesOf(20, 10, 30))).toEqual({ o0: 6000 })
  })

  test('knows the phases of a car, what it can take, and what its outlet gives, in its steps', () => {
    const at = (more: Partial<Car>, outlet = {}) =>
      planned([carAt('o0', { neededWh: 1e6, ...more })], pricesOf(10), { outlet })
    expect(at({ mostMa: 20_500 })).toEqual({ o0: 20_000 })
    expect(at({}, { mostMa: 16_000 })).toEqual({ o0: 16_000 })
    expect(at({}, { leastMa: 6500, mostMa: 6900 })).toEqual({})
    expect(at({}, { leastMa: 6500, mostMa: 7000 })).toEqual({ o0: 7000 })
    expect(at({ mostMa: 6000 })).toEqual({ o0: 6000 })
    expect(planned([carAt('o0', { phases: 3, neededWh: 3 * whOf(10_000) })], pricesOf(10))).toEqual({
      o0: 10_000,
    })
  })

  test('ends when the car leaves', () => {
    const soon = (more: Partial<Car>) =>
      planned([carAt('o0', { departsAt: hour, ...more })], pricesOf(30, 10))
    expect(soon({})).toEqual({ o0: 10_000 })
    // half of an hour gives half of it
    expect(soon({ departsAt: hour / 2, neededWh: whOf(10_000) })).toEqual({ o0: 20_000 })
    expect(
      planned([carAt('o0', { departsAt: 1.5 * hour, neededWh: whOf(10_000) })], pricesOf(30, 10)),
    ).toEqual({})
    expect(
      planned([carAt('o0', { departsAt: 1.5 * hour, neededWh: whOf(20_000) })], pricesOf(30, 10)),
    ).toEqual({
      o0: 6000,
    })
  })

  test('lets who leaves first choose first, and of two that leave at once the first by name', () => {
    const cars = [
      carAt('o1', { neededWh: whOf(10_000), phases: 1 }),
      carAt('o0', { neededWh: whOf(10_000), phases: 1 }),
    ]
    const first = { fuseMa: 12_000 }
    expect(planned(cars, pricesOf(10, 20), first)).toEqual({ o0: 10_000 })
    expect(planned(cars.toReversed(), pricesOf(10, 20), first)).toEqual({ o0: 10_000 })
    const leaving = [{ ...cars[0]!, departsAt: 2 * hour }, cars[1]!]
    expect(planned(leaving, pricesOf(10, 20), first)).toEqual({ o1: 10_000 })
    expect(planned(leaving, pricesOf(10, 20), { fuseMa: 16_000 })).toEqual({ o0: 6000, o1: 10_000 })
  })

  test('takes nothing of the hours after a car has left, which are for others', () => {
    const cars = [
      carAt('o0', { neededWh: whOf(10_000), departsAt: hour }),
      carAt('o1', { neededWh: whOf(20_000), departsAt: 4 * hour }),
    ]
    expect(planned(cars, pricesOf(20, 10, 30, 30), { fuseMa: 32_000 })).toEqual({ o0: 10_000 })
    expect(planned(cars, pricesOf(20, 30, 10, 30), { fuseMa: 32_000 })).toEqual({ o0: 10_000 })
  })

  test('takes hours without a price last, and stretches at the borders of prices', () => {
    const at = (...prices: PriceHour[]) => planned([carAt('o0')], prices)
    expect(at({ from: hour, until: 2 * hour, price: 1000 })).toEqual({})
    expect(at({ from: 0, until: hour, price: 1000 })).toEqual({ o0: 10_000 })
    // the half-hour that is cheap is now, and then it is full at twice the current
    const halves = [
      { from: 0, until: hour / 2, price: 10 },
      { from: hour / 2, until: 4 * hour, price: 20 },
    ]
    expect(at(...halves)).toEqual({ o0: 19_000 })
    expect(planned([carAt('o0')], halves, { now: hour / 4 })).toEqual({ o0: 32_000 })
  })

  test('begins in the middle of an hour, and looks two days ahead', () => {
    const prices = [{ from: 0, until: 60 * hour, price: 10 }]
    expect(planned([carAt('o0')], prices, { now: hour / 2 })).toEqual({ o0: 19_000 })
    const far = carAt('o0', { departsAt: 60 * hour })
    expect(planned([far], [...pricesOf(20), { from: horizonMs, until: 60 * hour, price: 10 }])).toEqual({
      o0: 10_000,
    })
    expect(
      planned([far], [...pricesOf(20), { from: horizonMs - hour, until: 60 * hour, price: 10 }]),
    ).toEqual({})
  })
})
