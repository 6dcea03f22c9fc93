import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readable } from '../reading/source-text.mjs'
import { isTest, readFiles } from '../reading/sources.mjs'
import { languages } from './languages.mjs'
import { flattened, readTexts, textFiles, textsOfScreens, textsOfServer } from './texts/texts.mjs'

const glossary = 'docs/glossary.md'
const section = 'Words on the screens'

/**
 * Checks what people read, on screens, in mails and in answers of the server, against the words that the glossary strikes out
 * for its language; gives one line for each that a text still has. Texts of quoted.json are fixed, and stay.
 */
export function strickenWords(folder) {
  const stricken = strickenBy(readFileSync(join(folder, glossary), 'utf8'))
  const quoted = JSON.parse(readFileSync(join(folder, 'web/src/i18n/quoted.json'), 'utf8'))
  const texts = [
    ...textsShown(folder, quoted),
    ...textsSent(folder),
    ...textsInCode(folder),
    ...pagesOfServer(folder),
  ]
  return texts.flatMap(({ language, place, text }) =>
    stricken
      .filter((one) => one.language === language && one.holdsFor(place))
      .filter(({ pattern }) => pattern.test(text.replace(/\{+\w+\}+/g, '')))
      .map(({ word, instead }) => `${place}: not "${word}" but ${instead} (${glossary}), in: ${text}`),
  )
}

/** The struck-out beginnings of words of the glossary's table, with the word of their cell that stands for them. */
function strickenBy(source) {
  const table = source.split(/^## /m).find((part) => part.startsWith(section))
  if (!table) throw new Error(`${glossary} has no section ${section}`)
  const rows = table.split('\n').filter((line) => line.startsWith('| '))
  return rows.flatMap((row) => {
    const cells = row.split('|').slice(2)
    return languages.flatMap((language, i) => strickenIn(cells[i] ?? '', language))
  })
}

function strickenIn(cell, language) {
  const instead = cell.split('~~')[0].trim() || 'plain words'
  return [...cell.matchAll(/~~([^~]+)~~(?: \((only|but) ([^)]+)\))?/g)].map(([, word, how, where]) => {
    const places = where?.split(', ') ?? []
    return {
      language,
      word,
      instead,
      // a word begins where no letter is before it; what is joined by a hyphen is one word
      pattern: new RegExp(`(?<![\\p{L}\\p{N}-])${word}`, 'iu'),
      holdsFor: (place) => !how || places.some((part) => place.includes(part)) === (how === 'only'),
    }
  })
}

/** The texts of the screens, but for those that are fixed. */
const textsShown = (folder, quoted) =>
  textsBelow(join(folder, textsOfScreens), ({ name }) => name).filter(
    ({ language, key }) => !(key in (quoted[language] ?? {})),
  )

/** The texts of mails and documents, with their district. */
const textsSent = (folder) =>
  textsBelow(join(folder, textsOfServer), ({ path, name }) => `${basename(dirname(path))}/${name}`)

const textsBelow = (folder, begin) =>
  languages.flatMap((language) =>
    textFiles(folder).flatMap((file) =>
      flattened(readTexts(file.path, language), begin(file)).map(([key, text]) => ({
        language,
        key,
        place: `${language} ${key}`,
        text,
      })),
    ),
  )

/** Strings in the code of the contract and the server that stand behind en:, de: or ru:, at once or in what it opens. */
function textsInCode(folder) {
  const isOfServer = (path) => /^(contract|server)\/src\/.+\.ts$/.test(path) && !isTest(path)
  return readFiles(folder, isOfServer).flatMap(({ path, source }) => {
    if (!/\bru: /.test(source)) return []
    const texts = []
    let language
    for (const [, begun, , text] of readable(source, path).text.matchAll(
      /\b(en|de|ru): |(['"`])((?:\\.|(?!\2)[^\\])*)\2/g,
    )) {
      if (begun) language = begun
      else if (language) texts.push({ language, place: path, text })
    }
    return texts
  })
}

function pagesOfServer(folder) {
  return readFiles(folder, (path) => /^server\/texts\/.+\.(en|de|ru)\.html$/.test(path)).flatMap(
    ({ path, source }) => {
      const language = path.split('.').at(-2)
      const lines = source.replace(/<[^>]*>/g, '').split('\n')
      return lines.map((text) => ({ language, place: path, text: text.trim() }))
    },
  )
}
