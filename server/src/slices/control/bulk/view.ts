import {
  type BulkRun,
  type BulkStation,
  bulkResults,
  type ErrorCode,
  errorCatalogue,
  type Language,
} from '@stationmaster/contract'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { countResults, type ResultRow, type RunRow } from './store.ts'

/** Runs as the interface shows them; the results of those that have not ended are counted now. */
export async function viewRuns(db: Db, rows: readonly RunRow[]): Promise<BulkRun[]> {
  const open = rows.filter(({ counts }) => counts === null).map(({ id }) => id)
  const counted = await countResults(db, open)
  return rows.map((row) => {
    const counts = row.counts ?? counted.get(row.id) ?? {}
    return {
      id: row.id,
      command: row.command,
      by: { id: row.created_by, name: row.name },
      created_at: row.created_at.toISOString(),
      finished_at: row.finished_at?.toISOString() ?? null,
      canceled_at: row.canceled_at?.toISOString() ?? null,
      wait_until: row.wait_until?.toISOString() ?? null,
      retry_of: row.retry_of,
      total: row.total,
      counts: Object.fromEntries(
        bulkResults.map((result) => [result, counts[result] ?? 0]),
      ) as BulkRun['counts'],
    }
  })
}

/** A station's result, with what went wrong in a language. */
export const viewResult = (
  { position: _position, at, code, detail, ...row }: ResultRow,
  language: Language,
): BulkStation => ({
  ...row,
  code,
  error: code !== null && code in errorCatalogue ? errorText(code as ErrorCode, detail, language) : null,
  at: at?.toISOString() ?? null,
})

const errorText = (code: ErrorCode, words: string | null, language: Language): string =>
  new Failure(code, undefined, words === null ? {} : JSON.parse(words)).textIn(language)
