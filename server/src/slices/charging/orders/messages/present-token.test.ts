import type { StationEvent } from '@stationmaster/ocpp'
import { describe, expect, test } from 'vitest'
import { KnownVersions } from '../../../places/tariffs/store.ts'
import type { KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'
import { ordinaryTerms } from '../../drivers/terms/terms.ts'
import type { KnownToken } from '../../drivers/tokens.ts'
import { after, starting } from '../machine/rules.fixtures.ts'
import { OrderBook } from './book.ts'
import { changePriority } from './change-priority.ts'
import { presentToken } from './present-token.ts'
import { emptyContext } from './unit-of-work.ts'

const station = { id: 'S', monetized: true, paused: false, notAdmitted: false } as KnownStation
const setting = {
  now: after(10),
  networkTimeZone: 'Europe/Moscow',
  heartbeatSeconds: 300,
  masterPassGroup: null,
  cardSessionMostMinor: 0,
  paymentProvider: null,
  knownVersions: new KnownVersions(),
}
const known: KnownToken = {
  token: 'A1',
  driverId: 7,
  blocked: false,
  isPartners: false,
  noCredit: false,
  expiresAt: null,
  group: null,
  paymentMethodType: 'account',
  terms: ordinaryTerms,
  fleet: null,
}

describe('what a station is answered about a card or a contract', () => {
  const answered = (
    event: Partial<Extract<StationEvent, { type: 'token.presented' }>>,
    card: Partial<KnownToken> = {},
  ) => {
    const tokens = new Map([['A1', { ...known, ...card }]])
    const book = new OrderBook({ ...emptyContext(setting), tokens }, [])
    const presented = { type: 'token.presented' as const, token: { token: 'A1', type: 'ISO14443' }, ...event }
    const { reply, orderId } = presentToken(book, station, presented as never)
    expect(orderId).toBeNull()
    return reply
  }

  test('is whether the card is good, where there are no certificates', () => {
    expect(answered({})).toMatchObject({ type: 'authorization', status: 'Accepted' })
    expect(answered({})).not.toHaveProperty('certificateStatus')
    expect(answered({ token: { token: 'B2', type: 'ISO14443' } } as never)).toMatchObject({
      status: 'Invalid',
    })
  })

  test.each([
    [{ verdict: 'CertificateExpired' }, 'Expired', 'CertificateExpired'],
    [{ verdict: 'CertificateRevoked' }, 'Invalid', 'CertificateRevoked'],
    [{ proof: {} }, 'Invalid', 'NoCertificateAvailable'],
  ])('is no with %j', (event, status, certificateStatus) => {
    expect(answered(event as never)).toEqual({ type: 'authorization', status, certificateStatus })
  })

  test('is that of the contract where its certificates stand the test', () => {
    const good = { proof: {}, verdict: 'Accepted' } as never
    expect(answered(good)).toMatchObject({ status: 'Accepted', certificateStatus: 'Accepted' })
    expect(answered(good, { blocked: true })).toMatchObject({
      status: 'Blocked',
      certificateStatus: 'ContractCancelled',
    })
    expect(answered(good, { expiresAt: after(9) })).toMatchObject({
      status: 'Expired',
      certificateStatus: 'ContractCancelled',
    })
  })
})

describe('a station that reports that a session comes before others', () => {
  const changed = (active: boolean, transactionId = 'T1', prioritySince: Date | null = null) => {
    const order = starting({ status: 'started', transactionId: 'T1', prioritySince })
    const book = new OrderBook(emptyContext(setting), [order])
    const event = { type: 'priority.changed' as const, transactionId, active }
    const result = changePriority(book, station, event as never, after(5))
    return {
      result,
      order: book.get(7),
      events: book.logs.map(({ event: name }) => name),
      adds: book.onlyAdds,
    }
  }

  test('is answered, and its order comes first', () => {
    expect(changed(true)).toMatchObject({
      result: { reply: { type: 'done' }, orderId: 7 },
      order: { prioritySince: after(5) },
      events: ['priority_on'],
      adds: false,
    })
  })

  test('or no longer does', () => {
    expect(changed(false, 'T1', after(1))).toMatchObject({
      order: { prioritySince: null },
      events: ['priority_off'],
    })
    expect(changed(false)).toMatchObject({
      order: { prioritySince: null },
      events: ['priority_off'],
      adds: true,
    })
  })

  test('is answered where the session is not known', () => {
    expect(changed(true, 'T2')).toMatchObject({
      result: { reply: { type: 'done' }, orderId: null },
      events: [],
    })
  })
})
