import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path) => JSON.parse(readFileSync(new URL(`../src/i18n/${path}.json`, import.meta.url), 'utf8'))

const texts = Object.entries(read('quoted')).flatMap(([language, byKey]) =>
  Object.entries(byKey).map(([key, text]) => ({ language, key, text })),
)

test.each(texts)('$language: $key is fixed: $text', ({ language, key, text }) => {
  const [file, ...path] = key.split('.')
  expect(path.reduce((node, name) => node?.[name], read(`${language}/${file}`))).toBe(text)
})
