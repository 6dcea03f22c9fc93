import { describe, expect, test } from 'vitest'
import { groupMeterValues, readable } from './meter-groups.ts'

const value = (measurand: string, phase: string | null, number: number, timestamp: string) => ({
  context: 'Sample.Periodic',
  measurand,
  phase,
  location: null,
  value: number,
  multiplier: 0,
  unit: 'V',
  timestamp,
})

describe('meter values', () => {
  test('stand by measurand with their phases, the newest context of each', () => {
    const groups = groupMeterValues([
      value('Voltage', 'L1', 229, '2026-11-21T10:00:00.000Z'),
      value('Voltage', 'L1', 231, '2026-11-21T10:01:00.000Z'),
      value('Voltage', 'L2', 230, '2026-11-21T10:01:00.000Z'),
      value('Current.Import', null, 16, '2026-11-21T10:01:00.000Z'),
    ])
    expect(groups.map((group) => group.measurand)).toEqual(['Voltage', 'Current.Import'])
    expect(groups[0]?.readings.map(({ phase, value }) => [phase, value])).toEqual([
      ['L1', 231],
      ['L2', 230],
    ])
  })

  test('a multiplier becomes the prefix of the unit', () => {
    expect(readable({ value: 12.5, multiplier: 3, unit: 'W' })).toEqual({ value: 12.5, unit: 'kW' })
    expect(readable({ value: 1, multiplier: 6, unit: 'Wh' })).toEqual({ value: 1, unit: 'MWh' })
    expect(readable({ value: 2, multiplier: 9, unit: 'W' })).toEqual({ value: 2, unit: 'GW' })
  })

  test('large watts and watt-hours are shown in thousands', () => {
    expect(readable({ value: 1_204_118, multiplier: 0, unit: 'Wh' })).toEqual({
      value: 1204.118,
      unit: 'kWh',
    })
    expect(readable({ value: 64, multiplier: 0, unit: 'Percent' })).toEqual({ value: 64, unit: '%' })
    expect(readable({ value: 1500, multiplier: 0, unit: 'V' })).toEqual({ value: 1500, unit: 'V' })
  })
})
