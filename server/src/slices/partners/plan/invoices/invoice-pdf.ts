import type { Readable } from 'node:stream'
import type { Language, PlanInvoice } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import { fill, formatsOf } from '../../../../platform/documents/paper.ts'
import { Pdf, type PdfColumn } from '../../../../platform/documents/pdf.ts'
import { taxIn } from '../../settlement/rules.ts'
import type { InvoiceParties } from './invoice-store.ts'
import { invoiceTexts } from './invoice-texts.ts'

/** An invoice as both sides file it: parties, what was sold for which period, credit and the tax in it. */
export async function invoicePdf(
  invoice: PlanInvoice & InvoiceParties,
  language: Language,
  { timeZone, currency }: { timeZone: string; currency: string },
): Promise<Readable> {
  const texts = invoiceTexts[language]
  const format = formatsOf(language, currency)
  const { seller, buyer, quantity } = invoice
  const day = (at: string) => format.day(dayOf(new Date(at), timeZone))
  const title = fill(texts.title, { number: invoice.number })
  const pdf = await Pdf.open({ title, author: seller.name, language })
  pdf.title(title, fill(texts.paidOn, { day: day(invoice.paid_at) }))
  const country = texts.countries[buyer.country === 'RU' ? 'RU' : 'DE']
  pdf.beside([
    {
      head: texts.seller,
      lines: [seller.name, seller.inn === null ? '' : fill(texts.inn, { inn: seller.inn }), seller.address],
    },
    {
      head: texts.buyer,
      lines: [
        ...[buyer.name, fill(texts.taxId, { id: buyer.tax_id }), buyer.address],
        `${buyer.zip} ${buyer.city}, ${country}`,
      ],
    },
  ])
  const right = (head: string, share: number): PdfColumn => ({ head, share, align: 'right' })
  const period = `${day(invoice.period_start)} – ${day(invoice.period_end)}`
  pdf.heading(texts.sold)
  pdf.table(
    [
      { head: texts.columns.what, share: 0.4 },
      { head: texts.columns.period, share: 0.25 },
      ...[right(texts.columns.stations, 0.15), right(texts.columns.amount, 0.2)],
    ],
    [
      [texts.kinds[invoice.kind], period, format.count(quantity), format.money(invoice.price)],
      ...(invoice.credit > 0 ? [[texts.credit, '', '', format.money(-invoice.credit)]] : []),
    ],
    [texts.total, '', '', format.money(invoice.amount)],
  )
  const percent = seller.vat_bp === null ? null : seller.vat_bp / 100
  pdf.paragraph(
    percent === null
      ? texts.noTax
      : fill(texts.tax, {
          percent: format.percent(percent),
          tax: format.money(taxIn(invoice.amount, percent)),
        }),
  )
  pdf.body.end()
  return pdf.body
}
