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
  ['ru;q=0', 'en'],
  ['fr, de;q=0', 'en'],
  ['RU-ru', 'ru'],
  ['en;q=0.5, ru', 'ru'],
  ['en;q=0.5, ru;q=0.5', 'en'],
  ['ru;q=0.5, en;q=0.5', 'ru'],
  ['ru;q=0.01, en;q=0', 'ru'],
  ['ru;q=0.1;level=1, de;level=1;q=0.2', 'de'],
  ['ru; q=0.1, de;\tq=0.2', 'de'],
  // no quality, so that the language counts in full
  ['de;q=0.9, ru;xq=0.1', 'ru'],
  ['de;q=0.9, ru;q=0.1x', 'ru'],
  ['de;q=0.9, ru;-q=0.1', 'ru'],
  [';;,=;q=x', 'en'],
] as const)('%s is answered in %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})
