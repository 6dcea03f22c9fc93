import { describe, expect, test } from 'vitest'
import { explainMoney } from './money-lines.ts'

const order = {
  segments: [],
  tariff: 1700,
  rate: 0,
  start_fee: 0,
  discount: 0,
  borne_amount: 0,
  energyWh: 31_408,
  seconds: 1447,
  totalMinor: 53_394,
}
const segment = (
  dimension: 'energy' | 'time',
  quantity: number,
  unit_price: number,
  amount_micro: number,
) => ({
  dimension,
  from: '2026-11-21T10:00:00.000Z',
  to: '2026-11-21T10:30:00.000Z',
  quantity,
  unit_price,
  amount_micro,
})

describe('why an order costs what it costs', () => {
  test('energy times tariff while it runs', () => {
    const { lines, adjustmentMinor } = explainMoney(order)
    expect(lines).toEqual([
      { dimension: 'energy', quantity: 31_408, unitPriceMinor: 1700, amountMinor: 53_394, window: null },
    ])
    expect(adjustmentMinor).toBe(0)
  })

  test('time, start fee and discount have their own lines', () => {
    const priced = { ...order, energyWh: 10_000, seconds: 600, rate: 200, start_fee: 5000, discount: 10 }
    const { lines, discountMinor, adjustmentMinor } = explainMoney({ ...priced, totalMinor: 21_600 })
    expect(lines.map((line) => line.amountMinor)).toEqual([17_000, 2000, 5000])
    expect(discountMinor).toBe(2400)
    expect(adjustmentMinor).toBe(0)
  })

  test('what the network bears is no rule of the tariff', () => {
    const borne = { ...order, energyWh: 3488, borne_amount: 930, totalMinor: 5000 }
    expect(explainMoney(borne)).toMatchObject({ adjustmentMinor: 0, borneMinor: 930, totalMinor: 5000 })
  })

  test('segments of two prices add up to their sum, rounded once', () => {
    const segments = [segment('energy', 333, 1_500_500, 499_666), segment('energy', 333, 1_500_500, 499_666)]
    const { lines } = explainMoney({ ...order, segments, totalMinor: 999 })
    expect(lines.map((line) => line.amountMinor)).toEqual([500, 499])
    expect(lines[0]?.window).not.toBeNull()
  })

  test('what the lowest price adds is shown as it is', () => {
    const segments = [segment('energy', 100, 1_700_000, 170_000)]
    expect(explainMoney({ ...order, segments, totalMinor: 5000 }).adjustmentMinor).toBe(4830)
  })

  test('a session that is given away has no lines', () => {
    expect(explainMoney({ ...order, totalMinor: 0 }).lines).toEqual([])
    const fresh = explainMoney({ ...order, energyWh: 0, seconds: 0, totalMinor: 0 })
    expect(fresh.lines.map((line) => line.amountMinor)).toEqual([0])
  })
})
