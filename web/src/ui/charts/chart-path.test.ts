import fc from 'fast-check'
import { expect, test } from 'vitest'
import { smoothPath } from './chart-path.ts'

/** The bends and ends of each curve of a path. */
const curvesOf = (path: string) =>
  path
    .split('C')
    .slice(1)
    .map((curve) => curve.split(' ').map(Number))

test('a path goes through its points', () => {
  expect(smoothPath([])).toBe('')
  expect(smoothPath([{ x: 3, y: 4 }])).toBe('M3 4')
  const path = smoothPath([
    { x: 0, y: 10 },
    { x: 30, y: 40 },
    { x: 60, y: 10 },
  ])
  expect(path).toMatch(/^M0 10C/)
  expect(curvesOf(path).map((curve) => curve.slice(4))).toEqual([
    [30, 40],
    [60, 10],
  ])
})

test('a path stays between each point and the next', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 2, maxLength: 20 }), (heights) => {
      const points = heights.map((y, i) => ({ x: i * 30, y }))
      for (const [i, [, first, , second]] of curvesOf(smoothPath(points)).entries()) {
        const ends = [heights[i]!, heights[i + 1]!]
        for (const bend of [first!, second!]) {
          expect(bend).toBeGreaterThanOrEqual(Math.min(...ends) - 0.1)
          expect(bend).toBeLessThanOrEqual(Math.max(...ends) + 0.1)
        }
      }
    }),
  )
})
