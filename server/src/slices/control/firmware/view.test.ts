import { describe, expect, test } from 'vitest'
import type { RolloutRow, StationRow } from './rollout-store.ts'
import type { FileRow } from './store.ts'
import { viewFile, viewRollout, viewStation } from './view.ts'

const at = new Date('2026-03-10T09:00:00Z')
const later = new Date('2026-03-11T09:00:00Z')

const file: FileRow = {
  id: 42,
  vendor_name: 'Volt',
  model: 'Q7',
  version: '2.1',
  file_name: 'q7.bin',
  name: 'secret-key-in-the-store',
  size: 1000,
  sha256: 'ab',
  created_at: at,
  created_by: 7,
  by_name: 'Anna Sedova',
  in_use: false,
}

test('a file shows who uploaded it, and nothing of where it is kept', () => {
  expect(viewFile(file)).toEqual({
    id: 42,
    vendor_name: 'Volt',
    model: 'Q7',
    version: '2.1',
    file_name: 'q7.bin',
    size: 1000,
    sha256: 'ab',
    created_at: '2026-03-10T09:00:00.000Z',
    by: { id: 7, name: 'Anna Sedova' },
    can: { delete: true },
  })
})

test('a file that a roll-out uses cannot be deleted', () => {
  expect(viewFile({ ...file, in_use: true }).can).toEqual({ delete: false })
})

describe('a roll-out', () => {
  const rollout: RolloutRow = {
    id: 5,
    file_id: 42,
    vendor_name: 'Volt',
    model: 'Q7',
    version: '2.1',
    file_name: 'q7.bin',
    move: null,
    versions: ['2.0', null],
    reach: 40,
    total: 20,
    wave_size: 10,
    failures_most: 3,
    failures_excused: 1,
    status: 'running',
    paused_by: null,
    paused_at: null,
    starts_at: at,
    wait_until: later,
    created_at: at,
    finished_at: null,
    commanded_by: 7,
    remote_address: '10.0.0.1',
    by_name: 'Anna Sedova',
    counts: { waiting: 12, done: 8 },
  }

  test('shows its file, its bounds, and how many stations have each state', () => {
    expect(viewRollout(rollout)).toEqual({
      id: 5,
      file: { id: 42, vendor_name: 'Volt', model: 'Q7', version: '2.1' },
      move: null,
      versions: ['2.0', null],
      reach: 40,
      total: 20,
      wave_size: 10,
      failures_most: 3,
      status: 'running',
      paused_by: null,
      starts_at: '2026-03-10T09:00:00.000Z',
      wait_until: '2026-03-11T09:00:00.000Z',
      created_at: '2026-03-10T09:00:00.000Z',
      finished_at: null,
      by: { id: 7, name: 'Anna Sedova' },
      counts: { waiting: 12, updating: 0, done: 8, failed: 0, left: 0, canceled: 0 },
      can: { pause: true, continue: false, cancel: true },
    })
  })

  test('has no stations counted before it has any, and no time to wait until where none is set', () => {
    const view = viewRollout({ ...rollout, counts: null, wait_until: null, finished_at: later })
    expect(view.counts).toEqual({ waiting: 0, updating: 0, done: 0, failed: 0, left: 0, canceled: 0 })
    expect(view.wait_until).toBeNull()
    expect(view.finished_at).toBe('2026-03-11T09:00:00.000Z')
  })
})

describe('a station of a roll-out', () => {
  const station: StationRow = {
    station_id: 'S1',
    station_number: 3,
    location_id: 1,
    location_name: 'Yard',
    removed: false,
    state: 'failed',
    wave: 2,
    version_before: '2.0',
    version_now: '2.0',
    status: 'Downloading',
    code: 'firmware.silent',
    at,
    online: true,
  }

  test('shows what went wrong in the language of the reader', () => {
    const { online: _online, ...rest } = station
    expect(viewStation(station, null, 'de')).toEqual({
      ...rest,
      at: '2026-03-10T09:00:00.000Z',
      error: 'Die Station hat seit zwei Stunden nichts mehr von ihrem Update gemeldet.',
      waits_for: null,
    })
  })

  test.each([null, 'firmware.code_of_an_earlier_year'])('with the code %s it shows no text', (code) => {
    const view = viewStation({ ...station, state: 'waiting', code, at: null }, 'wave', 'en')
    expect(view).toMatchObject({ code, error: null, at: null, waits_for: 'wave' })
  })
})
