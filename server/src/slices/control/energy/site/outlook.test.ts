import { describe, expect, test } from 'vitest'
import { outlookOf } from './outlook.ts'

const now = new Date('2026-07-15T10:30:00Z')
const grid = {
  id: 'grid',
  name: 'Grid',
  parent: null,
  fuse_a: [63, 63, 63],
  reserve_a: [0, 0, 0],
  losses_percent: 0,
  other: { kind: 'none' as const },
}
const week = Array.from({ length: 168 }, (_, hour) => hour % 24)
const nothing = { prices: [], readings: [], timeZone: 'Europe/Berlin', now }

describe('prices', () => {
  test('are those of the week, by the clock of the location, where none came by call', () => {
    const [first, second] = outlookOf({ circuits: [grid], prices_week: week }, nothing).prices
    expect(first).toEqual({
      from: Date.parse('2026-07-15T10:00:00Z'),
      until: Date.parse('2026-07-15T11:00:00Z'),
      price: 12,
    })
    expect(second?.price).toBe(13)
  })

  test('that came by call come first, and nothing is known without either', () => {
    const called = { from: now.getTime(), until: now.getTime() + 1, price: -4 }
    const both = outlookOf({ circuits: [grid], prices_week: week }, { ...nothing, prices: [called] })
    expect(both.prices[0]).toEqual(called)
    expect(outlookOf({ circuits: [grid], prices_week: null }, nothing).prices).toEqual([])
  })
})

describe('what the sun gives', () => {
  const said = (seconds: number) => ({
    circuit: 'grid',
    othersMa: [0, 0, 0],
    surplusMa: [9000, 8000, 7000],
    receivedAt: new Date(now.getTime() - seconds * 1000),
  })
  test('counts while its meter speaks', () => {
    const of = (seconds: number) =>
      outlookOf({ circuits: [grid], prices_week: null }, { ...nothing, readings: [said(seconds)] }).surplusMa
    expect(of(100)).toEqual([9000, 8000, 7000])
    expect(of(121)).toBeNull()
  })
})
