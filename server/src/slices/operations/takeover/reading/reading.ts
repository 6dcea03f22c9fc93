import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { unguard } from '@stationmaster/contract'
import { parse } from 'csv-parse'
import type { Row, Source, SourceTable, Staged } from '../sources/source.ts'
import { type OpenedDatabase, openAddress } from './address-store.ts'
import { documentOf } from './json-lines.ts'
import { LineTooLong, linesOf } from './lines.ts'
import { DumpFault, rowsOfDump } from './sql-dump.ts'
import type { Json } from './values.ts'

/** Where what is read goes. */
export interface Sink {
  keep(rows: Staged[], read: number): Promise<void>
  /** a line that cannot be read */
  fault(row: string): void
}

const atOnce = 1000

/** Passes rows on, many at a time, with the columns that count. */
class Funnel {
  read = 0
  private waiting: Staged[] = []
  private counted = 0

  constructor(private readonly sink: Sink) {}

  async add(table: SourceTable, row: Readonly<Record<string, Json>>): Promise<void> {
    if (table.only && row[table.only[0]] !== table.only[1]) return
    const body: Record<string, Json> = {}
    for (const column of table.columns) {
      const value = row[column]
      if (value !== undefined && value !== null) body[column] = value
    }
    this.waiting.push(...table.stage(body as Row))
    this.read += 1
    this.counted += 1
    if (this.waiting.length >= atOnce) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.counted === 0) return
    const [rows, read] = [this.waiting, this.counted]
    this.waiting = []
    this.counted = 0
    await this.sink.keep(rows, read)
  }
}

export interface SourceFile {
  name: string
  body: Readable
}

/** Reads a file of another system as it comes; resolves with how many rows of its tables it has. */
export async function readSourceFile(source: Source, file: SourceFile, sink: Sink): Promise<number> {
  const funnel = new Funnel(sink)
  const name = file.name.toLowerCase().replace(/\.gz$/, '')
  const body = file.name.toLowerCase().endsWith('.gz') ? file.body.pipe(createGunzip()) : file.body
  try {
    if (name.endsWith('.csv')) await readCsv(source, { name, body }, funnel, sink)
    else if (source.files === 'json') await readJson(source, { name, body }, funnel, sink)
    else if (source.files !== 'csv') await readDump(source, body, funnel)
  } catch (error) {
    if (!(error instanceof DumpFault || error instanceof LineTooLong)) throw error
    sink.fault(`${file.name} ${error.message}`.trim())
  }
  await funnel.flush()
  // what nobody reads would keep the connection of the one who sends it
  file.body.resume()
  return funnel.read
}

async function readDump(source: Source, body: Readable, funnel: Funnel): Promise<void> {
  const tables = new Map(source.tables.map((table) => [table.name, table]))
  for await (const { table, row } of rowsOfDump(linesOf(body))) {
    const known = tables.get(table)
    if (known) await funnel.add(known, row)
  }
}

/** The table that a file is called after: chargingstations.json, Transactions.csv. */
const tableOf = (source: Source, name: string): SourceTable | undefined => {
  const words = name.replace(/\.(?:json|jsonl|ndjson|csv)$/, '').split(/[^a-z0-9_]/)
  return source.tables.find((table) => words.includes(table.name.toLowerCase()))
}

async function readJson(
  source: Source,
  { name, body }: SourceFile,
  funnel: Funnel,
  sink: Sink,
): Promise<void> {
  const table = tableOf(source, name)
  if (!table) return
  let number = 0
  for await (const line of linesOf(body)) {
    number += 1
    if (line.trim() === '') continue
    const document = documentOf(line)
    if (document) await funnel.add(table, document)
    else sink.fault(`${name} line ${number}`)
  }
}

async function readCsv(
  source: Source,
  { name, body }: SourceFile,
  funnel: Funnel,
  sink: Sink,
): Promise<void> {
  const parser = body.pipe(
    parse({ bom: true, delimiter: [',', ';', '\t'], relax_column_count: true, skip_empty_lines: true }),
  )
  let header: string[] | null = null
  let table: SourceTable | undefined
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (!header) {
        header = cells.map((cell) => cell.trim())
        table = tableOf(source, name) ?? tableWith(source, header)
        if (!table) return
        continue
      }
      const row: Record<string, Json> = {}
      for (const [index, column] of header.entries()) {
        const cell = unguard(cells[index] ?? '')
        row[column] = cell === '' ? null : cell
      }
      if (table) await funnel.add(table, row)
    }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || !String(error.code).startsWith('CSV_')) throw error
    sink.fault(name)
  }
}

/** The one table that has all columns of a header. */
const tableWith = (source: Source, header: readonly string[]): SourceTable | undefined =>
  source.files === 'csv'
    ? source.tables.find(({ columns }) => header.every((name) => columns.includes(name)))
    : undefined

/** The address of another system's database; undefined: it is none. */
export function addressOf(source: Source, text: string): URL | undefined {
  const address = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
  return address && source.protocols?.includes(address.protocol) && address.pathname.length > 1
    ? address
    : undefined
}

/** Opens a database, and gives what reads its tables. Throws what its driver throws, which may name the address: nobody may log it. */
export async function openSource(source: Source, address: URL): Promise<(sink: Sink) => Promise<number>> {
  const database = await openAddress(address)
  return async (sink) => {
    try {
      return await readTables(source, database, sink)
    } finally {
      await database.close().catch(() => undefined)
    }
  }
}

const pageRows = 5000

async function readTables(source: Source, database: OpenedDatabase, sink: Sink): Promise<number> {
  const funnel = new Funnel(sink)
  for (const table of source.tables) {
    const there = await database.columnsOf(table.name)
    const columns = table.columns.filter((column) => there.includes(column))
    if (!columns.includes(table.by)) continue
    for (let from: Json = null; ; ) {
      const rows = await database.rows({ table, columns, from, limit: pageRows })
      // a page begins with the last row of the one before, which is kept once
      for (const row of rows) await funnel.add(table, row)
      const last = rows.at(-1)?.[table.by] ?? null
      if (rows.length < pageRows || last === null || last === from) break
      from = last
    }
    await funnel.flush()
  }
  return funnel.read
}
