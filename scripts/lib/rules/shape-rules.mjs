import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lineAt, readable } from '../reading/source-text.mjs'

/** More parameters than these belong together in an object. */
const mostParameters = 5
/** A longer function has parts that have names. */
export const mostFunctionLines = 60

/** The lines of a file at which a function begins that has more than five parameters. */
export const crowdedFunctions = ({ path, source }) =>
  readable(source, path)
    .functions.filter(({ parameters }) => parameters > mostParameters)
    .map(({ offset }) => lineAt(source, offset))

/** The functions of a file with more than 60 lines, each as { line, name }: the line at which it begins, and what is named there. */
export const longFunctions = ({ path, source }) =>
  readable(source, path)
    .functions.filter(({ offset, end }) => source.slice(offset, end).split('\n').length > mostFunctionLines)
    .map(({ offset }) => {
      const line = lineAt(source, offset)
      const [, name = ''] = /(?:function\*?|const)\s+(\w+)/.exec(source.split('\n')[line - 1]) ?? []
      return { line, name }
    })

/** The default import of a CSS module. */
const sheetImports = /^import (\w+) from '(\.[^']+\.module\.css)'$/gm
/** A name of an import, read where an assertion ends. */
const importedName = /\b(\w+)\.(\w+)!$/

/** The CSS modules that a file imports: what it calls them, and whether the sheet in the folder has a class. */
function sheetsOf({ path, source }, folder) {
  const sheets = new Map()
  for (const [, name, sheet] of source.matchAll(sheetImports)) {
    const file = join(folder, dirname(path), sheet)
    const css = existsSync(file) ? readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '') : ''
    sheets.set(name, (cssClass) => new RegExp(`\\.${cssClass}(?![\\w-])`).test(css))
  }
  return sheets
}

/**
 * The lines of a file with a `!` (the value is there) that no comment on the line, or ending on the one before, gives a reason for.
 * A class of a CSS module needs no comment where the sheet in the folder has it.
 */
export function bareAssertions({ path, source }, folder = '.') {
  const { assertions, comments } = readable(source, path)
  if (assertions.length === 0) return []
  const sheets = sheetsOf({ path, source }, folder)
  const isClass = (end) => {
    const [, sheet, cssClass] = importedName.exec(source.slice(0, end)) ?? []
    return sheets.get(sheet)?.(cssClass) ?? false
  }
  const reasons = new Set(comments.map((one) => lineAt(source, one.offset + one.source.length)))
  return assertions
    .filter((end) => !isClass(end))
    .map((end) => lineAt(source, end))
    .filter((line) => !reasons.has(line) && !reasons.has(line - 1))
}
