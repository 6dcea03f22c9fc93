import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles, readFiles } from '../reading/sources.mjs'

/**
 * What a document can name: the repository's files and folders, the words of its code and what it quotes, the tables and columns
 * that the migrations leave, the calls and addresses, the commands and packages of the manifests. `texts` are the sources without comments.
 */
export function knownNames(folder, texts) {
  const files = listFiles(folder)
  const manifests = files
    .filter((path) => /^([\w-]+\/)?package\.json$/.test(path))
    .map((path) => readJson(folder, path))
  const tables = tablesOf(readFiles(folder, (path) => /^server\/migrations\/.*\.sql$/.test(path)))
  return {
    files,
    folders: foldersOf(files),
    words: new Set([
      ...texts.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []),
      ...[...tables].flatMap(([table, columns]) => [table, ...columns]),
    ]),
    quoted: new Set(texts.flatMap((text) => text.match(/(?<=['"`])[a-z_]+(?:\.[a-z_]+)+(?=['"`])/g) ?? [])),
    tables,
    calls: callsOf(texts),
    texts,
    commands: new Set(manifests.flatMap(({ scripts }) => Object.keys(scripts ?? {}))),
    packages: new Set(manifests.flatMap(packagesOf)),
  }
}

const readJson = (folder, path) =>
  existsSync(join(folder, path)) ? JSON.parse(readFileSync(join(folder, path), 'utf8')) : {}

/** Each folder under each name that ends it: server/src/slices, src/slices, slices. */
function foldersOf(files) {
  const folders = new Set()
  for (const path of files) {
    const parts = path.split('/').slice(0, -1)
    for (let to = 1; to <= parts.length; to++) {
      for (let from = 0; from < to; from++) folders.add(parts.slice(from, to).join('/'))
    }
  }
  return folders
}

/** Tables with the words of their statements, which hold all their columns, but for what a later migration took away. */
function tablesOf(migrations) {
  const tables = new Map()
  const statements = migrations.flatMap(({ source }) => source.replace(/--.*$/gm, '').split(';'))
  for (const statement of statements) {
    const table = /^\s*(?:create table|alter table)\s+(?:if (?:not )?exists\s+)?(\w+)/i.exec(statement)?.[1]
    const dropped = /^\s*drop table\s+(?:if exists\s+)?(\w+)/i.exec(statement)?.[1]
    if (dropped) tables.delete(dropped)
    if (!table) continue
    const columns = tables.get(table) ?? new Set()
    for (const word of statement.match(/\b[a-z_]\w*/g) ?? []) columns.add(word)
    for (const [, gone] of statement.matchAll(/\b(?:drop|rename) column (?:if exists )?(\w+)/gi))
      columns.delete(gone)
    const renamed = /\brename to (\w+)/i.exec(statement)?.[1]
    if (renamed) tables.delete(table)
    tables.set(renamed ?? table, columns)
  }
  return tables
}

/** The described calls as "GET orders/{}/details"; a path may begin with the file's `path`. */
const callsOf = (texts) =>
  new Set(
    texts.flatMap((text) => {
      const [, base = ''] = /^const path = '([^']+)'/m.exec(text) ?? []
      return [...text.matchAll(/\bmethod: '([A-Z]+)',\s*path(?:: ['`]([^'`]+))?/g)].map(
        ([, method, path = base]) =>
          `${method} ${path.replace(/^\$\{path\}/, base).replace(/\{\w*\}/g, '{}')}`,
      )
    }),
  )

const packagesOf = ({ dependencies, devDependencies }) =>
  Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !name.startsWith('@stationmaster/') && !name.startsWith('@types/'),
  )
