import { describe, expect, test } from 'vitest'
import { charge, energy, lines, moscow, price, simple, twentyKwh, version } from './pricing.fixtures.ts'
import { amountReached, priceOf } from './pricing.ts'

describe('the three prices of a connector', () => {
  test('20 kWh at 17 roubles are 340 roubles', () => {
    expect(price(twentyKwh, version(simple(1700)))).toEqual({
      segments: [
        {
          dimension: 'energy',
          from: new Date('2026-03-10T10:00:00Z'),
          to: new Date('2026-03-10T11:00:00Z'),
          quantity: 20_000,
          billedQuantity: 20_000,
          unitPriceMicro: 1_700_000,
          amountMicro: 34_000_000,
        },
        {
          dimension: 'time',
          from: new Date('2026-03-10T10:00:00Z'),
          to: new Date('2026-03-10T11:00:00Z'),
          quantity: 3600,
          billedQuantity: 3600,
          unitPriceMicro: 0,
          amountMicro: 0,
        },
      ],
      energyMinor: 34_000,
      timeMinor: 0,
      startFeeMinor: 0,
      totalMinor: 34_000,
    })
  })

  test('add up, and the discount is taken off their sum', () => {
    const paid = price(twentyKwh, version(simple(1700, 250, 5000), { discountPercent: 15 }))
    expect(paid).toMatchObject({
      energyMinor: 34_000,
      timeMinor: 15_000,
      startFeeMinor: 5000,
      totalMinor: 45_900,
    })
    expect(lines(paid, 'flat')).toEqual([[1, 5_000_000]])
  })

  test('each component is rounded half up once', () => {
    const odd = charge('2026-03-10T10:00:00Z', '2026-03-10T10:00:30Z', 1500)
    expect(price(odd, version(simple(1)))).toMatchObject({ energyMinor: 2, totalMinor: 2 })
    expect(price(odd, version(simple(0, 1)))).toMatchObject({ timeMinor: 1, totalMinor: 1 })
    expect(
      price({ ...odd, series: [{ at: odd.period.endedAt, energyWh: 1499 }] }, version(simple(1))),
    ).toMatchObject({
      energyMinor: 1,
    })
    expect(price(odd, version(simple(1, 1), { discountPercent: 50 }))).toMatchObject({ totalMinor: 2 })
  })

  test('parts of a component are not rounded on their own', () => {
    const half = [energy(1000, { maxWh: 500 }), energy(1000)]
    expect(
      price(charge('2026-03-10T10:00:00Z', '2026-03-10T11:00:00Z', 1000), version(half)).energyMinor,
    ).toBe(1)
  })

  test('a full discount costs nothing', () => {
    expect(price(twentyKwh, version(simple(1700, 250, 5000), { discountPercent: 100 })).totalMinor).toBe(0)
  })

  test('the largest prices stay exact', () => {
    const long = charge('2026-03-10T10:00:00Z', '2026-03-11T10:00:00Z', 9_999_999)
    expect(price(long, version(simple(10_000_000))).energyMinor).toBe(99_999_990_000)
  })
})

describe('a charge without energy', () => {
  const nothing = charge('2026-03-10T10:00:00Z', '2026-03-10T10:00:59.900Z', 0)

  test('pays its whole seconds, no start fee and no lowest price', () => {
    const paid = price(nothing, version(simple(1700, 60, 5000), { minPriceMinor: 1000 }))
    expect(paid).toMatchObject({ energyMinor: 0, timeMinor: 59, startFeeMinor: 0, totalMinor: 59 })
    expect(lines(paid, 'energy')).toEqual([])
    expect(lines(paid, 'flat')).toEqual([])
  })

  test('costs nothing when it has no samples and no length', () => {
    const { startedAt } = nothing.period
    expect(priceOf([], { startedAt, endedAt: startedAt }, version(simple(1700, 60, 5000)), moscow)).toEqual({
      segments: [],
      energyMinor: 0,
      timeMinor: 0,
      startFeeMinor: 0,
      totalMinor: 0,
    })
  })

  test('still pays energy that came in no time', () => {
    const { startedAt } = nothing.period
    const burst = [{ at: startedAt, energyWh: 1000 }]
    expect(
      priceOf(burst, { startedAt, endedAt: startedAt }, version(simple(1700, 0, 100)), moscow).totalMinor,
    ).toBe(1800)
  })
})

test('a price is held between the lowest and the highest', () => {
  const limits = { minPriceMinor: 5000, maxPriceMinor: 100_000 }
  const kwh = (wh: number) => charge('2026-03-10T10:00:00Z', '2026-03-10T11:00:00Z', wh)
  expect(price(kwh(1000), version(simple(2500, 0, 500), limits)).totalMinor).toBe(5000)
  expect(price(kwh(30_000), version(simple(2500, 0, 500), limits)).totalMinor).toBe(75_500)
  expect(price(kwh(50_000), version(simple(2500, 0, 500), limits)).totalMinor).toBe(100_000)
})

