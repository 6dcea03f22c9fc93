import type { Plan } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { nextStep } from './steps.ts'

const free: Plan = {
  plan: 'free',
  payment_method: null,
  payment_account: null,
  vendor_agreement: null,
  subscription: null,
  switched_off: [],
  exempt: [],
  station_count: 2,
}
const card = { payment_method: { id: 1, card: { brand: 'Visa', last4: '4242' } } }
const account = { payment_account: { id: 1, country: 'DE' as const, bank_account: null } }
const bank = {
  payment_account: { ...account.payment_account, bank_account: { bank_name: 'B', currency: 'EUR' } },
}

test('the first step that is missing comes next', () => {
  expect(nextStep(free)).toBe('method')
  expect(nextStep({ ...free, ...account })).toBe('method')
  expect(nextStep({ ...free, ...card })).toBe('account')
  expect(nextStep({ ...free, ...card, ...account })).toBe('bank')
  expect(nextStep({ ...free, ...card, ...bank })).toBe('subscription')
})
