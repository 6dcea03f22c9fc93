import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateWh } from './estimate.ts'

const startedAt = new Date('2026-11-20T10:00:00Z')
const after = (minutes: number): Date => new Date(startedAt.getTime() + minutes * MINUTE_MS)
const session = { startedAt, endedAt: after(60), maxPowerW: 22_000 }
const power = (minutes: number, powerW: number) => ({ at: after(minutes), powerW })

describe('the energy of a session by its power over time', () => {
  test.each<[string, ReturnType<typeof power>[], number | null]>([
    ['is unknown without power', [], null],
    ['is that of one sample for all of its time', [power(30, 7000)], 7000],
    ['changes evenly between samples', [power(0, 0), power(60, 10_000)], 5000],
    ['goes on as it began and ended', [power(20, 6000), power(40, 12_000)], 9000],
    ['does not depend on the order', [power(40, 12_000), power(20, 6000)], 9000],
    ['is no more than the connector gives', [power(30, 99_000)], 22_000],
    ['does not take away', [power(30, -7000)], 0],
    ['is that of the session alone', [power(-30, 6000), power(90, 6000)], 6000],
  ])('%s', (_, powers, energyWh) => {
    expect(estimateWh(powers, session)).toBe(energyWh)
  })

  test('14 minutes of 7 kW are 1,633 Wh', () => {
    expect(estimateWh([power(7, 7000)], { ...session, endedAt: after(14) })).toBe(1633)
  })

  test('lies between its least and its greatest power, whatever was reported and when', () => {
    const sample = fc.record({ minutes: fc.integer({ min: -10, max: 70 }), powerW: fc.nat(30_000) })
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1 }), fc.integer({ min: 0, max: 60 }), (samples, minutes) => {
        const powers = samples.map((one) => power(one.minutes, one.powerW))
        const span = { ...session, endedAt: after(minutes) }
        const hours = (minutes * MINUTE_MS) / HOUR_MS
        const all = samples.map(({ powerW }) => Math.min(powerW, session.maxPowerW) * hours)
        const estimated = estimateWh(powers, span)!
        expect(estimated).toBeGreaterThanOrEqual(Math.floor(Math.min(...all)))
        expect(estimated).toBeLessThanOrEqual(Math.ceil(Math.max(...all)))
      }),
    )
  })
})
