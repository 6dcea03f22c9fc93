import { describe, expect, test } from 'vitest'
import { charge, energy, lines, price, simple, time, twentyKwh, version } from './pricing.fixtures.ts'

describe('the worked examples of OCPI 2.2.1', () => {
  const evening = (minutes: number, from: string) =>
    charge(from, new Date(Date.parse(from) + minutes * 60_000).toISOString(), 1000)
  const steps = version([time(2000, { endTime: '17:00' }, 1800), time(4000, { startTime: '17:00' }, 900)])

  test('0.25 per kWh and a start fee of 0.50', () => {
    expect(price(twentyKwh, version(simple(25, 0, 50))).totalMinor).toBe(550)
  })

  test('energy in steps of 100 Wh', () => {
    const stepped = version([{ components: [{ dimension: 'energy', priceMicro: 22_000, stepSize: 100 }] }])
    const paid = price(charge('2026-03-10T10:00:00Z', '2026-03-10T11:00:00Z', 20_450), stepped)
    expect(paid.totalMinor).toBe(451)
    expect(paid.segments[0]).toMatchObject({ quantity: 20_450, billedQuantity: 20_500 })
  })

  test.each([
    ['16:55 for ten minutes', '2026-03-10T13:55:00Z', 10, 50],
    ['16:35 for 35 minutes', '2026-03-10T13:35:00Z', 35, 130],
  ])('steps of the last element only: %s', (_, from, minutes, minor) => {
    expect(price(evening(minutes, from), steps).totalMinor).toBe(minor)
  })

  test('the first kWh is free', () => {
    const paid = price(twentyKwh, version([energy(0, { maxWh: 1000 }), energy(20_000)]))
    expect(lines(paid, 'energy')).toEqual([
      [1000, 0],
      [19_000, 20_000],
    ])
    expect(paid.totalMinor).toBe(380)
    expect(paid.segments[0]?.to).toEqual(new Date('2026-03-10T10:03:00Z'))
  })

  test('by power: 1 kWh at 6 kW, 40 kWh at 48 kW, 0.5 kWh at 4 kW', () => {
    const byPower = version([
      energy(20_000, { maxPowerW: 16_000 }),
      energy(35_000, { maxPowerW: 32_000 }),
      energy(50_000),
    ])
    const reported = charge(
      '2026-03-10T10:00:00Z',
      '2026-03-10T11:07:30Z',
      41_500,
      ['2026-03-10T10:10:00Z', 1000],
      ['2026-03-10T11:00:00Z', 41_000, 4000],
    )
    expect(lines(price(reported, byPower), 'energy')).toEqual([
      [1000, 20_000],
      [40_000, 50_000],
      [500, 20_000],
    ])
    expect(price(reported, byPower).totalMinor).toBe(2030)
  })

  test('the first 30 minutes are free, after an hour it is dearer', () => {
    const byDuration = version([
      energy(0, { maxDurationSeconds: 1800 }),
      energy(25_000, { maxDurationSeconds: 3600 }),
      energy(40_000),
    ])
    const shopping = charge('2026-03-10T10:00:00Z', '2026-03-10T10:40:00Z', 6200, [
      '2026-03-10T10:30:00Z',
      5000,
    ])
    expect(price(shopping, byDuration).totalMinor).toBe(30)
    const long = charge('2026-03-10T10:00:00Z', '2026-03-10T12:00:00Z', 4000)
    expect(lines(price(long, byDuration), 'energy')).toEqual([
      [1000, 0],
      [1000, 25_000],
      [2000, 40_000],
    ])
  })

  test('charging time by power on weekdays and at weekends, with steps and a start fee', () => {
    const complex = version([
      {
        components: [
          { dimension: 'flat', priceMicro: 250_000 },
          { dimension: 'time', priceMicro: 1_000, stepSize: 900 },
        ],
        restrictions: { maxPowerW: 22_000 },
      },
      time(2000, { minPowerW: 22_000, daysOfWeek: [1, 2, 3, 4, 5] }, 600),
      time(1250, { minPowerW: 22_000, daysOfWeek: [0, 6] }, 600),
    ])
    const monday = charge('2026-03-09T06:30:00Z', '2026-03-09T08:57:00Z', 20_000)
    expect(price(monday, complex)).toMatchObject({ timeMinor: 150, startFeeMinor: 250 })
    const saturday = charge('2026-03-14T10:30:00Z', '2026-03-14T12:24:00Z', 80_000)
    expect(price(saturday, complex)).toMatchObject({ timeMinor: 150, startFeeMinor: 0 })
  })
})
