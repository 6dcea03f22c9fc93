import { expect, test } from 'vitest'
import { type Assigned, type ConnectorFilter, covers, distinctFilters, planPricing } from './assign.ts'

const all: ConnectorFilter = { type: null, current: null, powerW: null, stationId: null }
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

test('a station has a price of its own until its whole location is priced', () => {
  const own: ConnectorFilter = { ...all, stationId: 'S1' }
  expect(plan([own], [has(7, all)])).toEqual({
    reprice: [],
    create: [{ locationId: 1, filter: own, priority: 0 }],
  })
  expect(plan([own], [has(7, all), has(8, own)])).toEqual({ reprice: [8], create: [] })
  expect(plan([all], [has(7, all), has(8, own)])).toEqual({ reprice: [7, 8], create: [] })
})

test('a price for a kind of connector holds at stations with a price of their own too', () => {
  const own: ConnectorFilter = { ...all, stationId: 'S1' }
  expect(plan([ccs], [has(7, all), has(8, own)]).create.map(({ filter }) => filter)).toEqual([
    ccs,
    { ...ccs, stationId: 'S1' },
  ])
  const ac = { ...own, type: 'Type 2' }
  expect(plan([ccs], [has(7, all), has(8, ac)]).create.map(({ filter }) => filter)).toEqual([ccs])
})

test('what both filters fit has the power that either names', () => {
  const fifty: ConnectorFilter = { ...all, powerW: 50_000 }
  const wanted = (filter: ConnectorFilter, own: ConnectorFilter) =>
    plan([filter], [has(7, all), has(8, { ...own, stationId: 'S1' })]).create.map((one) => one.filter)
  expect(wanted(fifty, ccs)).toEqual([fifty, { ...ccs, powerW: 50_000, stationId: 'S1' }])
  expect(wanted(ccs, fifty)).toEqual([ccs, { ...ccs, powerW: 50_000, stationId: 'S1' }])
  // of one kind, and of a power that only the price names
  const quick = { ...ccs, powerW: 50_000 }
  expect(wanted(quick, ccs)).toEqual([quick, { ...quick, stationId: 'S1' }])
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

test('a range of powers is priced anew where it is covered, and never taken for one power', () => {
  const ranged = has(7, { ...dc, powerW: 50_000 }, { ranged: true })
  expect(plan([dc], [ranged])).toEqual({ reprice: [7], create: [{ locationId: 1, filter: dc, priority: 0 }] })
  const fifty = { ...dc, powerW: 50_000 }
  expect(plan([fifty], [ranged])).toEqual({
    reprice: [7],
    create: [{ locationId: 1, filter: fifty, priority: 0 }],
  })
})

test('what is shared among narrower ones is outranked for them too', () => {
  const shared = has(7, ccs, { shared: true, priority: 2 })
  expect(plan([dc], [shared])).toEqual({
    reprice: [],
    create: [
      { locationId: 1, filter: dc, priority: 0 },
      { locationId: 1, filter: ccs, priority: 3 },
    ],
  })
})

test('a tariff of its own that is outranked gets another above', () => {
  const own = has(7, all, { priority: 1 })
  expect(plan([all], [own, has(8, all, { shared: true, priority: 5 })])).toEqual({
    reprice: [7],
    create: [{ locationId: 1, filter: all, priority: 6 }],
  })
})

test('each location is planned on its own, others are left alone', () => {
  const there = has(7, all, { locationId: 2 })
  expect(planPricing([1, 2], [all], [there, has(9, all, { locationId: 3 })])).toEqual({
    reprice: [there],
    create: [{ locationId: 1, filter: all, priority: 0 }],
  })
  expect(planPricing([1, 2], [all], []).create.map(({ locationId }) => locationId)).toEqual([1, 2])
})

test('a filter covers what asks for the same and more', () => {
  const exact = { ...ccs, powerW: 50_000 }
  for (const wide of [all, dc, ccs, exact]) expect(covers(wide, exact)).toBe(true)
  for (const other of [
    { ...exact, type: 'Type 2' },
    { ...exact, current: 'AC' },
    { ...exact, powerW: 1 },
    { ...exact, stationId: 'S1' },
  ]) {
    expect(covers(other, exact)).toBe(false)
  }
  expect(covers(exact, dc)).toBe(false)
})

test('filters are told once each, bare', () => {
  const same = has(7, ccs)
  expect(distinctFilters([ccs, same, dc])).toEqual([ccs, dc])
})
