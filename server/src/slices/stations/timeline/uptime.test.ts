import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import { type Day, type Mark, percentOf, returnMs, sumOf, uptimeOf } from './uptime.ts'
import { lastDays } from './view.ts'

const parts = [
  { ordinal: 1, evse: 1 },
  { ordinal: 2, evse: 2 },
]
const at = (time: string): Date => new Date(`2026-03-10T${time}Z`)
const day: Day = { day: '2026-03-10', from: at('00:00:00'), to: new Date('2026-03-11T00:00:00Z') }
const evening = at('20:00:00')

const mark = (time: string, kind: Mark['kind'], more: Partial<Mark> = {}): Mark => ({
  at: at(time),
  kind,
  connector: 0,
  word: null,
  ...more,
})
const says = (time: string, connector: number, word: string): Mark =>
  mark(time, 'status', { connector, word })
/** Connected and free since before the day. */
const well = [
  { ...mark('00:00:00', 'connected'), at: new Date('2026-03-09T12:00:00Z') },
  { ...says('00:00:00', 1, 'Available'), at: new Date('2026-03-09T12:00:01Z') },
  { ...says('00:00:00', 2, 'Available'), at: new Date('2026-03-09T12:00:01Z') },
]
const hoursOf = (marks: Mark[], now = evening) => {
  const { station, connectors } = uptimeOf(parts, marks, [day], now)
  const hours = ([shares]: typeof station) =>
    Object.fromEntries(
      Object.entries(shares!)
        .filter(([, ms]) => ms > 0)
        .map(([state, ms]) => [state.slice(0, -2), ms / HOUR_MS]),
    )
  return { station: hours(station), one: hours(connectors.get(1)!), two: hours(connectors.get(2)!) }
}

describe('uptime', () => {
  test('time under maintenance does not count, whatever the station says', () => {
    const marks = [
      ...well,
      mark('04:00:00', 'maintenance', { word: 'begun' }),
      mark('05:00:00', 'disconnected'),
      mark('08:00:00', 'maintenance', { word: 'ended' }),
      mark('09:00:00', 'connected'),
    ]
    const hours = { up: 4 + 11, planned: 4, down: 1 }
    expect(hoursOf(marks)).toEqual({ station: hours, one: hours, two: hours })
  })

  test('counts a connected station up to now, and charging as up', () => {
    expect(hoursOf([...well, says('08:00:00', 1, 'Charging')])).toEqual({
      station: { up: 20 },
      one: { up: 20 },
      two: { up: 20 },
    })
  })

  test('is lost by a connector that is faulted, and by the station only when all are', () => {
    const one = [...well, says('08:00:00', 1, 'Faulted'), says('10:00:00', 1, 'Available')]
    expect(hoursOf(one)).toEqual({ station: { up: 20 }, one: { up: 18, down: 2 }, two: { up: 20 } })
    const both = [
      ...well,
      says('08:00:00', 1, 'Faulted'),
      says('09:00:00', 2, 'Unavailable'),
      says('10:00:00', 1, 'Available'),
    ]
    expect(hoursOf(both)).toEqual({
      station: { up: 19, down: 1 },
      one: { up: 18, down: 2 },
      two: { up: 9, down: 11 },
    })
  })

  test('is lost while the station has no socket', () => {
    const cut = [...well, mark('08:00:00', 'disconnected'), mark('11:00:00', 'connected')]
    expect(hoursOf(cut).station).toEqual({ up: 17, down: 3 })
    expect(hoursOf([...well, mark('08:00:00', 'disconnected')]).station).toEqual({ up: 8, down: 12 })
  })

  test('does not count what people put out of operation, faulted or not', () => {
    const planned = [
      ...well,
      mark('06:00:00', 'operation', { word: 'inoperative', out: [1] }),
      says('06:00:01', 1, 'Unavailable'),
      mark('10:00:00', 'operation', { word: 'operative', out: [] }),
      says('10:00:00', 1, 'Available'),
    ]
    expect(hoursOf(planned)).toEqual({ station: { up: 20 }, one: { up: 16, planned: 4 }, two: { up: 20 } })
    const whole = [...well, mark('06:00:00', 'operation', { out: [1, 2] }), mark('07:00:00', 'disconnected')]
    expect(hoursOf(whole).station).toEqual({ up: 6, planned: 14 })
  })

  test('does not count the time in which the server was away, nor the return to it', () => {
    const restarted = [
      ...well,
      mark('08:00:00', 'unwatched'),
      mark('08:30:00', 'watched'),
      mark('08:36:00', 'connected'),
    ]
    expect(hoursOf(restarted).station).toEqual({ up: 19.4, unknown: 0.6 })
  })

  test('is lost by a station that does not come back to the server in time', () => {
    const missing = [...well, mark('08:00:00', 'unwatched'), mark('08:50:00', 'watched')]
    expect(hoursOf(missing).station).toEqual({ up: 8, unknown: 1, down: 11 })
    expect(hoursOf([...missing, mark('09:30:00', 'connected')]).station).toEqual({
      up: 18.5,
      unknown: 1,
      down: 0.5,
    })
    // while the time still runs
    expect(hoursOf(missing, at('08:55:00')).station).toEqual({ up: 8, unknown: 55 / 60 })
    expect(returnMs).toBe(10 * MINUTE_MS)
  })

  test('has no data before the first socket and status, and none at all without them', () => {
    const first = [mark('15:00:00', 'connected'), says('15:00:00', 1, 'Available')]
    expect(hoursOf(first)).toEqual({
      station: { noData: 15, up: 5 },
      one: { noData: 15, up: 5 },
      two: { noData: 20 },
    })
    expect(hoursOf([]).station).toEqual({ noData: 20 })
    expect(percentOf(uptimeOf(parts, [], [day], evening).station[0]!)).toBeNull()
  })

  test('never rounds a downtime away', () => {
    const { station } = uptimeOf(
      parts,
      [...well, mark('08:00:00', 'disconnected'), mark('08:00:01', 'connected')],
      [day],
      evening,
    )
    expect(percentOf(station[0]!)).toBe(99.99)
    expect(percentOf(uptimeOf(parts, well, [day], evening).station[0]!)).toBe(100)
  })

  test('has 23 and 25 hours on the days on which the clocks change', () => {
    const spring = lastDays(3, 'Europe/Berlin', new Date('2026-03-30T12:00:00Z'))
    expect(spring.map(({ from, to }) => (to.getTime() - from.getTime()) / HOUR_MS)).toEqual([24, 23, 24])
    expect(spring.map((one) => one.day)).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
    const autumn = lastDays(2, 'Europe/Berlin', new Date('2026-10-25T23:30:00Z'))
    expect(
      autumn.map(({ day: name, from, to }) => [name, (to.getTime() - from.getTime()) / HOUR_MS]),
    ).toEqual([
      ['2026-10-25', 25],
      ['2026-10-26', 24],
    ])
    const { station } = uptimeOf(parts, well, spring, new Date('2026-04-02T00:00:00Z'))
    expect(station.map(({ upMs }) => upMs / HOUR_MS)).toEqual([24, 23, 24])
    expect(sumOf(station).upMs).toBe(71 * HOUR_MS)
  })
})
