import {
  type PaymentMethodType,
  paymentMethodTypes,
  type ReportColumn,
  type ReportRow,
  type SheetFormat,
  sheetRowsMost,
} from '@stationmaster/contract'
import { texts } from '../../../../i18n/index.ts'
import { type Cell, type Sheet, type SheetColumn, sheetFile } from '../../../../platform/documents/sheet.ts'
import type { Download } from '../../../../platform/downloads/downloads.ts'
import { typesOf } from '../../../money/payments/store.ts'
import { narrowedBy } from '../narrowed.ts'
import { type Asked as ReportAsked, type ReportParts, readReport } from '../report.ts'
import { listDaySums, sumDaySums } from '../stores/rollup-store.ts'
import type { Wanted } from '../wanted.ts'
import { columnOf, dayColumns } from './columns.ts'
import { orderColumns, orderPages } from './order-sheet.ts'

/** A table that is read page by page. */
export interface Source {
  columns: readonly ReportColumn[]
  /** rows in all, where that is known before they are read */
  count: number
  /** of all rows; null where the rows have to be added up */
  total: ReportRow | null
  pages: AsyncIterable<readonly ReportRow[]>
}

/** few, so that most of them are gone when the heap is next looked through */
const pageRows = 200

/** Opens what is wanted, to be read as fast as it is taken. Throws auth.forbidden. */
async function openSource(parts: ReportParts, wanted: Wanted): Promise<Source> {
  switch (wanted.what) {
    case 'report':
      return reportSource(parts, wanted)
    case 'payments':
      return daySource(parts, wanted)
    case 'orders':
      return {
        columns: orderColumns(wanted.language, parts.currency),
        ...(await orderPages(parts.db, wanted, pageRows)),
        total: null,
      }
  }
}

async function reportSource(parts: ReportParts, asked: ReportAsked): Promise<Source> {
  const first = await readReport(parts, asked, { limit: pageRows, after: undefined })
  async function* pages() {
    let page = first
    for (;;) {
      yield page.rows
      if (page.next === null) return
      page = await readReport(parts, asked, { limit: pageRows, after: page.next })
    }
  }
  const { columns, total_count: count, total } = first
  return { columns, count, total, pages: pages() }
}

async function daySource(
  { db, currency }: ReportParts,
  { range, language, type }: Wanted & { what: 'payments' },
): Promise<Source> {
  const methods = type ? typesOf(type) : paymentMethodTypes
  const { rows: count, ...total } = (await sumDaySums(db, range, methods))[0]!
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

/** What is never added up. */
const single = new Set([
  'tariff',
  'average_check',
  'meter_start',
  'meter_stop',
  'energy_per_client',
  'soc_start',
])
const summable = ({ key, kind }: ReportColumn) => (kind === 'money' || kind === 'energy') && !single.has(key)

/** The file that is wanted, of so many rows at most, with a row of totals. */
export async function fileOf(
  parts: ReportParts,
  wanted: Wanted,
  format: SheetFormat,
  most: number = sheetRowsMost,
): Promise<Download> {
  const source = await openSource(parts, wanted)
  const sheet = { ...sheetOf(source, wanted, parts, most), narrowed: await narrowedBy(parts.db, wanted) }
  return { ...sheetFile(sheet, format, nameOf(wanted)), rowsInAll: source.count }
}

const kindOf = (wanted: Wanted) => (wanted.what === 'report' ? wanted.mode : wanted.what)

const nameOf = (wanted: Wanted): string => `${kindOf(wanted)}_${wanted.range.from}_${wanted.range.to}`

function sheetOf(source: Source, wanted: Wanted, { timeZone }: ReportParts, most: number): Sheet {
  const { columns } = source
  const words = texts[wanted.language].reportFiles
  const cells = (row: ReportRow) => columns.map(({ key, kind }) => cellOf(row[key] ?? null, kind, wanted))
  async function* rows() {
    const sums: ReportRow = {}
    let count = 0
    for await (const page of source.pages) {
      for (const row of page.slice(0, most - count)) {
        for (const { key } of columns.filter(summable))
          sums[key] = Number(sums[key] ?? 0) + Number(row[key] ?? 0)
        yield cells(row)
      }
      count = Math.min(count + page.length, most)
      if (count === most) break
    }
    const cut = count < source.count
    const [, ...rest] = cells(cut ? sums : (source.total ?? sums))
    yield [words.total, ...rest]
    if (cut) yield [words.cut.replace('{shown}', String(count)).replace('{all}', allOf(source.count))]
  }
  return {
    name: `${words.modes[kindOf(wanted)]} ${wanted.range.from} ${wanted.range.to}`,
    columns: columns.map(sheetColumn),
    rows: rows(),
    timeZone,
    language: wanted.language,
  }
}

/** Sessions are counted up to a bound. */
const allOf = (count: number): string =>
  count >= 10_000 && count % 10_000 === 0 ? `${count}+` : String(count)

/** The first column is as wide as what names a row, and takes the word of the totals. */
function sheetColumn({ kind, head }: ReportColumn, index: number): SheetColumn {
  if (index === 0)
    return kind === 'day' || kind === 'month' ? { head, kind } : { head, kind: 'text', width: 32 }
  return { head, kind: kind === 'method' ? 'text' : kind }
}

function cellOf(value: Cell, kind: ReportColumn['kind'], { language }: Wanted): Cell {
  if (value === null || typeof value === 'number') return value
  if (kind === 'instant') return new Date(value as string)
  return kind === 'method'
    ? (texts[language].reportFiles.methods[value as PaymentMethodType] ?? value)
    : value
}
