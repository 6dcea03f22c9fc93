import { expect, test } from 'vitest'
import { amountOf, daysOf, revenueOf, totalOf } from './day-groups.ts'

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

test('a total is the sum of its groups, and card holds card and account', () => {
  const total = totalOf(daysOf(sums)[0]!.locations)
  expect(total).toMatchObject({ count: 3, energyWh: 4500 })
  expect(amountOf(total, 'card', 'account')).toBe(150)
  expect(revenueOf(total)).toBe(150)
})
