import type { Statement, StatementRow } from '@stationmaster/contract'
import { statementPapers } from './papers.ts'
import { statementFile } from './statement-file.ts'
import type { Row, Telling } from './telling.ts'

type Get = <T>(path: string, query: Record<string, string>) => Promise<T>
type Sums = Statement['lines'][number] | Statement['by_method'][number] | StatementRow

const sumsOf = (one: Sums): Row => ({
  sessions: one.session_count,
  energy: one.energy,
  amount: one.amount,
  bank_commission: one.bank_commission,
  agent_fee: one.agent_fee,
  compensation: one.compensation,
  to_compensate: one.due_amount,
})

/** What a month has changed of what is due, so that months can be added up. */
const headOf = (row: StatementRow): Row => ({
  ...sumsOf(row),
  paid_out: row.paid_amount,
  due: row.closing_balance - row.opening_balance,
})

/** The list of statements of some owners and its months, and what each of them says when it is opened. */
export class Settled {
  private constructor(
    private readonly rows: readonly StatementRow[],
    private readonly statements: readonly Statement[],
  ) {}

  /** Of one month, or with null of all. */
  static async ask(get: Get, owners: readonly { id: number }[], month: string | null): Promise<Settled> {
    const list = await get<StatementRow[]>('settlements', { year: '2026' })
    const rows = list.filter(
      (row) => owners.some(({ id }) => id === row.owner_id) && (month === null || row.month === month),
    )
    const statements: Statement[] = []
    for (const { id, owner_id, month } of rows)
      statements.push(
        id === null
          ? await get<Statement>('settlements/preview', { owner_id: String(owner_id), month })
          : await get<Statement>(`settlements/${id}`, {}),
      )
    return new Settled(rows, statements)
  }

  /** The screens. */
  tell(): Telling[] {
    const of = ({ owner_name: owner, month }: StatementRow) => ({ owner, month })
    const every = <T extends object>(tellings: (one: Statement) => readonly T[]) =>
      this.statements.flatMap((one) => tellings(one).map((row) => ({ ...of(one), ...row })))
    return [
      {
        source: 'list of statements',
        by: ['owner', 'month'],
        rows: this.rows.map((row) => ({ ...of(row), ...headOf(row) })),
      },
      { source: 'statement', by: ['owner', 'month'], rows: every((one) => [headOf(one)]) },
      {
        source: 'statement, ways to pay',
        by: ['owner', 'month', 'method'],
        rows: every(({ by_method }) => by_method.map((one) => ({ method: one.method_type, ...sumsOf(one) }))),
      },
      {
        source: 'lines of the statement',
        by: ['owner', 'month', 'day', 'place', 'method'],
        rows: every(({ lines }) =>
          lines.map((one) => ({
            day: one.day,
            place: one.location_name ?? '',
            method: one.method_type ?? '',
            ...(one.kind === 'payout' ? { paid_out: one.paid_amount } : sumsOf(one)),
          })),
        ),
      },
    ]
  }

  /** What is due at the end of an owner’s newest month, by the list. */
  dueAtTheEnd(): Telling {
    const newest = new Map<string, StatementRow>()
    for (const row of this.rows)
      if (row.month > (newest.get(row.owner_name)?.month ?? '')) newest.set(row.owner_name, row)
    return {
      source: 'list of statements, the end of the newest',
      by: ['owner'],
      rows: [...newest].map(([owner, row]) => ({ owner, due: row.closing_balance })),
    }
  }

  /** What of what was due to an owner has been paid, by the list. */
  paidTo = (ownerId: number): number =>
    this.rows
      .filter(({ owner_id }) => owner_id === ownerId)
      .reduce((sum, { paid_amount }) => sum + paid_amount, 0)

  /** What owners take home for their books. */
  async files(): Promise<Telling[]> {
    const tellings: Telling[] = []
    for (const format of ['csv', 'csv_comma', 'xlsx'] as const) {
      const files = await Promise.all(this.statements.map((one) => statementFile(one, format)))
      const source = `file of the statement, ${format}`
      tellings.push(
        {
          source,
          by: ['owner', 'month', 'day', 'place', 'method'],
          rows: files.flatMap(({ lines }) => lines),
        },
        { source: `${source}, its total`, by: ['owner', 'month'], rows: files.map(({ total }) => total) },
      )
    }
    return tellings
  }

  /** What is signed. */
  papers = (): Promise<Telling[]> => statementPapers(this.statements)
}
