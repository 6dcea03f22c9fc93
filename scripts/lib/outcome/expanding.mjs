import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { releasesOf } from './releases.mjs'

const migrations = 'server/migrations'

/** Migrations that no released server can bear: whoever updates past them stops all servers first. Each with the reason. */
const bearable = {}

/** what stands in the first line of a migration that does more than add */
const worksFrom = /^-- works from (\d+\.\d+\.\d+): (\S.{19,})$/m

/**
 * What of the migrations since the first release keeps servers of an older version from working, a line each. A migration adds, and then
 * every older server works on; or its first line names the released version from which on servers can bear it, and says why.
 */
export function contractingMigrations(root, excepted = bearable) {
  const releases = releasesOf(root)
  const [first] = releases
  const names = readdirSync(join(root, migrations))
    .filter((name) => name.endsWith('.sql') && first && !(name in first.migrations))
    .sort()
  return names
    .filter((name) => !(name in excepted))
    .flatMap((name) => {
      const source = readFileSync(join(root, migrations, name), 'utf8')
      const [line = ''] = source.split('\n')
      if (!line.startsWith('-- works from'))
        return contractionsIn(source).map(
          (statement) =>
            `${migrations}/${name}: "${statement}" may stop servers of an older version: add now and take away in a later version, or begin the file with "-- works from VERSION: why they can bear it"`,
        )
      const [, version] = worksFrom.exec(line) ?? []
      return releases.some((release) => release.version === version)
        ? []
        : [`${migrations}/${name}: "${line}" names no released version, or no reason`]
    })
}

/** The statements of a migration that do more than add something that an older server does not know of, shortened. */
export function contractionsIn(source) {
  const statements = statementsIn(source)
  const made = new Set(
    statements.flatMap((one) => /^create table (?:if not exists )?(\w+)/.exec(one)?.slice(1) ?? []),
  )
  const columns = new Set(
    statements.flatMap((one) =>
      [...one.matchAll(/\badd column (?:if not exists )?(\w+)/g)].map((at) => at[1]),
    ),
  )
  return statements.filter((one) => !adds(one, { made, columns })).map((one) => one.slice(0, 80))
}

/** Statements in small letters, without comments, line breaks and what is quoted. */
function statementsIn(source) {
  const bare = source
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
  return bare
    .split(';')
    .map((one) => one.trim().replace(/\s+/g, ' ').toLowerCase())
    .filter((one) => one !== '')
}

/** What adds whatever it names. */
const adding = [
  /^create table\b/,
  /^create (?:index|sequence|type|view|function|extension)\b/,
  /^(?:comment on|analyze|alter index)\b/,
]

/** What adds where the table is made in the same file: no older server knows of it. */
const ofNewTable = [
  /^create unique index (?:\w+ )?on (\w+)/,
  /^create (?:or replace )?trigger \w+ .*? on (\w+)/,
  /^insert into (\w+)/,
  /^update (\w+)/,
  /^delete from (\w+)/,
  /^alter table (?:only )?(\w+)/,
]

function adds(statement, { made, columns }) {
  if (adding.some((pattern) => pattern.test(statement))) return true
  if (ofNewTable.some((pattern) => made.has(pattern.exec(statement)?.[1]))) return true
  const actions = /^alter table (?:only )?\w+ (.*)$/.exec(statement)?.[1]
  if (actions) return parts(actions).every(addsColumn)
  const set = /^update \w+(?: \w+)? set (.*)$/.exec(statement)?.[1]
  return set !== undefined && parts(set).every((one) => columns.has(/^(\w+) =/.exec(one)?.[1]))
}

/** What stands between the commas of a list, those in brackets left alone. */
function parts(list) {
  const found = ['']
  let depth = 0
  for (const sign of list) {
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (sign === ',' && depth === 0) found.push('')
    else found[found.length - 1] += sign
  }
  return found.map((one) => one.trim())
}

/** A column that an older server's rows may lack: empty, or with a value by itself; and never the only one of its value. */
const addsColumn = (action) =>
  /^add column\b/.test(action) &&
  !/\b(?:unique|primary key)\b/.test(action) &&
  (!/\bnot null\b/.test(action) || /\b(?:default|generated)\b/.test(action))
