import { Readable } from 'node:stream'
import type { BulkStation, CsvFormat, Language } from '@stationmaster/contract'
import { csvIn } from '../../../platform/documents/csv.ts'
import type { Download } from '../../../platform/downloads/downloads.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { listAfter } from './store.ts'
import { viewResult } from './view.ts'

const batchRows = 1000

const columns = [
  'station_id',
  'station_number',
  'location_name',
  'result',
  'status',
  'code',
  'error',
  'latency_ms',
  'at',
] as const satisfies readonly (keyof BulkStation)[]

/** The results of a run as a CSV file, read from the database as fast as the client takes it. */
export const exportResults = (db: Db, runId: number, language: Language, format: CsvFormat): Download => ({
  name: `bulk-command-${runId}.csv`,
  type: 'text/csv; charset=utf-8',
  body: Readable.from(linesOf(db, runId, language, format)),
})

async function* linesOf(db: Db, runId: number, language: Language, format: CsvFormat) {
  const csv = csvIn(format)
  yield csv.header(columns)
  let position = 0
  while (true) {
    const part = await listAfter(db, runId, position, batchRows)
    const last = part.at(-1)
    if (!last) return
    position = last.position
    yield csv.lines(
      part.map((row) => {
        const result = viewResult(row, language)
        return columns.map((column) => String(result[column] ?? ''))
      }),
    )
  }
}
