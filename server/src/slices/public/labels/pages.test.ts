import type { LabelSize } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { perPage, placeOf } from './pages.ts'

test.each<[LabelSize, number]>([
  ['small', 9],
  ['medium', 4],
  ['large', 1],
])('%s labels: %i on a page, none over its edge or another', (size, count) => {
  expect(perPage(size)).toBe(count)
  const places = Array.from({ length: count + 1 }, (_, nth) => placeOf(nth, size))
  expect(places.map(({ page }) => page)).toEqual([...Array.from({ length: count }, () => 0), 1])
  expect(places[count]).toEqual({ ...places[0], page: 1 })
  for (const [index, { x, y, width, height }] of places.slice(0, count).entries()) {
    // a printer leaves 4 mm around what it prints, and a cut mark takes 3
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(7)
    expect(x + width).toBeLessThanOrEqual(203)
    expect(y + height).toBeLessThanOrEqual(290)
    for (const other of places.slice(0, index))
      expect(other.x + other.width <= x - 6 || other.y + other.height <= y - 6).toBe(true)
  }
})
