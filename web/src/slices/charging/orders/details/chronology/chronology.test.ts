import { describe, expect, test } from 'vitest'
import { chronologyOf, foldEntries, type Line } from './chronology.ts'

const at = (second: number, ms = 0) => new Date(Date.UTC(2026, 10, 21, 10, 0, second, ms)).toISOString()
const now = Date.UTC(2026, 10, 21, 11)

const line = (event: string, created_at: string, kind: Line['kind'] = 'ocpp'): Line => ({
  kind,
  event,
  created_at,
})
const reading = (second: number) => line('meter_values', at(second))

describe('what happened to an order', () => {
  test('its lines stand newest first, those of one instant in the order in which they follow each other', () => {
    const entries = chronologyOf(
      [
        line('transaction_start', at(4), 'order'),
        line('start_tx_request', at(4)),
        line('created_at', at(0), 'order'),
        line('remote_start_tx_request', at(0, 100)),
        line('charging_start', at(0), 'order'),
      ],
      now,
    )
    expect(entries.map((entry) => entry.line.event)).toEqual([
      'transaction_start',
      'start_tx_request',
      'remote_start_tx_request',
      'charging_start',
      'created_at',
    ])
    expect(entries.map((entry) => entry.latencyMs)).toEqual([0, 3900, 100, 0, null])
  })

  test('an end that was told, confirmed and paid in one instant is told in that order, with the car that left', () => {
    const end = [
      'succeeded_amount',
      'stop_tx_response',
      'ev_disconnected_at',
      'charging_finish',
      'stop_tx_request',
    ]
    const entries = chronologyOf(
      end.toReversed().map((event) => line(event, at(9))),
      now,
    )
    expect(entries.map((entry) => entry.line.event)).toEqual(
      end.filter((event) => event !== 'stop_tx_response'),
    )
    expect(entries.at(-1)?.answer?.event).toBe('stop_tx_response')
  })

  test('a call and its answer are one entry; an answer without its call stands alone', () => {
    const entries = chronologyOf(
      [
        line('remote_stop_tx_request', at(1)),
        line('remote_stop_tx_response', at(2)),
        line('remote_stop_tx_request', at(3)),
        line('remote_stop_tx_response', at(5)),
        line('remote_stop_tx_response', at(6)),
      ],
      now,
    )
    expect(entries.map((entry) => [entry.line.created_at, entry.answer?.created_at])).toEqual([
      [at(6), undefined],
      [at(3), at(5)],
      [at(1), at(2)],
    ])
    expect(entries.map((entry) => entry.latencyMs)).toEqual([3000, 2000, null])
  })

  test('a station whose clock is behind did not start before it was asked to', () => {
    const entries = chronologyOf(
      [
        line('transaction_start', at(2), 'order'),
        line('remote_start_tx_request', at(9)),
        line('meter_values', at(12)),
        line('start_tx_request', at(3)),
      ],
      now,
    )
    expect(entries.map((entry) => entry.line.event)).toEqual([
      'meter_values',
      'transaction_start',
      'start_tx_request',
      'remote_start_tx_request',
    ])
    expect(entries.map((entry) => entry.latencyMs)).toEqual([3000, 0, 0, null])
  })

  const started = [
    line('created_at', at(0), 'order'),
    line('connector_start', at(0), 'api'),
    line('remote_start_tx_request', at(1)),
    { ...line('remote_start_tx_response', at(2)), status: 'Accepted' },
    line('transaction_start', at(4), 'order'),
  ]

  test('the steps of a start are one row until they are opened', () => {
    const entries = chronologyOf([...started, reading(10)], now)
    const folded = foldEntries(entries, new Set())
    expect(folded).toHaveLength(2)
    expect(folded[1]).toEqual({ fold: { key: 'start', kind: 'start', hidden: 4, durationMs: 4000 } })
    expect(foldEntries(entries, new Set(['start']))).toHaveLength(5)
  })

  test('a start that goes on, or was refused, is not folded', () => {
    expect(foldEntries(chronologyOf(started, now), new Set())).toHaveLength(4)
    const refused = started.map((one) => (one.status ? { ...one, status: 'Rejected' } : one))
    expect(foldEntries(chronologyOf([...refused, reading(10)], now), new Set())).toHaveLength(5)
  })

  test('what is still to come is left out, and no two entries share a key', () => {
    const waiting = line('countdown_finish', new Date(now + 60_000).toISOString(), 'order')
    const entries = chronologyOf([waiting, reading(5), reading(5)], now)
    expect(entries.some((entry) => entry.line.event === 'countdown_finish')).toBe(false)
    expect(new Set(entries.map((entry) => entry.key)).size).toBe(2)
  })

  test('a long run of readings is folded to its newest two until it is opened', () => {
    const entries = chronologyOf([10, 20, 30, 40, 50].map(reading), now)
    const folded = foldEntries(entries, new Set())
    expect(
      folded.slice(0, 3).map((row) => ('entry' in row ? row.entry.line.created_at : row.fold.hidden)),
    ).toEqual([at(50), at(40), 3])
    const key = folded.flatMap((row) => ('fold' in row ? [row.fold.key] : []))
    expect(foldEntries(entries, new Set(key))).toHaveLength(entries.length)
  })

  test('three readings in a row stay as they are', () => {
    const entries = chronologyOf([10, 20, 30].map(reading), now)
    expect(foldEntries(entries, new Set())).toHaveLength(entries.length)
  })
})
