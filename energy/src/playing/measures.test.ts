import { expect, test } from 'vitest'
import { measuresOf, unbalanceOf } from './measures.ts'

test('a session is satisfied with what it wished for, and what it has beyond makes up for nobody', () => {
  const stays = [
    { wishedWh: 10_000, deliveredWh: 15_000 },
    { wishedWh: 20_000, deliveredWh: 10_000 },
    { wishedWh: 5000, deliveredWh: 4999.5 },
  ]
  const found = measuresOf(stays)
  expect(found).toMatchObject({ sessions: 3, satisfied: 2, wishedWh: 35_000, deliveredWh: 24_999.5 })
  expect(found.fairness).toBeCloseTo(2.4999 ** 2 / (3 * 2.2498), 3)
})

test('fairness is 1 where all have the same share of what they wished for, and unknown where nobody has anything', () => {
  const half = [10_000, 40_000].map((wishedWh) => ({ wishedWh, deliveredWh: wishedWh / 2 }))
  expect(measuresOf(half).fairness).toBe(1)
  expect(measuresOf([...half, { wishedWh: 5000, deliveredWh: 0 }]).fairness).toBeCloseTo(2 / 3)
  expect(measuresOf([{ wishedWh: 5000, deliveredWh: 0 }]).fairness).toBeNull()
  expect(measuresOf([]).fairness).toBeNull()
})

test('phases are as far apart as the most loaded one and the least', () => {
  expect(unbalanceOf([10, 32, 4])).toBe(28)
  expect(unbalanceOf([7, 7, 7])).toBe(0)
})
