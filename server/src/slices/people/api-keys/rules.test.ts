import { DAY_MS, HOUR_MS } from '@stationmaster/units'
import { expect, test } from 'vitest'
import { isLiving, keptUntil, type Standing, stateOf } from './rules.ts'

const now = new Date('2026-11-28T12:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)
const standing = (more: Partial<Standing>): Standing => ({
  expiresAt: after(100 * DAY_MS),
  revokedAt: null,
  replacedBy: null,
  maker: { role: 'manager', isBlocked: false },
  ...more,
})

test.each<[string, Partial<Standing>]>([
  ['active', {}],
  ['active', { expiresAt: after(14 * DAY_MS + 1) }],
  ['ending', { expiresAt: after(14 * DAY_MS) }],
  ['ending', { expiresAt: after(1) }],
  ['expired', { expiresAt: after(0) }],
  ['revoked', { revokedAt: after(-1), expiresAt: after(0) }],
  ['replaced', { replacedBy: 7, expiresAt: after(HOUR_MS) }],
  ['idle', { maker: { role: 'manager', isBlocked: true } }],
  ['idle', { maker: { role: 'operator', isBlocked: false }, replacedBy: 7 }],
  ['active', { maker: { role: 'app-developer', isBlocked: false } }],
])('a key is %s: %o', (state, more) => {
  expect(stateOf(standing(more), now)).toBe(state)
})

test('a replaced key is kept for some hours, and never for longer than it would have lived', () => {
  expect(keptUntil(after(DAY_MS), 1, now)).toEqual(after(HOUR_MS))
  expect(keptUntil(after(HOUR_MS), 2, now)).toEqual(after(HOUR_MS))
  expect(keptUntil(after(DAY_MS), 0, now)).toEqual(now)
})

test.each([
  ['active', true],
  ['ending', true],
  ['idle', true],
  ['replaced', true],
  ['expired', false],
  ['revoked', false],
] as const)('a key that is %s is living: %s', (state, living) => {
  expect(isLiving(state)).toBe(living)
})
