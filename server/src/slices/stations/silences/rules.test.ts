import { MINUTE_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import { notificationsOf, type Watched } from './rules.ts'

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
    notified: null,
    ...changes,
  }
}
const away = (minutes: number, changes: Partial<Watched> = {}) =>
  station({ connectedAt: null, awaySince: ago(minutes), ...changes })
const open = { at: ago(40), isOver: false }
const notifications = (stations: Watched[], minutes: number | null = 30) => {
  const { silent, back, ...rest } = notificationsOf(
    stations,
    minutes === null ? null : minutes * MINUTE_MS,
    now,
  )
  return { ...rest, silent: silent.map(({ number }) => number), back: back.map(({ number }) => number) }
}
const nothing = { silent: [], isWhole: false, back: [], dropped: [] }

describe('a station that is silent', () => {
  test.each([
    [29.99, false],
    [30, true],
    [300, true],
  ])('for %s minutes is notified: %s', (minutes, isNotified) => {
    const one = away(minutes)
    expect(notifications([one, station()]).silent).toEqual(isNotified ? [one.number] : [])
  })

  test('is notified once, and again after an hour at the earliest', () => {
    expect(notifications([away(300, { notified: open }), station()])).toEqual(nothing)
    const again = (minutes: number) => away(300, { notified: { at: ago(minutes), isOver: true } })
    expect(notifications([again(59.99), station()])).toEqual(nothing)
    const one = again(60)
    expect(notifications([one, station()]).silent).toEqual([one.number])
  })

  test('is not notified while out of operation, nor where no mails are wanted', () => {
    expect(notifications([away(300, { counts: false }), station()])).toEqual(nothing)
    expect(notifications([away(300)], null)).toEqual(nothing)
  })
})

describe('a location', () => {
  test('is notified as a whole, with the stations that went away soon after the first', () => {
    const all = [away(30), away(28), away(1), away(300, { counts: false })]
    expect(notifications(all)).toMatchObject({
      silent: all.slice(0, 3).map(({ number }) => number),
      isWhole: true,
    })
  })

  test('is not whole while one station is connected, or has just disconnected', () => {
    expect(notifications([away(30), away(29), station()])).toMatchObject({ isWhole: false })
    const [first, second] = [away(30), away(29)]
    expect(notifications([first, second, away(0.99)])).toMatchObject({
      silent: [first.number, second.number],
      isWhole: false,
    })
    expect(notifications([away(30)])).toMatchObject({ isWhole: false })
  })

  test('is whole together with stations that were notified before', () => {
    expect(notifications([away(30), away(30), away(90, { notified: open })]).isWhole).toBe(true)
  })
})

describe('a station that is back', () => {
  test.each([
    [4.99, false],
    [5, true],
  ])('for %s minutes is notified: %s', (minutes, isNotified) => {
    const one = station({ connectedAt: ago(minutes), notified: open })
    expect(notifications([one, away(50, { notified: open })]).back).toEqual(isNotified ? [one.number] : [])
  })

  test('is notified with all that are back, and only if its silence was notified', () => {
    const [first, second] = [5, 1].map((minutes) => station({ connectedAt: ago(minutes), notified: open }))
    const over = station({ connectedAt: ago(9), notified: { at: ago(90), isOver: true } })
    expect(notifications([first!, second!, over, station()]).back).toEqual([first!.number, second!.number])
  })

  test('is not notified once it is out of operation, or where no mails are wanted', () => {
    const gone = away(50, { notified: open, counts: false })
    expect(notifications([gone])).toEqual({ ...nothing, dropped: [gone.stationId] })
    const back = station({ connectedAt: ago(9), notified: open })
    expect(notifications([back], null)).toEqual({ ...nothing, dropped: [back.stationId] })
  })
})
