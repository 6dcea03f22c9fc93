import { guaranteedW, reductionSetting } from '@stationmaster/contract'
import { describe, expect, test } from 'vitest'
import { appliedOf, holdingOf, poolMaOf, sumW } from './rules.ts'

const setting = (more: object) => reductionSetting.parse({ devices: 3, ...more })

// BNetzA BK6-22-300, annex 1, 4.5.2: 4.2 kW + (n - 1) x factor x 4.2 kW
describe('what is guaranteed', () => {
  test.each([
    [1, 4200],
    [2, 7560],
    [3, 10_500],
    [4, 13_020],
    [8, 18_900],
    [9, 19_320],
    [10, 21_210],
    [40, 77_910],
  ])('to %i devices is %i W', (devices, watts) => {
    expect(guaranteedW({ devices, heat_w: 0 })).toBe(watts)
  })

  test.each([
    [11_000, 7560],
    [11_001, 4400 + 3360],
    [30_000, 12_000 + 3360],
  ])('with heat pumps of %i W is %i W for two', (heat_w, watts) => {
    expect(guaranteedW({ devices: 2, heat_w })).toBe(watts)
  })
})

test.each([
  [null, 10_500],
  [0, 10_500],
  [10_499, 10_500],
  [10_501, 10_501],
])('a request of %s W counts as %i W, and never as less than what is guaranteed', (requested, applied) => {
  expect(appliedOf(setting({}), requested)).toEqual({
    guaranteedW: 10_500,
    appliedW: applied,
    carsW: applied,
  })
})

test('cars have what is not set aside for other devices', () => {
  expect(appliedOf(setting({ others_w: 4000 }), null).carsW).toBe(6500)
  expect(appliedOf(setting({ others_w: 40_000 }), null).carsW).toBe(0)
})

const at = (minute: number) => new Date(Date.UTC(2026, 6, 15, 12, minute))
const from = (id: number, begin: number, end: number | null, carsW = 4200) => ({
  id,
  startsAt: at(begin),
  endsAt: end === null ? null : at(end),
  carsW,
})

test.each([
  [9, null],
  [10, 1],
  [19, 1],
  [20, null],
])('a reduction from 10 to 20 at %i', (minute, id) => {
  expect(holdingOf([from(1, 10, 20)], at(minute))?.id ?? null).toBe(id)
})

test('one without an end holds on, and of several the one that leaves least', () => {
  expect(holdingOf([from(1, 0, null, 9000), from(2, 0, 59, 4200)], at(30))?.id).toBe(2)
  expect(holdingOf([from(1, 0, null, 9000), from(2, 0, 20, 4200)], at(30))?.id).toBe(1)
})

test('the least that is guaranteed to one device is enough for a car on three phases', () => {
  expect(poolMaOf(from(1, 0, null))).toBe(18_260)
  const cars = new Map([
    ['a', { phases: 3 }],
    ['b', { phases: 1 }],
    ['c', { phases: 1 }],
  ])
  const currents = new Map([
    ['a', 6000],
    ['b', 10_000],
    ['z', 9000],
  ])
  expect(sumW(cars, currents)).toBe(4140 + 2300)
})
