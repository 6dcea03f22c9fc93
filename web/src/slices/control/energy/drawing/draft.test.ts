import type { EnergySite } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { bodyOf, draftOf, freeId, type SiteDraft } from './draft.ts'
import type { ViewEvse } from './guess.ts'
import { isOver, sumsOf } from './sums.ts'

const evse = (station_id: string): ViewEvse => ({
  station_id,
  station_number: 1,
  evse: 1,
  current: 'AC',
  power: 22,
})
const circuit = (id: string, parent: string | null, more: object = {}) => ({
  id,
  name: id,
  parent,
  fuse_a: [63, 63, 50],
  reserve_a: [1, 0, 0],
  losses_percent: 10,
  other: { kind: 'none' as const },
  ...more,
})
const outlet = (station_id: string, phases: number[]) => ({
  station_id,
  evse: 1,
  circuit: 'feeder',
  phases,
  most_a: 32,
  least_a: 6,
  step_a: 1,
  floor_a: 10,
  group: 2,
})
const site: EnergySite = {
  enabled: true,
  strategy: 'priority',
  circuits: [
    circuit('grid', null, {
      other: { kind: 'week', hours_a: Array.from({ length: 168 }, (_, n) => n % 24) },
    }),
    circuit('feeder', 'grid', { other: { kind: 'meter', most_a: [7, 8, 9], age_seconds: 30 } }),
  ],
  outlets: [outlet('A', [1, 2, 3]), outlet('B', [3]), outlet('GONE', [1, 2, 3])],
  limits: [{ circuit: 'grid', name: 'Evening', days: [1, 2], from: '17:00', to: '20:00', limit_a: 30 }],
  prices_week: null,
  reduction: { devices: 4, heat_w: 12_300, others_w: 1500, source: 'Stadtwerke' },
  version: 3,
  saved_at: '2026-06-01T12:00:00Z',
  has_key: false,
}
const evses = ['A', 'B', 'NEW'].map(evse)

test('a wiring that is opened and saved stays as it was, without the EVSEs that have gone', () => {
  const { saved_at: _, has_key: __, ...saved } = site
  expect(bodyOf(draftOf(site, evses), 3).body).toEqual({
    ...saved,
    outlets: site.outlets.filter(({ station_id }) => station_id !== 'GONE'),
  })
})

test('an empty field is named, and nothing is sent', () => {
  const draft = draftOf(site, evses)
  const [grid, ...rest] = draft.circuits
  const broken: SiteDraft = { ...draft, circuits: [{ ...grid!, fuse: [63, '', 63], name: ' ' }, ...rest] }
  const { body, faults } = bodyOf(broken)
  expect(body).toBeNull()
  expect([...faults!]).toEqual(expect.arrayContaining(['circuits.0.fuse_a.1', 'circuits.0.name']))
  const week: SiteDraft = { ...draft, circuits: [{ ...grid!, base: '' }, ...rest] }
  expect(bodyOf(week).body).toBeNull()
})

test('what may flow without a connection adds up through the circuits, phase by phase', () => {
  const sums = sumsOf(draftOf(site, evses))
  expect(sums.get('feeder')?.map(({ floors, others, reserve }) => [floors, others, reserve])).toEqual([
    [10, 7, expect.closeTo(7.3)],
    [10, 8, expect.closeTo(6.3)],
    [20, 9, expect.closeTo(5)],
  ])
  // the new EVSE counts with its 22 kW, and the week with its highest hour
  const grid = sums.get('grid')
  expect(grid?.map(({ floors, others }) => [floors, others])).toEqual([
    [expect.closeTo(10 + 31.884), 30],
    [expect.closeTo(10 + 31.884), 31],
    [expect.closeTo(20 + 31.884), 32],
  ])
  expect(grid?.map(isOver)).toEqual([true, true, true])
  expect(sums.get('feeder')?.some(isOver)).toBe(false)
})

test('a new circuit has an id of its own', () => {
  expect(freeId([{ id: 'grid' }, { id: 'c-2' }])).toBe('c-3')
})
