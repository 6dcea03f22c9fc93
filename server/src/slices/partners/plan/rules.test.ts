import { DAY_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import {
  changeBill,
  covers,
  lackingOf,
  paid,
  periodEndOf,
  prorationMinor,
  refused,
  renewalBill,
  type Subscription,
  startBill,
} from './rules.ts'

const at = (text: string) => new Date(`${text}T12:00:00Z`)
const subscription: Subscription = {
  id: 1,
  managerId: 2,
  state: 'active',
  frequency: 'monthly',
  nextFrequency: 'monthly',
  quantity: 2,
  anchoredAt: at('2026-01-31'),
  periodStart: at('2026-03-31'),
  periodEnd: at('2026-04-30'),
  cancels: false,
  creditMinor: 0,
  refusals: 0,
  dueAt: at('2026-04-30'),
  switchedOff: [],
}

describe('a period', () => {
  test.each([
    ['2026-01-31', '2026-01-31', 'monthly', '2026-02-28'],
    ['2026-01-31', '2026-02-28', 'monthly', '2026-03-31'],
    ['2026-01-31', '2026-12-31', 'monthly', '2027-01-31'],
    ['2028-02-29', '2028-02-29', 'annually', '2029-02-28'],
    ['2028-02-29', '2031-02-28', 'annually', '2032-02-29'],
    ['2026-01-15', '2026-12-15', 'monthly', '2027-01-15'],
  ] as const)('of one that began on %s, from %s, %s, ends on %s', (anchor, start, frequency, end) => {
    expect(periodEndOf(at(anchor), at(start), frequency)).toEqual(at(end))
  })
})

describe('what stations cost within a period', () => {
  test('is their share of the days that are left', () => {
    const more = (now: Date) => prorationMinor(subscription, 3, 'DE', now)
    expect(more(at('2026-03-31'))).toBe(1440)
    expect(more(at('2026-04-15'))).toBe(720)
    expect(more(at('2026-04-30'))).toBe(0)
    expect(more(at('2026-05-03'))).toBe(0)
    expect(prorationMinor(subscription, 1, 'DE', at('2026-04-15'))).toBe(-640)
  })

  test('is less where one more station makes all of them cheaper', () => {
    expect(prorationMinor({ ...subscription, quantity: 10 }, 11, 'DE', at('2026-03-31'))).toBe(-320)
  })

  test('is charged less what is left of earlier ones, never below zero', () => {
    const rich = { ...subscription, creditMinor: 500 }
    expect(changeBill(rich, { stations: ['A', 'B', 'C'], freed: ['D'] }, 720, at('2026-04-15'))).toEqual({
      kind: 'change',
      frequency: 'monthly',
      quantity: 3,
      stations: ['A', 'B', 'C'],
      freed: ['D'],
      periodStart: at('2026-04-15'),
      periodEnd: at('2026-04-30'),
      priceMinor: 720,
      creditMinor: 500,
    })
    expect(
      changeBill(rich, { stations: ['A', 'B', 'C'], freed: ['D'] }, 400, at('2026-04-15')),
    ).toMatchObject({ creditMinor: 400 })
    expect(
      startBill({ frequency: 'monthly', stations: ['A'], freed: [] }, 'RU', 0, at('2026-04-15')),
    ).toMatchObject({
      kind: 'start',
      priceMinor: 960,
      creditMinor: 0,
      quantity: 1,
      periodEnd: at('2026-05-15'),
    })
  })

  test('changes how many are covered once it is paid, and neither the period nor how often it was refused', () => {
    const late: Subscription = { ...subscription, state: 'past_due', refusals: 1, creditMinor: 500 }
    const bill = changeBill(late, { stations: ['A', 'B', 'C'], freed: [] }, 400, at('2026-04-15'))
    expect(paid(late, bill)).toEqual({ ...late, quantity: 3, creditMinor: 100 })
  })
})

test('a start that is paid begins the plan, with nothing switched off any more', () => {
  const pending: Subscription = { ...subscription, state: 'pending', switchedOff: ['A'] }
  const bill = startBill({ frequency: 'annually', stations: ['A'], freed: [] }, 'DE', 0, at('2026-04-15'))
  expect(paid(pending, bill)).toMatchObject({
    state: 'active',
    frequency: 'annually',
    quantity: 1,
    switchedOff: [],
    periodStart: at('2026-04-15'),
    periodEnd: at('2027-04-15'),
    dueAt: at('2027-04-15'),
  })
})

test('stations find room one after the other, beside those of their owner that earn already', () => {
  const candidates = ['A', 'B', 'C'].map((id) => ({ id, ownerId: 1 }))
  const others = [
    { id: 'D', ownerId: 2 },
    { id: 'E', ownerId: 3 },
  ]
  const quantities = new Map([
    [1, 3],
    [3, 1],
  ])
  expect([...lackingOf([...candidates, ...others], quantities, new Map([[1, 1]]))]).toEqual([
    ['C', 'room'],
    ['D', 'plan'],
  ])
  expect(lackingOf(candidates, quantities, new Map())).toEqual(new Map())
})

describe('a renewal', () => {
  test('is for the stations that are monetized, as far as they were covered', () => {
    expect(renewalBill(subscription, 5, 'DE')).toMatchObject({ quantity: 2, priceMinor: 2880 })
    expect(renewalBill(subscription, 1, 'DE')).toMatchObject({ quantity: 1, priceMinor: 1600 })
    expect(renewalBill(subscription, 0, 'DE')).toBeNull()
  })

  test('begins where the period before ends, and takes its credit up', () => {
    const one = { ...subscription, nextFrequency: 'annually', creditMinor: 100 } as const
    const bill = renewalBill(one, 2, 'DE')!
    expect(bill).toMatchObject({
      kind: 'renewal',
      periodStart: at('2026-04-30'),
      periodEnd: at('2027-04-30'),
      priceMinor: 32_400,
    })
    expect(paid({ ...one, state: 'past_due', refusals: 2 }, bill)).toMatchObject({
      state: 'active',
      frequency: 'annually',
      creditMinor: 0,
      refusals: 0,
      dueAt: at('2027-04-30'),
    })
  })

  test('that is refused is tried 1, 3 and 7 days later, and ends the plan at the fourth refusal', () => {
    let one = subscription
    let now = at('2026-04-30')
    const days: number[] = []
    while (covers(one)) {
      one = refused(one, 'renewal', now)
      if (one.dueAt) now = one.dueAt
      days.push((now.getTime() - subscription.periodEnd.getTime()) / DAY_MS)
    }
    expect(days).toEqual([1, 3, 7, 7])
    expect(one).toMatchObject({ state: 'ended', dueAt: null })
  })
})

test('a start that is refused begins nothing, and a change that is refused changes nothing', () => {
  expect(refused({ ...subscription, state: 'pending' }, 'start', at('2026-04-01')).state).toBe('ended')
  expect(refused(subscription, 'change', at('2026-04-01'))).toEqual(subscription)
})
