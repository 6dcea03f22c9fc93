import { buffer, text } from 'node:stream/consumers'
import type { Statement, StatementFormat } from '@stationmaster/contract'
import { parse } from 'csv-parse/sync'
import readSheet from 'read-excel-file/node'
import { documentOf } from '../../../slices/partners/settlement/documents.ts'
import { methodOf } from './rows.ts'
import type { Row } from './telling.ts'

type Cells = Record<string, unknown>

async function cellsOf(statement: Statement, format: Exclude<StatementFormat, 'pdf'>): Promise<Cells[]> {
  const { body } = await documentOf(statement, format, 'en', { timeZone: 'Europe/Moscow', currency: '₽' })
  if (format === 'xlsx') {
    const [sheet] = await readSheet(await buffer(body as never))
    const [head, ...rows] = sheet!.data
    return rows.map((row) => Object.fromEntries(head!.map((name, at) => [String(name), row[at]])))
  }
  const options = { bom: true, columns: true, delimiter: format === 'csv' ? ',' : ';' } as const
  return parse(await text(body as never), options) as Cells[]
}

/**
 * The lines and the total of a statement's file, as its owner takes it home: a spreadsheet, plain CSV, or that of spreadsheets which are
 * set to decimal commas. Kopecks and Wh.
 */
export async function statementFile(
  statement: Statement,
  format: Exclude<StatementFormat, 'pdf'>,
): Promise<{ lines: Row[]; total: Row }> {
  const { owner_name: owner, month } = statement
  const number = (cell: unknown): number => Number(String(cell).replace(',', '.'))
  const money = (cell: unknown): number => Math.round(number(cell) * 100)
  const rows = await cellsOf(statement, format)
  const rowOf = (row: Cells): Row => ({
    owner,
    month,
    sessions: number(row.Sessions),
    energy: Math.round(number(row['Energy, kWh']) * 1000),
    amount: money(row.Amount),
    bank_commission: money(row['Bank commission']),
    agent_fee: money(row['Agent fee']),
    compensation: money(row.Compensation),
    to_compensate: money(row['To be compensated']),
    paid_out: money(row.Paid),
  })
  const dayOf = (cell: unknown) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell))
  const lines = rows.slice(0, -1).map((row) => ({
    ...rowOf(row),
    day: dayOf(row.Day),
    place: String(row.Location ?? ''),
    method: methodOf(row['Way to pay']),
  }))
  return { lines, total: rowOf(rows.at(-1)!) }
}
