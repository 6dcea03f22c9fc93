import { basename } from 'node:path'
import { readFiles } from '../reading/sources.mjs'
import { differencesOf, problemsOf } from './keys.mjs'
import { languages } from './languages.mjs'

/**
 * Compares the texts of screens (web/src/i18n), and those of mails and documents (server/src/i18n), between the languages; gives one
 * line for each that is missing, empty or has other placeholders. Of screens also for each that is unused, or used but unknown.
 */
export function brokenTranslations(folder) {
  return [
    ...problemsOf(textsBelow(folder, 'web/src/i18n'), sourcesOfScreens(folder)),
    ...differencesOf(textsBelow(folder, 'server/src/i18n')),
  ]
}

/** The texts of each language as { 'file.path.to.key': text }. */
const textsBelow = (folder, place) =>
  Object.fromEntries(languages.map((language) => [language, textsIn(folder, `${place}/${language}/`)]))

function textsIn(folder, place) {
  const texts = {}
  const walk = (node, path) => {
    for (const [name, value] of Object.entries(node)) {
      if (typeof value === 'string') texts[`${path}.${name}`] = value
      else walk(value, `${path}.${name}`)
    }
  }
  for (const { path, source } of readFiles(folder, (one) => one.startsWith(place) && one.endsWith('.json')))
    walk(JSON.parse(source), basename(path, '.json'))
  return texts
}

const usesOfTexts = ['use-code.ts', 'use-format.ts', 'use-error-text.ts'].map(
  (name) => `web/src/i18n/${name}`,
)

const sourcesOfScreens = (folder) =>
  readFiles(
    folder,
    (path) =>
      usesOfTexts.includes(path) ||
      (/^web\/src\/.*\.tsx?$/.test(path) && !path.includes('.test.') && !path.startsWith('web/src/i18n/')),
  ).map(({ source }) => source)
