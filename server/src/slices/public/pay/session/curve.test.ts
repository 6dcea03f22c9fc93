import { expect, test } from 'vitest'
import { powerCurve } from './curve.ts'

const begin = Date.parse('2026-11-27T10:00:00Z')
const reading = (minutes: number, energyWh: number | null, powerW: number | null) => ({
  at: new Date(begin + minutes * 60_000),
  energyWh,
  powerW,
})

test('one reading is no curve', () => {
  expect(powerCurve([])).toEqual([])
  expect(powerCurve([reading(0, 0, 5000)])).toEqual([])
  expect(powerCurve([reading(0, 0, null), reading(1, 100, null)])).toEqual([])
})

test('power is as it was reported, in sixty stretches at the most', () => {
  const readings = Array.from({ length: 601 }, (_, minutes) => reading(minutes, minutes, 1000 + minutes))
  const curve = powerCurve(readings)
  expect(curve).toHaveLength(60)
  expect(curve[0]).toEqual({ at: new Date(begin + 5 * 60_000), powerW: 1005 })
  // the last stretch holds the last reading too
  expect(curve.at(-1)?.powerW).toBe(1595)
})

test('where no power is ever reported, energy over time stands in for it', () => {
  const curve = powerCurve([reading(0, 0, null), reading(6, 1000, null), reading(12, 1500, null)])
  expect(curve.map(({ powerW }) => powerW)).toEqual([10_000, 5000])
  expect(powerCurve([reading(0, 0, 3000), reading(6, 1000, null), reading(12, 1500, 4000)])).toHaveLength(2)
})
