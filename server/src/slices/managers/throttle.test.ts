import { expect, test } from 'vitest'
import { Throttle } from '../../platform/throttle.ts'
import { placeOf } from './throttles.ts'

const at = (second: number) => new Date(Date.UTC(2026, 2, 10) + second * 1000)
const windowMs = 60_000

test('attempts beyond the limit wait for the end of the window', () => {
  const throttle = new Throttle({ limit: 2, windowMs })
  expect([throttle.take('a', at(0)), throttle.take('a', at(10)), throttle.take('a', at(20))]).toEqual([
    0, 0, 40,
  ])
  expect(throttle.take('b', at(20))).toBe(0)
  expect(throttle.take('a', at(60))).toBe(0)
})

test('a good attempt is taken back', () => {
  const throttle = new Throttle({ limit: 1, windowMs })
  throttle.take('a', at(0))
  throttle.forgive('a')
  expect(throttle.take('a', at(1))).toBe(0)
  throttle.clear('a')
  expect(throttle.take('a', at(2))).toBe(0)
  expect(throttle.take('a', at(3))).toBeGreaterThan(0)
})

test('a flood of keys makes nothing forgotten, in bounded memory, and is forgotten itself', () => {
  const throttle = new Throttle({ limit: 3, windowMs, most: 100 })
  for (let attempt = 0; attempt < 3; attempt++) throttle.take('attacked', at(0))
  for (let nth = 0; nth < 50_000; nth++) throttle.take(`flood ${nth}`, at(1))
  expect(throttle.take('attacked', at(2))).toBeGreaterThan(0)
  expect(throttle.size).toBeLessThanOrEqual(100 + 4096)
  expect(throttle.take('attacked', at(61))).toBe(0)
  expect(throttle.take('newcomer', at(62))).toBe(0)
  expect(throttle.size).toBeLessThan(10)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s counts as %s', (address, place) => {
  expect(placeOf(address)).toBe(place)
})
