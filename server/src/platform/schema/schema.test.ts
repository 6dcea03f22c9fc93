import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../general/testing.ts'

interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  filled: 'always' | 'by default' | 'never'
  /** the texts that a constraint allows */
  words: string[]
}

/** What the driver makes of a type; JSON is as `column-types.ts` says. */
const readAs: Record<string, string> = {
  bigint: 'number',
  'bigint[]': 'number[]',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  'integer[]': 'number[]',
  json: 'unknown',
  jsonb: 'unknown',
  numeric: 'number',
  real: 'number',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
}

/** The columns that `column-types.ts` knows more of than SQL. */
const named = new Set(
  [...readFileSync(new URL('column-types.ts', import.meta.url), 'utf8').matchAll(/^ {2}'(\w+\.\w+)':/gm)].map(
    ([, name]) => name!,
  ),
)

async function readColumns(): Promise<Column[]> {
  const database = await openTestDatabase()
  const { rows } = await sql<Omit<Column, 'words'> & { allowed: string | null }>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
      case when a.attidentity = 'a' or a.attgenerated <> '' then 'always'
        when a.attidentity = 'd' or a.atthasdef then 'by default' else 'never' end as filled,
      (select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) like '%ANY (ARRAY[%' limit 1) as allowed
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped
    order by c.relname collate "C", a.attnum`.execute(database.db)
  await database.close()
  return rows.map(({ allowed, ...column }) => ({
    ...column,
    words: [...(allowed ?? '').matchAll(/'(\w[^']*)'::text/g)].map(([, word]) => word!),
  }))
}

function typeOf({ table, name, type, nullable, filled, words }: Column): string {
  const known = `${table}.${name}`
  const read = named.delete(known)
    ? `ColumnTypes['${known}']`
    : words.length > 0
      ? words.map((word) => `'${word}'`).join(' | ')
      : readAs[type]
  if (!read) throw new Error(`Nobody knows how ${known}, of type ${type}, is read.`)
  if (filled === 'always') return `GeneratedAlways<${read}>`
  const json = type.startsWith('json') ? 'Json' : ''
  if (nullable) return `Maybe${json}<${read}>`
  if (filled === 'by default') return json ? `JsonWithDefault<${read}>` : `Generated<${read}>`
  return json ? `Json<${read}>` : read
}

test('the types of the tables are those that the migrations make (npm run schema writes them)', async () => {
  const columns = await readColumns()
  const tables = [...new Set(columns.map(({ table }) => table))].map((table) => {
    const own = columns.filter((column) => column.table === table)
    return `  ${table}: {\n${own.map((column) => `    ${column.name}: ${typeOf(column)}\n`).join('')}  }\n`
  })
  const text = `// Written by npm run schema out of the migrations.
import type { Generated, GeneratedAlways } from 'kysely'
import type { ColumnTypes, Json, JsonWithDefault, Maybe, MaybeJson } from './column-types.ts'

/** The database's tables, columns named as in SQL. */
export interface Schema {
${tables.join('')}}
`
  await expect(text).toMatchFileSnapshot('schema.gen.ts')
  expect(named, 'columns of column-types.ts that are not there').toEqual(new Set())
})
