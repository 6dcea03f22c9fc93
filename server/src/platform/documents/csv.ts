import { type CsvFormat, guard } from '@stationmaster/contract'
import { stringify } from 'csv-stringify/sync'

/** The mark by which spreadsheets know UTF-8. */
const byteOrderMark = '\uFEFF'
/** What stands between cells: a semicolon where numbers have decimal commas. */
export type Separator = ',' | ';'

/** Lines of a CSV file with commas (or semicolons), CRLF and guarded cells (RFC 4180). */
export const writeLines = (rows: readonly (readonly string[])[], delimiter: Separator = ','): string =>
  stringify(
    rows.map((row) => row.map(guard)),
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/, delimiter },
  )

/** The first line of a file, with the mark by which spreadsheets know UTF-8. */
export const writeHeader = (columns: readonly string[], delimiter: Separator = ','): string =>
  byteOrderMark + writeLines([columns], delimiter)

/** What writes a CSV file of a format. */
export function csvIn(format: CsvFormat) {
  const decimalComma = format === 'csv_comma'
  const separator = decimalComma ? ';' : ','
  return {
    header: (columns: readonly string[]): string => writeHeader(columns, separator),
    lines: (rows: readonly (readonly string[])[]): string => writeLines(rows, separator),
    /** A number with all its decimals, or with a given number of them. */
    number(value: number, decimals?: number): string {
      const text = decimals === undefined ? String(value) : value.toFixed(decimals)
      return decimalComma ? text.replace('.', ',') : text
    },
  }
}
export type CsvWriting = ReturnType<typeof csvIn>
