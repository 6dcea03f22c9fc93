import { HOUR_MS } from '@stationmaster/units'
import { expect, test } from 'vitest'
import { type LimitDraft, limitBodyOf } from './limit-form.ts'

const now = Date.parse('2026-06-01T12:00:00Z')
const draft: LimitDraft = {
  circuit: 'grid',
  unit: 'percent',
  value: 60,
  end: '4',
  at: '',
  reason: ' grid operator ',
}

test('a limit ends so many hours from now, or at an instant in the time zone of the location', () => {
  expect(limitBodyOf(draft, now, 'Europe/Berlin')).toEqual({
    circuit: 'grid',
    percent: 60,
    until: new Date(now + 4 * HOUR_MS).toISOString(),
    reason: 'grid operator',
  })
  const own = { ...draft, end: 'at', at: '2026-06-01T18:30', unit: 'amperes', value: 16.5 } as const
  expect(limitBodyOf(own, now, 'Europe/Berlin')).toMatchObject({
    limit_a: 16.5,
    until: '2026-06-01T16:30:00.000Z',
  })
})

test.each([
  ['no value', { value: '' }],
  ['more than a hundred percent', { value: 101 }],
  ['half a percent', { value: 60.5 }],
  ['no end', { end: 'at', at: '' }],
  ['an end that is over', { end: 'at', at: '2026-06-01T14:00' }],
] as const)('%s is not sent', (_, change) => {
  expect(limitBodyOf({ ...draft, ...change }, now, 'Europe/Berlin')).toBeUndefined()
})
