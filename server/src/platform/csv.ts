import { stringify } from 'csv-stringify/sync'

/** The mark by which spreadsheets know UTF-8. */
const byteOrderMark = '\uFEFF'
/** What a spreadsheet takes for a formula (OWASP, CSV injection), and the mark itself, so that it can be taken off again. */
const dangerous = /^['=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/
const plainNumber = /^-?\d+(\.\d+)?$/
const guarded = /^'['=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** A cell that no spreadsheet runs: an apostrophe before what looks like a formula. */
export const guard = (cell: string): string =>
  dangerous.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell

/** The cell as it was before it was guarded. */
export const unguard = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell)

/** Lines of a CSV file with commas, CRLF and guarded cells (RFC 4180). */
export const writeLines = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => row.map(guard)),
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  )

/** The first line of a file, with the mark by which spreadsheets know UTF-8. */
export const writeHeader = (columns: readonly string[]): string => byteOrderMark + writeLines([columns])
