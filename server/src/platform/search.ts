import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** The SQL condition that every word of a search stands in one of some text columns, whatever the case. */
export function searched(search: string, columns: readonly string[]): RawBuilder<SqlBool> {
  const text = sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(column)}::text, '')`),
    sql` || ' ' || `,
  )
  const words = search
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 10)
  if (words.length === 0) return sql<SqlBool>`true`
  const pattern = (word: string) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`(${sql.join(
    words.map((word) => sql`${text} ilike ${pattern(word)}`),
    sql` and `,
  )})`
}
