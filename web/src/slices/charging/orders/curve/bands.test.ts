import { describe, expect, test } from 'vitest'
import { bandsOf, nearest, timeTicks } from './bands.ts'
import type { CurvePoint } from './curve.ts'

const points: CurvePoint[] = [
  { at: 0, energyWh: 0, powerW: 10_000, soc: 20, costMinor: 0 },
  { at: 60_000, energyWh: 500, powerW: 50_000, soc: 30, costMinor: 800 },
]
const limits = { powerW: 60_000, soc: 80, costMinor: 900 }
const without = (key: 'soc' | 'costMinor') => points.map((point) => ({ ...point, [key]: null }))

describe('the bands of a curve', () => {
  test('stand below each other, with room for their limits', () => {
    const { bands, height } = bandsOf(points, limits)
    expect(bands.map(({ name, limit }) => [name, limit])).toEqual([
      ['power', 60_000],
      ['soc', 80],
      ['cost', 900],
    ])
    expect(bands[0]!.most).toBeCloseTo(66_000)
    expect(bands[1]!.most).toBe(100)
    for (const [index, { top }] of bands.entries()) expect(top).toBeGreaterThan(bands[index - 1]?.bottom ?? 0)
    expect(height).toBeGreaterThan(bands.at(-1)!.bottom)
  })

  test('a limit far beyond what was reached would flatten the curve', () => {
    expect(bandsOf(points, { ...limits, powerW: 100_000 }).bands[0]!.limit).toBe(100_000)
    expect(bandsOf(points, { ...limits, powerW: 100_001 }).bands[0]!.limit).toBeNull()
  })

  test('what the station does not tell, and what costs nothing, has no band', () => {
    expect(bandsOf(without('soc'), limits).bands.map(({ name }) => name)).toEqual(['power', 'cost'])
    expect(bandsOf(without('costMinor'), limits).bands.map(({ name }) => name)).toEqual(['power', 'soc'])
    const free = points.map((point) => ({ ...point, costMinor: 0 }))
    expect(bandsOf(free, limits).bands.map(({ name }) => name)).toEqual(['power', 'soc'])
  })
})

test('the axis has round moments, as many as fit', () => {
  expect(timeTicks(1000, 61_000, 7)).toEqual([10_000, 20_000, 30_000, 40_000, 50_000, 60_000])
  expect(timeTicks(1000, 61_000, 2)).toEqual([30_000, 60_000])
})

test('the crosshair stands at the nearest reading', () => {
  expect(nearest(points, 29_000)).toBe(0)
  expect(nearest(points, 31_000)).toBe(1)
})
