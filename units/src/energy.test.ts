import { expect, test } from 'vitest'
import { amountForKwh, kwhForAmount } from './energy.ts'

test.each([
  [17_000, 1700, 10],
  [17_169, 1700, 10],
  [17_170, 1700, 10.1],
  [0, 1700, 0],
  [100, 0, 100],
  [100, -1, 100],
  [100, 1, 100],
])('%i buy at %i a kWh: %d kWh', (amount, price, kWh) => {
  expect(kwhForAmount(amount, price)).toBe(kWh)
})

test.each([
  [10, 1700, 17_000],
  [10.001, 1700, 17_002],
  [0.1, 1701, 171],
  [0, 1700, 0],
])('%d kWh at %i a kWh are %i', (kWh, price, amount) => {
  expect(amountForKwh(kWh, price)).toBe(amount)
})
