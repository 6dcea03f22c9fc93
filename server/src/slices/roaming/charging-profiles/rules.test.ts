import { describe, expect, test } from 'vitest'
import type { StoredLimit } from '../../control/tasks/limit-store.ts'
import { limitsOf, ownLimits, within } from './rules.ts'

const plug = { evse: 2, number: 1, current: 'AC' }
const limit = (some: Partial<StoredLimit>): StoredLimit => ({
  profileId: 1,
  evse: null,
  connector: null,
  purpose: 'default',
  stackLevel: 0,
  transactionId: null,
  unit: 'A',
  amount: 16,
  varies: false,
  setAt: new Date(0),
  from: null,
  until: null,
  ...some,
})
const demand = (unit: 'A' | 'W', ...limits: number[]) =>
  ({ unit, periods: limits.map((one, nth) => ({ startSeconds: nth * 60, limit: one })) }) as const
const amounts = (found: ReturnType<typeof within>) => found?.periods.map((one) => one.limit)

test('a profile is read in its unit, with its times', () => {
  const startDateTime = new Date('2026-03-01T12:00:00Z')
  const profile = {
    startDateTime,
    durationSeconds: 900,
    chargingRateUnit: 'A',
    minChargingRateTenths: 60,
    chargingProfilePeriod: [
      { startPeriodSeconds: 0, limitTenths: 161 },
      { startPeriodSeconds: 300, limitTenths: 0 },
    ],
  } as const
  expect(limitsOf({ ...profile, chargingProfilePeriod: [...profile.chargingProfilePeriod] })).toEqual({
    unit: 'A',
    from: startDateTime,
    durationSeconds: 900,
    least: 6,
    periods: [
      { startSeconds: 0, limit: 16.1 },
      { startSeconds: 300, limit: 0 },
    ],
  })
})

test.each([
  ['no period', []],
  ['a begin that is not the profile’s', [[1, 160]]],
  [
    'two periods at once',
    [
      [0, 160],
      [0, 100],
    ],
  ],
  [
    'periods in another order',
    [
      [0, 160],
      [60, 100],
      [30, 80],
    ],
  ],
  ['less than nothing', [[0, -1]]],
])('a profile with %s says nothing', (_, periods) => {
  const chargingProfilePeriod = periods.map(([startPeriodSeconds = 0, limitTenths = 0]) => ({
    startPeriodSeconds,
    limitTenths,
  }))
  expect(limitsOf({ chargingRateUnit: 'A', chargingProfilePeriod })).toBeUndefined()
})

describe('our own limits', () => {
  test('of the station, of the EVSE and of its connector count; of others and of sessions they do not', () => {
    const all = [
      limit({ profileId: 1, purpose: 'station', evse: null }),
      limit({ profileId: 2, evse: 2 }),
      limit({ profileId: 3, evse: 2, connector: 1 }),
      limit({ profileId: 4, evse: 1 }),
      limit({ profileId: 5, evse: 2, connector: 2 }),
      limit({ profileId: 6, evse: 2, purpose: 'transaction' }),
    ]
    expect(ownLimits(all, plug).map(({ profileId }) => profileId)).toEqual([1, 2, 3])
  })

  test('the lowest bounds every period', () => {
    const own = [limit({ amount: 20 }), limit({ amount: 16 })]
    expect(amounts(within(demand('A', 32, 16, 15.9), own, plug))).toEqual([16, 16, 15.9])
    expect(amounts(within(demand('A', 32), [], plug))).toEqual([32])
  })

  test('in another unit are taken so that nothing is above them, whatever the volts and phases', () => {
    expect(amounts(within(demand('W', 22_000), [limit({ amount: 16 })], plug))).toEqual([3680])
    expect(amounts(within(demand('A', 32), [limit({ unit: 'W', amount: 11_040 })], plug))).toEqual([16])
    const direct = { ...plug, current: 'DC' }
    expect(amounts(within(demand('W', 150_000), [limit({ amount: 100 })], direct))).toEqual([20_000])
    expect(amounts(within(demand('A', 500), [limit({ unit: 'W', amount: 46_000 })], direct))).toEqual([50])
  })

  test('that change over time cannot be compared', () => {
    expect(within(demand('A', 6), [limit({ varies: true })], plug)).toBeUndefined()
  })
})
