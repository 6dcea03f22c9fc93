// Fails when a text is missing in a language, unused in the code, or used but unknown.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { problemsOf } from './keys.mjs'

const src = join(dirname(fileURLToPath(import.meta.url)), '../src')

/** Every text of a language as { 'file.path.to.key': text }. */
function textsOf(language) {
  const texts = {}
  const walk = (node, path) => {
    for (const [name, value] of Object.entries(node)) {
      if (typeof value === 'string') texts[`${path}.${name}`] = value
      else walk(value, `${path}.${name}`)
    }
  }
  const folder = join(src, 'i18n', language)
  for (const file of readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.json')))
    walk(JSON.parse(readFileSync(join(folder, file), 'utf8')), basename(file, '.json'))
  return texts
}

const sources = readdirSync(src, { recursive: true })
  .map(String)
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.startsWith('i18n/'))
  .concat(['i18n/use-code.ts', 'i18n/use-format.ts', 'i18n/use-error-text.ts'])
  .map((path) => readFileSync(join(src, path), 'utf8'))

const languages = Object.fromEntries(['en', 'de', 'ru'].map((language) => [language, textsOf(language)]))
const problems = problemsOf(languages, sources)
for (const problem of problems) console.error(problem)
console.log(`${Object.keys(languages.en).length} texts, ${problems.length} problems`)
process.exit(problems.length > 0 ? 1 : 0)
