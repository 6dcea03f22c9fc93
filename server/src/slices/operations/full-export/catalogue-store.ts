import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'
import type { Table } from './tables/listed.ts'

export interface ColumnShape {
  name: string
  /** as PostgreSQL calls it */
  type: string
  nullable: boolean
  /** computed from other columns */
  computed: boolean
  /** has a value where none is given */
  filled: boolean
}

export interface TableShape {
  columns: ColumnShape[]
  /** the columns of the primary key */
  key: string[]
  /** tables that its rows refer to */
  refersTo: string[]
}

/** Columns, keys and references of all tables, as the database has them. */
export async function readShapes(db: Db): Promise<Map<Table, TableShape>> {
  const { rows } = await sql<{
    table: string
    columns: ColumnShape[]
    key: string[] | null
    refersTo: string[] | null
  }>`
    select c.relname as table,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
          'nullable', not a.attnotnull, 'computed', a.attgenerated <> '',
          'filled', a.atthasdef or a.attidentity <> '') order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select json_agg(a.attname order by array_position(k.conkey, a.attnum))
        from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
        where k.conrelid = c.oid and k.contype = 'p') as key,
      (select json_agg(distinct r.relname) from pg_constraint k join pg_class r on r.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and r.oid <> c.oid) as "refersTo"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname collate "C"`.execute(db)
  return new Map(
    rows.map(({ table, columns, key, refersTo }) => [
      table as Table,
      { columns, key: key ?? [], refersTo: refersTo ?? [] },
    ]),
  )
}

/** The tables whose rows refer to others before those that they refer to: a row that was written refers to none that is not. */
export function childrenFirst(shapes: ReadonlyMap<Table, TableShape>, wanted: Iterable<Table>): Table[] {
  const ordered: Table[] = []
  for (let rest = [...wanted]; rest.length > 0; ) {
    const parents = new Set(rest.flatMap((table) => shapes.get(table)?.refersTo ?? []))
    const free = rest.filter((table) => !parents.has(table))
    const next = free.length > 0 ? free : rest
    ordered.push(...next)
    rest = rest.filter((table) => !next.includes(table))
  }
  return ordered
}

/** The last number that each sequence has given, of those that have given any. */
export async function readSequences(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; last: number | null }>`
    select sequencename::text as name, last_value as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]))
}

/** The number of the last migration that the database has. */
export async function lastMigration(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number | null }>`
    select max(number)::int as number from ${sql.table('migrations')}`.execute(db)
  return first(rows).number ?? 0
}
