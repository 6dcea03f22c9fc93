import type { EnergySample } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { runsOf, shortOf } from './day-series.ts'

const sample = (minute: number, flow_a: number[]): EnergySample => ({
  at: new Date(Date.UTC(2026, 5, 1, 8, minute)).toISOString(),
  limit_a: [63, 20, 63],
  flow_a,
  others_a: [1, 2, 3],
  granted_a: [40, 18, 40],
  cars: 3,
  waiting: 1,
  short_wh: 12.5,
})

test('the fullest phase is the one with the least room, not the one with the greatest flow', () => {
  const [run] = runsOf([sample(0, [40, 18, 5])], 'most')
  expect(run?.[0]).toMatchObject({ flow: 18, limit: 20, others: 2 })
  expect(runsOf([sample(0, [40, 18, 5])], '1')[0]?.[0]).toMatchObject({ flow: 40, limit: 63 })
})

test('no line is drawn over minutes without a sample', () => {
  const samples = [0, 1, 4, 8].map((minute) => sample(minute, [1, 1, 1]))
  expect(runsOf(samples, '1').map((run) => run.length)).toEqual([3, 1])
  expect(shortOf(samples)).toBe(50)
})
