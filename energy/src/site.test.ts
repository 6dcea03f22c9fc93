import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { simpleSite, sites } from './fixtures/site.fixtures.ts'
import { faultsOf, type PerPhase, phases, type Site, Wiring } from './site.ts'

const circuit = (id: string, parent: string | null, fuseMa: PerPhase = [63_000, 63_000, 63_000]) => ({
  id,
  parent,
  fuseMa,
  reserveMa: [0, 0, 0] as PerPhase,
})

describe('the shape of a site', () => {
  test.each<[string, Site['circuits'], object]>([
    ['no grid connection', [], { kind: 'no_root' }],
    ['two grid connections', [circuit('a', null), circuit('b', null)], { kind: 'two_roots' }],
    ['an unknown parent', [circuit('a', null), circuit('b', 'x')], { kind: 'unknown_parent', id: 'b' }],
    ['a circle', [circuit('a', null), circuit('b', 'c'), circuit('c', 'b')], { kind: 'circle', id: 'b' }],
    [
      'two of one name',
      [circuit('a', null), circuit('b', 'a'), circuit('b', 'a')],
      { kind: 'twice', id: 'b' },
    ],
    ['a fuse below nothing', [circuit('a', null, [-1, 0, 0])], { kind: 'currents', id: 'a' }],
  ])('is refused with %s', (_what, circuits, fault) => {
    expect(faultsOf({ circuits, outlets: [] })).toContainEqual(fault)
  })

  test.each([
    ['no phase', { phases: [] }, 'phases'],
    ['a phase twice', { phases: [0, 0] as const }, 'phases'],
    ['a floor between nothing and the smallest current', { floorMa: 5999 }, 'currents'],
    ['a floor above what it delivers', { floorMa: 33_000 }, 'currents'],
    ['no step', { stepMa: 0 }, 'currents'],
    ['an unknown circuit', { circuit: 'x' }, 'unknown_parent'],
  ])('is refused with an outlet of %s', (_what, outlet, kind) => {
    expect(faultsOf(simpleSite(63_000, [outlet]))).toEqual([{ kind, id: 'o0' }])
  })
})

describe('floors', () => {
  test('fill a fuse to the milliampere, and no more', () => {
    const outlets = [{ floorMa: 6000 }, { floorMa: 6000 }]
    expect(faultsOf(simpleSite(12_000, outlets))).toEqual([])
    const over = { kind: 'floors', id: 'grid', sumMa: 12_000, fuseMa: 11_999 }
    expect(faultsOf(simpleSite(11_999, outlets))).toEqual(phases.map((phase) => ({ ...over, phase })))
  })

  test('stand beside the reserve and other consumption', () => {
    const site = simpleSite(12_000, [{ floorMa: 6000 }])
    const withReserve = site.circuits.map((one) => ({ ...one, reserveMa: [0, 2000, 0] as PerPhase }))
    const other = (mA: number) => () => [0, mA, 0] as PerPhase
    expect(faultsOf({ ...site, circuits: withReserve }, other(4000))).toEqual([])
    expect(faultsOf({ ...site, circuits: withReserve }, other(4001))).toEqual([
      { kind: 'floors', id: 'grid', phase: 1, sumMa: 12_001, fuseMa: 12_000 },
    ])
  })

  test('of one phase count at the phase that they are wired to', () => {
    const outlets = [
      { floorMa: 6000, phases: [2] as const },
      { floorMa: 6000, phases: [1, 2, 0] as const },
    ]
    expect(faultsOf(simpleSite(11_000, outlets))).toEqual([
      { kind: 'floors', id: 'grid', phase: 2, sumMa: 12_000, fuseMa: 11_000 },
    ])
  })

  test('flow through every circuit above', () => {
    const grid = circuit('grid', null, [10_000, 10_000, 10_000])
    const feeder = circuit('feeder', 'grid', [6000, 6000, 6000])
    const { outlets } = simpleSite(0, [
      { floorMa: 6000, circuit: 'feeder' },
      { floorMa: 6000, circuit: 'grid', phases: [0] },
    ])
    expect(faultsOf({ circuits: [grid, feeder], outlets })).toEqual([
      { kind: 'floors', id: 'grid', phase: 0, sumMa: 12_000, fuseMa: 10_000 },
    ])
  })

  test('no fuse trips at the floors of a site without faults', () => {
    fc.assert(
      fc.property(sites, (site) => {
        fc.pre(faultsOf(site).length === 0)
        const wiring = new Wiring(site)
        for (const [slot, { circuit: id, phase }] of wiring.slots.entries()) {
          const through = site.outlets.filter((one) =>
            wiring.slotsOver(one.circuit, one.phases).includes(slot),
          )
          const sum = through.reduce((total, { floorMa }) => total + floorMa, 0)
          expect(sum).toBeLessThanOrEqual(site.circuits.find((one) => one.id === id)!.fuseMa[phase])
        }
      }),
    )
  })
})
