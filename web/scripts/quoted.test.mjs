import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

const read = (path) => JSON.parse(readFileSync(new URL(`../src/i18n/${path}.json`, import.meta.url), 'utf8'))

/** A file of texts, in whichever district it stands. */
const textsOf = (language, file) =>
  read(
    readdirSync(new URL(`../src/i18n/${language}`, import.meta.url), { recursive: true })
      .filter((path) => basename(path) === `${file}.json`)
      .map((path) => `${language}/${path.slice(0, -5)}`)[0],
  )

const texts = Object.entries(read('quoted')).flatMap(([language, byKey]) =>
  Object.entries(byKey).map(([key, text]) => ({ language, key, text })),
)

test.each(texts)('$language: $key is fixed: $text', ({ language, key, text }) => {
  const [file, ...path] = key.split('.')
  expect(path.reduce((node, name) => node?.[name], textsOf(language, file))).toBe(text)
})
