import type { Language, Statement, StatementFormat, StatementLine } from '@stationmaster/contract'
import { texts } from '../../../i18n/index.ts'
import { type Cell, type Sheet, sheetFile } from '../../../platform/documents/sheet.ts'
import type { Download } from '../../../platform/downloads/downloads.ts'
import { statementPdf } from './pdf.ts'

export interface DocumentParts {
  /** in which instants are written */
  timeZone: string
  currency: string
}

/** A statement as a file, named by its owner and month. */
export async function documentOf(
  statement: Statement,
  format: StatementFormat,
  language: Language,
  parts: DocumentParts,
): Promise<Download> {
  const name = fileNameOf(statement)
  if (format === 'pdf') {
    const body = await statementPdf(statement, language, parts)
    return { name: `${name}.pdf`, type: 'application/pdf', body }
  }
  return sheetFile(sheetOf(statement, language, parts.timeZone), format, name)
}

const fileNameOf = ({ parties, month }: Statement): string =>
  `${parties.owner.name} ${month}`.replaceAll(/[^\p{L}\p{N} .-]+/gu, '').replaceAll(/\s+/g, '_')

function sheetOf(statement: Statement, language: Language, timeZone: string): Sheet {
  const { columns, kinds, total } = texts[language].statement
  const { methods } = texts[language].reportFiles
  const cells = (line: StatementLine): Cell[] => [
    kinds[line.kind],
    line.day,
    line.location_name,
    line.method_type && methods[line.method_type],
    line.order_id === null ? null : String(line.order_id),
    line.document_number,
    ...sumCells(line),
  ]
  return {
    name: `${statement.month} ${statement.parties.owner.name}`,
    timeZone,
    language,
    columns: [
      { head: columns.kind, kind: 'text', width: 14 },
      { head: columns.day, kind: 'day' },
      { head: columns.location, kind: 'text', width: 32 },
      { head: columns.method, kind: 'text', width: 20 },
      { head: columns.order, kind: 'text', width: 14 },
      { head: columns.document, kind: 'text', width: 14 },
      { head: columns.sessions, kind: 'count', width: 14 },
      { head: columns.energy, kind: 'energy', width: 16 },
      { head: columns.amount, kind: 'money' },
      { head: columns.commission, kind: 'money', width: 18 },
      { head: columns.fee, kind: 'money', width: 22 },
      { head: columns.compensation, kind: 'money' },
      { head: columns.due, kind: 'money', width: 20 },
      { head: columns.paid, kind: 'money' },
    ],
    rows: [...statement.lines.map(cells), [total, null, null, null, null, null, ...sumCells(statement)]],
  }
}

const sumCells = (sums: Omit<StatementLine, 'kind'> | Statement): Cell[] => [
  ...[sums.session_count, sums.energy, sums.amount, sums.bank_commission, sums.agent_fee],
  ...[sums.compensation, sums.due_amount, sums.paid_amount],
]
