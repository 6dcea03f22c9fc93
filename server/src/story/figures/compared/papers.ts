import { buffer } from 'node:stream/consumers'
import type { MonthlyReport, Statement } from '@stationmaster/contract'
import { monthlyPdf } from '../../../slices/figures/reports/monthly/monthly-pdf.ts'
import { documentOf } from '../../../slices/partners/settlement/documents.ts'
import { readPdfText } from '../pdf-text.ts'
import { methodOf } from './rows.ts'
import type { Row, Telling } from './telling.ts'

const currency = 'RUB'

/** The cells of a page, in the order in which they are read. */
class Paper {
  private constructor(private readonly cells: readonly string[]) {}

  static read = async (body: unknown): Promise<Paper> =>
    new Paper(readPdfText(await buffer(body as never)).split('\n'))

  /** The cells between two headings; none where the first is not there. */
  between(heading: string, ...next: readonly string[]): Paper {
    const start = this.cells.indexOf(heading)
    if (start < 0) return new Paper([])
    const rest = this.cells.slice(start + 1)
    const end = rest.findIndex((cell) => next.includes(cell))
    return new Paper(end < 0 ? rest : rest.slice(0, end))
  }

  /** The figures in so many cells behind the row's name, as they are written; null: there is no such row. */
  behind(name: string, count: number): number[] | null {
    const at = this.cells.findIndex(
      (cell, index) => cell === name && isFigure.test(this.cells[index + 1] ?? ''),
    )
    return at < 0 ? null : this.cells.slice(at + 1, at + 1 + count).map(figureOf)
  }

  /** The amount in the cell behind one that holds a word, in kopecks. */
  amountBehind = (word: string): number => Math.round(this.behind(word, 1)![0]! * 100)
}

const isFigure = /^−?\d/

function figureOf(cell: string): number {
  const figure = Number(cell.replaceAll(/[\s₽]/g, '').replace('−', '-'))
  if (Number.isNaN(figure)) throw new Error(`no figure: ${cell}`)
  return figure
}

const money = (figure: number): number => Math.round(figure * 100)

const sumsOf = (cells: readonly number[]): Row => ({
  sessions: cells[0]!,
  energy: Math.round(cells[1]! * 1000),
  amount: money(cells[2]!),
  bank_commission: money(cells[3]!),
  agent_fee: money(cells[4]!),
  compensation: money(cells[5]!),
  to_compensate: money(cells[6]!),
})
const sumColumns = 7

/** The figures of signed statements: by location with corrections, by way to pay, and the balance. */
export async function statementPapers(statements: readonly Statement[]): Promise<Telling[]> {
  const rowsByPart: Record<'places' | 'sums of them' | 'ways to pay' | 'total' | 'balance', Row[]> = {
    places: [],
    'sums of them': [],
    'ways to pay': [],
    total: [],
    balance: [],
  }
  for (const statement of statements) {
    const of = { owner: statement.owner_name, month: statement.month }
    const { body } = await documentOf(statement, 'pdf', 'en', { timeZone: 'Europe/Moscow', currency })
    const paper = await Paper.read(body)
    const byPlace = paper.between('Sessions by location', 'Corrections of earlier months', 'By way to pay')
    const corrected = paper.between('Corrections of earlier months', 'By way to pay')
    const byMethod = paper.between('By way to pay', 'Payments to the owner in the month', 'Balance')
    const balance = paper.between('Balance')
    const rows = (part: Paper, names: readonly string[]) =>
      names.flatMap((name) => {
        const cells = part.behind(name, sumColumns)
        return cells ? [{ name, ...of, ...sumsOf(cells) }] : []
      })
    const names = new Set(statement.lines.flatMap(({ location_name }) => location_name ?? []))
    const corrections = rows(corrected, ['Total'])
    rowsByPart.places.push(...rows(byPlace, [...names]), ...corrections)
    rowsByPart['sums of them'].push(...rows(byPlace, ['Total']), ...corrections)
    rowsByPart['ways to pay'].push(
      ...rows(byMethod, ['Account', 'Card', 'Cash', 'Compensation', 'SBP', 'Terminal']).map(
        ({ name, ...row }) => ({ ...row, method: methodOf(name) }),
      ),
    )
    rowsByPart.total.push(...rows(byMethod, ['Total']))
    const opening = balance.amountBehind('Due at the beginning of the month')
    rowsByPart.balance.push({
      ...of,
      to_compensate: balance.amountBehind('To be compensated for the month'),
      paid_out: balance.amountBehind('Paid in the month'),
      due: balance.amountBehind('Due at the end of the month') - opening,
    })
  }
  return Object.entries(rowsByPart).map(([part, rows]) => ({
    source: `paper of the statement, ${part}`,
    rows,
    by: part === 'ways to pay' ? ['owner', 'month', 'method'] : ['owner', 'month'],
  }))
}

/** The figures of monthly reports: the locations and their sum. */
export async function monthlyPapers(reports: readonly MonthlyReport[]): Promise<Telling[]> {
  const places: Row[] = []
  const totals: Row[] = []
  for (const report of reports) {
    const owner = report.owner_name
    const paper = (await Paper.read(await monthlyPdf(report, 'en', currency))).between('By location')
    const rowOf = (name: string): Row => {
      const [sessions, energy, amount, toCompensate] = paper.behind(name, 4)!
      return {
        owner,
        sessions: sessions!,
        energy: Math.round(energy! * 1000),
        amount: money(amount!),
        to_compensate: money(toCompensate!),
      }
    }
    places.push(...report.locations.map(({ name }) => ({ ...rowOf(name), place: name })))
    totals.push(rowOf('Total'))
  }
  return [
    { source: 'paper of the month, locations', by: ['owner', 'place'], rows: places },
    { source: 'paper of the month, its total', by: ['owner'], rows: totals },
  ]
}
