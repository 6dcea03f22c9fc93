import type { RawMeasurement } from '@stationmaster/ocpp'
import { describe, expect, test } from 'vitest'
import { floorProfileBase, sessionProfileBase } from '../site/numbers.ts'
import { evsesOf, measuredOf, outletFactsOf } from './facts.ts'
import type { OutsideRow, PlugRow, SetLimit } from './facts-store.ts'
import { limit, now, outlet, session } from './rows.fixtures.ts'

const facts = (plugs: PlugRow[], limits: SetLimit[] = [], outside: OutsideRow[] = []) => {
  const site = { circuits: [], outlets: [outlet()] }
  const [found] = outletFactsOf(
    { site, faults: [], unplaced: new Set(), root: 'grid' },
    plugs,
    { limits, outside },
    now,
  )
  return { own: found?.ownMostMa, place: found?.placeMostMa }
}

test('an EVSE has the power of its strongest connector', () => {
  const plugs = [
    session({ powerW: 3000 }),
    session({ powerW: 22_080, number: 2 }),
    session({ evse: 2, powerW: 50 }),
  ]
  expect(evsesOf(plugs).map(({ evse, powerW }) => [evse, powerW])).toEqual([
    [1, 22_080],
    [2, 50],
  ])
})

describe('what others allow', () => {
  const later = new Date(now.getTime() + 1000)
  test.each<[string, Partial<SetLimit>, number | null]>([
    ['at its EVSE', {}, 16_000],
    ['at all of its station', { evse: null, purpose: 'station' }, 16_000],
    ['in W, on all phases alike', { unit: 'W', amount: 6900 }, 10_000],
    ['not at another EVSE', { evse: 2 }, null],
    ['not at another connector', { connector: 2 }, null],
    ['not before it begins', { from: later }, null],
    ['not when it has ended', { until: now }, null],
    ['until it ends', { until: later }, 16_000],
    ['not what energy control has set itself', { profileId: floorProfileBase + 1 }, null],
    [
      'nor for a session',
      { profileId: sessionProfileBase + 1, purpose: 'transaction', transactionId: '42' },
      null,
    ],
    [
      'nor the profile of a partner, as it was cut',
      { profileId: 3_000_001, purpose: 'transaction', transactionId: '42' },
      null,
    ],
  ])('%s', (_, more, mA) => {
    expect(facts([session()], [limit(more)])).toEqual({ own: mA, place: mA })
  })

  test('for its session alone, and not for its place', () => {
    const of = (transactionId: string) =>
      facts([session()], [limit({ purpose: 'transaction', transactionId })])
    expect(of('42')).toEqual({ own: 16_000, place: null })
    expect(of('41')).toEqual({ own: null, place: null })
  })

  test('by the profile of a partner, at its time; the least counts', () => {
    const charging_profile_period = [
      { start_period: 0, limit: 20 },
      { start_period: 600, limit: 9.5 },
      { start_period: 700, limit: 1 },
    ]
    const of = (more: object) =>
      facts(
        [session({ partnerProfile: { charging_rate_unit: 'A', charging_profile_period, ...more } })],
        [limit()],
      ).own
    expect(of({})).toBe(9500)
    expect(of({ start_date_time: now.toISOString() })).toBe(16_000)
    expect(of({ duration: 600 })).toBe(16_000)
    expect(of({ duration: 601 })).toBe(9500)
    expect(of({ start_date_time: later.toISOString() })).toBe(16_000)
    expect(of({ charging_rate_unit: 'W', charging_profile_period: [{ start_period: 0, limit: 4140 }] })).toBe(
      6000,
    )
  })
})

