import type { StationEvent } from '@stationmaster/ocpp'
import { describe, expect, test } from 'vitest'
import { after, starting } from '../../../charging/orders/machine/rules.fixtures.ts'
import { OrderBook } from '../../../charging/orders/messages/book.ts'
import { emptyContext } from '../../../charging/orders/messages/unit-of-work.ts'
import type { Order } from '../../../charging/orders/order.ts'
import { KnownVersions } from '../../../places/tariffs/store.ts'
import type { KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'
import type { ActionContext } from '../flow-types.ts'
import { keepSettlement } from './settlements.ts'
import { closeStream, openStream } from './streams.ts'

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
const context = () =>
  ({ changes: { settlements: [], streams: [] }, protocol: 'ocpp2.1' }) as unknown as ActionContext
const at = { happenedAt: after(9), receivedAt: after(10) }

describe('a payment at a station', () => {
  const paid = (
    of: Partial<Order>,
    event: Partial<Extract<StationEvent, { type: 'payment.settled' }>> = {},
  ) => {
    const order = starting({
      status: 'started',
      transactionId: 'T1',
      billable: true,
      paymentMethodType: 'account',
      ...of,
    })
    const book = new OrderBook(emptyContext(setting), [order])
    const { changes, ...rest } = context()
    const settled = {
      type: 'payment.settled' as const,
      happenedAt: after(9),
      transactionId: 'T1',
      reference: 'R1',
      status: 'settled' as const,
      amountMinor: 500,
      ...event,
    }
    const result = keepSettlement(book, station, settled as never, after(10), { changes, ...rest })
    return { book, result, kept: changes.settlements, order: book.get(7) }
  }

  test('is kept with all that the station reports of it', () => {
    const { kept } = paid({}, {
      info: 'Visa',
      receiptId: '9',
      receiptUrl: 'https://x',
      vatNumber: 'DE1',
      company: { name: 'X' },
    } as never)
    expect(kept).toEqual([
      {
        stationId: 'S',
        pspRef: 'R1',
        transactionId: 'T1',
        orderId: 7,
        status: 'settled',
        amountMinor: 500,
        settledAt: at.happenedAt,
        receivedAt: at.receivedAt,
        info: 'Visa',
        receiptId: '9',
        receiptUrl: 'https://x',
        vatNumber: 'DE1',
        vatCompany: { name: 'X' },
      },
    ])
    expect(paid({}).kept).toMatchObject([
      { info: null, receiptId: null, receiptUrl: null, vatNumber: null, vatCompany: null },
    ])
  })

  test('is answered with the receipt of its order', () => {
    expect(paid({}).result).toEqual({ reply: { type: 'settlement', receiptId: '7' }, orderId: 7 })
    expect(paid({}, { status: 'failed' } as never).result).toEqual({
      reply: { type: 'settlement' },
      orderId: 7,
    })
    expect(paid({}, { amountMinor: 0 }).result).toEqual({ reply: { type: 'settlement' }, orderId: 7 })
  })

  test('of no order is kept, and nothing else', () => {
    for (const event of [{ transactionId: 'T2' }, { transactionId: undefined }]) {
      const { book, result, kept } = paid({}, event as never)
      expect(result).toEqual({ reply: { type: 'settlement' }, orderId: null })
      expect(kept).toMatchObject([{ orderId: null, transactionId: event.transactionId ?? null }])
      expect(book.logs).toEqual([])
    }
  })

  test('stands in the chronology of its order', () => {
    const line = (event: object) => paid({}, event).book.logs.at(-1)
    expect(line({ info: 'Visa' })).toMatchObject({
      orderId: 7,
      event: 'paid_at_station',
      fields: { value: 500, text: 'R1: Visa' },
    })
    expect(line({ status: 'failed' })).toMatchObject({ event: 'not_paid_at_station', fields: { text: 'R1' } })
  })

  test('is how an order is paid that has no other way', () => {
    expect(paid({}).order?.paymentMethodType).toBe('terminal')
    expect(paid({}, { amountMinor: 0 }).order?.paymentMethodType).toBe('account')
    expect(paid({ billable: false }).order?.paymentMethodType).toBe('account')
    expect(paid({ fleetId: 3 }).order?.paymentMethodType).toBe('account')
    expect(paid({ paymentMethodType: 'sbp' }).order?.paymentMethodType).toBe('sbp')
  })

  test('is collected again where its order has ended', () => {
    expect([...paid({}).book.settled]).toEqual([])
    expect([...paid({ status: 'completed' }).book.settled]).toEqual([7])
  })
})

describe('a stream of measurements', () => {
  const book = new OrderBook(emptyContext(setting), [])

  test('is kept when it is opened, unless it was refused', () => {
    const opened = { type: 'stream.opened' as const, streamId: 4, intervalSeconds: 10 }
    const taken = context()
    expect(openStream(book, station, opened as never, after(1), taken)).toEqual({
      reply: { type: 'stream', accepted: true },
      orderId: null,
    })
    expect(taken.changes.streams).toEqual([
      { stationId: 'S', streamId: 4, stream: { streamId: 4, intervalSeconds: 10 }, at: after(1) },
    ])
    const left = context()
    expect(openStream(book, station, { ...opened, refused: true } as never, after(1), left).reply).toEqual({
      type: 'stream',
      accepted: false,
    })
    expect(left.changes.streams).toEqual([])
  })

  test('is gone when it is closed', () => {
    const taken = context()
    expect(
      closeStream(book, station, { type: 'stream.closed', streamId: 4 } as never, after(2), taken),
    ).toEqual({
      reply: { type: 'done' },
      orderId: null,
    })
    expect(taken.changes.streams).toEqual([{ stationId: 'S', streamId: 4, stream: null, at: after(2) }])
  })
})
