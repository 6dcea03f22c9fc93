import { lineAt, readable } from './source-text.mjs'
import { isCode, isTest, readFiles } from './sources.mjs'

/** Modules of the platform that are stores by their nature; what else speaks SQL is named store.ts or *-store.ts. */
const platformStores = new Set(
  ['audit', 'bulk', 'files', 'migrate', 'partitions', 'search', 'secret-fingerprint', 'transaction'].map(
    (name) => `server/src/platform/${name}.ts`,
  ),
)

/** Statements of Kysely and what they are put together from, and the statements of platform/bulk.ts. */
const sqlPattern =
  /\bsql(?:<[^`;]*?>)?`|\bsql\.(?:raw|ref|table|id|lit|val|join)\b|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(|\b(?:insertRows|insertParts|updateParts)\(/g

const isStore = (path) => /(^|[/-])store\.ts$/.test(path) || platformStores.has(path)

/**
 * Where the server speaks SQL outside of a store; one line for each place. Tests look into any table, and bench and browser
 * stories lay out whole networks: they are no part of the server.
 */
export function sqlOutsideStores(folder) {
  const broken = []
  for (const { path, source } of readFiles(folder, isServer)) {
    if (isStore(path)) continue
    const { code } = readable(source)
    for (const match of code.matchAll(sqlPattern))
      broken.push(`${path}:${lineAt(code, match.index)}: SQL stands in store.ts or *-store.ts only`)
  }
  return broken
}

const isServer = (path) => path.startsWith('server/src/') && isCode(path) && !isTest(path)
