import type { Readable } from 'node:stream'
import type { DriverOrderDetails, Language, PriceExplained } from '@stationmaster/contract'
import { writing } from '@stationmaster/units'
import { fill, texts } from '../../../../i18n/index.ts'
import { formatsOf } from '../../../../platform/documents/paper.ts'
import { Pdf, type PdfColumn } from '../../../../platform/documents/pdf.ts'

/** Who sells, and how amounts and times are written. */
export interface PaperSetting {
  language: Language
  timeZone: string
  currency: string
  seller: { name: string; inn: string | null; address: string } | undefined
}

type Words = (typeof texts)[Language]['driverPapers']
type Format = ReturnType<typeof formatsOf>

const half = (left: string, right: string): PdfColumn[] => [
  { head: left, share: 0.7 },
  { head: right, share: 0.3, align: 'right' },
]

/** The receipt of one order: where and when, why it costs what it costs, how it was paid, and the fiscal data. */
export async function receiptPdf(order: DriverOrderDetails, setting: PaperSetting): Promise<Readable> {
  const { language, currency } = setting
  const words = texts[language].driverPapers
  const format = formatsOf(language, currency)
  const pdf = await openPaper(fill(words.receipt, { number: String(order.id) }), setting)
  const { name, city, street } = order.place
  pdf.paragraph([name, street, city].filter(Boolean).join(', '))
  pdf.facts(factsOf(order, setting, words))
  addPrice(pdf, order, { words, format })
  pdf.heading(words.payment)
  const rows = order.payments.flatMap((part) => [
    [nameOf(part, words), format.money(part.captured)],
    ...(part.refunded > 0
      ? [[`${words.refunded}: ${nameOf(part, words)}`, format.money(-part.refunded)]]
      : []),
  ])
  pdf.table(half(words.what, words.amount), rows, [words.paid, format.money(order.paid)])
  if (order.debt > 0) pdf.paragraph(`${words.owed}: ${format.money(order.debt)}`)
  addSigned(pdf, order, { words, format })
  addFiscal(pdf, order, setting)
  pdf.body.end()
  return pdf.body
}

/** A page with the seller under its title. */
export async function openPaper(title: string, { language, seller }: PaperSetting): Promise<Pdf> {
  const pdf = await Pdf.open({ title, author: seller?.name ?? '', language })
  const inn = seller?.inn ? fill(texts[language].driverPapers.inn, { inn: seller.inn }) : ''
  pdf.title(title, [seller?.name, inn, seller?.address].filter(Boolean).join(' · '))
  return pdf
}

function factsOf(
  order: DriverOrderDetails,
  { language, timeZone, currency }: PaperSetting,
  words: Words,
): [string, string][] {
  const format = formatsOf(language, currency)
  const at = (instant: string | null) =>
    instant === null ? '' : writing.when(new Date(instant), 'full', language, timeZone)
  const { meter_start: start, meter_stop: stop, connector } = order
  const station = fill(words.station, {
    number: String(order.station_number).padStart(4, '0'),
    connector: String(connector.number),
    type: connector.type,
  })
  const facts: [string, string][] = [
    [words.where, station],
    [words.from, at(order.started_at ?? order.created_at)],
    [words.to, at(order.finished_at)],
    [words.energy, format.energy(order.energy)],
  ]
  if (start !== null && stop !== null)
    facts.push([words.meter, `${format.energy(start)} – ${format.energy(stop)}`])
  return facts
}

/** Why it costs what it costs: what was used at which price, and what was added and taken off. */
function addPrice(
  pdf: Pdf,
  order: DriverOrderDetails,
  { words, format }: { words: Words; format: Format },
): void {
  const { price, reservation_price: reservation } = order
  const charging = price ? priceRows(price, words, format) : []
  const kept = reservation ? [[words.reservation, '', '', format.money(reservation)]] : []
  if (charging.length + kept.length === 0) return
  pdf.heading(words.price)
  const columns: PdfColumn[] = [
    { head: words.what, share: 0.4 },
    { head: words.quantity, share: 0.2, align: 'right' },
    { head: words.unitPrice, share: 0.2, align: 'right' },
    { head: words.amount, share: 0.2, align: 'right' },
  ]
  const total = (price?.total ?? 0) + (reservation ?? 0)
  pdf.table(columns, [...charging, ...kept], [words.total, '', '', format.money(total)])
}

function priceRows(
  { lines, discount, bounded, borne }: PriceExplained,
  words: Words,
  format: Format,
): string[][] {
  const quantityOf = {
    energy: (wattHours: number) => fill(words.kwh, { n: format.energy(wattHours) }),
    time: (seconds: number) => fill(words.minutes, { n: format.tenths(seconds / 60) }),
    flat: () => '1',
  }
  const more = (name: string, amount: number) => (amount === 0 ? [] : [[name, '', '', format.money(amount)]])
  return [
    ...lines.map(({ dimension, quantity, unit_price: unitPrice, amount }) => [
      words.dimensions[dimension],
      quantityOf[dimension](quantity),
      format.money(unitPrice),
      format.money(amount),
    ]),
    ...more(words.discount, discount),
    ...more(bounded > 0 ? words.lowest : words.highest, bounded),
    ...more(words.borne, borne),
  ]
}

function nameOf({ purpose, name }: DriverOrderDetails['payments'][number], words: Words): string {
  if (purpose === 'charging') return words.charging
  return purpose === 'parking' ? words.parking : (name ?? words.other)
}

function addFiscal(
  pdf: Pdf,
  { receipts }: DriverOrderDetails,
  { language, timeZone, currency }: PaperSetting,
): void {
  const words = texts[language].driverPapers
  const { money } = formatsOf(language, currency)
  const marked = receipts.flatMap(({ mark, kind, amount }) => (mark ? [{ mark, kind, amount }] : []))
  if (marked.length === 0) return
  pdf.heading(words.fiscal)
  pdf.table(
    half(words.document, words.amount),
    marked.map(({ mark, kind, amount }) => [
      fill(words.mark, {
        document: mark.document_number,
        drive: mark.drive_number,
        sign: mark.fiscal_sign,
        at: writing.when(new Date(mark.registered_at), 'full', language, timeZone),
      }),
      money(kind === 'income' ? amount : -amount),
    ]),
  )
}

/** What the meter has signed, in words of drivers, with the key by which anybody can check it. */
function addSigned(
  pdf: Pdf,
  { signed }: DriverOrderDetails,
  { words, format }: { words: Words; format: Format },
): void {
  if (!signed) return
  const { verdict, begin, end, public_key: key } = signed
  pdf.heading(words.signed.title)
  pdf.paragraph(words.signed.words[verdict])
  if (begin !== null && end !== null)
    pdf.facts([[words.signed.registers, `${format.energy(begin)} – ${format.energy(end)}`]])
  // in groups, so that its lines can break
  if (key !== null) pdf.note(`${words.signed.key}: ${key.match(/.{1,16}/g)?.join(' ') ?? ''}`)
  pdf.note(words.signed.file)
}
