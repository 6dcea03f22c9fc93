import type { TaxSystem } from '@stationmaster/contract'
import { describe, expect, test } from 'vitest'
import type { ReceiptContent } from '../port.ts'
import { aContent } from '../receipt.fixtures.ts'
import type { Settlement } from '../rules.ts'
import { vatCodeOf, type YookassaReceipt, yookassaReceiptOf } from './yookassa-rules.ts'

const rub = (minor: number) => ({ value: (minor / 100).toFixed(2), currency: 'RUB' })
const requests = (changes: Partial<ReceiptContent> = {}) =>
  yookassaReceiptOf(aContent(changes), rub) as YookassaReceipt

test.each([
  [null, 1, 1],
  [0, 2, 2],
  [500, 7, 9],
  [700, 8, 10],
  [1000, 3, 5],
  [2000, 4, 6],
  [2200, 11, 12],
  [1800, undefined, undefined],
])('VAT of %s hundredths of a percent is code %s, of what is paid before %s', (vatBp, sold, before) => {
  expect(vatCodeOf(vatBp, false)).toBe(sold)
  expect(vatCodeOf(vatBp, true)).toBe(before)
})

test('a receipt says all that the till asks for', () => {
  expect(requests()).toEqual({
    type: 'payment',
    payment_id: 'payment-1',
    customer: { email: 'driver@example.com' },
    items: [
      {
        description: 'Зарядка электромобиля',
        quantity: 1,
        measure: 'piece',
        amount: { value: '300.50', currency: 'RUB' },
        vat_code: 11,
        payment_mode: 'full_payment',
        payment_subject: 'service',
      },
    ],
    settlements: [{ type: 'cashless', amount: { value: '300.50', currency: 'RUB' } }],
    tax_system_code: 1,
    send: true,
  })
})

describe('how it is settled', () => {
  test.each<[Settlement, object, string]>([
    ['payment', { payment_mode: 'full_payment', payment_subject: 'service', vat_code: 11 }, 'cashless'],
    ['prepayment', { payment_mode: 'full_prepayment', payment_subject: 'service', vat_code: 12 }, 'cashless'],
    ['offset', { payment_mode: 'full_payment', payment_subject: 'service', vat_code: 11 }, 'prepayment'],
    ['advance', { payment_mode: 'advance', payment_subject: 'payment', vat_code: 12 }, 'cashless'],
  ])('%s', (settlement, item, type) => {
    expect(requests({ settlement })).toMatchObject({ items: [item], settlements: [{ type }] })
  })
})

test.each<[TaxSystem, number]>([
  ['osn', 1],
  ['usn_income', 2],
  ['usn_income_outcome', 3],
  ['esn', 5],
  ['patent', 6],
])('tax system %s is code %i', (taxSystem, code) => {
  const { seller } = aContent()
  expect(requests({ seller: { ...seller, taxSystem } }).tax_system_code).toBe(code)
})

test('what goes back names its refund, and its payment where nothing went back', () => {
  const money = { paymentRef: 'payment-1', refundRef: 'refund-1' }
  const back = requests({ kind: 'income_return', money })
  expect(back).toMatchObject({ type: 'refund', refund_id: 'refund-1' })
  expect(back).not.toHaveProperty('payment_id')
  expect(requests({ kind: 'income_return' })).toMatchObject({ type: 'refund', payment_id: 'payment-1' })
  expect(requests({ money })).toMatchObject({ type: 'payment', payment_id: 'payment-1' })
})

test('a line of an owner names the supplier, whose agent the network is', () => {
  const [line] = aContent().lines
  const supplier = { name: 'ИП Петров', inn: '500100732259' }
  expect(requests({ lines: [{ ...line!, supplier }] }).items).toMatchObject([
    { agent_type: 'agent', supplier },
  ])
  expect(requests().items[0]).not.toHaveProperty('agent_type')
})

test('a phone has digits alone, and a name is cut where it ends', () => {
  const [line] = aContent().lines
  const lines = [{ ...line!, name: 'н'.repeat(129) }]
  const { customer, items } = requests({ customer: { phone: '+7 (900) 000-00-00' }, lines })
  expect(customer).toEqual({ phone: '79000000000' })
  expect(items).toMatchObject([{ description: 'н'.repeat(128) }])
})

test('what is not taken is not sent', () => {
  const [line] = aContent().lines
  expect(requests({ money: null })).toBe('payment_unknown')
  expect(requests({ customer: null })).toBe('customer_unknown')
  expect(requests({ lines: [line!, { ...line!, vatBp: 1800 }] })).toBe('vat_unknown')
})