describe('what others allow, as a station reports it,', () => {
  const outside = (more: Partial<OutsideRow> = {}): OutsideRow => ({
    stationId: 'A',
    evse: 1,
    source: 'EMS',
    limits: [{ id: 1, unit: 'A', periods: [{ startSeconds: 0, limit: 12 }] }],
    reportedAt: now,
    ...more,
  })
  const of = (rows: OutsideRow[], plugs = [session()], limits: SetLimit[] = []) => {
    const site = { circuits: [], outlets: [outlet(), outlet({ id: 'A/2' })] }
    const tree = { site, faults: [], unplaced: new Set<string>(), root: 'grid' }
    const [found] = outletFactsOf(tree, plugs, { limits, outside: rows }, now)
    return [found?.ownMostMa, found?.outside?.source ?? null, found?.placeMostMa]
  }

  test('caps its sessions, names who it was, and leaves the floor as it is', () => {
    expect(of([outside()])).toEqual([12_000, 'EMS', null])
    expect(of([outside({ evse: 2 })])).toEqual([null, null, null])
    expect(of([outside({ stationId: 'B' })])).toEqual([null, null, null])
  })

  test('counts where it is less than what people allow', () => {
    expect(of([outside()], [session()], [limit({ amount: 10 })])).toEqual([10_000, null, 10_000])
    expect(of([outside(), outside({ source: 'SO', limits: [] })], [session()], [limit()])[1]).toBe('EMS')
  })

  test('is shared by the cars of a station where it holds for all of it', () => {
    const two = [session(), session({ evse: 2, orderId: 8 })]
    expect(of([outside({ evse: 0 })], two)[0]).toBe(6000)
    expect(of([outside({ evse: 0 })])[0]).toBe(12_000)
  })

  test('leaves what one EVSE cannot deliver to the others, and never adds up to more', () => {
    const outlets = [outlet({ mostMa: 10_000 }), outlet({ id: 'A/2' }), outlet({ id: 'A/3' })]
    const tree = { site: { circuits: [], outlets }, faults: [], unplaced: new Set<string>(), root: 'grid' }
    const all = [1, 2, 3].map((evse) => session({ evse, ordinal: evse, orderId: evse }))
    const parts = (amount: number, plugs: PlugRow[] = all, unit: 'A' | 'W' = 'A') => {
      const limits = [{ id: 1, unit, periods: [{ startSeconds: 0, limit: amount }] }]
      const rows = [outside({ evse: 0, limits })]
      return outletFactsOf(tree, plugs, { limits: [], outside: rows }, now).map(({ ownMostMa }) => ownMostMa)
    }
    expect(parts(50)).toEqual([null, 20_000, 20_000])
    expect(parts(24)).toEqual([8000, 8000, 8000])
    expect(parts(24, all.slice(0, 2))).toEqual([null, 14_000])
    // 13.8 kW are 20 A on three phases
    expect(parts(13_800, all, 'W')).toEqual([6666, 6666, 6666])
    for (const amount of [1, 7, 31, 33, 60, 73, 74]) {
      const sum = parts(amount).reduce((total: number, mA, nth) => total + (mA ?? outlets[nth]!.mostMa), 0)
      expect(sum).toBeLessThanOrEqual(amount * 1000)
    }
  })

  test('goes by its unit and its times', () => {
    const periods = [
      { startSeconds: 0, limit: 4140 },
      { startSeconds: 60, limit: null },
    ]
    const since = (seconds: number) => new Date(now.getTime() - seconds * 1000)
    const watts = (more: object, reportedAt = now) =>
      of([outside({ limits: [{ id: 1, unit: 'W', periods, ...more }], reportedAt })])[0]
    expect(watts({})).toBe(6000)
    expect(watts({}, since(61))).toBeNull()
    expect(watts({ from: since(30).toISOString() }, since(100))).toBe(6000)
    expect(watts({ seconds: 30 }, since(31))).toBeNull()
  })
})

describe('what a session draws', () => {
  const current = (phase: string, value: number, multiplier = 0): RawMeasurement => ({
    context: 'Sample.Periodic',
    measurand: 'Current.Import',
    phase,
    value,
    multiplier,
    unit: 'A',
  })
  const of = (more: Parameters<typeof session>[0], at = outlet()) => {
    const found = measuredOf(session(more), at)
    return found && [found.mA, found.phases]
  }
  test('is that of its highest phase, on the phases that carry something', () => {
    expect(of({ measurements: [current('L1', 10.5), current('L2', 11, 0), current('L3', 9)] })).toEqual([
      11_000, 3,
    ])
    expect(of({ measurements: [current('L1', 160, -1), current('L2', 0.2), current('L3', 0)] })).toEqual([
      16_000, 1,
    ])
    expect(of({ measurements: [current('L1', 0), current('L2', 0), current('L3', 0)] })).toEqual([0, null])
    expect(of({ measurements: [current('N', 50)], currentA: 7 })).toEqual([7000, null])
  })
  test('follows from its power where no current was measured, and for direct current', () => {
    expect(of({ powerNowW: 6900 })).toEqual([10_000, null])
    expect(of({ powerNowW: 69_000, current: 'DC', currentA: 170, measurements: [current('L1', 1)] })).toEqual(
      [100_000, null],
    )
    expect(of({})).toBeNull()
    expect(of({ powerNowW: 1, sampledAt: null, measuredAt: null })).toBeNull()
  })
})
