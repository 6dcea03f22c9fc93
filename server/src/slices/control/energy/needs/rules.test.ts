import { describe, expect, test } from 'vitest'
import type { NeedRow } from '../looking/facts-store.ts'
import { needLeftWh, wantedWhOf } from './rules.ts'

const need = (more: Partial<NeedRow>): NeedRow => ({
  departsAt: 0,
  energyWh: null,
  percent: null,
  soc: null,
  beginWh: 0,
  statedAt: 0,
  ...more,
})

describe('what a driver needs', () => {
  test('in energy counts for the whole session', () => {
    expect(needLeftWh(need({ energyWh: 20_000 }), { energyWh: 14_000, soc: null })).toBe(6000)
    expect(needLeftWh(need({ energyWh: 20_000 }), { energyWh: 21_000, soc: null })).toBe(0)
  })

  test('without an amount is as much as there is', () => {
    expect(needLeftWh(need({}), { energyWh: 5000, soc: 40 })).toBeNull()
  })

  test('in percent is reckoned with a usual battery, until enough has been charged to know its size', () => {
    const toEighty = need({ percent: 80, soc: 40, beginWh: 1000 })
    expect(wantedWhOf(toEighty, { energyWh: 1000, soc: 40 })).toBe(1000 + 24_000)
    // 4 kWh for ten percent: 40 kWh in all, of which 30 percent are missing
    expect(wantedWhOf(toEighty, { energyWh: 5000, soc: 50 })).toBe(5000 + 12_000)
    expect(needLeftWh(toEighty, { energyWh: 17_000, soc: 80 })).toBe(0)
  })

  test('a register that makes no sense does not make a battery of any size', () => {
    const toEighty = need({ percent: 100, soc: 40 })
    expect(wantedWhOf(toEighty, { energyWh: 0, soc: 90 })).toBe(1000)
    expect(wantedWhOf(toEighty, { energyWh: 500_000, soc: 50 })).toBe(500_000 + 100_000)
  })
})
