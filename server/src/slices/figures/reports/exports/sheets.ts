import {
  type PaymentMethodType,
  paymentMethodTypes,
  type ReportColumn,
  type ReportRow,
  type SheetFormat,
  sheetRowsMost,
} from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { fill, texts } from '../../../../i18n/index.ts'
import { type Cell, type Sheet, type SheetColumn, sheetFile } from '../../../../platform/documents/sheet.ts'
import type { Download } from '../../../../platform/downloads/downloads.ts'
import { typesOf } from '../../../money/payments/store.ts'
import type { FileQuery } from '../file-query.ts'
import { narrowedBy } from '../narrowed.ts'
import { type ReportParts, type ReportQuery, readReport } from '../report.ts'
import { listDaySums, sumDaySums } from '../stores/rollup-store.ts'
import { columnOf, dayColumns } from './columns.ts'
import { orderColumns, orderPages } from './order-sheet.ts'

/** A table that is read page by page. */
export interface Source {
  columns: readonly ReportColumn[]
  /** the number of all rows, known before they are read */
  count: number
  /** of all rows; null when the rows must be added up while they are read */
  total: ReportRow | null
  pages: AsyncIterable<readonly ReportRow[]>
}

/** a small page, so that most rows are free before the next garbage collection */
const pageRows = 200

/** Opens the rows of a query. They are read as fast as the reader consumes them. Throws auth.forbidden. */
async function openSource(parts: ReportParts, query: FileQuery): Promise<Source> {
  switch (query.what) {
    case 'report':
      return reportSource(parts, query)
    case 'payments':
      return daySource(parts, query)
    case 'orders':
      return {
        columns: orderColumns(query.language, parts.currency),
        ...(await orderPages(parts.db, query, pageRows)),
        total: null,
      }
  }
}

async function reportSource(parts: ReportParts, query: ReportQuery): Promise<Source> {
  const firstPage = await readReport(parts, query, { limit: pageRows, after: undefined })
  async function* pages() {
    let page = firstPage
    for (;;) {
      yield page.rows
      if (page.next === null) return
      page = await readReport(parts, query, { limit: pageRows, after: page.next })
    }
  }
  const { columns, total_count: count, total } = firstPage
  return { columns, count, total, pages: pages() }
}

async function daySource(
  { db, currency }: ReportParts,
  { range, language, type }: FileQuery & { what: 'payments' },
): Promise<Source> {
  const methods = type ? typesOf(type) : paymentMethodTypes
  const { rows: count, ...total } = first(await sumDaySums(db, range, methods))
  async function* pages() {
    for (let after: Parameters<typeof listDaySums>[3] = null; ; ) {
      const rows = await listDaySums(db, range, methods, after, pageRows)
      yield rows
      const last = rows.at(-1)
      if (!last || rows.length < pageRows) return
      after = { day: String(last.day), name: String(last.location), locationId: Number(last.location_id) }
    }
  }
  const columns = dayColumns.map((column) => columnOf(column, language, currency))
  return { columns, count: Number(count), total, pages: pages() }
}

/** Columns that have no sum. */
const unsummable = new Set([
  'tariff',
  'average_check',
  'meter_start',
  'meter_stop',
  'energy_per_client',
  'soc_start',
])
const summable = ({ key, kind }: ReportColumn) =>
  (kind === 'money' || kind === 'energy') && !unsummable.has(key)

/** The file of a query with at most `maxRows` rows and a row of totals. */
export async function fileOf(
  parts: ReportParts,
  query: FileQuery,
  format: SheetFormat,
  maxRows: number = sheetRowsMost,
): Promise<Download> {
  const source = await openSource(parts, query)
  const sheet = { ...sheetOf(source, query, parts, maxRows), narrowed: await narrowedBy(parts.db, query) }
  return { ...sheetFile(sheet, format, nameOf(query)), rowsInAll: source.count }
}

const kindOf = (query: FileQuery) => (query.what === 'report' ? query.mode : query.what)

const nameOf = (query: FileQuery): string => `${kindOf(query)}_${query.range.from}_${query.range.to}`

function sheetOf(source: Source, query: FileQuery, { timeZone }: ReportParts, maxRows: number): Sheet {
  const { columns } = source
  const words = texts[query.language].reportFiles
  const cells = (row: ReportRow) => columns.map(({ key, kind }) => cellOf(row[key] ?? null, kind, query))
  async function* rows() {
    const sums: ReportRow = {}
    let count = 0
    for await (const page of source.pages) {
      for (const row of page.slice(0, maxRows - count)) {
        for (const { key } of columns.filter(summable))
          sums[key] = Number(sums[key] ?? 0) + Number(row[key] ?? 0)
        yield cells(row)
      }
      count = Math.min(count + page.length, maxRows)
      if (count === maxRows) break
    }
    const cut = count < source.count
    const [, ...rest] = cells(cut ? sums : (source.total ?? sums))
    yield [words.total, ...rest]
    if (cut) yield [fill(words.cut, { shown: String(count), all: allOf(source.count) })]
  }
  return {
    name: `${words.modes[kindOf(query)]} ${query.range.from} ${query.range.to}`,
    columns: columns.map(sheetColumn),
    rows: rows(),
    timeZone,
    language: query.language,
  }
}

/** Sessions are counted only up to a bound; a round number may mean more. */
const allOf = (count: number): string =>
  count >= 10_000 && count % 10_000 === 0 ? `${count}+` : String(count)

/** The first column is wide, because it names the row; the row of totals has its word there. */
function sheetColumn({ kind, head }: ReportColumn, index: number): SheetColumn {
  if (index === 0)
    return kind === 'day' || kind === 'month' ? { head, kind } : { head, kind: 'text', width: 32 }
  return { head, kind: kind === 'method' ? 'text' : kind }
}

function cellOf(value: Cell, kind: ReportColumn['kind'], { language }: FileQuery): Cell {
  if (value === null || typeof value === 'number') return value
  if (kind === 'instant') return new Date(value as string)
  return kind === 'method'
    ? (texts[language].reportFiles.methods[value as PaymentMethodType] ?? value)
    : value
}
