import { describe, expect, test } from 'vitest'
import type { TariffElement } from '../elements.ts'
import { berlin, charge, energy, lines, price, time, version } from './pricing.fixtures.ts'

describe('windows on the clock of the location', () => {
  const dayAndNight = version([energy(900_000, { startTime: '22:00', endTime: '06:00' }), energy(1_700_000)])

  test('split the energy between two samples at the border', () => {
    const evening = charge('2026-03-10T18:30:00Z', '2026-03-10T19:30:00Z', 10_001)
    const paid = price(evening, dayAndNight)
    expect(lines(paid, 'energy')).toEqual([
      [5001, 1_700_000],
      [5000, 900_000],
    ])
    expect(paid.segments[0]?.to).toEqual(new Date('2026-03-10T19:00:00Z'))
    expect(paid.energyMinor).toBe(13_002)
  })

  test('run over midnight', () => {
    const night = charge('2026-03-10T18:00:00Z', '2026-03-11T04:00:00Z', 10_000)
    expect(lines(price(night, dayAndNight), 'energy')).toEqual([
      [1000, 1_700_000],
      [8000, 900_000],
      [1000, 1_700_000],
    ])
  })

  test('end at midnight when their end is 00:00', () => {
    const evening = version([energy(900_000, { startTime: '22:00', endTime: '00:00' }), energy(1_700_000)])
    const late = charge('2026-03-10T20:00:00Z', '2026-03-10T22:00:00Z', 2000)
    expect(lines(price(late, evening), 'energy')).toEqual([
      [1000, 900_000],
      [1000, 1_700_000],
    ])
  })

  test('cost nothing where no element holds', () => {
    const onlyNight = version([time(60_000, { startTime: '22:00', endTime: '06:00' })])
    const paid = price(charge('2026-03-10T18:30:00Z', '2026-03-10T19:30:00Z', 100), onlyNight)
    expect(lines(paid, 'time')).toEqual([
      [1800, 0],
      [1800, 60_000],
    ])
    expect(paid.timeMinor).toBe(1800)
  })

  test('days of the week and dates change at local midnight, the end date excluded', () => {
    const weekend = version([energy(900_000, { daysOfWeek: [0, 6] }), energy(1_700_000)])
    const friday = charge('2026-03-13T20:00:00Z', '2026-03-13T22:00:00Z', 2000)
    expect(lines(price(friday, weekend), 'energy')).toEqual([
      [1000, 1_700_000],
      [1000, 900_000],
    ])
    const promotion = version([
      energy(0, { startDate: '2026-03-13', endDate: '2026-03-14' }),
      energy(1_700_000),
    ])
    expect(lines(price(friday, promotion), 'energy')).toEqual([
      [1000, 0],
      [1000, 1_700_000],
    ])
  })

  test('a start fee is that of the start, and due once', () => {
    const fee = (priceMicro: number, restrictions?: TariffElement['restrictions']): TariffElement => ({
      components: [{ dimension: 'flat', priceMicro }],
      ...(restrictions && { restrictions }),
    })
    const fees = version([fee(9_000_000, { startTime: '22:00', endTime: '06:00' }), fee(5_000_000)])
    expect(price(charge('2026-03-10T18:00:00Z', '2026-03-10T20:00:00Z', 1000), fees).startFeeMinor).toBe(5000)
    expect(price(charge('2026-03-10T19:00:00Z', '2026-03-11T10:00:00Z', 1000), fees).startFeeMinor).toBe(9000)
  })
})

describe('the nights on which the clock changes in Berlin', () => {
  const byMinute = version([time(60_000, { startTime: '22:00', endTime: '06:00' }), time(120_000, {})])
  const early = version([time(60_000, { startTime: '02:30', endTime: '04:00' })])

  test('a night window is an hour shorter in March, a day 23 hours', () => {
    const day = charge('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 0)
    expect(lines(price(day, byMinute, berlin), 'time')).toEqual([
      [5 * 3600, 60_000],
      [16 * 3600, 120_000],
      [2 * 3600, 60_000],
    ])
  })

  test('a night window is an hour longer in October, a day 25 hours', () => {
    const day = charge('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 0)
    expect(lines(price(day, byMinute, berlin), 'time')).toEqual([
      [7 * 3600, 60_000],
      [16 * 3600, 120_000],
      [2 * 3600, 60_000],
    ])
  })

  test('a window that starts in the skipped hour starts after it', () => {
    const night = charge('2026-03-29T00:00:00Z', '2026-03-29T03:00:00Z', 0)
    expect(lines(price(night, early, berlin), 'time')).toEqual([
      [3600, 0],
      [3600, 60_000],
      [3600, 0],
    ])
  })

  test('a window that starts in the repeated hour holds whenever the clock shows it', () => {
    const night = charge('2026-10-25T00:00:00Z', '2026-10-25T04:00:00Z', 0)
    expect(lines(price(night, early, berlin), 'time')).toEqual([
      [1800, 0],
      [1800, 60_000],
      [1800, 0],
      [5400, 60_000],
      [3600, 0],
    ])
  })
})
