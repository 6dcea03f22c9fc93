import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/root.mjs'
import { flattened, textsIn, textsOfScreens } from '../../scripts/lib/words/texts/texts.mjs'

const quoted = JSON.parse(readFileSync(at('web/src/i18n/quoted.json'), 'utf8'))
const texts = Object.entries(quoted).flatMap(([language, byKey]) =>
  Object.entries(byKey).map(([key, text]) => ({ language, key, text })),
)

test.each(texts)('$language: $key is fixed: $text', ({ language, key, text }) => {
  const [file] = key.split('.')
  const all = textsIn(at(textsOfScreens), language)
  expect(Object.fromEntries(flattened(all[file], file))[key]).toBe(text)
})
