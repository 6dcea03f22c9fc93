import type { EnergyView } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import {
  drawsNothing,
  fullestOf,
  loadsOf,
  outletsBelow,
  treeOf,
  type ViewCircuit,
  type ViewOutlet,
} from './circuits.ts'

const circuit = (id: string, parent: string | null, flow: number[], others: number[]): ViewCircuit => ({
  id,
  name: id,
  parent,
  fuse_a: [63, 63, 63],
  limit_a: [63, 40, 63],
  limited_by: null,
  reserve_a: [0, 0, 0],
  others_a: others,
  meter: null,
  flow_a: flow,
  counted_a: [10, 20, 30],
})
const outlet = (station_id: string, at: string | null) =>
  ({ station_id, evse: 1, circuit: at, session: null }) as unknown as ViewOutlet

const view: Pick<EnergyView, 'circuits' | 'outlets'> = {
  circuits: [
    circuit('grid', null, [30, 30, 8], [5, 0, 0]),
    circuit('feeder', 'grid', [20, 10, 5], [2, 1, 9]),
  ],
  outlets: [outlet('A', 'feeder'), outlet('B', 'grid'), outlet('C', null)],
}

test('circuits stand below what feeds them, and EVSEs that nobody has placed at the grid connection', () => {
  const [grid] = treeOf(view)
  expect(grid?.outlets.map(({ station_id }) => station_id)).toEqual(['B', 'C'])
  expect(grid?.children[0]?.outlets.map(({ station_id }) => station_id)).toEqual(['A'])
  expect(grid && outletsBelow(grid)).toBe(3)
  expect(treeOf({ circuits: [], outlets: [] })).toEqual([])
})

test('what flows beside the cars adds up from below, and is never more than what flows', () => {
  const [grid] = treeOf(view)
  const loads = grid ? loadsOf(grid) : []
  expect(loads.map(({ others }) => others)).toEqual([7, 1, 8])
  // L1 and L2 carry the same, and L2 may carry less
  expect(fullestOf(loads)?.phase).toBe(2)
})

test('a car draws nothing where nothing is measured of what it may take, and not before it is measured, nor as it begins', () => {
  const since = '2026-03-10T09:00:00Z'
  const at = (measured_at: string) => ({ since, measured_at })
  const later = at('2026-03-10T09:00:30Z')
  expect(drawsNothing({ measured_a: 0, power: 0, ...later })).toBe(true)
  expect(drawsNothing({ measured_a: 0, power: null, ...later })).toBe(true)
  expect(drawsNothing({ measured_a: 0, power: 0, ...later, since: null })).toBe(true)
  expect(drawsNothing({ measured_a: 0, power: 0, ...at('2026-03-10T09:00:29.999Z') })).toBe(false)
  expect(drawsNothing({ measured_a: null, power: 0, since, measured_at: null })).toBe(false)
  expect(drawsNothing({ measured_a: 6, power: 4100, ...later })).toBe(false)
})
