import { describe, expect, test } from 'vitest'
import { simpleElements } from '../elements.ts'
import { priceOf } from './pricing.ts'
import { type PricedHours, windowElements, windowsOf } from './windows.ts'

const base = simpleElements({ tariffMinorPerKwh: 2000, rateMinorPerMinute: 0, startFeeMinor: 0 })
const night: PricedHours = { days: [5, 6], from: '22:00', to: '06:00', tariffMinorPerKwh: 1000 }
const everyNight = { ...night, days: [0, 1, 2, 3, 4, 5, 6] }

/** What a kWh costs that is charged in the minute from a moment of Moscow on. */
function priceAt(moment: string, windows: readonly PricedHours[]): number {
  const startedAt = new Date(`${moment}+03:00`)
  const endedAt = new Date(startedAt.getTime() + 60_000)
  const version = { id: 1, elements: [...windowElements(windows), ...base], discountPercent: 0 }
  const series = [{ at: endedAt, energyWh: 1000 }]
  return priceOf(series, { startedAt, endedAt }, version, 'Europe/Moscow').totalMinor
}

describe('hours with a price of their own', () => {
  test('a night belongs to the day on which it begins', () => {
    // 20 November 2026 is a Friday
    expect(priceAt('2026-11-20T21:59:00', [night])).toBe(2000)
    expect(priceAt('2026-11-20T22:00:00', [night])).toBe(1000)
    expect(priceAt('2026-11-20T05:00:00', [night])).toBe(2000)
    expect(priceAt('2026-11-21T05:59:00', [night])).toBe(1000)
    expect(priceAt('2026-11-21T06:00:00', [night])).toBe(2000)
    expect(priceAt('2026-11-22T05:00:00', [night])).toBe(1000)
    expect(priceAt('2026-11-22T22:00:00', [night])).toBe(2000)
  })

  test('where two meet the first wins, and equal ends are a whole day', () => {
    const sunday = { days: [0], from: '00:00', to: '00:00', tariffMinorPerKwh: 500 }
    expect(priceAt('2026-11-22T12:00:00', [sunday, everyNight])).toBe(500)
    expect(priceAt('2026-11-22T23:00:00', [sunday, everyNight])).toBe(500)
    expect(priceAt('2026-11-22T23:00:00', [everyNight, sunday])).toBe(1000)
    expect(priceAt('2026-11-23T12:00:00', [sunday, everyNight])).toBe(2000)
  })

  test('are read out of the elements that they made', () => {
    const windows: PricedHours[] = [
      night,
      everyNight,
      { days: [1], from: '08:00', to: '20:00', tariffMinorPerKwh: 2500 },
      { days: [1, 2], from: '20:00', to: '00:00', tariffMinorPerKwh: 1500 },
      { days: [6], from: '22:00', to: '05:00', tariffMinorPerKwh: 700 },
      { days: [0], from: '00:00', to: '00:00', tariffMinorPerKwh: 0 },
    ]
    const read = windowsOf([...windowElements(windows), ...base])
    expect(read).toEqual(windows.map(({ tariffMinorPerKwh: tariff, ...rest }) => ({ ...rest, tariff })))
  })

  test('elements with other conditions are no hours', () => {
    const [element] = windowElements([everyNight])
    const bound = { ...element!, restrictions: { ...element!.restrictions, minWh: 5000 } }
    expect(windowsOf([bound, ...base])).toEqual([])
  })
})
