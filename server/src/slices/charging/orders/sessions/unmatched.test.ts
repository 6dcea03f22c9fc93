import { describe, expect, test } from 'vitest'
import { KnownVersions } from '../../../places/tariffs/store.ts'
import type { KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'
import { after } from '../machine/rules.fixtures.ts'
import { OrderBook } from '../messages/book.ts'
import { emptyContext } from '../messages/unit-of-work.ts'
import { keepEnd, keepStart, keepValues } from './unmatched.ts'

const station = { id: 'S' } as KnownStation
const setting = {
  now: after(10),
  networkTimeZone: 'Europe/Moscow',
  heartbeatSeconds: 300,
  masterPassGroup: null,
  cardSessionMostMinor: 0,
  paymentProvider: null,
  knownVersions: new KnownVersions(),
}
const aBook = () => new OrderBook({ ...emptyContext(setting), freshIds: [77] }, [])
const sample = { energyWh: 5, raw: ['as it came'] }

describe('a message of a transaction without an order', () => {
  const started = { type: 'charging.started', happenedAt: after(1), samples: [sample] } as const

  test('is kept, but for measurements that the journal has, and is answered', () => {
    const book = aBook()
    expect(keepStart(book, station, { ...started, transactionId: 'T1' } as never, after(2))).toEqual({
      reply: { type: 'charging', transactionId: 0, status: 'Accepted' },
      orderId: null,
    })
    expect(book.unmatched).toMatchObject([
      {
        stationId: 'S',
        transactionId: 'T1',
        sessionKey: 'T1',
        receivedAt: after(2),
        event: { ...started, samples: [{ energyWh: 5, raw: [] }] },
      },
    ])
  })

  test('gets an id where its station names none, and the same one again', () => {
    const book = aBook()
    const first = { ...started, startKey: 'k' } as never
    const answer = { reply: { type: 'charging', transactionId: 77, status: 'Accepted' }, orderId: null }
    expect(keepStart(book, station, first, after(2))).toEqual(answer)
    expect(keepStart(book, station, first, after(3))).toEqual(answer)
    expect(book.unmatched).toHaveLength(1)
  })

  test('that ends it is kept', () => {
    const book = aBook()
    const ended = { type: 'charging.ended', transactionId: 'T1', samples: [], happenedAt: after(1) } as never
    expect(keepEnd(book, station, ended, after(2))).toEqual({
      reply: { type: 'accepted', status: 'Accepted' },
      orderId: null,
    })
    expect(book.unmatched).toMatchObject([{ transactionId: 'T1', event: { type: 'charging.ended' } }])
  })
})

describe('values without an order', () => {
  const kept = (of: object) => {
    const book = aBook()
    const event = { type: 'meter.sampled', samples: [], ...of } as never
    expect(keepValues(book, station, event, after(2))).toEqual({ reply: { type: 'accepted' }, orderId: null })
    return book.unmatched.length
  }
  test.each([
    [{ transactionId: 'T1', samples: [{ energyWh: 5 }] }, 2],
    [{ transactionId: 'T1', samples: [{ powerW: 1 }, { intervalWh: 5 }] }, 2],
    [{ transactionId: 'T1', signed: [] }, 2],
    [{ transactionId: 'T1', sequence: 0 }, 1],
    [{ transactionId: 'T1', samples: [{ powerW: 1 }] }, 0],
    [{ samples: [{ energyWh: 5 }] }, 0],
    [{ sequence: 0, signed: [] }, 0],
  ])('%j are kept as %i', (of, count) => {
    expect(kept(of)).toBe(count)
  })
})
