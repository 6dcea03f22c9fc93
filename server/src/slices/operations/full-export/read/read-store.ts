import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/schema/schema.ts'
import type { TableShape } from '../catalogue-store.ts'
import type { Table } from '../tables/listed.ts'

/** a row of one of these, and the database is somebody's */
const marks = ['managers', 'locations', 'stations', 'orders', 'drivers'] as const satisfies readonly Table[]

/** Whether a network lives in the database already. */
export async function isInUse(tx: Tx): Promise<boolean> {
  const any = marks.map((table) => sql`exists (select from ${sql.table(table as string)})`)
  const { rows } = await sql<{ used: boolean }>`select ${sql.join(any, sql` or `)} as used`.execute(tx)
  return first(rows).used
}

/** Lets a transaction take its time. */
export async function takeTime(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
}

interface Reference {
  table: string
  name: string
  definition: string
}

/**
 * Takes off what would act on rows while they are read: references, which are checked when they are put on again, and triggers, whose
 * work the rows hold already. Whoever rolls back has them again.
 */
export async function loosen(tx: Tx): Promise<() => Promise<void>> {
  const { rows: references } = await sql<Reference>`
    select c.conrelid::regclass::text as "table", c.conname::text as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    where c.contype = 'f' and c.conparentid = 0 and c.connamespace = 'public'::regnamespace order by 1, 2`.execute(
    tx,
  )
  const { rows: triggers } = await sql<{ table: string }>`
    select distinct t.tgrelid::regclass::text as "table" from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and not c.relispartition`.execute(tx)
  for (const { table, name } of references)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx)
  for (const { table } of triggers)
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
  return async () => {
    for (const { table, name, definition } of references)
      await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
        tx,
      )
    for (const { table } of triggers)
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
  }
}

/** Removes what the migrations have put into a table. */
export async function empty(tx: Tx, table: Table): Promise<void> {
  await sql`delete from ${sql.table(table)}`.execute(tx)
}

/** Inserts rows as they were written, each a JSON object; columns that they lack get what they get by default. */
export async function insertLines(
  tx: Tx,
  {
    table,
    shape,
    columns,
    lines,
  }: { table: Table; shape: TableShape; columns: ReadonlySet<string>; lines: readonly string[] },
): Promise<number> {
  const given = shape.columns.filter(({ name, computed }) => columns.has(name) && !computed)
  // what never leaves, and must not be empty, gets something that opens nothing
  const missing = shape.columns.filter(
    ({ name, nullable, filled, computed }) => !columns.has(name) && !nullable && !filled && !computed,
  )
  const names = [...given, ...missing].map(({ name }) => sql.ref(name))
  const values = [
    ...given.map(({ name }) => sql.ref(`r.${name}`)),
    ...missing.map(() => sql`'left out: ' || md5(random()::text)`),
  ]
  const { numAffectedRows } =
    await sql`insert into ${sql.table(table)} (${sql.join(names)}) overriding system value
    select ${sql.join(values)} from json_populate_recordset(null::${sql.table(table)}, ${`[${lines.join(',')}]`}::json) r`.execute(
      tx,
    )
  return Number(numAffectedRows ?? 0)
}

/** Lets sequences go on after the numbers that were given. */
export async function setSequences(tx: Tx, sequences: Readonly<Record<string, number>>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select sequencename::text as name from pg_sequences where schemaname = 'public'`.execute(tx)
  for (const { name } of rows) {
    const last = sequences[name]
    if (last !== undefined) await sql`select setval(${`public.${name}`}::regclass, ${last})`.execute(tx)
  }
}
