import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import quoted from './quoted.json' with { type: 'json' }

const texts = Object.entries(quoted).flatMap(([language, byKey]) =>
  Object.entries(byKey).map(([key, text]) => ({ language, key, text })),
)

const textOf = (language: string, key: string) => {
  const [file, ...path] = key.split('.')
  const url = new URL(`${language}/${file}.json`, import.meta.url)
  return path.reduce((node, name) => node?.[name], JSON.parse(readFileSync(url, 'utf8')))
}

test.each(texts)('$language: $key is fixed: $text', ({ language, key, text }) => {
  expect(textOf(language, key)).toBe(text)
})
