import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import type { TableShape } from '../catalogue-store.ts'
import type { Scope } from '../scope.ts'
import type { Belonging, Table, Written } from '../tables/listed.ts'
import { writtenTables } from '../tables/tables.ts'

/** What a part holds of a table. */
export interface Wanted {
  table: Table
  shape: TableShape
  listing: Written
  scope: Scope
  /** columns that the rows have */
  columns: readonly string[]
  /** columns that leave sealed; none: they stay */
  sealed: readonly string[]
  /** stands in each row that holds money */
  currency: string | null
  /** only entries of the ledger up to this */
  throughEntry: number
  /** rows after this key */
  after: readonly unknown[] | null
  /** rows of this time */
  within: { from: Date; to: Date } | null
  rowsMost: number
}

export interface Line {
  /** the row as JSON */
  line: string
  /** what is to be sealed, as JSON */
  secrets: string | null
}

const batchBytes = 2_000_000
const firstBatch = 200
const batchMost = 5000

/** Reads a part's rows, some thousand at a time, within a transaction that nobody else uses meanwhile. */
export async function* readRows(tx: Tx, wanted: Wanted): AsyncGenerator<Line[]> {
  await statementOf(wanted).execute(tx)
  for (let size = firstBatch; ; ) {
    const { rows } = await tx.executeQuery<Line>(
      CompiledQuery.raw(`fetch forward ${Math.max(1, Math.min(batchMost, size))} from full_export_rows`),
    )
    if (rows.length === 0) break
    yield rows
    const bytes = rows.reduce((sum, { line, secrets }) => sum + line.length + (secrets?.length ?? 0), 0)
    size = Math.floor((batchBytes * rows.length) / bytes)
  }
  await sql`close full_export_rows`.execute(tx)
}

function statementOf(wanted: Wanted): RawBuilder<unknown> {
  const { table, shape, columns, sealed, currency } = wanted
  const typeOf = new Map(shape.columns.map(({ name, type }) => [name, type]))
  const values = columns.map((name) => sql`${writtenAs(name, typeOf.get(name))} as ${sql.ref(name)}`)
  if (currency) values.push(sql`${currency}::text as currency`)
  const secrets = sealed.map((name) => sql`${sql.lit(name)}, ${sql.ref(`t.${name}`)}`)
  const order = wanted.listing.order ?? shape.key
  return sql`declare full_export_rows no scroll cursor for
    select (select to_json(r)::text from (select ${sql.join(values)}) r) as line,
      ${secrets.length > 0 ? sql`json_build_object(${sql.join(secrets)})::text` : sql`null::text`} as secrets
    from ${sql.table(table)} t
    where ${sql.join(conditionsOf(wanted, typeOf), sql` and `)}
    order by ${sql.join(order.map((name) => sql.ref(`t.${name}`)))}
    ${wanted.within ? sql`` : sql`limit ${wanted.rowsMost}`}`
}

/** Instants in UTC, to the microsecond as they are kept. */
const writtenAs = (name: string, type: string | undefined): RawBuilder<unknown> =>
  type === 'timestamp with time zone'
    ? sql`to_char(${sql.ref(`t.${name}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql`${sql.ref(`t.${name}`)}`

function conditionsOf(wanted: Wanted, typeOf: ReadonlyMap<string, string>): RawBuilder<unknown>[] {
  const { table, listing, shape, scope, after, within } = wanted
  const conditions = [sql`true`]
  if (scope) conditions.push(ownedBy(scope, table, 't'))
  if (listing.entry) conditions.push(sql`${sql.ref(`t.${listing.entry}`)} <= ${wanted.throughEntry}`)
  if (within) conditions.push(sql`t.at >= ${within.from} and t.at < ${within.to}`)
  if (after) {
    const names = sql.join(shape.key.map((name) => sql.ref(`t.${name}`)))
    const values = shape.key.map((name, at) => sql`${after[at]}::${sql.raw(typeOf.get(name) ?? 'text')}`)
    conditions.push(sql`(${names}) > (${sql.join(values)})`)
  }
  return conditions
}

/** Whether a row of a table, under an alias, belongs to a scope. */
function ownedBy(scope: NonNullable<Scope>, table: Table, alias: string): RawBuilder<unknown> {
  const ways = writtenTables.get(table)?.own ?? []
  if (ways.length === 0) return sql`false`
  return sql`(${sql.join(
    ways.map((way) => ownedSo(scope, way, alias)),
    sql` or `,
  )})`
}

const through: Partial<Record<string, readonly [string, Table]>> = {
  station: ['station_id', 'stations'],
  connector: ['connector_id', 'connectors'],
  order: ['order_id', 'orders'],
}

function ownedSo(scope: NonNullable<Scope>, way: Belonging, alias: string): RawBuilder<unknown> {
  if (way === 'self' || way === 'location') {
    const column = way === 'self' ? 'id' : 'location_id'
    return sql`${sql.ref(`${alias}.${column}`)} = any(${[...scope.locationIds]}::bigint[])`
  }
  if (way === 'owner') return sql`${sql.ref(`${alias}.owner_id`)} = ${scope.ownerId}::bigint`
  const [column, parent] = typeof way === 'string' ? (through[way] ?? [way, 'locations']) : way
  const inner = `${alias}p`
  return sql`exists (select 1 from ${sql.table(parent as string)} as ${sql.ref(inner)}
    where ${sql.ref(`${inner}.id`)} = ${sql.ref(`${alias}.${column}`)} and ${ownedBy(scope, parent as Table, inner)})`
}

/** The first and the last instant of a table's rows; null: it has none. */
export async function timesOf(db: Db, table: Table): Promise<{ from: Date; to: Date } | null> {
  const { rows } =
    await sql`select min(t.at) as "from", max(t.at) as "to" from ${sql.table(table)} t`.execute(db)
  const { from, to } = rows[0] as { from: Date | null; to: Date | null }
  return from && to ? { from, to } : null
}

/** A file by name; its bytes are null once they are in the store. */
export interface KeptFile {
  name: string
  size: number
  bytes: Buffer | null
}

/** files that people uploaded, firmware, and which photos name the files of a location */
const fileTables = ['files', 'firmware_files', 'location_photos'] as const satisfies readonly Table[]

/** Files that an export holds, after one name, in their order. */
export async function listFiles(db: Db, scope: Scope, after: string): Promise<KeptFile[]> {
  const [files, firmware, photos] = fileTables.map((table) => sql.table(table as string))
  const { rows } = await sql<KeptFile>`
    select f.name, f.size::int8 as size, f.bytes from (
      select name, size, bytes from ${files}
      union all select name, size, null from ${firmware} where deleted_at is null and ${scope === null}
    ) f where f.name collate "C" > ${after} and (${scope === null} or exists (
      select from ${photos} p
      where p.location_id = any(${[...(scope?.locationIds ?? [])]}::bigint[]) and strpos(p.sizes::text, f.name) > 0))
    order by f.name collate "C" limit 20`.execute(db)
  return rows
}
