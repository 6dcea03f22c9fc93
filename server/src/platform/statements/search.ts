import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** The SQL condition that every word of a search stands in one of some text columns, whatever the case. */
export function searched(search: string, columns: readonly string[]): RawBuilder<SqlBool> {
  const text = sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(column)}::text, '')`),
    sql` || ' ' || `,
  )
  const words = wordsOf(search)
  if (words.length === 0) return sql<SqlBool>`true`
  return sql<SqlBool>`(${sql.join(
    words.map((word) => sql`${text} ilike ${patternOf(word)}`),
    sql` and `,
  )})`
}

/** The same over one column that holds everything a search looks at in lower case. */
export function searchedIn(search: string, column: string): RawBuilder<SqlBool> {
  const words = wordsOf(search.toLowerCase()).map(asKept)
  if (words.length === 0) return sql<SqlBool>`true`
  return sql<SqlBool>`(${sql.join(
    words.map((word) => sql`${sql.ref(column)} like ${patternOf(word)}`),
    sql` and `,
  )})`
}

const wordsOf = (search: string): string[] =>
  search
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 10)

/** A number as a column holds it, of one as it is painted on a station: #0412. */
const asKept = (word: string): string => word.replace(/^[#№]0*(?=\d)/, '')

const patternOf = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
