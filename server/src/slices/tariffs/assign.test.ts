import { expect, test } from 'vitest'
import { type Assigned, type ConnectorFilter, planPricing } from './assign.ts'

const all: ConnectorFilter = { type: null, current: null, powerW: null }
const dc: ConnectorFilter = { ...all, current: 'DC' }
const ccs: ConnectorFilter = { ...dc, type: 'CCS 2' }
const has = (tariffId: number, filter: ConnectorFilter, more: Partial<Assigned> = {}): Assigned => ({
  ...filter,
  locationId: 1,
  tariffId,
  priority: 0,
  shared: false,
  ranged: false,
  ...more,
})

const plan = (filters: ConnectorFilter[], assigned: Assigned[]) => {
  const { reprice, create } = planPricing([1], filters, assigned)
  return { reprice: reprice.map(({ tariffId }) => tariffId), create }
}

test('the first price makes a tariff, the next one a version of it', () => {
  expect(plan([all], [])).toEqual({ reprice: [], create: [{ locationId: 1, filter: all, priority: 0 }] })
  expect(plan([all], [has(7, all)])).toEqual({ reprice: [7], create: [] })
})

test('a narrow price leaves the wide one; a wide price takes the narrow ones along', () => {
  expect(plan([ccs], [has(7, all)])).toEqual({
    reprice: [],
    create: [{ locationId: 1, filter: ccs, priority: 0 }],
  })
  const assigned = [has(7, all), has(8, ccs), has(9, { ...all, type: 'Type 2' })]
  expect(plan([dc], assigned)).toEqual({ reprice: [8], create: [{ locationId: 1, filter: dc, priority: 0 }] })
  expect(plan([all], assigned)).toEqual({ reprice: [7, 8, 9], create: [] })
})

test('a tariff that others share is outranked, not changed', () => {
  const shared = has(7, all, { shared: true, priority: 3 })
  expect(plan([all], [shared])).toEqual({
    reprice: [],
    create: [{ locationId: 1, filter: all, priority: 4 }],
  })
  expect(plan([all], [shared, has(8, all, { priority: 4 })])).toEqual({ reprice: [8], create: [] })
})

test('the same filter twice is one', () => {
  expect(plan([ccs, { ...ccs }], []).create).toHaveLength(1)
})
