import { expect, test } from 'vitest'
import { patchesOf } from './patches.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 1, 12, 0, second))
const evse = (uid: string, second: number) => ({
  uid,
  status: 'CHARGING',
  connectors: [],
  last_updated: at(second).toISOString(),
})
const location = (wholeAt: number | null, ...evses: object[]) => ({
  body: { id: 'L', evses },
  wholeAt: wholeAt === null ? null : at(wholeAt),
})
const sent = (second: number, wholeOnly = false) => ({ lastUpdated: at(second), wholeOnly })

test('a partner gets the EVSEs that have moved since what it has, and nothing that it has', () => {
  expect(patchesOf(location(2, evse('1', 3), evse('2', 5), evse('3', 6)), sent(3))).toEqual([
    { uid: '2', body: { status: 'CHARGING', last_updated: at(5).toISOString() } },
    { uid: '3', body: { status: 'CHARGING', last_updated: at(6).toISOString() } },
  ])
  expect(patchesOf(location(3, evse('1', 3)), sent(3))).toEqual([])
})

test('it gets the whole location where anything else has moved, where it has none, and where it refused a part', () => {
  const one = evse('1', 5)
  expect(patchesOf(location(4, one), sent(3))).toBeNull()
  expect(patchesOf(location(null, one), sent(3))).toBeNull()
  expect(patchesOf(location(2, one), undefined)).toBeNull()
  expect(patchesOf(location(2, one), sent(3, true))).toBeNull()
})

test('many EVSEs at once are one call', () => {
  const many = (count: number) => Array.from({ length: count }, (_, nth) => evse(String(nth), 5))
  expect(patchesOf(location(2, ...many(3)), sent(3))).toHaveLength(3)
  expect(patchesOf(location(2, ...many(4)), sent(3))).toBeNull()
})
