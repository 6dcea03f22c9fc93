import type { SourceTable } from '../sources/source.ts'
import type { Json } from './values.ts'

/** A database of another system, opened for reading. */
export interface OpenedDatabase {
  /** the columns of a table; [] where there is no such table */
  columnsOf(table: string): Promise<string[]>
  /** rows in the order of the column that names them, from a value of it on */
  rows(query: RowQuery): Promise<Record<string, Json>[]>
  close(): Promise<void>
}

interface RowQuery {
  table: SourceTable
  columns: readonly string[]
  from: Json
  limit: number
}

const connectMs = 15_000

/**
 * Opens the database at an address. Its drivers are loaded here, when a person asks for it. Nothing but SELECT is sent, and nothing is
 * written there.
 */
export const openAddress = (address: URL): Promise<OpenedDatabase> =>
  address.protocol.startsWith('postgres') ? openPostgres(address) : openMysql(address)

async function openMysql(address: URL): Promise<OpenedDatabase> {
  const { createConnection } = await import('mysql2/promise')
  const socketPath = address.searchParams.get('socket')
  const connection = await createConnection({
    host: address.hostname,
    port: Number(address.port || 3306),
    user: decodeURIComponent(address.username),
    password: decodeURIComponent(address.password),
    database: decodeURIComponent(address.pathname.slice(1)),
    ...(socketPath ? { socketPath } : {}),
    ...(address.searchParams.get('ssl') === 'true' ? { ssl: {} } : {}),
    connectTimeout: connectMs,
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    charset: 'utf8mb4',
  })
  // what a socket that breaks later has to say is said by the query that waits
  connection.on('error', () => undefined)
  await connection.query("set time_zone = '+00:00'")
  return {
    async columnsOf(table) {
      const [found] = await connection.query(
        'select column_name as name from information_schema.columns where table_schema = database() and table_name = ?',
        [table],
      )
      return (found as { name: string }[]).map(({ name }) => name)
    },
    async rows({ table, columns, from, limit }) {
      const wheres = [...(from === null ? [] : ['?? >= ?']), ...(table.only ? ['?? = ?'] : [])]
      const [found] = await connection.query(
        `select ?? from ?? ${wheres.length > 0 ? `where ${wheres.join(' and ')}` : ''} order by ?? limit ?`,
        [
          [...columns],
          table.name,
          ...(from === null ? [] : [table.by, from]),
          ...(table.only ?? []),
          table.by,
          limit,
        ],
      )
      return found as Record<string, Json>[]
    },
    close: () => connection.end(),
  }
}

async function openPostgres(address: URL): Promise<OpenedDatabase> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: address.href,
    connectionTimeoutMillis: connectMs,
    options: '-c timezone=UTC -c default_transaction_read_only=on',
  })
  client.on('error', () => undefined)
  await client.connect()
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
  return {
    async columnsOf(table) {
      const { rows } = await client.query<{ name: string }>(
        'select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = $1',
        [table],
      )
      return rows.map(({ name }) => name)
    },
    async rows({ table, columns, from, limit }) {
      const values: unknown[] = [limit]
      const wheres: string[] = []
      if (from !== null) wheres.push(`${quoted(table.by)} >= $${values.push(from)}`)
      if (table.only) wheres.push(`${quoted(table.only[0])} = $${values.push(table.only[1])}`)
      const where = wheres.length > 0 ? `where ${wheres.join(' and ')}` : ''
      const { rows } = await client.query<{ row: Record<string, Json> }>(
        `select row_to_json(t) as row from (select ${columns.map(quoted).join(', ')} from ${quoted(table.name)} ${where}
         order by ${quoted(table.by)} limit $1) t`,
        values,
      )
      return rows.map(({ row }) => row)
    },
    close: () => client.end(),
  }
}
