import { describe, expect, test } from 'vitest'
import { changeLimits, limitsFit, noLimits, startBodyOf } from './limits.ts'

const timed = { ...noLimits, hours: 1, minutes: 30, percents: 80 }

describe('limits of a remote start', () => {
  test('an amount gives kWh rounded down to 0.1 and clears the time', () => {
    expect(changeLimits(timed, 'amountMinor', 100_000, 1700)).toEqual({
      ...noLimits,
      amountMinor: 100_000,
      kwh: 58.8,
      percents: 80,
    })
  })

  test('without a price an amount means 100 kWh', () => {
    expect(changeLimits(noLimits, 'amountMinor', 5000, 0).kwh).toBe(100)
  })

  test('kWh give an amount rounded up to a whole kopeck and clear the time', () => {
    expect(changeLimits(timed, 'kwh', 0.1, 1705)).toEqual({
      ...noLimits,
      kwh: 0.1,
      amountMinor: 171,
      percents: 80,
    })
  })

  test('time clears amount and kWh', () => {
    const amount = changeLimits(noLimits, 'amountMinor', 100_000, 1700)
    expect(changeLimits(amount, 'hours', 2, 1700)).toEqual({ ...noLimits, hours: 2 })
    expect(changeLimits(amount, 'minutes', 5, 1700)).toEqual({ ...noLimits, minutes: 5 })
  })

  test('clearing an amount clears its kWh and the other way round', () => {
    const amount = changeLimits(noLimits, 'amountMinor', 100_000, 1700)
    expect(changeLimits(amount, 'amountMinor', null, 1700)).toEqual(noLimits)
    expect(changeLimits(amount, 'kwh', null, 1700)).toEqual(noLimits)
  })

  test('the battery stands beside the others, and nothing that is empty is sent', () => {
    const limits = changeLimits(changeLimits(noLimits, 'percents', 80, 1700), 'minutes', 0, 1700)
    expect(startBodyOf(limits)).toEqual({ limit_percents: 80 })
  })
})

test('a limit that cannot be is none that is sent', () => {
  expect(limitsFit(noLimits)).toBe(true)
  expect(limitsFit({ ...noLimits, amountMinor: 150, kwh: 0.1, percents: 100 })).toBe(true)
  expect(limitsFit({ ...noLimits, minutes: -5 })).toBe(false)
  expect(limitsFit({ ...noLimits, minutes: 60 })).toBe(false)
  expect(limitsFit({ ...noLimits, amountMinor: -100 })).toBe(false)
  expect(limitsFit({ ...noLimits, kwh: Number.NaN })).toBe(false)
})
