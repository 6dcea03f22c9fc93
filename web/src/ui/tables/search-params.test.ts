import { expect, test } from 'vitest'
import { readDashboardFilters } from '../../pages/figures/dashboard/filters.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

test('filters survive the way through the address', () => {
  const filters = {
    period: 'day' as const,
    measure: 'energy' as const,
    locations: [3, 7],
    from: '2026-11-01',
    to: '2026-11-21',
    q: 'Игорь & Ко',
    status: ['started' as const, 'canceled' as const],
    hourOfWeek: 0,
  }
  const address = stringifySearch(filters)
  expect(address).toContain('locations=3,7')
  expect(readDashboardFilters(parseSearch(address))).toEqual(filters)
})

test('defaults leave the address bare', () => {
  expect(stringifySearch({ period: undefined, q: '', locations: undefined, status: [] })).toBe('')
})

test('what makes no sense is left out', () => {
  const read = (search: string) => readDashboardFilters(parseSearch(search))
  expect(read('?period=month&measure=volts&locations=a,-1,2.5&status=eaten&q=%20')).toEqual({
    period: undefined,
    measure: undefined,
    locations: undefined,
    from: undefined,
    to: undefined,
    q: undefined,
    status: undefined,
  })
  expect(read('?from=2026-02-30&to=2026-03-01').from).toBeUndefined()
  expect(read('?from=2026-03-02&to=2026-03-01').from).toBeUndefined()
  expect(read('?from=2026-03-01').from).toBeUndefined()
  expect(read('?hourOfWeek=168').hourOfWeek).toBeUndefined()
  expect(read('?locations=7,7,3').locations).toEqual([7, 3])
})
