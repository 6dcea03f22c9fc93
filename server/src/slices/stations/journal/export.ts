import { Readable } from 'node:stream'
import type { FrameFormat } from '@stationmaster/contract'
import { type CsvWriting, csvIn } from '../../../platform/documents/csv.ts'
import { csvType } from '../../../platform/documents/sheet.ts'
import type { Download } from '../../../platform/downloads/downloads.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { type FrameRow, findFrame, wholeBytes } from './frame-store.ts'
import { type FrameFilter, listHistory, type Position } from './history-store.ts'
import { messageOf } from './messages.ts'

const batchRows = 1000

/** The frames of a station as a file, oldest first, read as fast as it is taken: its size costs no memory. */
export function exportHistory(db: Db, stationId: string, filter: FrameFilter, format: FrameFormat): Download {
  return {
    name: `${stationId.replaceAll(/[^\w.-]/g, '_')}-ocpp.${format === 'jsonl' ? 'jsonl' : 'csv'}`,
    type: format === 'jsonl' ? 'application/x-ndjson; charset=utf-8' : csvType,
    body: Readable.from(linesOf(db, stationId, filter, format)),
  }
}

async function* linesOf(db: Db, stationId: string, filter: FrameFilter, format: FrameFormat) {
  const csv = format === 'jsonl' ? null : csvIn(format)
  const line = csv ? (row: FrameRow) => csvLine(row, csv) : jsonLine
  if (csv) yield csv.header(csvColumns)
  let after: Position | null = { at: filter.from ? new Date(filter.from.getTime() - 1) : new Date(0), id: 0 }
  while (after) {
    const part: Awaited<ReturnType<typeof listHistory>> = await listHistory(db, stationId, filter, {
      after,
      limit: batchRows,
    })
    let text = ''
    for (const row of part.rows) text += line(await wholeOf(db, stationId, row))
    if (text !== '') yield text
    after = part.next
  }
}

const wholeOf = async (db: Db, stationId: string, row: FrameRow): Promise<FrameRow> =>
  row.size > wholeBytes ? ((await findFrame(db, stationId, row.at, row.id)) ?? row) : row

function jsonLine(row: FrameRow): string {
  const {
    created_at,
    message_from,
    message_type_id,
    message_id,
    action,
    payload,
    order_id,
    remarks,
    repeats,
  } = messageOf(row, undefined, true)
  const said = {
    created_at,
    message_from,
    message_type_id,
    message_id,
    action,
    payload,
    order_id,
    remarks,
    repeats,
  }
  return `${JSON.stringify(said)}\n`
}

const csvColumns = [
  'created_at',
  'message_from',
  'message_type_id',
  'message_id',
  'action',
  'order_id',
  'remarks',
  'repeats',
  'frame',
]

function csvLine(row: FrameRow, csv: CsvWriting): string {
  const { at, direction, message_type, message_id, action, order_id, remarks, repeats, frame } = row
  const from = direction === 'in' ? 'station' : 'server'
  const cells = [at.toISOString(), from, message_type, message_id, action, order_id, remarks, repeats, frame]
  return csv.lines([cells.map((cell) => (cell === null ? '' : String(cell)))])
}
