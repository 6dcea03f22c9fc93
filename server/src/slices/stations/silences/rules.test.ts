import { MINUTE_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import { toldOf, type Watched } from './rules.ts'

const now = new Date('2026-11-23T10:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)
let last = 0
const station = (changes: Partial<Watched> = {}): Watched => {
  last += 1
  const at = ago(1000)
  return {
    stationId: `S${last}`,
    number: last,
    connectedAt: at,
    awaySince: at,
    counts: true,
    told: null,
    ...changes,
  }
}
const away = (minutes: number, changes: Partial<Watched> = {}) =>
  station({ connectedAt: null, awaySince: ago(minutes), ...changes })
const open = { at: ago(40), isOver: false }
const told = (stations: Watched[], minutes: number | null = 30) => {
  const { silent, back, ...rest } = toldOf(stations, minutes === null ? null : minutes * MINUTE_MS, now)
  return { ...rest, silent: silent.map(({ number }) => number), back: back.map(({ number }) => number) }
}
const nothing = { silent: [], isWhole: false, back: [], dropped: [] }

describe('a station that is silent', () => {
  test.each([
    [29.99, false],
    [30, true],
    [300, true],
  ])('for %s minutes is told: %s', (minutes, isTold) => {
    const one = away(minutes)
    expect(told([one, station()]).silent).toEqual(isTold ? [one.number] : [])
  })

  test('is told once, and again an hour later at the soonest', () => {
    expect(told([away(300, { told: open }), station()])).toEqual(nothing)
    const again = (minutes: number) => away(300, { told: { at: ago(minutes), isOver: true } })
    expect(told([again(59.99), station()])).toEqual(nothing)
    const one = again(60)
    expect(told([one, station()]).silent).toEqual([one.number])
  })

  test('is not told out of operation, nor where nobody wants to know', () => {
    expect(told([away(300, { counts: false }), station()])).toEqual(nothing)
    expect(told([away(300)], null)).toEqual(nothing)
  })
})

describe('a place', () => {
  test('is told as a whole, with what went away with the first', () => {
    const all = [away(30), away(28), away(1), away(300, { counts: false })]
    expect(told(all)).toMatchObject({ silent: all.slice(0, 3).map(({ number }) => number), isWhole: true })
  })

  test('is not whole while one of it is connected, or has just gone', () => {
    expect(told([away(30), away(29), station()])).toMatchObject({ isWhole: false })
    const [first, second] = [away(30), away(29)]
    expect(told([first, second, away(0.99)])).toMatchObject({
      silent: [first.number, second.number],
      isWhole: false,
    })
    expect(told([away(30)])).toMatchObject({ isWhole: false })
  })

  test('is whole with those that were told before', () => {
    expect(told([away(30), away(30), away(90, { told: open })]).isWhole).toBe(true)
  })
})

describe('a station that is back', () => {
  test.each([
    [4.99, false],
    [5, true],
  ])('for %s minutes is told: %s', (minutes, isTold) => {
    const one = station({ connectedAt: ago(minutes), told: open })
    expect(told([one, away(50, { told: open })]).back).toEqual(isTold ? [one.number] : [])
  })

  test('is told with all that are back, and only if it was told as silent', () => {
    const [first, second] = [5, 1].map((minutes) => station({ connectedAt: ago(minutes), told: open }))
    const over = station({ connectedAt: ago(9), told: { at: ago(90), isOver: true } })
    expect(told([first!, second!, over, station()]).back).toEqual([first!.number, second!.number])
  })

  test('is told no more once it is out of operation, or nobody wants to know', () => {
    const gone = away(50, { told: open, counts: false })
    expect(told([gone])).toEqual({ ...nothing, dropped: [gone.stationId] })
    const back = station({ connectedAt: ago(9), told: open })
    expect(told([back], null)).toEqual({ ...nothing, dropped: [back.stationId] })
  })
})
