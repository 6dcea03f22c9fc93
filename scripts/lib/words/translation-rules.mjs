import { join } from 'node:path'
import { readFiles } from '../reading/sources.mjs'
import { differencesOf, problemsOf } from './keys.mjs'
import { languages } from './languages.mjs'
import { flattened, readTexts, textFiles, textsOfScreens, textsOfServer } from './texts/texts.mjs'

/**
 * Compares the texts of screens (web/src/i18n), and those of mails and documents (server/src/i18n), between the languages; gives one
 * line for each that is missing, empty or has other placeholders. Of screens also for each that is unused, or used but unknown.
 */
export function brokenTranslations(folder) {
  return [
    ...problemsOf(textsBelow(join(folder, textsOfScreens)), sourcesOfScreens(folder)),
    ...differencesOf(textsBelow(join(folder, textsOfServer))),
  ]
}

/** The texts of each language as { 'file.path.to.key': text }. */
const textsBelow = (folder) =>
  Object.fromEntries(
    languages.map((language) => [
      language,
      Object.fromEntries(
        textFiles(folder).flatMap(({ path, name }) => flattened(readTexts(path, language), name)),
      ),
    ]),
  )

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
