import { expect, test } from 'vitest'
import { co2GramsPerKwh } from './co2.ts'

test.each([
  ['1999-12-31', 0],
  ['2000-01-01', 889],
  ['2000-01-02', 889],
  ['2026-11-24', 889],
])('on %s a kWh saves %i g', (day, grams) => {
  expect(co2GramsPerKwh(day)).toBe(grams)
})

test('the factor follows from its sources', () => {
  const gramsPerLitre = 69.3 * 44.3 * 0.745
  expect(co2GramsPerKwh('2026-11-24')).toBe(Math.round((gramsPerLitre * 7) / 18))
})
