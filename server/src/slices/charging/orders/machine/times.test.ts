import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Contact } from '../../../stations/timeline/connection-store.ts'
import { countedTime, endTimeOf, lateMs, slackMs, unseenMostMs, wasAway } from './times.ts'

const now = new Date('2026-11-20T10:00:00Z')
const ago = (ms: number): Date => new Date(now.getTime() - ms)
const held: Contact = { held: true, unseen: false, backAt: null }
const away = (backMs: number): Contact => ({ held: false, unseen: false, backAt: ago(backMs) })
const never: Contact = { held: false, unseen: true, backAt: ago(MINUTE_MS) }

describe('which clock counts', () => {
  test.each([
    ['the station’s, a moment ago', MINUTE_MS, held, true],
    ['the server’s, when the station would have reported it', HOUR_MS, held, false],
    ['the station’s, in an absence that has just ended', 30 * DAY_MS, away(HOUR_MS), true],
    ['the server’s, in an absence that ended long ago', 30 * DAY_MS, away(20 * DAY_MS), false],
    ['the station’s, hours before its first contact', 5 * HOUR_MS, never, true],
    ['the server’s, weeks before its first contact', 30 * DAY_MS, never, false],
    ['the server’s, where nothing is known of that time', 30 * DAY_MS, undefined, false],
    ['the server’s, before there were such stations', 30 * 365 * DAY_MS, away(HOUR_MS), false],
    ['the station’s, a little ahead', -4 * MINUTE_MS, held, true],
    ['the server’s, far ahead', -HOUR_MS, held, false],
  ])('%s', (_, agoMs, contact, stations) => {
    const time = countedTime(ago(agoMs), now, contact)
    expect(time).toEqual({ at: stations ? ago(agoMs) : now, doubtful: !stations })
  })
})

describe('what a station reports late', () => {
  test.each([
    ['in an absence', lateMs + 1, away(MINUTE_MS), true],
    ['in an absence, at once', lateMs, away(MINUTE_MS), false],
    ['while it was connected', lateMs + 1, held, false],
    ['before its first contact', 5 * HOUR_MS, never, true],
    ['in an absence that ended long ago', 30 * DAY_MS, away(20 * DAY_MS), false],
    ['where nothing is known of that time', HOUR_MS, undefined, false],
  ])('happened %s: %s ms ago', (_, agoMs, contact, isAway) => {
    expect(wasAway(countedTime(ago(agoMs), now, contact), now, contact)).toBe(isAway)
  })
})

describe('how long a session took', () => {
  test('a stop before its start makes no time free', () => {
    const order = { transactionStart: ago(HOUR_MS), firstHeardAt: ago(HOUR_MS) }
    expect(endTimeOf(order, ago(2 * HOUR_MS), now, away(MINUTE_MS))).toEqual({ at: now, doubtful: true })
    expect(endTimeOf(order, ago(HOUR_MS + 1000), now, held)).toEqual({ at: now, doubtful: true })
  })

  test('a session of a moment may end a second before it began', () => {
    const order = { transactionStart: now, firstHeardAt: now }
    expect(endTimeOf(order, ago(1000), now, held)).toEqual({ at: now, doubtful: false })
  })

  test('a report of an absence is believed up to a day', () => {
    const order = { transactionStart: ago(40 * HOUR_MS), firstHeardAt: now }
    expect(endTimeOf(order, ago(20 * HOUR_MS), now, away(MINUTE_MS)).doubtful).toBe(false)
    expect(endTimeOf(order, ago(10 * HOUR_MS), now, away(MINUTE_MS)).doubtful).toBe(true)
  })

  test('whatever clocks say, time without doubt is no longer than was seen and may have gone unseen', () => {
    const instant = fc
      .oneof(
        fc.integer({ min: -2 * HOUR_MS, max: 4 * HOUR_MS }),
        fc.integer({ min: -40 * DAY_MS, max: 40 * 365 * DAY_MS }),
      )
      .map(ago)
    const contact = fc.option(
      fc.record({
        held: fc.boolean(),
        unseen: fc.boolean(),
        backAt: fc.option(fc.integer({ min: 0, max: 60 * DAY_MS }).map(ago)),
      }),
      { nil: undefined },
    )
    fc.assert(
      fc.property(
        instant,
        instant,
        contact,
        contact,
        fc.integer({ min: 0, max: 100 * HOUR_MS }),
        (startedAt, stoppedAt, atStart, atStop, seenMs) => {
          const firstHeardAt = ago(seenMs)
          const start = countedTime(startedAt, firstHeardAt, atStart)
          const end = endTimeOf({ transactionStart: start.at, firstHeardAt }, stoppedAt, now, atStop)
          const tookMs = end.at.getTime() - start.at.getTime()
          expect(tookMs).toBeGreaterThanOrEqual(start.doubtful || end.doubtful ? -slackMs : 0)
          if (!start.doubtful && !end.doubtful) expect(tookMs).toBeLessThanOrEqual(seenMs + unseenMostMs)
          // a stop that is taken back in time is never taken before the start by the clock that counts
          if (tookMs < 0) throw new Error('time was given away')
        },
      ),
    )
  })
})
