import type { MeterSample } from '@stationmaster/ocpp'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import type { Contact } from '../../../stations/timeline/connection-store.ts'
import { charging } from './rules.fixtures.ts'
import { countedTime, doubtStart, endTimeOf, withCountedTimes } from './times.ts'

const now = new Date('2026-11-20T10:00:00Z')
const ago = (ms: number): Date => new Date(now.getTime() - ms)
const held: Contact = { held: true, unseen: false, backAt: null }
const away = (backAt: Date | null, unseen = false): Contact => ({ held: false, unseen, backAt })

describe('the bounds of belief', () => {
  test.each<[string, number, Contact | undefined, boolean]>([
    ['a quarter of an hour under way', 15 * MINUTE_MS, held, true],
    ['a moment more', 15 * MINUTE_MS + 1, held, false],
    ['an absence that ended a day ago', 9 * DAY_MS, away(ago(DAY_MS)), true],
    ['one that ended before that', 9 * DAY_MS, away(ago(DAY_MS + 1)), false],
    ['a day before the first contact', DAY_MS, away(ago(HOUR_MS), true), true],
    ['more than that before it', DAY_MS + 1, away(ago(HOUR_MS), true), false],
    ['a day in an absence that has not ended', DAY_MS, away(null), true],
    ['more than that in one', DAY_MS + 1, away(null), false],
    ['a day of which nothing is known', DAY_MS, undefined, true],
    ['a connection that stood, however lately it came back', HOUR_MS, { ...held, backAt: ago(0) }, false],
  ])('%s', (_, agoMs, contact, believed) => {
    expect(countedTime(ago(agoMs), now, contact)).toEqual({
      at: believed ? ago(agoMs) : now,
      doubtful: !believed,
    })
  })

  test('a message without a time is of when it came', () => {
    expect(countedTime(undefined, now, held)).toEqual({ at: now, doubtful: false })
  })
})

describe('an end', () => {
  const order = (transactionStart: Date | null, firstHeardAt: Date | null) => ({
    transactionStart,
    firstHeardAt,
  })

  test('may step back a minute in a session of a minute, not more', () => {
    const end = (stepMs: number, seenMs: number) =>
      endTimeOf(order(ago(0), ago(seenMs)), ago(stepMs), now, held)
    expect(end(MINUTE_MS, MINUTE_MS)).toEqual({ at: now, doubtful: false })
    expect(end(MINUTE_MS + 1, MINUTE_MS)).toEqual({ at: new Date(now.getTime() + MINUTE_MS), doubtful: true })
    expect(end(MINUTE_MS, MINUTE_MS + 1)).toEqual({
      at: new Date(now.getTime() + MINUTE_MS + 1),
      doubtful: true,
    })
  })

  test('at the very begin is a session of no time, however long it was seen', () => {
    const begun = ago(2 * HOUR_MS)
    expect(endTimeOf(order(begun, begun), begun, now, away(ago(MINUTE_MS)))).toEqual({
      at: begun,
      doubtful: false,
    })
  })

  test('that steps back stays in doubt where its own time is', () => {
    const soon = new Date(now.getTime() + 30_000)
    expect(endTimeOf(order(soon, now), ago(HOUR_MS), now, held)).toEqual({ at: soon, doubtful: true })
  })

  test('is believed a day beyond what was seen, not more', () => {
    const end = (beyondMs: number) =>
      endTimeOf(order(ago(DAY_MS + HOUR_MS + beyondMs), ago(HOUR_MS)), now, now, held)
    expect(end(0)).toEqual({ at: now, doubtful: false })
    expect(end(1)).toEqual({ at: now, doubtful: true })
  })

  test('of what was never heard counts from its begin; a begin that is not known, from itself', () => {
    expect(endTimeOf(order(ago(3 * DAY_MS), null), now, now, held).doubtful).toBe(false)
    expect(endTimeOf(order(null, null), ago(MINUTE_MS), now, held)).toEqual({
      at: ago(MINUTE_MS),
      doubtful: false,
    })
  })

  test('heard of before it is seen counts as seen for no time', () => {
    const ahead = new Date(now.getTime() + HOUR_MS)
    expect(endTimeOf(order(ago(DAY_MS), ahead), now, now, held)).toEqual({ at: now, doubtful: false })
    expect(endTimeOf(order(ago(DAY_MS + 1), ahead), now, now, held)).toEqual({ at: now, doubtful: true })
  })
})

test('a start in doubt warns of it, unless something else is wrong', () => {
  expect(doubtStart(charging())).toMatchObject({ timeDoubtful: true, warning: 'clock' })
  expect(doubtStart(charging({ warning: 'unowned' }))).toMatchObject({
    timeDoubtful: true,
    warning: 'unowned',
  })
})

describe('samples', () => {
  const sample = (at?: Date): MeterSample => ({ context: 'Sample.Periodic', raw: [], ...(at ? { at } : {}) })
  const doubted = { timeDoubtful: true }
  const times = (samples: MeterSample[], happenedAt?: Date) =>
    withCountedTimes(doubted, samples, happenedAt, now).map(({ at }) => at)

  test('of a clock that is believed stay as they are', () => {
    const samples = [sample(ago(9 * DAY_MS))]
    expect(withCountedTimes({ timeDoubtful: false }, samples, now, now)).toBe(samples)
  })

  test('of one in doubt are of when they came, unless they are of about then', () => {
    expect(times([sample(ago(15 * MINUTE_MS))], ago(HOUR_MS))).toEqual([ago(15 * MINUTE_MS)])
    expect(times([sample(ago(HOUR_MS))])).toEqual([now])
    expect(times([sample()], ago(HOUR_MS))).toEqual([now])
    expect(times([sample()], ago(MINUTE_MS))).toEqual([ago(MINUTE_MS)])
  })

  test('of one message keep their distances, a day at most', () => {
    const [sent, first] = [ago(9 * DAY_MS), ago(9 * DAY_MS + HOUR_MS)]
    expect(times([sample(first), sample(sent)], sent)).toEqual([ago(HOUR_MS), now])
    expect(times([sample(ago(12 * DAY_MS))], sent)).toEqual([ago(DAY_MS)])
    expect(times([sample(sent)], ago(10 * DAY_MS))).toEqual([now])
  })

  test('keep everything else', () => {
    const sampled = { ...sample(ago(HOUR_MS)), energyWh: 5 }
    expect(withCountedTimes(doubted, [sampled], ago(HOUR_MS), now)).toEqual([{ ...sampled, at: now }])
  })
})
