import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { type CsvFormat, guardBeginning, type Language, type SheetFormat } from '@stationmaster/contract'
import { localTime } from '@stationmaster/units'
import { type CsvWriting, csvIn } from './csv.ts'

/** What a column holds, in our units: an amount in minor units, energy in Wh, a day as YYYY-MM-DD, a month as YYYY-MM, a ratio as it is. */
export type ColumnKind = 'text' | 'count' | 'ratio' | 'money' | 'energy' | 'day' | 'month' | 'instant'
export type Cell = string | number | Date | null

export interface SheetColumn {
  head: string
  kind: ColumnKind
  /** in characters; default: as wide as its kind needs */
  width?: number
}

/** A table to take home; its rows are read as fast as the file is taken, so its length costs no memory. */
export interface Sheet {
  name: string
  columns: readonly SheetColumn[]
  rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>
  /** in which instants are written */
  timeZone: string
  /** in whose way an XLSX shows days and times; CSV is read by programs, and has them in one for all */
  language: Language
  /** by what it is narrowed, a name and its words: rows above the heads, an empty one after them */
  narrowed?: readonly (readonly [string, string])[]
}

/** Figures have the separators that the spreadsheet is set to. */
const figures = { count: '#,##0', ratio: '#,##0.00', money: '#,##0.00', energy: '#,##0.000' } as const

/** Days and times as the screens write them (writing.ts). */
const dates: Record<Language, Record<'day' | 'month' | 'instant', string>> = {
  en: { day: '[$-809]dd mmm yyyy', month: '[$-809]mmmm yyyy', instant: '[$-809]dd mmm yyyy", "hh:mm' },
  de: { day: '[$-407]dd.mm.yyyy', month: '[$-407]mmmm yyyy', instant: '[$-407]dd.mm.yyyy", "hh:mm' },
  ru: { day: '[$-419]dd.mm.yyyy', month: '[$-419]mmmm yyyy', instant: '[$-419]dd.mm.yyyy", "hh:mm' },
}
const widths: Record<ColumnKind, number> = {
  text: 22,
  count: 10,
  ratio: 12,
  money: 16,
  energy: 14,
  day: 12,
  month: 16,
  instant: 20,
}
/** of sheets, by the format: no more characters, and none of these */
const nameMost = 31
const notInNames = /[\\/?*[\]:]/g

/** The instant that a spreadsheet, which knows no zones, shows as the zone's clock does. */
function wallTime(at: Date, timeZone: string): Date {
  const { year, month, day, hour, minute, second } = localTime(at, timeZone)
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
}

const scales: Partial<Record<ColumnKind, number>> = { money: 100, energy: 1000 }

/** A row of totals has a word where the others have their day or month. */
const daysPatterns: Partial<Record<ColumnKind, RegExp>> = {
  day: /^\d{4}-\d\d-\d\d$/,
  month: /^\d{4}-\d\d$/,
}

function cellOf(kind: ColumnKind, value: Cell, timeZone: string): Cell {
  if (value === null) return null
  if (value instanceof Date) return wallTime(value, timeZone)
  if (typeof value === 'string' && daysPatterns[kind]?.test(value)) return new Date(value)
  return typeof value === 'number' ? value / (scales[kind] ?? 1) : guardBeginning(value)
}

const aboveHeads = (narrowed: readonly (readonly [string, string])[]): string[][] =>
  narrowed.length === 0 ? [] : [...narrowed.map((line) => [...line]), []]

/** A sheet as XLSX: numbers and dates are such, the heads stay in sight, nothing in it is a formula. */
export function xlsxOf({ name, columns, rows, timeZone, language, narrowed = [] }: Sheet): Readable {
  const formats = { ...figures, ...dates[language] }
  const above = aboveHeads(narrowed)
  async function* cells() {
    yield* above.map((line) => line.map(guardBeginning))
    yield columns.map(({ head }) => guardBeginning(head))
    for await (const row of rows) yield columns.map(({ kind }, at) => cellOf(kind, row[at] ?? null, timeZone))
  }
  async function* written() {
    const { writeXlsxStream } = await import('hucre/xlsx')
    yield* writeXlsxStream(cells(), {
      name: name.replaceAll(notInNames, ' ').slice(0, nameMost),
      columns: columns.map(({ kind, width = widths[kind] }) =>
        kind === 'text' ? { width } : { width, numFmt: formats[kind] },
      ),
      freezePane: { rows: above.length + 1 },
    }) as ReadableStream<Uint8Array>
  }
  return Readable.from(written(), { objectMode: false })
}

const dateLengths: Partial<Record<ColumnKind, number>> = { day: 'YYYY-MM-DD'.length, month: 'YYYY-MM'.length }
const decimals: Partial<Record<ColumnKind, number>> = { ratio: 2, money: 2, energy: 3 }

function textOf(kind: ColumnKind, value: Cell, timeZone: string, csv: CsvWriting): string {
  if (value === null) return ''
  const cell = cellOf(kind, value, timeZone)
  if (cell instanceof Date)
    return cell
      .toISOString()
      .slice(0, dateLengths[kind] ?? 'YYYY-MM-DD hh:mm'.length)
      .replace('T', ' ')
  if (typeof cell !== 'number') return String(value)
  return csv.number(cell, decimals[kind] ?? 0)
}

/** How many rows of a CSV file are written at once. */
const csvRows = 500

/** The same sheet as CSV. */
export function csvOf(
  { columns, rows, timeZone, narrowed = [] }: Sheet,
  format: CsvFormat = 'csv',
): Readable {
  const csv = csvIn(format)
  async function* texts() {
    const [first = [], ...others] = [...aboveHeads(narrowed), columns.map(({ head }) => head)]
    yield csv.header(first)
    yield csv.lines(others)
    let lines: string[][] = []
    for await (const row of rows) {
      lines.push(columns.map(({ kind }, at) => textOf(kind, row[at] ?? null, timeZone, csv)))
      if (lines.length < csvRows) continue
      yield csv.lines(lines)
      lines = []
    }
    if (lines.length > 0) yield csv.lines(lines)
  }
  return Readable.from(texts())
}

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const csvType = 'text/csv; charset=utf-8'

/** A sheet as a file of a format; its name gets the ending. */
export function sheetFile(
  sheet: Sheet,
  format: SheetFormat,
  name: string,
): { name: string; type: string; body: Readable } {
  if (format === 'xlsx') return { name: `${name}.xlsx`, type: xlsxType, body: xlsxOf(sheet) }
  return { name: `${name}.csv`, type: csvType, body: csvOf(sheet, format) }
}
