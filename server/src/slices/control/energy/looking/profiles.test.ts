import { describe, expect, test } from 'vitest'
import { floorProfileBase } from '../site/numbers.ts'
import type { OutletFacts } from './facts.ts'
import { capOf, floorAt, sessionCommand, unitOf } from './profiles.ts'
import { limit, now, outlet, session } from './rows.fixtures.ts'

test.each([
  ['AC', null, undefined, 'A'],
  ['DC', null, undefined, 'W'],
  ['AC', 'Power', undefined, 'W'],
  ['DC', 'Current', undefined, 'A'],
  ['AC', 'Current,Power', undefined, 'A'],
  ['DC', 'A,W', undefined, 'W'],
  ['AC', 'W', undefined, 'W'],
  ['AC', 'Current', 'W', 'W'],
] as const)('%s, which says %s and has refused the other of %s, takes %s', (current, reported, learned, unit) => {
  expect(unitOf({ current }, reported, learned)).toBe(unit)
})

describe('the setting of a session', () => {
  const until = now.getTime() + 180_000
  const named = { ...session({ ordinal: 3 }), transactionId: '42' }
  const of = (currentMa: number, unit: 'A' | 'W', phases: number) =>
    sessionCommand({ id: 1, outlet: 'A/1', currentMa, until }, named, { unit, phases, now: now.getTime() })

  test('ends by itself, and has begun a minute ago', () => {
    expect(of(16_000, 'A', 3)).toMatchObject({
      transactionId: '42',
      profileId: 4_000_003,
      stackLevel: 1,
      from: new Date(now.getTime() - 60_000),
      durationSeconds: 240,
      periods: [{ startSeconds: 0, limit: 16 }],
    })
  })

  test('is rounded down, and in W is that of the phases that the car draws on', () => {
    const limitOf = (...given: Parameters<typeof of>) => of(...given).periods[0]?.limit
    expect(limitOf(16_190, 'A', 3)).toBe(16.1)
    expect(limitOf(16_000, 'W', 3)).toBe(11_040)
    expect(limitOf(16_000, 'W', 1)).toBe(3680)
    expect(limitOf(6001, 'W', 1)).toBe(1380)
  })
})

const facts = (more: Partial<OutletFacts> = {}): OutletFacts => ({
  outlet: outlet(),
  plugs: [session()],
  session: null,
  ownMostMa: null,
  placeMostMa: null,
  outside: null,
  limits: [],
  ...more,
})
const floor = (more: object = {}) => limit({ profileId: floorProfileBase + 1, amount: 6, ...more })

describe('the floor of an outlet', () => {
  test('is sent to a station that does not have it, once for each connector where its version names them', () => {
    expect(floorAt(facts(), 'A')).toMatchObject({
      isSet: false,
      missing: { key: 'A/1', command: { limit: 6, unit: 'A', stackLevel: 1, profileBase: floorProfileBase } },
    })
    const two = [session(), session({ number: 2, ordinal: 2 })]
    expect(floorAt(facts({ plugs: two, limits: [floor({ connector: 1 })] }), 'A').missing?.key).toBe('A/2')
    expect(floorAt(facts({ plugs: two, limits: [floor()] }), 'A')).toEqual({ isSet: true, missing: null })
  })

  test.each([
    ['of another amount', { amount: 7 }],
    ['of the session', { purpose: 'transaction' }],
    ['that a person has set', { profileId: 1001 }],
    ['of another EVSE', { evse: 2 }],
  ])('is not the limit %s', (_, more) => {
    expect(floorAt(facts({ limits: [floor(more)] }), 'A').isSet).toBe(false)
  })

  test('in W is that of one phase, or of all for direct current; what was accepted in either unit holds', () => {
    expect(floorAt(facts(), 'W').missing?.amount).toBe(1380)
    expect(floorAt(facts({ plugs: [session({ current: 'DC' })] }), 'W').missing?.amount).toBe(4140)
    expect(floorAt(facts({ limits: [floor()] }), 'W').isSet).toBe(true)
    expect(floorAt(facts({ limits: [floor({ unit: 'W', amount: 4140 })] }), 'A').isSet).toBe(false)
  })

  test('is no more than people allow there', () => {
    expect(floorAt(facts({ placeMostMa: 3000 }), 'A').missing?.amount).toBe(3)
    expect(floorAt(facts({ placeMostMa: 20_000, ownMostMa: 1000 }), 'A').missing?.amount).toBe(6)
  })
})

test('a station that has a circuit for itself is capped at its smallest fuse', () => {
  const circuit = (id: string, parent: string | null) => ({
    id,
    parent,
    fuseMa: [20_000, 16_000, 20_000] as const,
    reserveMa: [0, 0, 0] as const,
  })
  const tree = (...more: ReturnType<typeof outlet>[]) => ({
    site: {
      circuits: [circuit('grid', null), circuit('own', 'grid')],
      outlets: [outlet({ circuit: 'own' }), ...more],
    },
    faults: [],
    unplaced: new Set<string>(),
    root: 'grid',
  })
  const own = (limits: OutletFacts['limits'] = []) => [facts({ outlet: outlet({ circuit: 'own' }), limits })]
  expect(capOf(tree(), own(), 'A')).toMatchObject({ key: 'A/0', amount: 16, command: { limit: 16 } })
  expect(capOf(tree(), own(), 'W')).toBeNull()
  // another station hangs there too
  expect(capOf(tree(outlet({ id: 'B/1', circuit: 'own' })), own(), 'A')).toBeNull()
  expect(capOf(tree(outlet({ id: 'B/1' })), own(), 'A')).not.toBeNull()
  // at the grid connection itself
  expect(capOf(tree(), [facts()], 'A')).toBeNull()
  const cap = limit({ profileId: floorProfileBase, purpose: 'station', evse: null, amount: 16 })
  expect(capOf(tree(), own([cap]), 'A')).toBeNull()
  const byHand = limit({ purpose: 'station', evse: null, amount: 10 })
  expect(capOf(tree(), own([cap, byHand]), 'A')?.amount).toBe(10)
})
