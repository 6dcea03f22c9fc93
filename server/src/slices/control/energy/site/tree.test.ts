import { energySiteBody } from '@stationmaster/contract'
import { describe, expect, test } from 'vitest'
import { type Evse, forbids, othersMost, reserveOf, treeOf } from './tree.ts'

const evse = (stationId: string, nth = 1, more: Partial<Evse> = {}): Evse => ({
  stationId,
  stationNumber: 1,
  evse: nth,
  current: 'AC',
  powerW: 22_080,
  ...more,
})
const outlet = (station_id: string, more: object = {}) => ({
  station_id,
  evse: 1,
  circuit: 'feeder',
  phases: [1, 2, 3],
  most_a: 32,
  floor_a: 6,
  ...more,
})
const body = (outlets: object[], more: object = {}) =>
  energySiteBody.parse({
    enabled: true,
    strategy: 'equal',
    circuits: [
      { id: 'grid', name: 'Grid', parent: null, fuse_a: [63, 63, 63] },
      {
        id: 'feeder',
        name: 'Feeder B',
        parent: 'grid',
        fuse_a: [20, 20, 20],
        reserve_a: [1, 1, 2],
        losses_percent: 5,
      },
    ],
    outlets,
    ...more,
  })
const faults = (saved: ReturnType<typeof body>, evses: Evse[]) => treeOf(saved, evses).faults

describe('a tree of a location', () => {
  test('has its currents in mA and its phases from 0 on', () => {
    const { site, root } = treeOf(body([outlet('A', { phases: [2, 3, 1], step_a: 0.1 })]), [evse('A')])
    expect(root).toBe('grid')
    expect(site.outlets).toEqual([
      {
        id: 'A/1',
        circuit: 'feeder',
        phases: [1, 2, 0],
        mostMa: 32_000,
        leastMa: 6000,
        stepMa: 100,
        floorMa: 6000,
      },
    ])
    // 5 % of 20 A beside what is set aside
    expect(site.circuits[1]).toMatchObject({
      fuseMa: [20_000, 20_000, 20_000],
      reserveMa: [2000, 2000, 3000],
    })
  })

  test('is refused with the place and the amperes where its floors could trip a fuse', () => {
    const three = ['A', 'B', 'C'].map((id) => outlet(id))
    const found = faults(
      body(three),
      ['A', 'B', 'C'].map((id) => evse(id)),
    )
    expect(found).toMatchObject([
      { kind: 'floors', place: 'Feeder B', circuit: 'feeder', phase: 3, sum_a: 21, fuse_a: 20 },
    ])
    expect(found.every(forbids)).toBe(true)
    // at the fuse and no more: 18 A, with 2 A that are set aside
    expect(
      faults(
        body(three),
        ['A', 'B'].map((id) => evse(id)),
      ).map(({ kind }) => kind),
    ).toEqual(['outlet'])
  })

  test('counts an EVSE that nobody has placed at the grid connection with all that it can deliver', () => {
    const tree = treeOf(body([outlet('A')]), [evse('A'), evse('NEW', 2, { powerW: 30_000 })])
    expect(tree.faults).toMatchObject([
      { kind: 'unplaced', place: 'NEW · EVSE 2', station_id: 'NEW', evse: 2 },
    ])
    expect(tree.faults.some(forbids)).toBe(false)
    expect(tree.site.outlets[1]).toMatchObject({
      id: 'NEW/2',
      circuit: 'grid',
      floorMa: 43_479,
      phases: [0, 1, 2],
    })
    const more = [evse('A'), evse('NEW', 2, { powerW: 30_000 }), evse('NEW', 3)]
    expect(faults(body([outlet('A')]), more).map(({ kind, phase }) => [kind, phase])).toEqual([
      ['floors', 1],
      ['floors', 2],
      ['floors', 3],
      ['unplaced', null],
      ['unplaced', null],
    ])
  })

  test.each([
    [
      'without a grid connection',
      { circuits: [{ id: 'a', name: 'A', parent: 'a', fuse_a: [1, 1, 1] }] },
      'root',
    ],
    [
      'with a limit of a circuit that is not there',
      { limits: [{ circuit: 'x', name: 'Night', days: [1], from: '00:00', to: '06:00', limit_a: 5 }] },
      'limit',
    ],
    ['with an EVSE twice', { outlets: [outlet('A'), outlet('A')] }, 'twice'],
    ['with an EVSE on a circuit that is not there', { outlets: [outlet('A', { circuit: 'x' })] }, 'parent'],
    ['with a phase twice', { outlets: [outlet('A', { phases: [1, 1] })] }, 'phases'],
    ['with a floor that no car can use', { outlets: [outlet('A', { floor_a: 3 })] }, 'currents'],
  ])('%s is refused', (_, more, kind) => {
    expect(faults(body([outlet('A')], more), [evse('A')]).map((one) => one.kind)).toContain(kind)
  })
})

test('what else flows counts with the most of it in the proof', () => {
  const circuit = (other: object) =>
    body([], { circuits: [{ id: 'g', name: 'G', parent: null, fuse_a: [9, 9, 9], other }] }).circuits[0]!
  expect(othersMost(circuit({ kind: 'none' }))).toEqual([0, 0, 0])
  const hours_a = Array.from({ length: 168 }, (_, hour) => (hour === 100 ? 7.5 : 2))
  expect(othersMost(circuit({ kind: 'week', hours_a }))).toEqual([7500, 7500, 7500])
  expect(othersMost(circuit({ kind: 'meter', most_a: [1, 2, 3], age_seconds: 60 }))).toEqual([
    1000, 2000, 3000,
  ])
  expect(reserveOf(circuit({ kind: 'none' }))).toEqual([0, 0, 0])
})
