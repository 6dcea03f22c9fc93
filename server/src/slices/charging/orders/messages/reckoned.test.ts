import { expect, test } from 'vitest'
import { newOrder, type Order } from '../order.ts'
import { reckonedField, withReckoned } from './reckoned.ts'

const order = (of: Partial<Order> = {}): Order => ({
  ...newOrder({
    id: 7,
    status: 'completed',
    source: 'rfid',
    locationId: 1,
    stationId: 'S1',
    connectorId: 3,
    createdAt: new Date(0),
    transactionId: 'T1',
  }),
  billable: true,
  chargingPriceMinor: 1000,
  ...of,
})
const reviewed = (totalMinor: number | undefined, of: Partial<Order> = {}) => {
  const before = order(of)
  const after = withReckoned(before, totalMinor === undefined ? undefined : { totalMinor })
  return after !== before && after
}

test.each([
  [1000, 990, false],
  [1000, 989, true],
  [1000, 1100, false],
  [1000, undefined, false],
  [100, 97, false],
  [100, 96, true],
])('of our %i a station has reckoned %s: a person looks at it: %s', (chargingPriceMinor, theirs, is) => {
  const after = reviewed(theirs, { chargingPriceMinor })
  if (is) expect(after).toMatchObject({ needsReview: true, warning: 'cost_differs', chargingPriceMinor })
  else expect(after).toBe(false)
})

test('what nobody pays, and a price that was agreed, is not compared', () => {
  expect(reviewed(1, { billable: false })).toBe(false)
  expect(reviewed(1, { tagGroup: 'TAXI' })).toBe(false)
  expect(reviewed(1, { chargingPriceMinor: null })).toBe(false)
})

test('another warning stays', () => {
  expect(reviewed(1, { warning: 'unowned' })).toMatchObject({ needsReview: true, warning: 'unowned' })
})

test('the chronology keeps what the station has reckoned', () => {
  expect(reckonedField({ totalMinor: 0 })).toEqual({ station_cost: 0 })
  expect(reckonedField(undefined)).toEqual({})
})
