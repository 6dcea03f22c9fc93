import { at, root } from '../root.mjs'
import { compareAll } from './compare.mjs'
import { describeStatements } from './describe.mjs'
import { readStatements, recordFolder } from './recorded.mjs'
import { readRowTypes } from './row-types.mjs'

/** Templates of which nothing can be said, at most; the number only falls. */
export const uncheckedMost = 6

/** Compares the row types of the server's SQL with what a migrated database at `url` says of the statements of the last record. */
export async function checkStatements(url, folder = recordFolder) {
  const statements = readStatements(folder)
  const templates = readRowTypes(root, at('server/tsconfig.json'))
  const wanted = [...statements.values()].flatMap((texts) => [...texts])
  return compareAll(templates, statements, await describeStatements(url, new Set(wanted)))
}
