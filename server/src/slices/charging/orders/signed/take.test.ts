import { expect, test } from 'vitest'
import { KnownVersions } from '../../../places/tariffs/store.ts'
import { after } from '../machine/rules.fixtures.ts'
import { OrderBook } from '../messages/book.ts'
import { emptyContext } from '../messages/unit-of-work.ts'
import { takeSigned } from './take.ts'

const book = () =>
  new OrderBook(
    emptyContext({
      now: after(10),
      networkTimeZone: 'Europe/Moscow',
      heartbeatSeconds: 300,
      masterPassGroup: null,
      cardSessionMostMinor: 0,
      paymentProvider: null,
      knownVersions: new KnownVersions(),
    }),
    [],
  )

test('what a meter has signed is kept as it came, with the times of its message', () => {
  const kept = book()
  const signed = [
    {
      at: after(3),
      context: 'Transaction.Begin',
      data: 'd',
      encodingMethod: 'OCMF',
      signingMethod: 'm',
      publicKey: 'k',
    },
    { context: 'Transaction.End', data: 'e' },
  ]
  takeSigned(kept, 7, { signed, happenedAt: after(4), sequence: 2 } as never, after(5))
  expect(kept.signed.taken).toEqual([
    {
      orderId: 7,
      at: after(3),
      context: 'Transaction.Begin',
      receivedAt: after(5),
      sequence: 2,
      data: 'd',
      encodingMethod: 'OCMF',
      signingMethod: 'm',
      publicKey: 'k',
    },
    {
      orderId: 7,
      at: after(4),
      context: 'Transaction.End',
      receivedAt: after(5),
      sequence: 2,
      data: 'e',
      encodingMethod: null,
      signingMethod: null,
      publicKey: null,
    },
  ])
})

test('a message with nothing signed brings nothing', () => {
  const kept = book()
  takeSigned(kept, 7, { happenedAt: after(4) } as never, after(5))
  expect(kept.signed.taken).toEqual([])
})
