import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import {
  canOf,
  countOf,
  type Moved,
  type MoveResult,
  moveResultOf,
  nextStep,
  updateResultOf,
  waitOf,
} from './rules.ts'

const now = new Date('2026-03-10T09:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

test('a percentage is rounded up, a number is at most the number of stations', () => {
  expect(countOf({ of: 'percent', percent: 10 }, 500)).toBe(50)
  expect(countOf({ of: 'percent', percent: 10 }, 501)).toBe(51)
  expect(countOf({ of: 'percent', percent: 1 }, 3)).toBe(1)
  expect(countOf({ of: 'percent', percent: 100 }, 7)).toBe(7)
  expect(countOf({ of: 'stations', stations: 5 }, 7)).toBe(5)
  expect(countOf({ of: 'stations', stations: 9 }, 7)).toBe(7)
})

describe('a station that is updated', () => {
  const updating = { versionBefore: '1.0', status: 'Downloading', at: ago(MINUTE_MS) }
  const reported = (...said: string[]) => ({ versionNow: '1.0', statuses: said, charging: false })

  test('is done by its status or by its version, whichever comes first', () => {
    expect(updateResultOf(updating, reported('Downloading', 'Installed'), '2.0', now)).toMatchObject({
      state: 'done',
    })
    expect(
      updateResultOf(updating, { versionNow: '2.0', statuses: ['Downloading'], charging: false }, '2.0', now),
    ).toMatchObject({
      state: 'done',
      status: 'Downloading',
    })
    expect(
      updateResultOf(
        { ...updating, versionBefore: '2.0' },
        { versionNow: '2.0', statuses: ['Downloading'], charging: false },
        '2.0',
        now,
      ),
    ).toBeNull()
  })

  test('has failed by its status, a refusal, or silence', () => {
    for (const status of ['DownloadFailed', 'InstallationFailed', 'Rejected', 'timeout'])
      expect(updateResultOf(updating, reported(status), '2.0', now)).toEqual({
        state: 'failed',
        status,
        code: null,
      })
    const silent = (ms: number) =>
      updateResultOf({ ...updating, at: ago(ms) }, reported('Downloading'), '2.0', now)
    expect(silent(2 * HOUR_MS - 1)).toBeNull()
    expect(silent(2 * HOUR_MS)).toEqual({ state: 'failed', status: 'Downloading', code: 'firmware.silent' })
  })

  test('goes on with each new status, and nothing is new without one', () => {
    expect(updateResultOf(updating, reported('Downloading', 'Downloaded'), '2.0', now)).toEqual({
      state: 'updating',
      status: 'Downloaded',
      code: null,
    })
    expect(updateResultOf(updating, reported('Downloading'), '2.0', now)).toBeNull()
    expect(updateResultOf({ ...updating, status: null }, reported(), '2.0', now)).toBeNull()
  })

  test('is not silent while a car charges, nor just after it has left', () => {
    const busy = (ms: number) =>
      updateResultOf({ ...updating, at: ago(ms) }, { ...reported('Downloading'), charging: true }, '2.0', now)
    expect(busy(30 * MINUTE_MS - 1)).toBeNull()
    // its silence is counted from zero again
    expect(busy(30 * MINUTE_MS)).toEqual({ state: 'updating', status: 'Downloading', code: null })
    expect(busy(3 * HOUR_MS)).toMatchObject({ state: 'updating' })
  })

  test('waits again where its server ended before the update was sent', () => {
    const claimed = (ms: number) =>
      updateResultOf(
        { ...updating, status: null, at: ago(ms) },
        { versionNow: '1.0', statuses: undefined, charging: false },
        '2.0',
        now,
      )
    expect(claimed(2 * MINUTE_MS - 1)).toBeNull()
    expect(claimed(2 * MINUTE_MS)).toEqual({ state: 'waiting', status: null, code: null })
  })
})

describe('a roll-out', () => {
  const plan = {
    status: 'running' as const,
    startsAt: ago(0),
    waitUntil: null,
    waveSize: 5,
    failuresMost: 2,
    failuresExcused: 0,
  }
  const counts = { waitingOnline: 3, waitingOffline: 1, updating: 0, charging: 0, failed: 0 }

  test('begins the next wave once the one before has ended', () => {
    expect(nextStep(plan, counts, now)).toEqual({ kind: 'wave', most: 5 })
    expect(nextStep(plan, { ...counts, updating: 1 }, now)).toEqual({ kind: 'wait' })
  })

  test('is not held up by stations where a car charges, and waits for them in the end', () => {
    expect(nextStep(plan, { ...counts, updating: 2, charging: 2 }, now).kind).toBe('wave')
    expect(nextStep(plan, { ...counts, updating: 2, charging: 1 }, now).kind).toBe('wait')
    const last = { waitingOnline: 0, waitingOffline: 0, updating: 1, charging: 1, failed: 0 }
    expect(nextStep(plan, last, now).kind).toBe('wait')
  })

  test('begins at its time', () => {
    expect(nextStep({ ...plan, status: 'scheduled', startsAt: ago(-1) }, counts, now)).toEqual({
      kind: 'wait',
    })
    expect(nextStep({ ...plan, status: 'scheduled' }, counts, now)).toEqual({ kind: 'wave', most: 5 })
  })

  test('pauses at the allowed number of failures, without those that were excused', () => {
    expect(nextStep(plan, { ...counts, failed: 1 }, now).kind).toBe('wave')
    expect(nextStep(plan, { ...counts, failed: 2 }, now).kind).toBe('stop')
    expect(nextStep(plan, { ...counts, failed: 2, updating: 3 }, now).kind).toBe('stop')
    expect(nextStep({ ...plan, failuresExcused: 2 }, { ...counts, failed: 3 }, now).kind).toBe('wave')
    expect(nextStep({ ...plan, failuresExcused: 2 }, { ...counts, failed: 4 }, now).kind).toBe('stop')
    // nothing is left to be paused
    expect(
      nextStep(plan, { waitingOnline: 0, waitingOffline: 0, updating: 0, charging: 0, failed: 2 }, now).kind,
    ).toBe('finish')
  })

  test('has not ended while a station waits, whether it is online or not', () => {
    const one = { waitingOnline: 1, waitingOffline: 1, updating: 0, charging: 0, failed: 0 }
    expect(nextStep(plan, one, now).kind).toBe('wave')
    expect(nextStep(plan, { ...one, failed: 2 }, now).kind).toBe('stop')
    expect(nextStep(plan, { ...one, waitingOnline: 0, failed: 2 }, now).kind).toBe('stop')
    // no further wave is left to be stopped
    const last = { waitingOnline: 0, waitingOffline: 0, updating: 1, charging: 0, failed: 2 }
    expect(nextStep(plan, last, now).kind).toBe('wait')
  })

  test('begins nothing while it is paused, and ends with what had begun', () => {
    const paused = { ...plan, status: 'paused' as const }
    expect(nextStep(paused, counts, now).kind).toBe('wait')
    expect(nextStep(paused, { ...counts, failed: 2 }, now).kind).toBe('wait')
    expect(
      nextStep(paused, { waitingOnline: 0, waitingOffline: 0, updating: 1, charging: 0, failed: 0 }, now)
        .kind,
    ).toBe('wait')
    expect(
      nextStep(paused, { waitingOnline: 0, waitingOffline: 0, updating: 0, charging: 0, failed: 0 }, now)
        .kind,
    ).toBe('finish')
  })

  test('waits for stations that are away until its time for it is over, then leaves them', () => {
    const away = { waitingOnline: 0, waitingOffline: 2, updating: 0, charging: 0, failed: 0 }
    expect(nextStep({ ...plan, waitUntil: ago(-1) }, away, now).kind).toBe('wait')
    expect(nextStep({ ...plan, waitUntil: ago(0) }, away, now).kind).toBe('leave')
    expect(nextStep(plan, away, now).kind).toBe('leave')
  })

  test('may be paused, continued and canceled while it is open', () => {
    expect(canOf('running')).toEqual({ pause: true, continue: false, cancel: true })
    expect(canOf('scheduled')).toEqual({ pause: true, continue: false, cancel: true })
    expect(canOf('paused')).toEqual({ pause: false, continue: true, cancel: true })
    expect(canOf('finished')).toEqual({ pause: false, continue: false, cancel: false })
    expect(canOf('canceled')).toEqual({ pause: false, continue: false, cancel: false })
  })
})

test.each([
  ['its turn', {}, {}, 'wave'],
  ['its connection', {}, { online: false }, 'offline'],
  [
    'the start, to the last instant before it',
    { startsAt: new Date(now.getTime() + 1) },
    { online: false },
    'start',
  ],
  ['nothing of the start at its instant', { startsAt: now }, { online: false }, 'offline'],
  ['a person', { status: 'paused' as const, startsAt: new Date(now.getTime() + 1) }, {}, 'paused'],
  ['the car that charges there', {}, { state: 'updating' as const, charging: true }, 'charging'],
  ['nothing while it installs', { status: 'paused' as const }, { state: 'updating' as const }, null],
  ['nothing once it has ended', {}, { state: 'failed' as const, charging: true, online: false }, null],
])('a station of a roll-out waits for %s', (_, plan, station, wait) => {
  const state = { state: 'waiting' as const, online: true, charging: false, ...station }
  expect(waitOf({ status: 'running', startsAt: now, ...plan }, state, now)).toBe(wait)
})

describe('a station that is to move', () => {
  const at = new Date('2026-03-10T09:00:00Z')
  const after = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
  const sent: Moved = {
    status: 'Accepted',
    at,
    connectionBefore: 'a',
    connection: 'a',
    host: 'old.example',
    disconnectedAt: null,
    charging: false,
  }
  const ours = { url: 'wss://New.example:8443/ocpp', ours: true }
  const theirs = { ...ours, ours: false }
  const gone: Moved = { ...sent, connection: null, disconnectedAt: after(5) }

  test.each<[string, Moved, typeof ours, number, MoveResult['state'] | null]>([
    ['has not answered for less than five minutes', { ...sent, status: null }, ours, 4.9, null],
    ['was never sent it', { ...sent, status: null }, ours, 5, 'waiting'],
    ['has not restarted yet', sent, ours, 119, null],
    ['has not restarted for two hours', sent, ours, 120, 'failed'],
    ['charges', { ...sent, charging: true }, ours, 500, null],
    ['came by the new address', { ...sent, connection: 'b', host: 'new.example:8443' }, ours, 1, 'done'],
    ['came by the old address', { ...sent, connection: 'b' }, ours, 1, 'failed'],
    ['is away for less than a quarter of an hour', gone, ours, 19.9, null],
    ['has not come back', gone, ours, 20, 'failed'],
    ['has left for less than ten minutes', gone, theirs, 14.9, null],
    ['has left', gone, theirs, 15, 'done'],
    [
      'came back from another network',
      { ...sent, connection: 'b', host: 'new.example:8443' },
      theirs,
      1,
      'failed',
    ],
  ])('%s', (_, moved, move, minutes, state) => {
    expect(moveResultOf(moved, move, after(minutes))?.state ?? null).toBe(state)
  })
})
