import { expect, test } from 'vitest'
import type { Segment } from '../../../places/tariffs/pricing/pricing.ts'
import { explainPrice } from './price-lines.ts'

const from = new Date('2026-11-27T10:00:00Z')
const to = new Date('2026-11-27T11:00:00Z')
const segment = (
  dimension: Segment['dimension'],
  quantity: number,
  unitPriceMicro: number,
  unit: number,
) => ({
  dimension,
  from,
  to,
  quantity,
  billedQuantity: quantity,
  unitPriceMicro,
  amountMicro: Math.round((quantity * unitPriceMicro) / unit),
})
const kwh = (wh: number, kopecks: number) => segment('energy', wh, kopecks * 1000, 1000)
const order = { discountPercent: 0, borneMinor: 0, billable: true }

test('lines of one dimension are rounded together, and add up to the price', () => {
  const segments = [kwh(33, 1000), kwh(33, 1050), segment('flat', 1, 5_000_000, 1)]
  const explained = explainPrice({ ...order, segments, chargingPriceMinor: 5068 })
  expect(explained?.lines.map(({ dimension, amount }) => [dimension, amount])).toEqual([
    ['energy', 33],
    ['energy', 35],
    ['flat', 5000],
  ])
  expect(explained).toMatchObject({ discount: 0, bounded: 0, borne: 0, total: 5068 })
})

test('a discount, the highest price and what the network bears are lines of their own', () => {
  const segments = [kwh(10_000, 1700)]
  const explained = explainPrice({
    ...order,
    segments,
    discountPercent: 10,
    borneMinor: 300,
    chargingPriceMinor: 14_700,
  })
  expect(explained).toMatchObject({ discount: -1700, bounded: -300, borne: -300, total: 14_700 })
  expect(explainPrice({ ...order, segments, discountPercent: 10, chargingPriceMinor: 15_300 })).toMatchObject(
    {
      discount: -1700,
      bounded: 0,
      borne: 0,
    },
  )
})

test('time without a price is left out; what is free or not priced yet has no lines', () => {
  const segments = [kwh(1000, 0), segment('time', 60, 0, 60)]
  expect(explainPrice({ ...order, segments, chargingPriceMinor: 0 })?.lines).toHaveLength(1)
  expect(explainPrice({ ...order, segments, chargingPriceMinor: null })).toBeNull()
  expect(explainPrice({ ...order, segments: null, chargingPriceMinor: 100 })).toBeNull()
  expect(explainPrice({ ...order, segments, chargingPriceMinor: 0, billable: false })).toBeNull()
})
