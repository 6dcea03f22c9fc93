import { expect, test } from 'vitest'
import { problemsOf } from './keys.mjs'

const texts = {
  'a.one': 'One',
  'a.cars_one': '{{n}} car',
  'a.cars_other': '{{n}} cars',
  'errors.too_many': 'Too many',
}
const anyError = 't(`errors.${code}`)'
const sources = [`t('a.one'); t('a.cars', { count }); ${anyError}`]

test('complete texts have no problems', () => {
  const ru = { 'a.one': 'Один', 'errors.too_many': 'Много' }
  for (const form of ['one', 'few', 'many', 'other']) ru[`a.cars_${form}`] = '{{n}} машин'
  expect(problemsOf({ en: texts, ru }, sources)).toEqual([])
})

test('missing, empty and foreign texts are found, and lost placeholders', () => {
  const de = { 'a.one': ' ', 'a.cars_one': 'Auto', 'a.cars_other': 'Autos', 'b.extra': 'x' }
  const problems = problemsOf({ en: texts, de }, sources)
  expect(problems).toContain('de: a.one is empty')
  expect(problems).toContain('de: a.cars has other placeholders than en')
  expect(problems).toContain('de: errors.too_many is missing')
  expect(problems).toContain('de: b.extra is not in en')
})

test('a language needs each of its plural forms', () => {
  const ru = { ...texts }
  expect(problemsOf({ en: texts, ru }, sources)).toEqual([
    'ru: a.cars_few is missing',
    'ru: a.cars_many is missing',
  ])
})

test('unused and unknown texts are found', () => {
  const problems = problemsOf({ en: texts }, [`t('a.one'); t('a.gone'); ${anyError}`])
  expect(problems).toContain('unused: a.cars')
  expect(problems).toContain('used but unknown: a.gone')
})
