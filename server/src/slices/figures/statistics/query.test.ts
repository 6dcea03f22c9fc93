import { expect, test } from 'vitest'
import { idsOf, periodOf } from './query.ts'

const refusal = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return [(error as { code: string }).code, (error as { details: { path: string }[] }).details]
  }
}
const refused = (path: string) => ['request.invalid', [{ path, message: expect.stringMatching(/\w/) }]]

test('a period has the days of the network’s time zone', () => {
  expect(periodOf('2026-03-01T21:30:00Z', '2026-03-02T20:59:00Z', 'Europe/Moscow')).toEqual({
    from: '2026-03-02',
    to: '2026-03-02',
  })
})

test('a period of one day up to seven years is accepted', () => {
  const last = (days: number) => new Date(Date.parse('2020-01-01') + (days - 1) * 86_400_000).toISOString()
  const period = (to: string) => refusal(() => periodOf('2020-01-01T00:00:00Z', to, 'UTC'))
  expect(period(last(0))).toEqual(refused('to'))
  expect(period(last(1))).toEqual({ from: '2020-01-01', to: '2020-01-01' })
  expect(period(last(366 * 7))).toMatchObject({ from: '2020-01-01' })
  expect(period(last(366 * 7 + 1))).toEqual(refused('to'))
})

test('no list means all ids; each id is a whole number above zero', () => {
  const ids = (list?: string) => refusal(() => idsOf(list))
  expect(ids()).toBeUndefined()
  expect(ids(' ')).toBeUndefined()
  expect(ids('1,22')).toEqual([1, 22])
  for (const list of ['0', '1,-2', '1.5', 'one', '1,']) expect(ids(list)).toEqual(refused('location_ids'))
})
