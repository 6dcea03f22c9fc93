import { expect, test } from 'vitest'
import type { Operation } from '../providers/operation.ts'
import type { PaymentFile } from '../providers/store.ts'
import { endOf } from './end.ts'

const file = (
  id: number,
  changes: Partial<PaymentFile['payment']>,
  operations: Operation[] = [],
): PaymentFile => ({
  payment: { id, heldMinor: 0, capturedMinor: 0, refundedMinor: 0, ...changes } as PaymentFile['payment'],
  operations,
})
const refused = file(1, { state: 'failed' })
const held = file(2, { state: 'held', heldMinor: 1000 })
const taken = file(3, { state: 'captured', heldMinor: 1000, capturedMinor: 1000, refundedMinor: 100 })

test.each([
  ['is canceled where nothing is due', [refused, held], 0, [[2, 'cancel', 0]]],
  ['is taken as far as it is due', [refused, held], 640, [[2, 'capture', 640]]],
  ['is taken in full where more is due', [held], 1001, [[2, 'capture', 1000]]],
  [
    'is canceled while nobody knows whether it is held',
    [file(4, { state: 'action' })],
    500,
    [[4, 'cancel', 0]],
  ],
  ['goes back as far as it was taken beforehand and is not due', [taken], 640, [[3, 'refund', 260]]],
  ['stays where all of it is due', [taken], 900, []],
  ['goes back in full where nothing is due', [taken], 0, [[3, 'refund', 900]]],
  ['is due once for all payments', [taken, held], 1000, [[2, 'capture', 100]]],
])('what a driver paid beforehand %s', (_, files, due, expected) => {
  expect(endOf(files, due).map(({ paymentId, wish }) => [paymentId, wish.kind, wish.amountMinor])).toEqual(
    expected,
  )
})

test('what is going back already goes back once', () => {
  const asked = { kind: 'refund', state: 'waiting', amountMinor: 900 } as Operation
  expect(endOf([file(3, { ...taken.payment }, [asked])], 0)).toEqual([])
})
