import { DAY_MS } from '@stationmaster/units'
import { expect, test } from 'vitest'
import { mayWithoutAnswer } from './silent.ts'

const now = new Date('2026-03-10T09:00:00Z')
const said = (allowed: 'ALLOWED' | 'BLOCKED', agoMs: number) => ({
  allowed,
  at: new Date(now.getTime() - agoMs),
})

test.each([
  // rule, whitelist, last answer, may charge
  ['whitelist', 'ALLOWED_OFFLINE', undefined, true],
  ['whitelist', 'NEVER', undefined, false],
  ['whitelist', 'ALLOWED_OFFLINE', said('BLOCKED', 0), true],
  ['whitelist', 'NEVER', said('ALLOWED', 0), false],
  ['last_answer', 'NEVER', said('ALLOWED', 0), true],
  ['last_answer', 'ALLOWED_OFFLINE', said('BLOCKED', 0), false],
  ['last_answer', 'NEVER', said('ALLOWED', 30 * DAY_MS - 1), true],
  ['last_answer', 'NEVER', said('ALLOWED', 30 * DAY_MS), false],
  ['last_answer', 'ALLOWED_OFFLINE', said('BLOCKED', 30 * DAY_MS), true],
  ['last_answer', 'ALLOWED_OFFLINE', undefined, true],
  ['last_answer', 'NEVER', undefined, false],
  ['refuse', 'ALLOWED_OFFLINE', said('ALLOWED', 0), false],
  ['refuse', 'NEVER', undefined, false],
] as const)('rule %s, whitelist %s, last answer %j: %s', (rule, whitelist, last, may) => {
  expect(mayWithoutAnswer(rule, { whitelist }, last, now)).toBe(may)
})
