import { describe, expect, test } from 'vitest'
import { type ChargeLimits, type RunningCharge, secondsToLimit } from './time-to-limit.ts'

const charge: RunningCharge = {
  powerW: 60_000,
  energyWh: 10_000,
  amountMinor: 17_000,
  soc: 40,
  socStart: 20,
  elapsedSeconds: 600,
}
const none: ChargeLimits = { amountMinor: null, energyWh: null, seconds: null, percents: null }
const prices = { tariff: 1700, rate: 0, discount: 0 }

describe('how long until a limit stops the charge', () => {
  test('nothing is said without a limit', () => {
    expect(secondsToLimit(charge, none, prices)).toBeNull()
  })

  test('an amount is reached at the price of the present power', () => {
    // 60 kW cost 1020 roubles an hour; 830 roubles are left
    expect(secondsToLimit(charge, { ...none, amountMinor: 100_000 }, prices)).toBeCloseTo(2929.4, 1)
  })

  test('a rate and a discount count', () => {
    const timed = { tariff: 0, rate: 600, discount: 50 }
    expect(secondsToLimit(charge, { ...none, amountMinor: 17_300 }, timed)).toBeCloseTo(60)
  })

  test('energy, time and battery are reckoned each in its own way, and the first one counts', () => {
    expect(secondsToLimit(charge, { ...none, energyWh: 20_000 }, prices)).toBe(600)
    expect(secondsToLimit(charge, { ...none, seconds: 900 }, prices)).toBe(300)
    expect(secondsToLimit(charge, { ...none, percents: 80 }, prices)).toBe(1200)
    expect(
      secondsToLimit(charge, { amountMinor: 100_000, energyWh: 20_000, seconds: 900, percents: 80 }, prices),
    ).toBe(300)
  })

  test('a limit that is reached leaves nothing', () => {
    expect(secondsToLimit(charge, { ...none, percents: 40 }, prices)).toBe(0)
    expect(secondsToLimit(charge, { ...none, amountMinor: 16_000 }, prices)).toBe(0)
  })

  test('a car that takes no power never gets there', () => {
    const paused = { ...charge, powerW: 0 }
    expect(secondsToLimit(paused, { ...none, energyWh: 20_000 }, prices)).toBeNull()
    expect(secondsToLimit(paused, { ...none, amountMinor: 100_000 }, prices)).toBeNull()
    expect(secondsToLimit({ ...charge, socStart: null }, { ...none, percents: 80 }, prices)).toBeNull()
  })
})
