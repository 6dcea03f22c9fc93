import { guard } from '@stationmaster/contract'
import { stringify } from 'csv-stringify/sync'

/** The mark by which spreadsheets know UTF-8. */
const byteOrderMark = '\uFEFF'
/** Lines of a CSV file with commas, CRLF and guarded cells (RFC 4180). */
export const writeLines = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => row.map(guard)),
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  )

/** The first line of a file, with the mark by which spreadsheets know UTF-8. */
export const writeHeader = (columns: readonly string[]): string => byteOrderMark + writeLines([columns])
