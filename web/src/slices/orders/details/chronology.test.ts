import { describe, expect, test } from 'vitest'
import { chronologyOf, foldReadings, type Line } from './chronology.ts'

const at = (second: number, ms = 0) => new Date(Date.UTC(2026, 10, 21, 10, 0, second, ms)).toISOString()
const now = Date.UTC(2026, 10, 21, 11)

const order = {
  created_at: at(0),
  reservation_start: null,
  charging_start: at(0),
  countdown_finish: null,
  start_tx_status: 'started' as const,
  start_tx_status_at: at(4),
  transaction_start: at(4),
  ev_charging_start: null,
  stop_tx_status: null,
  stop_tx_status_at: null,
  transaction_finish: null,
  reservation_finish: null,
  charging_finish: null,
  ev_disconnected_at: null,
}
const line = (event: string, created_at: string, kind: Line['kind'] = 'ocpp'): Line => ({
  kind,
  event,
  created_at,
})
const reading = (second: number) => line('meter_values', at(second))

describe('what happened to an order', () => {
  test('its lines and its own instants stand in one list, newest first', () => {
    const entries = chronologyOf(
      order,
      [line('remote_start_tx_request', at(0, 100)), line('start_tx_request', at(4))],
      now,
    )
    expect(entries.map((entry) => entry.line.event)).toEqual([
      'start_tx_status_at',
      'transaction_start',
      'start_tx_request',
      'remote_start_tx_request',
      'charging_start',
      'created_at',
    ])
  })

  test('each step says how long after the one before it came', () => {
    const entries = chronologyOf(order, [line('remote_start_tx_request', at(0, 100))], now)
    expect(entries.map((entry) => entry.latencyMs)).toEqual([0, 3900, 100, 0, null])
  })

  test('an instant that a line tells of is not told twice', () => {
    const entries = chronologyOf(order, [line('created_at', at(0), 'order')], now)
    expect(entries.filter((entry) => entry.line.event === 'created_at')).toHaveLength(1)
  })

  test('what is still to come is left out, and no two entries share a key', () => {
    const waiting = { ...order, countdown_finish: new Date(now + 60_000).toISOString() }
    const entries = chronologyOf(waiting, [reading(5), reading(5)], now)
    expect(entries.some((entry) => entry.line.event === 'countdown_finish')).toBe(false)
    expect(new Set(entries.map((entry) => entry.key)).size).toBe(entries.length)
  })

  test('a long run of readings is folded to its newest two until it is opened', () => {
    const entries = chronologyOf(order, [10, 20, 30, 40, 50].map(reading), now)
    const folded = foldReadings(entries, new Set())
    expect(
      folded.slice(0, 3).map((row) => ('entry' in row ? row.entry.line.created_at : row.fold.hidden)),
    ).toEqual([at(50), at(40), 3])
    const key = folded.flatMap((row) => ('fold' in row ? [row.fold.key] : []))
    expect(foldReadings(entries, new Set(key))).toHaveLength(entries.length)
  })

  test('three readings in a row stay as they are', () => {
    const entries = chronologyOf(order, [10, 20, 30].map(reading), now)
    expect(foldReadings(entries, new Set())).toHaveLength(entries.length)
  })
})
