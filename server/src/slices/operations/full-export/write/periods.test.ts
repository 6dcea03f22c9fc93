import { expect, test } from 'vitest'
import { periodsOf } from './periods.ts'

const at = (text: string) => new Date(`${text}Z`)

test('days are those of UTC that an export touches, from midnight to midnight', () => {
  expect(periodsOf('day', { from: at('2026-02-28T23:59:59'), to: at('2026-03-01T00:00') })).toEqual([
    { name: '2026-02-28', from: at('2026-02-28T00:00'), to: at('2026-03-01T00:00') },
    { name: '2026-03-01', from: at('2026-03-01T00:00'), to: at('2026-03-02T00:00') },
  ])
})

test('months go on over the end of the year', () => {
  expect(periodsOf('month', { from: at('2026-12-31T12:00'), to: at('2027-01-31T00:00') })).toEqual([
    { name: '2026-12', from: at('2026-12-01T00:00'), to: at('2027-01-01T00:00') },
    { name: '2027-01', from: at('2027-01-01T00:00'), to: at('2027-02-01T00:00') },
  ])
  expect(periodsOf('day', { from: at('2026-01-02T00:00'), to: at('2026-01-01T23:59') })).toEqual([])
})
