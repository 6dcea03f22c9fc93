import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDistricts, sliceOf, slicesFolder } from '../reading/districts.mjs'
import { lineAt, readable } from '../reading/source-text.mjs'
import { isCode, isTest, readFiles } from '../reading/sources.mjs'

/** Modules of the platform that are stores by their nature; what else speaks SQL is named store.ts or *-store.ts. */
const platformStores = new Set(
  [
    ...['database/migrating/migrate', 'database/transaction', 'files/files', 'general/audit'],
    ...['secrets/secret-fingerprint', 'statements/bulk', 'statements/partitions'],
    ...['statements/remove-before', 'statements/search'],
  ].map((name) => `server/src/platform/${name}.ts`),
)

/**
 * Statements of Kysely and what they are put together from, under its own name or another one, and the statements of
 * platform/statements/bulk.ts and remove-before.ts.
 */
const sqlPattern =
  /\bsql(?:<[^`;]*?>)?`|\bsql\.(?:raw|ref|table|id|lit|val|join)\b|\bsql as \w|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(|\b(?:insertRows|insertParts|updateParts|removeBefore)\(/g

/** What stands where a table is named: in the text of a statement, or as the argument of a builder. */
const tablePattern =
  /(?:\b(?:(?:delete )?from|join|into|update|using|only|lateral)\s+|(?<=\bfrom\s+\w+(?:\s+(?:as\s+)?\w+)?\s*),\s*|(?:selectFrom|insertInto|updateTable|deleteFrom|[jJ]oin|table|insertRows|insertParts|updateParts|removeBefore|serial_sequence)\(\s*(?:\w+,\s*)?')([a-z_]+)\b/gi

const isStore = (path) => /(^|[/-])store\.ts$/.test(path) || platformStores.has(path)

/**
 * Tests look into any table, and bench and browser stories lay out whole networks: they are no part of the server, and these
 * rules are not for them.
 */
const isServer = (path) => path.startsWith('server/src/') && isCode(path) && !isTest(path)

/** Where the server speaks SQL outside of a store, and where a store names a stranger's table; one line for each place. */
export function strayTables(folder) {
  const { owners, broken } = readOwners(folder)
  for (const { path, source } of readFiles(folder, isServer)) {
    const { code, text } = readable(source, path)
    if (!isStore(path)) {
      for (const match of code.matchAll(sqlPattern))
        broken.push(`${path}:${lineAt(code, match.index)}: SQL stands in store.ts or *-store.ts only`)
      continue
    }
    for (const match of text.matchAll(tablePattern)) {
      const writes = /^(?:delete|into|update|insert|remove)/i.test(match[0])
      const reason = strangerReason(
        sliceOf(path)?.slice ?? 'platform',
        owners.get(match[1].toLowerCase()),
        writes,
      )
      if (reason) broken.push(`${path}:${lineAt(text, match.index)}: ${match[1]}: ${reason}`)
    }
  }
  return broken
}

/** Why a slice must not name a table or view; undefined: it may, or it is neither. */
function strangerReason(slice, named, writes) {
  if (named?.view && writes) return 'a view is there to be read'
  if (!named || named.owner === slice) return undefined
  if (!named.view) return `a table of ${named.owner}: read it by a function of its store, or by a view`
  if (named.rank <= named.rankOf(slice) || named.leftReaders.includes(slice)) return undefined
  return `a view of ${named.owner}, which stands to the right of ${slice} in order.json`
}

/**
 * Who owns which table and view, from tables.json, which is held against the migrations: a table without an owner, an owner
 * without a table, and a view over somebody else's table break the rule too.
 */
function readOwners(folder) {
  const path = `${slicesFolder}/tables.json`
  if (!existsSync(join(folder, path))) return { owners: new Map(), broken: [`${path}: is not there`] }
  const listed = JSON.parse(readFileSync(join(folder, path), 'utf8'))
  const order = ['platform', ...readDistricts(folder).order]
  const rankOf = (slice) => order.indexOf(slice)
  const owners = new Map()
  for (const [owner, { tables, views = {} }] of Object.entries(listed)) {
    const own = { owner, rank: rankOf(owner), rankOf }
    for (const name of tables) owners.set(name, { ...own, view: false })
    for (const [name, leftReaders] of Object.entries(views))
      owners.set(name, { ...own, view: true, leftReaders })
  }
  const broken = Object.keys(listed)
    .filter((owner) => !order.includes(owner))
    .map((owner) => `${path}: there is no slice "${owner}"`)
  const made = madeByMigrations(folder)
  for (const [name, { migration }] of made)
    if (!owners.has(name)) broken.push(`${migration}: ${name} has no owner in ${path}`)
  for (const [name, { owner, view }] of owners) {
    const found = made.get(name)
    if (!found || found.view !== view) {
      broken.push(`${path}: there is no ${view ? 'view' : 'table'} "${name}"`)
      continue
    }
    for (const [, table] of (found.definition ?? '').matchAll(tablePattern))
      if (owners.has(table) && owners.get(table).owner !== owner)
        broken.push(`${found.migration}: ${name} of ${owner} shows ${table} of ${owners.get(table).owner}`)
  }
  return { owners, broken }
}

/** The tables and views that all migrations together leave behind; a partition belongs to its table. */
function madeByMigrations(folder) {
  const made = new Map()
  const files = readFiles(folder, (path) => /^server\/migrations\/.*\.sql$/.test(path))
  for (const { path: migration, source } of files.sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const text = source.replaceAll(/--.*$/gm, '')
    const statements =
      /\bcreate table (?:if not exists )?(\w+)\s*\(|\bcreate (?:or replace )?view (\w+) as\b([^;]*)|\bdrop (?:table|view) (?:if exists )?(\w+)|\balter table (\w+) rename to (\w+)/gi
    for (const [, table, view, definition, dropped, old, renamed] of text.matchAll(statements)) {
      if (table) made.set(table, { migration, view: false })
      if (view) made.set(view, { migration, view: true, definition })
      if (dropped) made.delete(dropped)
      if (old) made.delete(old)
      if (renamed) made.set(renamed, { migration, view: false })
    }
  }
  return made
}
