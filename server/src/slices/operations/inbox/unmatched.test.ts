import { MINUTE_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import type { UnmatchedEvent } from '../../charging/orders/sessions/identity.ts'
import { summaryOf } from './unmatched.ts'

type Of<T extends UnmatchedEvent['type']> = Extract<UnmatchedEvent, { type: T }>

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10) + minute * MINUTE_MS)
const card = (token: string) => ({ token, type: 'ISO14443' as const })
const connector = { ordinal: 1 }
const started = (changes: Partial<Of<'charging.started'>> = {}): UnmatchedEvent => ({
  type: 'charging.started',
  at: connector,
  meterWh: 1000,
  happenedAt: at(0),
  samples: [],
  offline: false,
  charging: true,
  ...changes,
})
const sampled = (
  minute: number,
  energyWh?: number,
  changes: Partial<Of<'meter.sampled'>> = {},
): UnmatchedEvent => ({
  type: 'meter.sampled',
  at: connector,
  transactionId: 'T1',
  happenedAt: at(minute),
  samples: [
    { at: at(minute), context: 'Sample.Periodic', raw: [], ...(energyWh !== undefined && { energyWh }) },
  ],
  offline: false,
  ...changes,
})
const ended = (changes: Partial<Of<'charging.ended'>> = {}): UnmatchedEvent => ({
  type: 'charging.ended',
  transactionId: 'T1',
  meterWh: 9000,
  happenedAt: at(60),
  samples: [],
  reason: 'Local',
  offline: false,
  ...changes,
})
const { happenedAt: _never, ...timeless } = ended()
const powerW = 22_000
const energyOf = (...events: UnmatchedEvent[]) => summaryOf(events, powerW).energyWh

describe('what the messages of a transaction say together', () => {
  test('are its start and its end, in any order of arrival', () => {
    const [start, end] = [started(), ended()]
    for (const events of [
      [start, sampled(30, 5000), end],
      [end, sampled(30, 5000), start],
    ])
      expect(summaryOf(events, powerW)).toEqual({
        started: start,
        ended: end,
        happenedAt: at(60),
        rfid: null,
        energyWh: 8000,
      })
  })

  test('is nothing without messages', () => {
    expect(summaryOf([], powerW)).toEqual({
      started: undefined,
      ended: undefined,
      happenedAt: undefined,
      rfid: null,
      energyWh: null,
    })
  })
})

describe('its time', () => {
  test.each([
    ['of the end, even where a sample is later', [started(), ended(), sampled(90, 5000)], at(60)],
    ['of the start where the end is missing', [sampled(30, 5000), started()], at(0)],
    ['of the latest sample where both are missing', [sampled(40, 5000), sampled(30, 4000)], at(40)],
    ['of the latest message where the end has none', [timeless, sampled(30)], at(30)],
  ] as [string, UnmatchedEvent[], Date][])('is that %s', (_what, events, expected) => {
    expect(summaryOf(events, powerW).happenedAt).toEqual(expected)
  })

  test('is unknown where no message has one', () => {
    expect(summaryOf([timeless], powerW).happenedAt).toBeUndefined()
  })
})

describe('its card', () => {
  test.each([
    ['of the end', [started({ token: card('A') }), ended({ token: card('B') })], 'B'],
    [
      'of the start where the end is missing',
      [sampled(1, 2000, { token: card('C') }), started({ token: card('A') })],
      'A',
    ],
    ['of any message where the end names none', [ended(), sampled(1, 2000, { token: card('C') })], 'C'],
    ['of none where none names one', [started(), ended()], null],
  ] as [string, UnmatchedEvent[], string | null][])('is that %s', (_what, events, expected) => {
    expect(summaryOf(events, powerW).rfid).toBe(expected)
  })
})

describe('its energy', () => {
  test('is known by two readings, wherever they come from', () => {
    expect(energyOf(started(), ended())).toBe(8000)
    expect(energyOf(started(), sampled(30, 6000))).toBe(5000)
    expect(energyOf(sampled(10, 2000), ended())).toBe(7000)
    expect(energyOf(sampled(10, 2000), sampled(20, 4000))).toBe(2000)
    expect(energyOf(started(), ended({ meterWh: 1000 }))).toBe(0)
  })

  test('is unknown by one reading, or by none', () => {
    expect(energyOf(started())).toBeNull()
    expect(energyOf(sampled(10, 2000))).toBeNull()
    expect(energyOf(sampled(10), sampled(20))).toBeNull()
  })

  test('counts intervals where there is no register', () => {
    const interval = (minute: number, intervalWh: number) =>
      sampled(minute, undefined, {
        samples: [{ at: at(minute), context: 'Sample.Periodic', intervalWh, raw: [] }],
      })
    expect(energyOf(interval(10, 1500), interval(20, 500))).toBe(2000)
  })

  test('follows the order of arrival where the clock stands still', () => {
    const still = (energyWh: number) => sampled(0, energyWh)
    expect(energyOf(still(2000), still(2100), still(2300))).toBe(300)
  })

  test('follows the sequence where messages have one', () => {
    const numbered = (sequence: number, energyWh: number) => sampled(0, energyWh, { sequence })
    expect(energyOf(numbered(3, 2300), numbered(1, 2000), numbered(2, 2100))).toBe(300)
  })
})
