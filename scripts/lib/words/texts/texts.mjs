import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { languages } from '../languages.mjs'

/** Where the texts of the screens stand, and those of mails and documents, with a folder for each district. */
export const textsOfScreens = 'web/src/i18n/texts'
export const textsOfServer = 'server/src/i18n/texts'

/** The files of texts below a folder, in a fixed order: { path, name }, e.g. of people/keys.json the name `keys`. */
export const textFiles = (folder) =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
    .filter((path) => path.endsWith('.json'))
    .map((path) => ({ path: join(folder, path).split(sep).join('/'), name: basename(path, '.json') }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))

/** All texts of a folder in a language, by the name of their file. */
export const textsIn = (folder, language) =>
  Object.fromEntries(textFiles(folder).map(({ path, name }) => [name, readTexts(path, language)]))

/** The texts of a file in a language; throws an Error that names the file where it is not written so (`inLanguage`). */
export function readTexts(path, language) {
  try {
    return inLanguage(JSON.parse(readFileSync(path, 'utf8')), language)
  } catch (error) {
    throw new Error(`${path}: ${error.message}`, { cause: error })
  }
}

/**
 * One language of texts: { title: { en: 'Cars', de: … } } gives { title: 'Cars' }. A text that depends on a count has the forms of its
 * language, and gives the keys that i18next reads: { cars: { en: { one: 'A car', other: 'Cars' } } } gives { cars_one, cars_other }.
 * Throws an Error where a text names no language, or one that the product does not have.
 */
function inLanguage(texts, language) {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, node]) => {
      if (typeof node === 'string' || Array.isArray(node)) throw new Error(`"${key}" names no language`)
      if (!languages.some((one) => one in node)) return [[key, inLanguage(node, language)]]
      const strange = Object.keys(node).find((one) => !languages.includes(one))
      if (strange) throw new Error(`"${key}" has "${strange}" beside its languages`)
      const text = node[language]
      if (text === undefined) return []
      if (typeof text === 'string' || Array.isArray(text)) return [[key, text]]
      return Object.entries(text).map(([form, one]) => [`${key}_${form}`, one])
    }),
  )
}

/** Each text as [its key with the names of all that it is in, the text]. */
export const flattened = (node, key) =>
  typeof node === 'string'
    ? [[key, node]]
    : Object.entries(node).flatMap(([name, below]) => flattened(below, `${key}.${name}`))
