import type { Json } from './values.ts'

/** A row of a dump: its table, and its values by columns. */
export interface DumpRow {
  table: string
  row: Record<string, Json>
}

/** A statement of a dump that cannot be read; the line at which it begins. */
export class DumpFault extends Error {
  constructor(readonly line: number) {
    super(`line ${line}`)
  }
}

const insertInto = /^(?:INSERT|REPLACE) (?:IGNORE )?INTO ([`"\w.]{1,200})(?: ?\(([^)]{1,10000})\))? VALUES/i
const createTable = /^\s*CREATE TABLE (?:IF NOT EXISTS )?([`"\w.]{1,200}) \(/i
const copyFrom = /^COPY ([`"\w.]{1,200}) \(([^)]{1,10000})\) FROM stdin;/i
const columnLine = /^\s*[`"]([^`"]{1,200})[`"] /
const bareColumn = /^\s*([a-z_]\w{0,99}) [a-z]/

/** The name of a table without its schema and quotation marks. */
const nameOf = (text: string): string => last(text.replaceAll(/[`"]/g, '').split('.'))
const last = (list: readonly string[]): string => list.at(-1) ?? ''
const columnsOf = (list: string): string[] => list.split(',').map((one) => one.replaceAll(/[`"\s]/g, ''))

/**
 * The rows of a dump of mysqldump (INSERT, with or without columns) or pg_dump in plain SQL (COPY or INSERT), one after the other: no more
 * than a line of it is in memory.
 */
export async function* rowsOfDump(lines: AsyncIterable<string>): AsyncGenerator<DumpRow> {
  const known = new Map<string, string[]>()
  let creating: string[] | null = null
  let copying: { table: string; columns: string[] } | null = null
  let inserting: Inserting | null = null
  let number = 0
  for await (const line of lines) {
    number += 1
    if (copying) {
      if (line === '\\.') copying = null
      else yield { table: copying.table, row: copied(line, copying.columns) }
      continue
    }
    if (inserting) {
      yield* inserting.add(line)
      if (inserting.ended) inserting = null
      continue
    }
    if (creating) {
      const [, column] = columnLine.exec(line) ?? bareColumn.exec(line) ?? []
      if (column !== undefined) creating.push(column)
      if (line.startsWith(')')) creating = null
      continue
    }
    const [, created] = createTable.exec(line) ?? []
    if (created !== undefined) {
      creating = []
      known.set(nameOf(created), creating)
      continue
    }
    const [, copiedTable, copiedColumns] = copyFrom.exec(line) ?? []
    if (copiedTable !== undefined) {
      copying = { table: nameOf(copiedTable), columns: columnsOf(copiedColumns ?? '') }
      continue
    }
    const insert = insertInto.exec(line)
    if (!insert) continue
    const [head, into = '', named] = insert
    const table = nameOf(into)
    const columns = named === undefined ? known.get(table) : columnsOf(named)
    if (!columns) throw new DumpFault(number)
    inserting = new Inserting(table, columns, number)
    yield* inserting.add(line.slice(head.length))
    if (inserting.ended) inserting = null
  }
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
  Z: '\u001a',
}

/** A row of COPY: tabs between the values, `\N` for null. */
function copied(line: string, columns: readonly string[]): Record<string, Json> {
  const cells = line.split('\t')
  const row: Record<string, Json> = {}
  for (const [index, column] of columns.entries()) {
    const cell = cells[index]
    row[column] =
      cell === undefined || cell === '\\N'
        ? null
        : cell.replaceAll(/\\(.)/g, (_all, mark: string) => escapes[mark] ?? mark)
  }
  return row
}

/** The values of an INSERT, which may go over many lines. */
class Inserting {
  ended = false
  private rest = ''

  constructor(
    private readonly table: string,
    private readonly columns: readonly string[],
    private readonly line: number,
  ) {}

  *add(text: string): Generator<DumpRow> {
    this.rest = this.rest === '' ? text : `${this.rest}\n${text}`
    for (;;) {
      const start = this.rest.search(/[^\s,]/)
      if (start === -1) {
        this.rest = ''
        return
      }
      if (this.rest[start] === ';') {
        this.ended = true
        return
      }
      if (this.rest[start] !== '(') throw new DumpFault(this.line)
      const tuple = tupleAt(this.rest, start + 1)
      if (!tuple) return
      this.rest = this.rest.slice(tuple.end)
      const row: Record<string, Json> = {}
      for (const [index, column] of this.columns.entries()) row[column] = tuple.values[index] ?? null
      yield { table: this.table, row }
    }
  }
}

/** The values of a tuple whose first begins at `from`; undefined while its end has not come. */
function tupleAt(text: string, from: number): { values: Json[]; end: number } | undefined {
  const values: Json[] = []
  let at = from
  for (;;) {
    while (text[at] === ' ' || text[at] === '\n') at += 1
    const value =
      text[at] === "'" || /^(?:E|_binary )'/.test(text.slice(at, at + 9))
        ? quotedAt(text, text.indexOf("'", at) + 1)
        : bareAt(text, at)
    if (!value) return undefined
    values.push(value.value)
    at = value.end
    while (text[at] === ' ' || text[at] === '\n') at += 1
    if (text[at] === ')') return { values, end: at + 1 }
    if (text[at] !== ',') return undefined
    at += 1
  }
}

interface Found {
  value: Json
  end: number
}

/** A text up to its quotation mark: `''` and `\'` stand for one. */
function quotedAt(text: string, from: number): Found | undefined {
  let value = ''
  let at = from
  for (;;) {
    const next = text.slice(at).search(/['\\]/)
    if (next === -1) return undefined
    value += text.slice(at, at + next)
    at += next
    const following = text[at + 1]
    if (text[at] === '\\') {
      if (following === undefined) return undefined
      value += escapes[following] ?? following
      at += 2
    } else if (following === "'") {
      value += "'"
      at += 2
    } else if (following === undefined) return undefined
    else return { value, end: at + 1 }
  }
}

/** A number, NULL, a word or hexadecimal digits. */
function bareAt(text: string, from: number): Found | undefined {
  const length = text.slice(from, from + 4096).search(/[,)\s]/)
  if (length === -1) return undefined
  const word = text.slice(from, from + length)
  return { value: word.toUpperCase() === 'NULL' ? null : word, end: from + length }
}
