import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Edges, type Metered, measure, monotone } from './measure.ts'

const start = new Date('2026-11-20T10:00:00Z')
const after = (minutes: number): Date => new Date(start.getTime() + minutes * MINUTE_MS)

function read(minutes: number, registerWh: number | null, changes: Partial<Metered> = {}): Metered {
  return {
    at: after(minutes),
    context: 'Sample.Periodic',
    sequence: null,
    registerWh,
    intervalWh: null,
    powerW: null,
    soc: null,
    ...changes,
  }
}
const edges = (beginWh: number | null, endWh: number | null): Edges => ({
  beginWh,
  endWh,
  startedAt: start,
  endedAt: after(60),
  elapsedMs: HOUR_MS,
  maxPowerW: 22_000,
  flowed: true,
})
const marked = (edge: 'Begin' | 'End') => ({ context: `Transaction.${edge}` })
const interval = (minutes: number, intervalWh: number) => read(minutes, null, { intervalWh })

describe('what a session charged', () => {
  test('is counted from elsewhere only where readings after the begin agree with each other', () => {
    expect(measure([], edges(1000, 900_000_000))).toMatchObject({ energyWh: 0, offsetWh: null })
    const odometer = [read(20, 910_000), read(30, 912_000)]
    expect(measure(odometer, edges(0, 912_000))).toMatchObject({ energyWh: 2000, offsetWh: 910_000 })
    expect(measure(odometer, edges(500, 912_000))).toMatchObject({ energyWh: 2000, offsetWh: 909_500 })
  })

  test('begins and ends with the registers that are marked as its edges, in any order of arrival', () => {
    const readings = [read(60, 2600, marked('End')), read(30, 2000), read(0, 1000, marked('Begin'))]
    expect(measure(readings, edges(null, null))).toMatchObject({ beginWh: 1000, endWh: 2600, energyWh: 1600 })
    expect(measure(readings.slice(1), edges(null, null))).toMatchObject({ beginWh: 1000, endWh: null })
  })

  test.each<[string, Metered[], number | null, number | null, number]>([
    ['the registers at its edges', [], 1000, 9000, 8000],
    ['subtracted before it is rounded', [], 10_490, 20_510, 10_020],
    ['of a meter finer than a Wh', [], 100.4, 163.6, 63],
    ['half a Wh up', [], 0.2, 100.7, 101],
    [
      'both edges in the end',
      [read(60, 2000, marked('Begin')), read(60, 2600, marked('End'))],
      null,
      null,
      600,
    ],
    ['a zero that is marked as the begin', [read(0, 0, marked('Begin')), read(30, 4000)], null, null, 4000],
    ['the last reading where the end has none', [read(30, 4000)], 1000, null, 3000],
    ['the first reading where the begin has none', [read(10, 1000)], null, 9000, 8000],
    ['the sum of its intervals', [interval(30, 300.4), interval(60, 299.8)], null, null, 600],
    [
      'its intervals, not those by the clock beside them',
      [interval(30, 300), read(40, null, { intervalWh: 100, context: 'Sample.Clock' })],
      null,
      null,
      300,
    ],
    [
      'its intervals by the clock, where there are no others',
      [read(40, null, { intervalWh: 100, context: 'Sample.Clock' })],
      null,
      null,
      100,
    ],
    [
      'its intervals by the clock, where others tell nothing',
      [interval(30, 0), interval(35, -5), read(40, null, { intervalWh: 100, context: 'Sample.Clock' })],
      null,
      null,
      100,
    ],
    [
      'the highest of a reading that was sent twice',
      [read(10, 1000), read(30, 4000), read(30, 3900)],
      null,
      null,
      3000,
    ],
    ['the same, the other way round', [read(10, 1000), read(30, 3900), read(30, 4000)], null, null, 3000],
    [
      'its readings, whatever one that falls says',
      [read(5, 1000), read(10, 5000), read(15, 3000), read(20, 6000)],
      null,
      null,
      5000,
    ],
    [
      'its readings, whatever one that falls and comes back says',
      [read(5, 1000), read(10, 5000), read(15, 3000), read(20, 5000)],
      null,
      null,
      4000,
    ],
    [
      'its readings, whatever one leap says',
      [read(5, 1000), read(10, 900_000), read(20, 2000)],
      null,
      null,
      1000,
    ],
    [
      'its readings by time, where not all bear numbers',
      [read(10, 1000, { sequence: 9 }), read(20, 2000), read(30, 3000, { sequence: 1 })],
      null,
      null,
      2000,
    ],
    [
      'its edges with the begin sent as a sample too',
      [read(0, 1000, marked('Begin')), read(30, 4000)],
      1000,
      9000,
      8000,
    ],
    ['its edges beside intervals that tell more', [interval(30, 600)], 1000, 9000, 8000],
    [
      'its registers, whatever its intervals say',
      [read(10, 1000), read(30, 4000), interval(30, 300)],
      null,
      null,
      3000,
    ],
    [
      'all that can be delivered in its time',
      [10, 30, 50].map((at, i) => read(at, 1000 + i * 33_000)),
      null,
      null,
      66_000,
    ],
    ['all that can be delivered', [], 0, 66_000, 66_000],
    ['its edges, whatever L1 says after a finer reading', [read(20, 9005), read(30, 300)], 1000, 9000, 8000],
    [
      'its readings, whatever two that fall say',
      [read(5, 1000), read(10, 5000), read(15, 3000), read(20, 3100), read(25, 6000)],
      null,
      null,
      5000,
    ],
    [
      'its readings by time, where the later bears no number',
      [read(20, 2000), read(10, 1000, { sequence: 5 })],
      null,
      null,
      1000,
    ],
    [
      'its readings, the lower first of one moment',
      [read(10, 1500, { context: 'Trigger' }), read(10, 1000), read(30, 3000)],
      null,
      null,
      2000,
    ],
    [
      'its readings, each message of one moment',
      [2, 1, 3].map((n) => read(n === 3 ? 30 : 10, n * 1000, { sequence: n })),
      null,
      null,
      2000,
    ],
    ['nothing, where the meter stayed at zero', [read(10, 0), read(30, 0)], null, null, 0],
    ['its intervals, once', [interval(30, 300), interval(60, 300), interval(60, 300)], null, null, 600],
    ['its intervals beside the register of one edge', [interval(30, 300)], null, 9000, 300],
    ['its edges, whatever one zero says', [read(10, 2000), read(20, 0), read(30, 3000)], 1000, 9000, 8000],
    ['its edges, whatever one leap says', [read(10, 2000), read(20, 8e9), read(30, 3000)], 1000, 9000, 8000],
    ['its edges, whatever L1 alone says', [read(10, 300), read(20, 1300), read(30, 2900)], 1000, 9000, 8000],
    ['its edges, a reading above the end by what it is finer', [read(59, 9009.9)], 1000, 9000, 8000],
    [
      'by the numbers of messages, where a clock fails',
      [3, 1, 2].map((n) => read(10 - n, n * 1000, { sequence: n })),
      null,
      null,
      2000,
    ],
  ])('is %s', (_, readings, beginWh, endWh, energyWh) => {
    expect(measure(readings, edges(beginWh, endWh))).toMatchObject({ energyWh, doubt: null })
  })

  test.each<[string, Metered[], number | null, number | null, number, string]>([
    ['an end below the begin', [read(10, 5000)], 1000, 900, 4000, 'implausible_energy'],
    ['a register set back to zero', [read(20, 6000), read(30, 0)], 1000, 3000, 8000, 'implausible_energy'],
    ['one set back unseen by its edges', [read(20, 5000), read(30, 0)], 0, 3000, 8000, 'implausible_energy'],
    ['an end beyond what can be delivered', [read(30, 4000)], 1000, 900_000_000, 3000, 'implausible_energy'],
    [
      'edges that stand while readings rise',
      [read(20, 910_000), read(30, 912_000)],
      0,
      0,
      2000,
      'implausible_energy',
    ],
    ['intervals that edges know nothing of', [interval(30, 600)], 5000, 5000, 600, 'implausible_energy'],
    [
      'an odometer after a begin of zero',
      [read(1, 910_000), read(30, 912_000)],
      0,
      912_000,
      2000,
      'implausible_energy',
    ],
    [
      'a zero before the first register',
      [read(5, 0), read(10, 2000)],
      null,
      9000,
      7000,
      'implausible_energy',
    ],
    ['an end beyond what can be delivered by a Wh', [], 0, 66_001, 0, 'implausible_energy'],
    [
      'zeros before the first register',
      [read(5, 0), read(7, 0), read(10, 2000)],
      null,
      9000,
      7000,
      'implausible_energy',
    ],
    ['edges that stand with one reading between', [read(20, 2000)], 1000, 1000, 1000, 'implausible_energy'],
    [
      'more than can be delivered in its time',
      [10, 30, 50].map((at, i) => read(at, 1000 + i * 33_001)),
      null,
      null,
      66_002,
      'implausible_energy',
    ],
    [
      'a register set back without an end',
      [read(10, 5000), read(20, 100), read(30, 600)],
      1000,
      null,
      4500,
      'implausible_energy',
    ],
    [
      'edges that stand while readings rise above them',
      [read(20, 6000), read(30, 7000)],
      5000,
      5000,
      1000,
      'implausible_energy',
    ],
    ['an end that leaps from the last reading', [read(59, 100)], 0, 40_000, 100, 'implausible_energy'],
    ['one register alone', [], null, 9000, 0, 'energy_unknown'],
    [
      'one register that is marked as the begin',
      [read(0, 1000, marked('Begin'))],
      null,
      null,
      0,
      'energy_unknown',
    ],
    [
      'one register that is marked as the end',
      [read(60, 1000, marked('End'))],
      null,
      null,
      0,
      'energy_unknown',
    ],
    ['a begin alone', [], 1000, null, 0, 'energy_unknown'],
  ])('is for a person to say after %s', (_, readings, beginWh, endWh, energyWh, doubt) => {
    expect(measure(readings, edges(beginWh, endWh))).toMatchObject({ energyWh, doubt })
  })

  test('contain the power of each reading, where it was reported', () => {
    const readings = [read(10, 2000, { powerW: 7000 }), read(20, 3000)]
    expect(measure(readings, edges(1000, 9000)).points).toEqual([
      { at: start, energyWh: 0 },
      { at: after(10), energyWh: 1000, powerW: 7000 },
      { at: after(20), energyWh: 2000 },
      { at: after(60), energyWh: 8000 },
    ])
    expect(measure([{ ...interval(30, 600), powerW: 5000 }], edges(null, null)).points).toEqual([
      { at: start, energyWh: 0, powerW: 5000 },
      { at: after(30), energyWh: 600, powerW: 5000 },
    ])
  })

  test('are given at each reading, also where the register did not change', () => {
    const stood = [read(10, 2000), read(20, 2000), read(30, 9000)]
    expect(measure(stood, edges(1000, 9000)).points).toEqual([
      { at: start, energyWh: 0 },
      { at: after(10), energyWh: 1000 },
      { at: after(20), energyWh: 1000 },
      { at: after(30), energyWh: 8000 },
      { at: after(60), energyWh: 8000 },
    ])
    expect(measure(stood, edges(null, null)).points).toEqual([
      { at: after(10), energyWh: 0 },
      { at: after(20), energyWh: 0 },
      { at: after(30), energyWh: 7000 },
    ])
  })

  test('adds its intervals up by time, however they arrived', () => {
    expect(measure([interval(60, 300), interval(30, 600)], edges(null, null)).points).toEqual([
      { at: start, energyWh: 0 },
      { at: after(30), energyWh: 600 },
      { at: after(60), energyWh: 900 },
    ])
  })

  test('is counted from the begin where one reading alone stands above it', () => {
    expect(measure([read(20, 910_000)], edges(0, 912_000))).toMatchObject({
      offsetWh: 910_000,
      energyWh: 2000,
    })
    expect(measure([read(10, 1000), read(20, 910_000), read(30, 912_000)], edges(0, 912_000))).toMatchObject({
      offsetWh: null,
      energyWh: 3000,
    })
  })

  test('does not depend on the order in which readings arrive, nor on repeats', () => {
    const reading = fc
      .record({
        minutes: fc.integer({ min: 1, max: 59 }),
        registerWh: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40_000 })),
      })
      .map(({ minutes, registerWh }) => read(minutes, registerWh))
    const series = fc.uniqueArray(reading, { selector: (one) => one.at.getTime(), maxLength: 12 })
    const edge = fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: null })
    fc.assert(
      fc.property(series, edge, edge, fc.infiniteStream(fc.nat()), (readings, beginWh, endWh, dice) => {
        const shuffled = [...readings, ...readings.slice(0, 3)]
          .map((one) => ({ one, place: dice.next().value as number }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ one }) => one)
        const straight = measure(readings, edges(beginWh, endWh))
        expect(measure(shuffled, edges(beginWh, endWh))).toMatchObject({
          energyWh: straight.energyWh,
          doubt: straight.doubt,
        })
      }),
    )
  })

  test('is at no time more than at its end, and grows with the time', () => {
    const registers = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 10 })
    fc.assert(
      fc.property(registers, (list) => {
        const { energyWh, points } = measure(
          list.map((wh, i) => read(i + 1, wh)),
          edges(0, 40_000),
        )
        for (const [i, point] of points.entries()) {
          expect(point.energyWh).toBeLessThanOrEqual(energyWh)
          expect(point.energyWh).toBeGreaterThanOrEqual(points[i - 1]?.energyWh ?? 0)
        }
      }),
    )
  })
})

test('points are in order of time, none below one before it or above the most', () => {
  const at = (minutes: number, energyWh: number) => ({ at: after(minutes), energyWh })
  const readings = [at(30, 100), at(10, 100), at(20, 99), at(50, 601), at(40, 600)]
  expect(monotone(readings, 600)).toEqual([at(10, 100), at(30, 100), at(40, 600)])
})
