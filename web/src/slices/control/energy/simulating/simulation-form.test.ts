import type { EnergySite } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { alike } from '../drawing/draft.ts'
import { bodyOf, draftOf, withPhase } from './simulation-form.ts'

const outlet = (station_id: string) => ({
  station_id,
  evse: 1,
  circuit: 'grid',
  phases: [1, 2, 3],
  most_a: 32,
  least_a: 6,
  step_a: 1,
  floor_a: 6,
  group: 0,
})
const site: EnergySite = {
  enabled: true,
  strategy: 'equal',
  circuits: [
    {
      id: 'grid',
      name: 'Grid',
      parent: null,
      fuse_a: [63, 63, 63],
      reserve_a: [2, 2, 2],
      losses_percent: 0,
      other: { kind: 'none' },
    },
  ],
  outlets: [outlet('A'), outlet('B')],
  limits: [],
  prices_week: null,
  reduction: null,
  version: 1,
  saved_at: '2026-06-01T12:00:00Z',
  has_key: false,
}
const draft = draftOf(site)
const [grid] = draft.circuits

test('what stays as it is now is not sent, and nothing is played where nothing is other', () => {
  expect(bodyOf(draft, site)).toBeNull()
  expect(bodyOf({ ...draft, strategy: 'departure' }, site)).toEqual({ strategy: 'departure' })
  expect(bodyOf({ ...draft, connectors: 1 }, site)).toEqual({ connectors: 1 })
  expect(bodyOf({ ...draft, circuits: [{ ...grid!, fuse: alike(80) }] }, site)).toEqual({
    circuits: [{ id: 'grid', fuse_a: [80, 80, 80] }],
  })
  expect(
    bodyOf({ ...draft, circuits: [{ ...grid!, reserve: withPhase(grid!.reserve, 1, 0) }] }, site),
  ).toEqual({
    circuits: [{ id: 'grid', reserve_a: [2, 0, 2] }],
  })
})

test('nothing is played while a field is empty or does not hold', () => {
  const changed = { ...draft, strategy: 'departure' as const }
  expect(bodyOf({ ...changed, connectors: '' }, site)).toBeNull()
  expect(bodyOf({ ...changed, connectors: 0 }, site)).toBeNull()
  expect(bodyOf({ ...changed, circuits: [{ ...grid!, fuse: alike('') }] }, site)).toBeNull()
  expect(bodyOf({ ...changed, circuits: [{ ...grid!, fuse: alike(Number.NaN) }] }, site)).toBeNull()
})
