import { expect, test } from 'vitest'
import { readWizardSearch, shownStep, stepBefore } from './steps.ts'

test('the step stands in the URL; what is no step is the first one', () => {
  expect(readWizardSearch({ step: '99', q: ' duo ' })).toEqual({ step: 99, q: 'duo' })
  expect(readWizardSearch({ step: '2' })).toEqual({ step: undefined, q: undefined })
})

test('a held station opens the wizard at step 3; a confirmation needs a model', () => {
  const model = { model: 'Wall' }
  expect(shownStep(0, { model, stationId: 'S' })).toBe(3)
  expect(shownStep(99, { model, stationId: null })).toBe(99)
  expect(shownStep(99, { model: null, stationId: null })).toBe(0)
  expect(shownStep(3, { model, stationId: null })).toBe(0)
  expect(shownStep(1, { model: null, stationId: null })).toBe(1)
})

test('back leads from 99 and from 1 to 0', () => {
  expect([0, 1, 99, 3].map((step) => stepBefore(step as 0))).toEqual([null, 0, 0, null])
})
