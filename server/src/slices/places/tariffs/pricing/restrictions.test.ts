import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import type { Restrictions } from '../elements.ts'
import { berlin, energy, moscow } from './pricing.fixtures.ts'
import { energyBorders, type Moment, matches, timeBorders, wallClock } from './restrictions.ts'

const noon: Moment = {
  clock: { minuteOfDay: 12 * 60, day: '2026-03-10', weekday: 2 },
  sinceStartMs: 600_000,
  energyWh: 5000,
  powerW: 22_000,
}
const at = (minuteOfDay: number): Moment => ({ ...noon, clock: { ...noon.clock, minuteOfDay } })

test('the wall shows the time of its zone, the day and the weekday with it', () => {
  const late = Date.parse('2026-03-10T21:30:00Z')
  expect(wallClock(late, moscow)).toEqual({ minuteOfDay: 30, day: '2026-03-11', weekday: 3 })
  expect(wallClock(late, berlin)).toEqual({ minuteOfDay: 22 * 60 + 30, day: '2026-03-10', weekday: 2 })
})

describe('an element holds', () => {
  test.each<[string, Restrictions | undefined, boolean]>([
    ['without restrictions', undefined, true],
    ['with none of them', {}, true],
    ['from a lower limit of energy on', { minWh: 5000 }, true],
    ['not below it', { minWh: 5001 }, false],
    ['not from an upper limit on', { maxWh: 5000 }, false],
    ['below it', { maxWh: 5001 }, true],
    ['from a lower limit of power on', { minPowerW: 22_000 }, true],
    ['not below that', { minPowerW: 22_001 }, false],
    ['not from an upper limit of power on', { maxPowerW: 22_000 }, false],
    ['below that', { maxPowerW: 22_001 }, true],
    ['from a duration on', { minDurationSeconds: 600 }, true],
    ['not before it', { minDurationSeconds: 601 }, false],
    ['not after a duration', { maxDurationSeconds: 600 }, false],
    ['up to it', { maxDurationSeconds: 601 }, true],
    ['on its first day', { startDate: '2026-03-10' }, true],
    ['not before its first day', { startDate: '2026-03-11' }, false],
    ['on the day before its end', { endDate: '2026-03-11' }, true],
    ['not on its end', { endDate: '2026-03-10' }, false],
    ['on its weekday', { daysOfWeek: [1, 2] }, true],
    ['not on others', { daysOfWeek: [0, 1, 3] }, false],
    ['only if all of them hold', { minWh: 1, daysOfWeek: [3] }, false],
  ])('%s', (_, restrictions, holds) => {
    expect(matches(restrictions, noon)).toBe(holds)
  })

  const window = (startTime?: string, endTime?: string): Restrictions => ({
    ...(startTime && { startTime }),
    ...(endTime && { endTime }),
  })

  test.each<[Restrictions, [number, boolean][]]>([
    [
      window('08:30', '17:00'),
      [
        [509, false],
        [510, true],
        [1019, true],
        [1020, false],
      ],
    ],
    [
      window('22:00', '06:00'),
      [
        [1319, false],
        [1320, true],
        [1439, true],
        [0, true],
        [359, true],
        [360, false],
      ],
    ],
    [
      window('08:30'),
      [
        [509, false],
        [510, true],
        [1439, true],
        [0, false],
      ],
    ],
    [
      window(undefined, '08:30'),
      [
        [0, true],
        [509, true],
        [510, false],
      ],
    ],
    [
      window('08:30', '08:30'),
      [
        [0, true],
        [510, true],
        [509, true],
      ],
    ],
  ])('in the window %j', (restrictions, minutes) => {
    for (const [minute, holds] of minutes) expect(matches(restrictions, at(minute))).toBe(holds)
  })
})

describe('the borders of energy', () => {
  test('are the limits of all elements, each once, in order', () => {
    const elements = [
      energy(1, { minWh: 3000, maxWh: 9000 }),
      energy(1, { maxWh: 3000 }),
      energy(1, { minWh: 0 }),
      energy(1),
    ]
    expect(energyBorders(elements)).toEqual([0, 3000, 9000])
    expect(energyBorders([energy(1, { minWh: 10_000 }), energy(1, { minWh: 9000 })])).toEqual([9000, 10_000])
  })
})

