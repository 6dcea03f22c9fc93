import type { ErrorCode, ImportColumn, ImportResult, Language } from '@stationmaster/contract'
import { Failure } from '../../../platform/http/failure.ts'
import type { Wrong } from './columns.ts'

/** What is wrong at a line of a file. */
export interface RowFault {
  line: number
  column: ImportColumn | string | null
  code: ErrorCode
  value: string | null
  /** what the column accepts */
  allowed?: Wrong['allowed']
}

const maxFaults = 500

/** The faults of a header: columns that nobody knows, that stand twice, or that are missing. */
export function headerFaults(
  header: readonly string[],
  known: readonly string[],
  wanted: readonly string[],
): RowFault[] {
  const fault = (column: string, code: ErrorCode): RowFault => ({ line: 1, column, code, value: null })
  return [
    ...header.filter((name) => !known.includes(name)).map((name) => fault(name, 'import.column_unknown')),
    ...header
      .filter((name, index) => header.indexOf(name) !== index)
      .map((name) => fault(name, 'import.column_twice')),
    ...wanted.filter((name) => !header.includes(name)).map((name) => fault(name, 'import.column_missing')),
  ]
}

/** The first faults of a file in the reader's language, and how many there are. */
export const errorsOf = (
  faults: readonly RowFault[],
  language: Language,
): Pick<ImportResult, 'errors' | 'errors_total'> => ({
  errors_total: faults.length,
  errors: faults.slice(0, maxFaults).map(({ allowed, ...fault }) => ({
    ...fault,
    error: new Failure(fault.code, undefined, allowed ? { allowed } : {}).textIn(language),
  })),
})
