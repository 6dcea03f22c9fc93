import { HOUR_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import { after, read, start } from '../machine/rules.fixtures.ts'
import { measure } from './measure.ts'

const edges = (beginWh: number | null, endWh: number | null) => ({
  beginWh,
  endWh,
  startedAt: start,
  endedAt: after(60),
  elapsedMs: HOUR_MS,
  maxPowerW: 22_000,
  flowed: true,
})
const marked = (edge: 'Begin' | 'End') => ({ context: `Transaction.${edge}` })
const unread = (changes: object) => read(30, 0, { registerWh: null, ...changes })

describe('a session whose registers tell nothing, or contradict each other', () => {
  test('nothing, without a question, where nothing was measured', () => {
    const nothing = { ...edges(null, null), flowed: false }
    expect(measure([], nothing)).toMatchObject({ energyWh: 0, doubt: null, points: [] })
  })

  test('asks for a review where energy flowed and no register or interval shows how much', () => {
    const power = [unread({ powerW: 7000 })]
    expect(measure(power, edges(null, null))).toMatchObject({
      energyWh: 0,
      doubt: 'energy_unknown',
      points: [],
    })
    expect(measure([unread({ intervalWh: 300 })], edges(null, null))).toMatchObject({
      energyWh: 300,
      doubt: null,
    })
    expect(measure([], edges(1000, 1000))).toMatchObject({ energyWh: 0, doubt: null })
  })

  test('asks where marked readings contradict its edges, and counts by the edges', () => {
    const readings = [read(0, 0, marked('Begin')), read(60, 5000, marked('End'))]
    expect(measure(readings, edges(0, 1000))).toMatchObject({
      energyWh: 1000,
      markedWh: 5000,
      doubt: 'implausible_energy',
    })
    expect(measure(readings, edges(0, 5000))).toMatchObject({ energyWh: 5000, markedWh: null, doubt: null })
  })
})
