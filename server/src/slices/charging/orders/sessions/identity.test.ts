import type { StationEvent } from '@stationmaster/ocpp'
import { describe, expect, test } from 'vitest'
import { after, charging, endOf, read, start, terms } from '../machine/rules.fixtures.ts'
import { complete } from '../machine/rules.ts'
import type { Order } from '../order.ts'
import { isAnotherEnd, isAnotherStart, startKeyOf, unmatchedKeys } from './identity.ts'

type Started = Extract<StationEvent, { type: 'charging.started' }>
type Ended = Extract<StationEvent, { type: 'charging.ended' }>

const event = (changes: object = {}) => ({ type: 'charging.started', ...changes }) as Started
const end = (changes: object = {}) => ({ type: 'charging.ended', ...changes }) as Ended
const ended = (changes: Partial<Order> = {}): Order => ({
  ...complete(charging(), endOf(9000, 30, { sequence: 7 }), [read(10, 3000)], terms, after(30)),
  ...changes,
})
const sure = (minutes: number) => ({ at: after(minutes), doubtful: false })
const unsure = (minutes: number) => ({ at: after(minutes), doubtful: true })

describe('a start of 1.6', () => {
  const sent = event({ startKey: 'key', meterWh: 1000 })

  test('is the same one as long as the clock goes on', () => {
    expect(isAnotherStart(ended(), sent, sure(0))).toBe(false)
    expect(isAnotherStart(ended(), sent, sure(99))).toBe(false)
  })

  test.each<[string, Partial<Order>, boolean]>([
    ['stood still', { transactionFinish: start }, true],
    ['went back', { transactionFinish: after(-1) }, true],
    ['cannot be right', { timeDoubtful: true }, true],
    ['has no begin', { transactionStart: null }, false],
    ['has no end', { transactionFinish: null }, false],
    ['stood still in a session that has not ended', { transactionFinish: start, endReported: false }, false],
  ])('by a clock that %s', (_, changes, another) => {
    expect(isAnotherStart(ended(changes), sent, sure(0))).toBe(another)
  })
})

describe('a start of a transaction that its station names', () => {
  test.each<[string, Partial<Order>, Parameters<typeof isAnotherStart>[2], object, boolean]>([
    ['after the end', {}, sure(31), {}, true],
    ['at the end', {}, sure(30), {}, false],
    [
      'after the last sample of one that runs',
      { transactionFinish: null, lastSampleAt: after(10) },
      sure(11),
      {},
      true,
    ],
    ['before it', { transactionFinish: null, lastSampleAt: after(10) }, sure(10), {}, false],
    [
      'after the begin of one never measured',
      { transactionFinish: null, lastSampleAt: null },
      sure(1),
      {},
      true,
    ],
    [
      'at any time of one never heard',
      { transactionFinish: null, lastSampleAt: null, transactionStart: null },
      sure(99),
      {},
      false,
    ],
    ['later by a clock in doubt', {}, unsure(31), {}, false],
    ['later where the session’s clock is', { timeDoubtful: true }, sure(31), {}, false],
    ['at a register that was not reached', {}, sure(0), { meterWh: 9000 }, true],
    ['at one that was', {}, sure(0), { meterWh: 8999 }, false],
    ['at any where no end is known', { meterStopWh: null }, sure(0), { meterWh: 0 }, true],
    ['beyond in a session that runs', { endReported: false }, sure(0), { meterWh: 9000 }, false],
    ['at the register at which it began', { reportedBeginWh: 9000 }, sure(0), { meterWh: 9000 }, false],
  ])('%s belongs to another session: %#', (_, changes, at, message, another) => {
    expect(isAnotherStart(ended(changes), event(message), at)).toBe(another)
  })

  test.each<[string, Partial<Order>, Parameters<typeof isAnotherStart>[2], object, boolean]>([
    ['later, without a register', {}, sure(31), {}, true],
    ['later and beyond', {}, sure(31), { meterWh: 9000 }, true],
    ['later, at a register within', {}, sure(31), { meterWh: 8999 }, false],
    ['beyond only', {}, sure(0), { meterWh: 9000 }, false],
    ['later, of a session that runs', { endReported: false }, sure(31), {}, false],
  ])('that was not reported yet, %s: %#', (_, changes, at, message, another) => {
    expect(isAnotherStart(ended({ startReported: false, ...changes }), event(message), at)).toBe(another)
  })
})

