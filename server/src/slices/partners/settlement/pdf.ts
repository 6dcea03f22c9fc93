import type { Readable } from 'node:stream'
import type { Language, Statement, StatementLine } from '@stationmaster/contract'
import { dayOf, first } from '@stationmaster/units'
import { fill, texts } from '../../../i18n/index.ts'
import { formatsOf } from '../../../platform/documents/paper.ts'
import { Pdf, type PdfColumn } from '../../../platform/documents/pdf.ts'
import { groupBy } from '../../../platform/general/group-by.ts'
import { taxIn } from '../../money/contracts/tax.ts'

type Sums = Pick<
  Statement,
  'session_count' | 'energy' | 'amount' | 'bank_commission' | 'agent_fee' | 'compensation' | 'due_amount'
>

/** A statement as an accountant files it: parties, contract, sums, balance, lines to sign on. */
export async function statementPdf(
  statement: Statement,
  language: Language,
  { timeZone, currency }: { timeZone: string; currency: string },
): Promise<Readable> {
  const words = texts[language].statement
  const format = formatsOf(language, currency)
  const { parties, lines } = statement
  const title = fill(words.title, { number: statement.number ?? '' })
  const period = fill(words.period, { month: format.month(statement.month) })
  const issued = statement.issued_at && dayOf(new Date(statement.issued_at), timeZone)
  const pdf = await Pdf.open({ title: `${title}. ${period}`, author: parties.network.name, language })

  pdf.title(
    title,
    [period, issued && fill(words.issued, { day: format.day(issued) })].filter(Boolean).join(' · '),
  )
  const inn = (value: string | null) => (value === null ? words.noInn : fill(words.inn, { inn: value }))
  const { network, owner, contract } = parties
  const agreed = contract
    ? fill(words.contract, { number: contract.number, day: format.day(contract.valid_from) })
    : words.noContract
  pdf.beside([
    { head: words.network, lines: [network.name, inn(network.inn), network.address] },
    { head: words.owner, lines: [owner.name, inn(owner.inn), agreed] },
  ])

  const paper: Paper = { pdf, words, format, methods: texts[language].reportFiles.methods }
  addSums(paper, statement)
  addPayouts(paper, lines)
  pdf.heading(words.balance)
  pdf.table(
    [{ head: '', share: 0.7 }, right('', 0.3)],
    [
      [words.opening, format.money(statement.opening_balance)],
      [words.due, format.money(statement.due_amount)],
      [words.paid, format.money(statement.paid_amount)],
    ],
    [words.closing, format.money(statement.closing_balance)],
  )
  pdf.heading(words.fee)
  const tax = taxIn(statement.agent_fee, network.vat_percent)
  const fee = contract ? `${format.percent(contract.agent_fee_percent)} %` : ''
  pdf.paragraph(
    fill(network.vat_percent === null ? words.noTax : words.feeWithTax, {
      fee,
      amount: format.money(statement.agent_fee),
      tax: format.money(tax),
      percent: network.vat_percent === null ? '' : format.percent(network.vat_percent),
    }),
  )
  pdf.signatures([words.network, words.owner], words.signature)
  pdf.body.end()
  return pdf.body
}

/** What the parts of a statement are written with. */
interface Paper {
  pdf: Pdf
  words: (typeof texts)[Language]['statement']
  format: ReturnType<typeof formatsOf>
  methods: (typeof texts)[Language]['reportFiles']['methods']
}

const right = (head: string, share: number): PdfColumn => ({ head, share, align: 'right' })
const linesOf = (lines: readonly StatementLine[], kind: StatementLine['kind']) =>
  lines.filter((line) => line.kind === kind)

/** The sums by location, the corrections and the sums by method. */
function addSums({ pdf, words, format, methods }: Paper, statement: Statement): void {
  const { columns } = words
  const sumColumns = [
    ...[right(columns.sessions, 0.115), right(columns.energy, 0.11), right(columns.amount, 0.125)],
    ...[right(columns.commission, 0.11), right(columns.fee, 0.15), right(columns.compensation, 0.125)],
    right(columns.due, 0.125),
  ]
  const sumCells = (sums: Sums) => [
    ...[format.count(sums.session_count), format.energy(sums.energy), format.amount(sums.amount)],
    ...[format.amount(sums.bank_commission), format.amount(sums.agent_fee), format.amount(sums.compensation)],
    format.amount(sums.due_amount),
  ]
  const sessions = linesOf(statement.lines, 'sessions')
  if (sessions.length > 0) {
    pdf.heading(words.byLocation)
    const places = [...groupBy(sessions, ({ location_id }) => location_id).values()]
    pdf.table(
      [{ head: columns.location, share: 0.14 }, ...sumColumns],
      places.map((own) => [first(own).location_name ?? '', ...sumCells(add(own))]),
      [words.total, ...sumCells(add(sessions))],
    )
  }
  const corrections = linesOf(statement.lines, 'correction')
  if (corrections.length > 0) {
    pdf.heading(words.corrections)
    pdf.table(
      [
        { head: columns.order, share: 0.09 },
        { head: columns.day, share: 0.1 },
        ...sumColumns.map((column) => ({ ...column, share: column.share * (0.81 / 0.86) })),
      ],
      corrections.map((line) => [String(line.order_id ?? ''), format.day(line.day), ...sumCells(line)]),
      [words.total, '', ...sumCells(add(corrections))],
    )
  }
  if (statement.by_method.length > 0) {
    pdf.heading(words.byMethod)
    pdf.table(
      [{ head: columns.method, share: 0.14 }, ...sumColumns],
      statement.by_method.map((one) => [methods[one.method_type], ...sumCells(one)]),
      [words.total, ...sumCells(statement)],
    )
  }
}

/** What was paid to the owner in the month. */
function addPayouts({ pdf, words, format }: Paper, lines: readonly StatementLine[]): void {
  const { columns } = words
  const payouts = linesOf(lines, 'payout')
  if (payouts.length === 0) return
  pdf.heading(words.payouts)
  pdf.table(
    [{ head: columns.day, share: 0.2 }, { head: columns.document, share: 0.5 }, right(columns.paid, 0.3)],
    payouts.map((line) => [
      ...[format.day(line.day), line.document_number ?? '', format.money(line.paid_amount)],
    ]),
  )
}

function add(lines: readonly StatementLine[]): Sums {
  const names = [
    ...(['session_count', 'energy', 'amount', 'bank_commission'] as const),
    ...(['agent_fee', 'compensation', 'due_amount'] as const),
  ]
  return Object.fromEntries(
    names.map((name) => [name, lines.reduce((sum, line) => sum + line[name], 0)]),
  ) as Sums
}
