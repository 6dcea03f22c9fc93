import { expect, test } from 'vitest'
import { paidInEntry } from './paid-in.ts'

const paid = { at: new Date('2026-11-23T10:00:00Z'), businessDay: '2026-11-23', driverId: 7 } as const

test('what a driver paid in is an entry of its own each time', () => {
  const entry = paidInEntry({ ...paid, amountMinor: 500, into: 'cash' })
  expect(entry).toEqual({
    cause: expect.stringMatching(/^top_up:[\da-f-]{36}$/),
    kind: 'top_up',
    at: paid.at,
    businessDay: '2026-11-23',
    orderId: null,
    locationId: null,
    ownerId: null,
    methodType: null,
    provider: '',
    marketShopId: '',
    orderCount: 0,
    energyWh: 0,
    transfers: [{ kind: 'top_up', debit: 'cash', credit: 'customer_balance:7', amountMinor: 500 }],
  })
  expect(paidInEntry({ ...paid, amountMinor: 500, into: 'cash' }).cause).not.toBe(entry.cause)
})

test('what was noted wrongly goes back', () => {
  expect(paidInEntry({ ...paid, amountMinor: -500, into: 'bank' }).transfers).toEqual([
    { kind: 'top_up', debit: 'customer_balance:7', credit: 'bank', amountMinor: 500 },
  ])
})