test.each<[string, Partial<Order>, Parameters<typeof isAnotherEnd>[2], object, boolean]>([
  ['neither time nor register are the same', {}, sure(31), { meterWh: 9001 }, true],
  ['its time is the same', {}, sure(30), { meterWh: 9001 }, false],
  ['its register is the same', {}, sure(31), { meterWh: 9000 }, false],
  ['it has no register', {}, sure(31), {}, false],
  ['the first had none', { reportedEndWh: null }, sure(31), { meterWh: 9001 }, false],
  ['the session has not ended', { endReported: false }, sure(31), { meterWh: 9001 }, false],
  ['the session’s time is in doubt', { timeDoubtful: true }, sure(31), { meterWh: 9001 }, false],
  ['its own time is', {}, unsure(31), { meterWh: 9001 }, false],
  ['its number is the same', {}, sure(31), { meterWh: 9001, sequence: 7 }, false],
  ['its number is another', {}, sure(31), { meterWh: 9001, sequence: 8 }, true],
  ['the end has no time', { transactionFinish: null }, sure(31), { meterWh: 9001 }, true],
])('an end belongs to another session or not where %s', (_, changes, at, message, another) => {
  expect(isAnotherEnd(ended(changes), end(message), at)).toBe(another)
})

describe('a message of no order is kept under', () => {
  const sampled = { type: 'meter.sampled', happenedAt: start } as Extract<
    StationEvent,
    { type: 'meter.sampled' }
  >
  const at = start.toISOString()

  test('its transaction, and what makes it that message', () => {
    const message = { sequence: 3, happenedAt: start, meterWh: 5, token: { token: 'CARD', type: 'ISO14443' } }
    expect(unmatchedKeys(end(message), 'T')).toEqual([
      { sessionKey: 'T', eventKey: `charging.ended 3 ${at} 5 CARD` },
    ])
    expect(unmatchedKeys(event(), 'T')).toEqual([{ sessionKey: 'T', eventKey: 'charging.started    ' }])
  })

  test('its start’s key, where it has one', () => {
    expect(startKeyOf('key')).toBe('start key')
    expect(unmatchedKeys(event({ startKey: 'key' }), '5')).toEqual([
      { sessionKey: '5', eventKey: 'start key' },
    ])
    expect(unmatchedKeys(end({ startKey: 'key', happenedAt: start }), '5')[0]?.eventKey).toContain(at)
  })

  test('the first and the last of values that bear no number, each of those that do', () => {
    expect(unmatchedKeys(sampled, '5')).toEqual([
      { sessionKey: '5', eventKey: 'first values' },
      { sessionKey: '5', eventKey: 'last values' },
    ])
    expect(unmatchedKeys({ ...sampled, sequence: 2 }, '5')).toEqual([
      { sessionKey: '5', eventKey: `meter.sampled 2 ${at}  ` },
    ])
  })

  test.each([
    ['-1', true],
    ['0', true],
    ['1', false],
    ['T', false],
  ])('itself where %s is no name: %s', (transactionId, nameless) => {
    const [keys] = unmatchedKeys(end({ happenedAt: start }), transactionId)
    const { eventKey } = keys!
    expect(keys?.sessionKey).toBe(nameless ? `${transactionId} ${eventKey}` : transactionId)
    expect(unmatchedKeys(end({ sequence: 0 }), transactionId)[0]?.sessionKey).toBe(transactionId)
  })
})
