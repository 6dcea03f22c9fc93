import { describe, expect, test } from 'vitest'
import { KnownVersions } from '../../../places/tariffs/store.ts'
import { newOrder } from '../order.ts'
import { OrderBook } from './book.ts'
import { emptyContext } from './unit-of-work.ts'

const now = new Date('2026-11-20T10:00:00Z')
const setting = {
  now,
  networkTimeZone: 'Europe/Moscow',
  heartbeatSeconds: 300,
  masterPassGroup: null,
  cardSessionMostMinor: 0,
  paymentProvider: null,
  knownVersions: new KnownVersions(),
}
const order = newOrder({
  id: 7,
  status: 'started',
  source: 'rfid',
  locationId: 1,
  stationId: 'S1',
  connectorId: 3,
  createdAt: now,
  transactionId: 'T1',
})
const unmatched = {
  stationId: 'S1',
  transactionId: 'T2',
  sessionKey: 'T2',
  eventKey: 'last values',
  receivedAt: now,
  event: { type: 'meter.sampled' as const, at: {}, samples: [], offline: false },
}

describe('what one statement can write', () => {
  const bookOf = (decide: (book: OrderBook) => unknown): OrderBook => {
    const book = new OrderBook(emptyContext(setting), [order])
    decide(book)
    return book
  }

  test.each<[string, (book: OrderBook) => unknown]>([
    ['nothing', () => undefined],
    ['live values', (book) => book.put({ ...order, energyWh: 5 }, 'live')],
    ['a line of a chronology', (book) => book.log(7, now, 'ocpp', 'said')],
    ['a measurement to show', (book) => book.show(3, { at: now, orderId: 7, measurements: [] })],
  ])('is %s', (_what, decide) => expect(bookOf(decide).onlyAdds).toBe(true))

  test.each<[string, (book: OrderBook) => unknown]>([
    ['another state', (book) => book.put({ ...order, limitWh: 5 }, 'all')],
    ['live values of a changed order', (book) => [book.put(order, 'all'), book.put(order, 'live')]],
    ['an end', (book) => book.put({ ...order, status: 'completed' }, 'live')],
    ['a new order', (book) => book.add(newOrder({ ...order, id: 8, connectorId: 4 }))],
    ['a message without an order', (book) => book.unmatched.push(unmatched)],
    ['a kept message that has found its order', (book) => book.joined.set(1, 7)],
    ['money that is held', (book) => book.holds.add(7)],
    ['money that is released', (book) => book.released.add(7)],
    ['a car that leaves', (book) => book.leave(9, now)],
    ['a late fault', (book) => book.lateFaults.set(9, { at: now, receivedAt: now, text: null })],
  ])('is not %s', (_what, decide) => expect(bookOf(decide).onlyAdds).toBe(false))
})
