import type { Readable } from 'node:stream'
import type { Language } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import { fill, texts } from '../../../../i18n/index.ts'
import { formatsOf } from '../../../../platform/documents/paper.ts'
import { Pdf, type PdfColumn } from '../../../../platform/documents/pdf.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { inForce } from '../../../money/contracts/rules.ts'
import { listTerms } from '../../../money/contracts/store.ts'
import { type BillDifference, listedTotalOf, totalsOf } from './compare.ts'
import type { SettledMonth } from './settled-month.ts'

export interface DocumentParts {
  db: Db
  partnerName: string
  /** in which instants are written */
  timeZone: string
  currency: string
}

/** so many differences are printed; the spreadsheet has all */
const printedMost = 500

/** What a page is written with. */
interface Paper {
  pdf: Pdf
  words: (typeof texts)[Language]['partnerSettlement']
  format: ReturnType<typeof formatsOf>
}

/** A month as both sides file it: totals of both, by kind of VAT, each bill that differs, who has agreed, lines to sign on. */
export async function settlementPdf(
  { db, partnerName, timeZone, currency }: DocumentParts,
  settled: SettledMonth,
  language: Language,
): Promise<Readable> {
  const words = texts[language].partnerSettlement
  const format = formatsOf(language, currency)
  const { month, bills, kept, differences } = settled
  const network = inForce(await listTerms(db, 'legal_details'), `${month}-28`)?.name ?? ''
  const title = fill(words.title, { month: format.month(month) })
  const pdf = await Pdf.open({ title: `${title}. ${partnerName}`, author: network, language })
  const day = (at: Date) => format.day(dayOf(at, timeZone))
  const listed = kept
    ? fill(words.listOf, { day: day(kept.uploadedAt), lines: format.count(kept.lines.length) })
    : words.noList
  const state = kept?.agreedAt
    ? fill(words.agreedOn, { day: day(kept.agreedAt), by: kept.agreedBy ?? '' })
    : words.notAgreed
  pdf.title(title, [listed, state].join(' · '))
  pdf.beside([
    { head: words.network, lines: [network] },
    { head: words.partner, lines: [partnerName] },
  ])
  const paper = { pdf, words, format }
  addTotals(paper, settled)
  if (bills.length > 0) addVats(paper, settled)
  if (kept) addDifferences(paper, differences)
  if (kept?.note) pdf.paragraph(fill(words.note, { note: kept.note }))
  pdf.signatures([words.network, words.partner], words.signature)
  pdf.body.end()
  return pdf.body
}

const right = (head: string, share: number): PdfColumn => ({ head, share, align: 'right' })

function addTotals({ pdf, words, format }: Paper, { bills, kept, differenceMinor }: SettledMonth): void {
  const ours = totalsOf(bills)
  const theirs = listedTotalOf(kept?.lines ?? [])
  const said = (value: number | null, as: (value: number) => string) => (value === null ? '–' : as(value))
  pdf.heading(words.totals)
  pdf.table(
    [{ head: '', share: 0.34 }, right(words.ours, 0.33), right(words.theirs, 0.33)],
    [
      [words.bills, format.count(ours.bills), said(kept ? kept.lines.length : null, format.count)],
      [words.columns.energy, format.energy(ours.energyWh), said(theirs.energyWh, format.energy)],
      [words.columns.net, format.money(ours.netMinor), said(theirs.netMinor, format.money)],
      [words.columns.gross, format.money(ours.grossMinor), said(theirs.grossMinor, format.money)],
    ],
    [words.columns.difference, kept ? format.money(differenceMinor) : '–', ''],
  )
}

function addVats({ pdf, words, format }: Paper, { bills }: SettledMonth): void {
  const { columns } = words
  pdf.heading(words.byVat)
  const kinds = [...new Set(bills.map(({ vat }) => vat))].toSorted()
  pdf.table(
    [
      { head: words.vat, share: 0.28 },
      ...[
        right(words.bills, 0.12),
        right(columns.net, 0.2),
        right(columns.vat, 0.2),
        right(columns.gross, 0.2),
      ],
    ],
    kinds.map((kind) => {
      const sums = totalsOf(bills.filter(({ vat }) => vat === kind))
      const money = [sums.netMinor, sums.vatMinor, sums.grossMinor].map(format.money)
      return [words.vats[kind], format.count(sums.bills), ...money]
    }),
  )
}

function addDifferences({ pdf, words, format }: Paper, differences: readonly BillDifference[]): void {
  const { columns, kinds } = words
  pdf.heading(words.differences)
  if (differences.length === 0) {
    pdf.paragraph(words.none)
    return
  }
  const amount = (minor: number | undefined | null) => (minor == null ? '–' : format.amount(minor))
  pdf.table(
    [
      { head: columns.bill, share: 0.17 },
      { head: columns.outcome, share: 0.33 },
      ...[right(words.ours, 0.17), right(words.theirs, 0.17), right(columns.difference, 0.16)],
    ],
    differences.slice(0, printedMost).map((one) => {
      const fields = one.fields.map(({ field }) => words.fields[field]).join(', ')
      const money = [amount(one.ours?.grossMinor), amount(one.theirs?.grossMinor), amount(one.grossMinor)]
      return [one.id, [kinds[one.kind], fields].filter(Boolean).join(': '), ...money]
    }),
  )
  if (differences.length > printedMost)
    pdf.note(fill(words.more, { count: format.count(differences.length - printedMost) }))
}
