import { expect, test } from 'vitest'
import { choicesOf } from './station-kinds.ts'

const kinds = [
  { vendor_name: 'North', model: 'Fast', firmware_version: '1.0' },
  { vendor_name: 'North', model: 'Slow', firmware_version: '1.1' },
  { vendor_name: 'South', model: 'Fast', firmware_version: null },
]

test('a filter offers what exists together with the choices of the others', () => {
  expect(choicesOf('vendor', kinds, {})).toEqual(['North', 'South'])
  expect(choicesOf('model', kinds, { vendor: 'South' })).toEqual(['Fast'])
  expect(choicesOf('firmware', kinds, { model: 'Fast' })).toEqual(['1.0'])
  expect(choicesOf('vendor', kinds, { vendor: 'North', model: 'Fast' })).toEqual(['North', 'South'])
})

test('what is chosen is offered though no station has it any more', () => {
  expect(choicesOf('model', kinds, { model: 'Old' })).toEqual(['Fast', 'Old', 'Slow'])
})