describe('the borders of time', () => {
  const start = Date.parse('2026-03-10T10:00:00Z')
  const borders = (restrictions: Restrictions, hours: number, zone = moscow, from = start) =>
    timeBorders([energy(1, restrictions), energy(1)], from, from + hours * HOUR_MS, zone).map((ms) =>
      new Date(ms).toISOString().slice(5, 16),
    )

  test('are none where nothing asks for the time', () => {
    expect(borders({ minWh: 5, maxPowerW: 7 }, 48)).toEqual([])
    expect(timeBorders([energy(1)], start, start + HOUR_MS, moscow)).toEqual([])
  })

  test('of a duration count from the start, strictly within the charge', () => {
    expect(borders({ minDurationSeconds: 1800, maxDurationSeconds: 5400 }, 2)).toEqual([
      '03-10T10:30',
      '03-10T11:30',
    ])
    expect(borders({ minDurationSeconds: 0, maxDurationSeconds: 7200 }, 2)).toEqual([])
  })

  test('of a window are its times by the wall, and midnight, on each day', () => {
    expect(borders({ startTime: '22:00', endTime: '06:30' }, 24)).toEqual([
      '03-10T19:00',
      '03-10T21:00',
      '03-11T03:30',
    ])
    expect(borders({ startTime: '13:00' }, 24)).toEqual(['03-10T21:00'])
    expect(borders({ startTime: '13:00' }, 25)).toEqual(['03-10T21:00', '03-11T10:00'])
    expect(borders({ endTime: '14:00' }, 12)).toEqual(['03-10T11:00', '03-10T21:00'])
  })

  test.each<[string, Restrictions]>([
    ['days of the week', { daysOfWeek: [1] }],
    ['a first day', { startDate: '2026-03-11' }],
    ['a last day', { endDate: '2026-03-11' }],
  ])('of %s are the midnights', (_, restrictions) => {
    expect(borders(restrictions, 48)).toEqual(['03-10T21:00', '03-11T21:00'])
    expect(borders(restrictions, 48, berlin)).toEqual(['03-10T23:00', '03-11T23:00'])
  })

  test('are right where a zone is far ahead or behind, on the first day and the last', () => {
    const evening = Date.parse('2026-03-10T23:30:00Z')
    expect(borders({ startTime: '00:30' }, 24, 'Pacific/Kiritimati', evening)).toContain('03-11T10:30')
    expect(borders({ startTime: '23:30' }, 24, 'Pacific/Pago_Pago', evening)).toContain('03-11T10:30')
    const morning = Date.parse('2026-03-10T00:10:00Z')
    expect(borders({ startTime: '14:30' }, 1, 'Pacific/Kiritimati', morning)).toEqual(['03-10T00:30'])
    expect(borders({ startTime: '13:30' }, 1, 'Pacific/Pago_Pago', morning)).toEqual(['03-10T00:30'])
  })

  test('take in the change of a zone’s clock, to the minute', () => {
    const night = Date.parse('2026-03-28T12:00:00Z')
    expect(borders({ startTime: '02:30' }, 24, berlin, night)).toContain('03-29T01:00')
    const autumn = Date.parse('2026-10-24T12:00:00Z')
    const back = borders({ startTime: '02:30' }, 24, berlin, autumn)
    for (const border of ['10-25T00:30', '10-25T01:00', '10-25T01:30']) expect(back).toContain(border)
    const odd = Date.parse('2026-10-03T12:00:00Z')
    const lordHowe = timeBorders(
      [energy(1, { startTime: '05:00' })],
      odd,
      odd + 24 * HOUR_MS,
      'Australia/Lord_Howe',
    )
    expect(lordHowe).toContain(Date.parse('2026-10-03T15:30:00Z'))
    expect(lordHowe.every((ms) => ms % MINUTE_MS === 0)).toBe(true)
  })
})
