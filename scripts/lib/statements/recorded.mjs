import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { at } from '../root.mjs'

/** Where a run of the tests records its statements, until the next. */
export const recordFolder = at('statements')

/** By what a template is found again, in a source and in a record: its fixed parts, whatever its indentation. */
export const keyOf = (parts) => parts.map((part) => part.replaceAll(/\s+/g, ' ')).join('\0')

/** What all processes of a run have recorded in a folder: of each template, by its key, the distinct texts of its statements. */
export function readStatements(folder) {
  const statements = new Map()
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (line === '') continue
      const { parts, text } = JSON.parse(line)
      const texts = statements.get(keyOf(parts)) ?? new Set()
      statements.set(keyOf(parts), texts.add(text))
    }
  }
  return statements
}