test('a limit is reached at its last kopeck', () => {
  expect(amountReached(34_000, { totalMinor: 33_999 })).toBe(false)
  expect(amountReached(34_000, { totalMinor: 34_000 })).toBe(true)
})

test('the same charge priced again costs the same', () => {
  const night = version([energy(900_000, { startTime: '23:00', endTime: '07:00' }), energy(1_700_000)])
  const late = charge('2026-03-10T19:00:00Z', '2026-03-10T21:30:00Z', 31_333, [
    '2026-03-10T19:47:11Z',
    11_111,
  ])
  expect(price(late, night)).toEqual(price(late, night))
})

test('samples outside the period count at its edge', () => {
  const late = charge('2026-03-10T10:00:00Z', '2026-03-10T11:00:00Z', 20_000, ['2026-03-10T09:59:00Z', 100])
  late.series.push({ at: new Date('2026-03-10T11:05:00Z'), energyWh: 20_500 })
  expect(lines(price(late, version(simple(1700))), 'energy')).toEqual([[20_500, 1_700_000]])
  const byTime = version([energy(0, { maxDurationSeconds: 60 }), energy(1_700_000)])
  const [free, paid] = price(late, byTime).segments
  expect(free).toMatchObject({ from: late.period.startedAt, quantity: 432 })
  expect(paid).toMatchObject({ to: late.period.endedAt, quantity: 20_068 })
})

test('a reported power holds until the next sample, else the mean between two registers counts', () => {
  const byPower = version([energy(1_000_000, { maxPowerW: 50_000 }), energy(2_000_000)])
  const coarse = (powerW?: number) =>
    charge(
      '2026-03-10T10:00:00Z',
      '2026-03-10T10:02:00Z',
      1000,
      ['2026-03-10T10:00:00Z', 0, powerW],
      ['2026-03-10T10:01:00Z', 1000],
    )
  expect(lines(price(coarse(30_000), byPower), 'energy')).toEqual([[1000, 1_000_000]])
  expect(lines(price(coarse(), byPower), 'energy')).toEqual([[1000, 2_000_000]])
  expect(lines(price(coarse(0), byPower), 'energy')).toEqual([[1000, 2_000_000]])
})

test('steps round up what has a price, whatever was free of one before', () => {
  const paidLater = version([
    {
      components: [{ dimension: 'energy', priceMicro: 1_000_000, stepSize: 1000 }],
      restrictions: { minWh: 4500 },
    },
  ])
  const { segments, energyMinor } = price(
    charge('2026-03-10T10:00:00Z', '2026-03-10T11:00:00Z', 10_200),
    paidLater,
  )
  expect(segments.filter(({ dimension }) => dimension === 'energy')).toMatchObject([
    { quantity: 4500, billedQuantity: 4500, unitPriceMicro: 0 },
    { quantity: 5700, billedQuantity: 6000, unitPriceMicro: 1_000_000 },
  ])
  expect(energyMinor).toBe(6000)
})

test('seconds count from the start, whatever the fraction at which it lies', () => {
  const short = charge('2026-03-10T10:00:00.300Z', '2026-03-10T10:00:01.200Z', 10)
  expect(lines(price(short, version(simple(0, 60))), 'time')).toEqual([])
})

test('the mean power is that between two registers, not that since the start', () => {
  const byPower = version([energy(1_000_000, { maxPowerW: 50_000 }), energy(2_000_000)])
  const slower = charge('2026-03-10T10:00:00Z', '2026-03-10T10:02:00Z', 1500, ['2026-03-10T10:01:00Z', 1000])
  expect(lines(price(slower, byPower), 'energy')).toEqual([
    [1000, 2_000_000],
    [500, 1_000_000],
  ])
})

test('after the last sample nothing flows any more', () => {
  const early = charge('2026-03-10T10:00:00Z', '2026-03-10T10:03:00Z', 3000, ['2026-03-10T10:01:00Z', 1000])
  const long = { ...early, period: { ...early.period, endedAt: new Date('2026-03-10T11:00:00Z') } }
  long.series.push({ at: new Date('2026-03-10T10:04:00Z'), energyWh: 4000 })
  expect(price(long, version(simple(1700)))).toMatchObject({ energyMinor: 6800 })
  expect(lines(price(long, version(simple(1700))), 'energy')).toEqual([[4000, 1_700_000]])
})

test('borders of energy and of time between two samples cut in the order in which they are reached', () => {
  const both = version([
    energy(0, { maxWh: 1000 }),
    energy(1_000_000, { maxDurationSeconds: 1800 }),
    energy(2_000_000),
  ])
  expect(lines(price(charge('2026-03-10T10:00:00Z', '2026-03-10T11:00:00Z', 6000), both), 'energy')).toEqual([
    [1000, 0],
    [2000, 1_000_000],
    [3000, 2_000_000],
  ])
})
