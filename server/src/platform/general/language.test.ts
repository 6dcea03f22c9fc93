import { expect, test } from 'vitest'
import { languageOf } from './language.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['ru', 'ru'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr-FR, ru;q=0.4, de;q=0.7', 'de'],
  ['ru;q=0, de;q=0.1', 'de'],
  ['fr, *;q=0.5', 'en'],
  [';;,=;q=x', 'en'],
] as const)('%s is answered in %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})
