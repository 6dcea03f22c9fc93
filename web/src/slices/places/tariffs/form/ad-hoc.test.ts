import { expect, test } from 'vitest'
import { beyondEnergy } from './ad-hoc.ts'

const energyOnly = { rate: 0, start_fee: 0, min_price: null }

test('from 50 kW on, all but energy is named; below, nothing is', () => {
  const price = { rate: 100, start_fee: 5000, min_price: 10_000 }
  expect(beyondEnergy(price, [49.9])).toEqual([])
  expect(beyondEnergy(price, [50])).toEqual(['rate', 'start_fee', 'min_price'])
  expect(beyondEnergy(price, [22, 150])).toEqual(['rate', 'start_fee', 'min_price'])
  expect(beyondEnergy(price, [])).toEqual([])
})

test('energy alone is never named, whatever the lowest price of zero says', () => {
  expect(beyondEnergy(energyOnly, [350])).toEqual([])
  expect(beyondEnergy({ ...energyOnly, min_price: 0 }, [350])).toEqual([])
  expect(beyondEnergy({ ...energyOnly, rate: 1 }, [350])).toEqual(['rate'])
})
