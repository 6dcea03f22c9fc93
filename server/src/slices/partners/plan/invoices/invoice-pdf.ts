import type { Readable } from 'node:stream'
import type { Language, PlanInvoice } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import { fill, texts } from '../../../../i18n/index.ts'
import { formatsOf } from '../../../../platform/documents/paper.ts'
import { Pdf, type PdfColumn } from '../../../../platform/documents/pdf.ts'
import { taxIn } from '../../../money/contracts/tax.ts'
import type { InvoiceParties } from './invoice-store.ts'

/** An invoice as both sides file it: parties, what was sold for which period, credit and the tax in it. */
export async function invoicePdf(
  invoice: PlanInvoice & InvoiceParties,
  language: Language,
  { timeZone, currency }: { timeZone: string; currency: string },
): Promise<Readable> {
  const words = texts[language].invoice
  const format = formatsOf(language, currency)
  const { seller, buyer, quantity } = invoice
  const day = (at: string) => format.day(dayOf(new Date(at), timeZone))
  const title = fill(words.title, { number: invoice.number })
  const pdf = await Pdf.open({ title, author: seller.name, language })
  pdf.title(title, fill(words.paidOn, { day: day(invoice.paid_at) }))
  const country = words.countries[buyer.country === 'RU' ? 'RU' : 'DE']
  pdf.beside([
    {
      head: words.seller,
      lines: [seller.name, seller.inn === null ? '' : fill(words.inn, { inn: seller.inn }), seller.address],
    },
    {
      head: words.buyer,
      lines: [
        ...[buyer.name, fill(words.taxId, { id: buyer.tax_id }), buyer.address],
        `${buyer.zip} ${buyer.city}, ${country}`,
      ],
    },
  ])
  const right = (head: string, share: number): PdfColumn => ({ head, share, align: 'right' })
  const period = `${day(invoice.period_start)} – ${day(invoice.period_end)}`
  pdf.heading(words.sold)
  pdf.table(
    [
      { head: words.columns.what, share: 0.4 },
      { head: words.columns.period, share: 0.25 },
      ...[right(words.columns.stations, 0.15), right(words.columns.amount, 0.2)],
    ],
    [
      [words.kinds[invoice.kind], period, format.count(quantity), format.money(invoice.price)],
      ...(invoice.credit > 0 ? [[words.credit, '', '', format.money(-invoice.credit)]] : []),
    ],
    [words.total, '', '', format.money(invoice.amount)],
  )
  const percent = seller.vat_bp === null ? null : seller.vat_bp / 100
  pdf.paragraph(
    percent === null
      ? words.noTax
      : fill(words.tax, {
          percent: format.percent(percent),
          tax: format.money(taxIn(invoice.amount, percent)),
        }),
  )
  pdf.body.end()
  return pdf.body
}
