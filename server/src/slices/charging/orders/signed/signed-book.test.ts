import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import type { OrderLog } from '../chronology/log.ts'
import { after, charging } from '../machine/rules.fixtures.ts'
import { SignedBook } from './signed-book.ts'

const aKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('hex')

test('a key that comes with two sessions of a batch is news with the first, and another key of the meter is a change', () => {
  const lines: OrderLog[] = []
  const book = new SignedBook({ now: after(10), signed: new Map(), meterKeys: new Map() }, (line) =>
    lines.push(line),
  )
  const end = (id: number, publicKey: string) => {
    const order = charging({ id })
    book.take({
      orderId: id,
      at: after(5),
      context: 'Transaction.End',
      receivedAt: after(5),
      sequence: null,
      data: 'd',
      encodingMethod: null,
      signingMethod: null,
      publicKey,
    })
    book.judged({ ...order, status: 'completed' }, order)
  }
  const [one, other] = [aKey(), aKey()]
  end(1, one)
  end(2, one)
  end(3, other)
  const news = lines.filter(({ event }) => event.startsWith('meter_key'))
  expect(news.map(({ orderId, event }) => [orderId, event])).toEqual([
    [1, 'meter_key_reported'],
    [3, 'meter_key_changed'],
  ])
  expect(book.reportedKeys.map(({ publicKey }) => publicKey)).toEqual([one, other])
})
