import { paymentMethodTypes } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { amountOf, daysOf, revenueOf, totalOf, ways } from './day-groups.ts'

const place = (id: number) => ({ id, name: `L${id}`, country: '', city: '', street: '' })
const sum = (day: string, location: number, payment_method_type: string, amount: number) => ({
  day,
  location: place(location),
  payment_method_type,
  count: 1,
  kwh: 1.5,
  amount,
})

const sums = [
  sum('2026-03-02', 1, 'account', 100),
  sum('2026-03-02', 1, 'cash', 900),
  sum('2026-03-02', 2, 'card', 50),
  sum('2026-03-01', 1, 'terminal', 7),
]

test('days and locations keep their order, and cash is no revenue', () => {
  const [second, first] = daysOf(sums)
  expect(second?.locations.map(({ location }) => location.id)).toEqual([1, 2])
  expect(first?.day).toBe('2026-03-01')
  expect(revenueOf(second!.locations[0]!)).toBe(100)
  expect(second!.locations[0]).toMatchObject({ count: 2, energyWh: 3000 })
})

test('a total is the sum of its groups', () => {
  const total = totalOf(daysOf(sums)[0]!.locations)
  expect(total).toMatchObject({ count: 3, energyWh: 4500 })
  expect([amountOf(total, 'card'), amountOf(total, 'account')]).toEqual([50, 100])
  expect(revenueOf(total)).toBe(150)
})

test('every way to pay has a column, and together they are revenue and cash', () => {
  const [day] = daysOf(paymentMethodTypes.map((type, index) => sum('2026-03-02', 1, type, 10 ** index)))
  const total = totalOf(day!.locations)
  const shown = ways.reduce((all, [, type]) => all + amountOf(total, type), 0)
  expect(shown).toBe(111_111)
  expect(revenueOf(total) + amountOf(total, 'cash')).toBe(shown)
})
