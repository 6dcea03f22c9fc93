import { text } from 'node:stream/consumers'
import type { Statement } from '@stationmaster/contract'
import { parse } from 'csv-parse/sync'
import { documentOf } from '../../slices/settlement/documents.ts'
import { methodOf } from './rows.ts'
import type { Row } from './telling.ts'

const number = (cell: string): number => Number(cell.replace(',', '.'))
const money = (cell: string): number => Math.round(number(cell) * 100)

/**
 * The lines and the total of a statement's file, as its owner takes it home: plain CSV, or that of spreadsheets which are set to decimal
 * commas. Kopecks and Wh.
 */
export async function statementFile(
  statement: Statement,
  format: 'csv' | 'csv_comma',
  owner: string,
): Promise<{ lines: Row[]; total: Row }> {
  const { body } = await documentOf(statement, format, 'en', { timeZone: 'Europe/Moscow', currency: '₽' })
  const written = await text(body as never)
  const options = { bom: true, columns: true, delimiter: format === 'csv' ? ',' : ';' } as const
  const rows = parse(written, options) as Record<string, string>[]
  const rowOf = (row: Record<string, string>): Row => ({
    ...{ owner, sessions: Number(row.Sessions), energy: Math.round(number(row['Energy, kWh']!) * 1000) },
    ...{ amount: money(row.Amount!), bank_commission: money(row['Bank commission']!) },
    ...{ agent_fee: money(row['Agent fee']!), compensation: money(row.Compensation!) },
    to_compensate: money(row['To be compensated']!),
  })
  const lines = rows
    .filter((row) => row.Line === 'Sessions' || row.Line === 'Correction')
    .map((row) => ({
      ...rowOf(row),
      ...{ day: row.Day!, place: row.Location!, method: methodOf(row['Way to pay']) },
    }))
  return { lines, total: rowOf(rows.at(-1)!) }
}
