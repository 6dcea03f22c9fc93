import { describe, expect, test } from 'vitest'
import type { Car, Served } from '../claims.ts'
import { simpleSite } from '../fixtures/site.fixtures.ts'
import { Wiring } from '../site.ts'
import { type PlayRules, playing, playOut, type Visit } from './play.ts'

const hour = 3_600_000
const visit = (
  outlet: string,
  { leavesAt = 10 * hour, before, ...car }: Partial<Car & Visit> = {},
): Visit => ({
  car: {
    outlet,
    phases: 1,
    mostMa: 32_000,
    pluggedAt: 0,
    group: 0,
    energyLeftWh: null,
    neededWh: null,
    departsAt: null,
    ...car,
  },
  leavesAt,
  ...(before ? { before } : {}),
})
const wiring = new Wiring(simpleSite(40_000, [{}, {}]))

/** Each car gets 10 A, which is 2300 W on a phase. */
const seen: { now: number; cars: Car[]; served: Served[] }[] = []
const rules: PlayRules = {
  from: 0,
  to: 4 * hour,
  stepMs: hour,
  share(_supply, parked, now) {
    seen.push({ now, cars: parked.map(({ car }) => car), served: parked.map(({ served }) => served) })
    return parked.map(({ car }) => ({ outlet: car.outlet, currentMa: 10_000, bound: { kind: 'wanted' } }))
  },
  supplyMaAt: () => wiring.bySlot(({ fuseMa }) => fuseMa),
}
const played = (visits: Visit[], more: Partial<PlayRules> = {}) => {
  seen.length = 0
  return playOut(wiring, visits, { ...rules, ...more })
}

describe('a car of a play', () => {
  test('takes what it is given on its phases, from when it came until it leaves', () => {
    const { visits, highest } = played([
      visit('o0'),
      visit('o1', { phases: 3, pluggedAt: hour, leavesAt: 2.5 * hour }),
    ])
    expect(visits).toEqual([
      { outlet: 'o0', deliveredWh: 4 * 2300, metAt: null },
      { outlet: 'o1', deliveredWh: 1.5 * 3 * 2300, metAt: null },
    ])
    // both on the first phase, of its 40 A
    expect(highest).toBe(0.5)
    expect(seen.map(({ now, cars }) => [now / hour, cars.length])).toEqual([
      [0, 1],
      [1, 2],
      [2, 2],
      [3, 1],
    ])
  })

  test('takes no more than goes into it, and is told so', () => {
    const { visits } = played([visit('o0', { energyLeftWh: 3000 })])
    expect(visits).toMatchObject([{ deliveredWh: 3000 }])
    expect(seen.map(({ cars }) => cars[0]?.energyLeftWh)).toEqual([3000, 700, 0, 0])
  })

  test('has what it needed at an instant, and what is still missing before', () => {
    const { visits } = played([visit('o0', { neededWh: 3450 })])
    expect(visits).toMatchObject([{ metAt: 1.5 * hour, deliveredWh: 4 * 2300 }])
    expect(seen.map(({ cars }) => cars[0]?.neededWh)).toEqual([3450, 1150, 0, 0])
    expect(played([visit('o0', { neededWh: 2300 })]).visits).toMatchObject([{ metAt: hour }])
    expect(played([visit('o0', { neededWh: 0 })]).visits).toMatchObject([{ metAt: null }])
    expect(played([visit('o0', { neededWh: 3450, leavesAt: 1.4 * hour })]).visits).toMatchObject([
      { metAt: null },
    ])
    expect(played([visit('o0', { neededWh: 3450, leavesAt: 1.5 * hour })]).visits).toMatchObject([
      { metAt: 1.5 * hour },
    ])
  })

  test('has charged for as long as it has, before and in the play', () => {
    played([visit('o0', { before: { chargedMs: 7, ceilingMa: 9000 } }), visit('o1')], { to: 2 * hour })
    expect(seen.map(({ served }) => served)).toEqual([
      [
        { kept: false, chargedMs: 7, ceilingMa: 9000 },
        { kept: false, chargedMs: 0, ceilingMa: null },
      ],
      [
        { kept: false, chargedMs: 7 + hour, ceilingMa: 9000 },
        { kept: false, chargedMs: hour, ceilingMa: null },
      ],
    ])
  })

  test('that gets nothing does not charge, and what is for none of the cars is nobody’s', () => {
    const { visits, highest } = played([visit('o0', { neededWh: 0 })], {
      share: (_supply, parked) => {
        seen.push({ now: 0, cars: [], served: parked.map(({ served }) => served) })
        return [
          { outlet: 'o0', currentMa: 0, bound: { kind: 'wanted' } },
          { outlet: 'o1', currentMa: 10_000, bound: { kind: 'wanted' } },
        ]
      },
    })
    expect(visits).toEqual([{ outlet: 'o0', deliveredWh: 0, metAt: null }])
    expect(highest).toBe(0)
    expect(seen.at(-1)?.served).toMatchObject([{ chargedMs: 0 }])
  })
})

test('each step is given with what there was and what was drawn, those without cars among them', () => {
  const steps = [
    ...playing(wiring, [visit('o0', { pluggedAt: hour, leavesAt: 2 * hour })], { ...rules, to: 3 * hour }),
  ]
  const supplyMa = [40_000, 40_000, 40_000]
  expect(steps).toEqual([
    { at: 0, supplyMa, flowsMa: [0, 0, 0], cars: 0 },
    { at: hour, supplyMa, flowsMa: [10_000, 0, 0], cars: 1 },
    { at: 2 * hour, supplyMa, flowsMa: [0, 0, 0], cars: 0 },
  ])
})

test('what is drawn of nothing is more than there was', () => {
  expect(played([visit('o0')], { supplyMaAt: () => [0, 0, 0] }).highest).toBe(10_000)
})
