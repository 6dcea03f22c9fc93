import { expect, test } from 'vitest'
import { guessOf, type ViewEvse } from './guess.ts'

const evse = (power: number, current: 'AC' | 'DC' = 'AC'): ViewEvse => ({
  station_id: 'A',
  station_number: 1,
  evse: 1,
  current,
  power,
})

test.each([
  [3.7, 'AC', [1], 16],
  [7.4, 'AC', [1], 32],
  [11, 'AC', [1, 2, 3], 16],
  [22, 'AC', [1, 2, 3], 32],
  // never less than it can deliver
  [9, 'AC', [1, 2, 3], 13],
  [10, 'AC', [1, 2, 3], 15],
  [150, 'DC', [1, 2, 3], 218],
] as const)('%s kW %s', (power, current, phases, most) => {
  expect(guessOf([evse(power, current)], false)).toEqual([{ phases, most }])
})

test('turned, cars on one phase do not all load L1', () => {
  const phases = guessOf([evse(22), evse(22), evse(7.4), evse(22)], true).map((guess) => guess.phases)
  expect(phases).toEqual([[1, 2, 3], [2, 3, 1], [3], [1, 2, 3]])
})
