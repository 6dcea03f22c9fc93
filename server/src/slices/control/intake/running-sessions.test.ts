import type { StationEvent } from '@stationmaster/ocpp'
import { beforeEach, describe, expect, test } from 'vitest'
import { newOrder, type Order } from '../../charging/orders/order.ts'
import type { KnownStation } from '../../stations/stations/connecting/traffic-store.ts'
import { RunningSessions } from './running-sessions.ts'

const readAt = new Date('2026-11-20T10:00:00Z')
const after = (ms: number) => new Date(readAt.getTime() + ms)
const station = { id: 'S1', connectors: [] as unknown } as KnownStation
const order: Order = newOrder({
  id: 7,
  status: 'started',
  source: 'rfid',
  locationId: 1,
  stationId: 'S1',
  connectorId: 3,
  createdAt: readAt,
  transactionId: 'T1',
})
const value: Extract<StationEvent, { type: 'meter.sampled' }> = {
  type: 'meter.sampled',
  at: { ordinal: 1 },
  transactionId: 'T1',
  samples: [],
  offline: false,
}

describe('what is remembered of sessions that run', () => {
  let running: RunningSessions
  const note = (changes: Partial<Order> = {}) =>
    running.remember({ ...order, ...changes }, { rowVersion: '42', station, stationReadAt: readAt })
  const find = (event: StationEvent = value, now = readAt, stationId = 'S1') =>
    running.find({ stationId, event }, now)

  beforeEach(() => {
    running = new RunningSessions()
  })

  test('a meter value finds its session, whatever else is named not', () => {
    note()
    expect(find()).toMatchObject({ order: { id: 7 }, rowVersion: '42' })
    expect(find({ ...value, transactionId: 'T2' })).toBeUndefined()
    expect(find(value, readAt, 'S2')).toBeUndefined()
    expect(find({ type: 'connector.changed', at: { ordinal: 1 }, state: 'Available' })).toBeUndefined()
  })

  test('one that may decide whose the session is does not', () => {
    note()
    expect(find({ ...value, token: { token: 'CARD1', type: 'ISO14443' } })).toBeUndefined()
    expect(find({ ...value, remoteStartId: 9 })).toBeUndefined()
  })

  test('a station is believed for a minute after it was read', () => {
    note()
    expect(find(value, after(59_999))).toBeDefined()
    expect(find(value, after(60_000))).toBeUndefined()
  })

  test.each([
    ['it has ended', { status: 'completed' }],
    ['it still waits for its station', { status: 'starting' }],
    ['its name is another one’s by now', { nameReused: true }],
  ] satisfies [string, Partial<Order>][])('it is forgotten once %s', (_what, changes) => {
    note()
    note(changes)
    expect(find()).toBeUndefined()
  })

  test('an end finds nothing, though it names the transaction', () => {
    note()
    expect(
      find({
        type: 'charging.ended',
        transactionId: 'T1',
        samples: [],
        reason: 'Local',
        offline: false,
      }),
    ).toBeUndefined()
  })

  test('nothing without the name of a transaction is remembered, found or forgotten', () => {
    const { transactionId: _none, ...nameless } = value
    note({ transactionId: 'undefined' })
    expect(find(nameless)).toBeUndefined()
    note({ transactionId: null })
    expect(find({ ...value, transactionId: 'null' })).toBeUndefined()
    note({ transactionId: 'null' })
    running.forget({ stationId: 'S1', transactionId: null })
    expect(find({ ...value, transactionId: 'null' })).toBeDefined()
  })

  test('at fifty thousand a further one clears the memory, and a known one does not', () => {
    const most = 50_000
    for (let nth = 1; nth <= most; nth += 1) note({ transactionId: `T${nth}` })
    note({ transactionId: 'T1' })
    expect(find()).toBeDefined()
    expect(find({ ...value, transactionId: `T${most}` })).toBeDefined()
    note({ transactionId: `T${most + 1}` })
    expect(find()).toBeUndefined()
    expect(find({ ...value, transactionId: `T${most}` })).toBeUndefined()
    expect(find({ ...value, transactionId: `T${most + 1}` })).toBeDefined()
  })

  test('it is forgotten when somebody says so', () => {
    note()
    running.forget(order)
    expect(find()).toBeUndefined()
  })
})
