import type { Readable } from 'node:stream'
import type { Language } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import { fill, texts } from '../../../i18n/index.ts'
import { formatsOf } from '../../../platform/documents/paper.ts'
import { Pdf, type PdfColumn } from '../../../platform/documents/pdf.ts'
import { taxIn } from '../contracts/tax.ts'
import { totalOf } from './rules.ts'
import type { FleetInvoiceRow } from './store.ts'

/** An invoice's number within its year. */
export const numberOf = ({ year, number }: Pick<FleetInvoiceRow, 'year' | 'number'>): string =>
  `F-${year}-${number}`

/** The share of VAT of an invoice, in percent; null: not subject to VAT. */
export const vatOf = ({ vatBp }: Pick<FleetInvoiceRow, 'vatBp'>): number | null =>
  vatBp === null ? null : vatBp / 100

/** An invoice as both sides file it: parties, a line by driver, the sum and the tax in it. */
export async function fleetInvoicePdf(
  invoice: FleetInvoiceRow,
  language: Language,
  { timeZone, currency }: { timeZone: string; currency: string },
): Promise<Readable> {
  const words = texts[language].fleetInvoice
  const format = formatsOf(language, currency)
  const { seller, buyer } = invoice.parties
  const title = fill(words.title, { number: numberOf(invoice) })
  const pdf = await Pdf.open({ title, author: seller.name, language })
  const issued = format.day(dayOf(invoice.issuedAt, timeZone))
  pdf.title(title, fill(words.under, { month: format.month(invoice.month), day: issued }))
  const number = (id: string | null) => (id ? fill(words.taxNumber, { id }) : '')
  const agreed = buyer.contractNumber ? fill(words.contract, { number: buyer.contractNumber }) : ''
  pdf.beside([
    { head: words.seller, lines: [seller.name, number(seller.inn), seller.address] },
    { head: words.buyer, lines: [buyer.name, number(buyer.taxNumber), buyer.address, agreed] },
  ])
  const { columns } = words
  const right = (head: string, share: number): PdfColumn => ({ head, share, align: 'right' })
  const sums = totalOf(invoice.lines)
  const cells = ({ sessions, energyWh, amountMinor }: typeof sums) => [
    format.count(sessions),
    format.energy(energyWh),
    format.money(amountMinor),
  ]
  pdf.heading(words.sold)
  pdf.table(
    [
      { head: columns.driver, share: 0.4 },
      right(columns.sessions, 0.15),
      right(columns.energy, 0.2),
      right(columns.amount, 0.25),
    ],
    invoice.lines.map((line) => [line.name || words.unknown, ...cells(line)]),
    [words.total, ...cells(sums)],
  )
  const percent = vatOf(invoice)
  const tax = format.money(taxIn(invoice.amountMinor, percent))
  const untaxed = { reverse_charge: words.reverseCharge, exempt: words.exempt, domestic: words.noTax }
  const without = untaxed[invoice.vatKind ?? 'domestic']
  pdf.paragraph(percent === null ? without : fill(words.tax, { percent: format.percent(percent), tax }))
  pdf.signatures([words.seller, words.buyer], words.signature)
  pdf.body.end()
  return pdf.body
}
