import { writeHeader, writeLines } from '../../../../platform/documents/csv.ts'

/** The first line of a CSV file. */
export const headerOf = (columns: readonly string[]): string => writeHeader(columns)

/** A row as a line of CSV that no spreadsheet runs; what is empty and what is an empty text look the same there. */
export const csvLineOf = (columns: readonly string[], row: Readonly<Record<string, unknown>>): string =>
  writeLines([columns.map((name) => cellOf(row[name]))])

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
