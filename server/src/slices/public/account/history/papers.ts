import type { Readable } from 'node:stream'
import type { BalancePosting, DriverOrder, DriverOrderDetails, Language } from '@stationmaster/contract'
import { dayOf, writing } from '@stationmaster/units'
import { fill, texts } from '../../../../i18n/index.ts'
import { formatsOf } from '../../../../platform/documents/paper.ts'
import { Pdf } from '../../../../platform/documents/pdf.ts'

/** Who sells, and how amounts and times are written. */
export interface PaperSetting {
  language: Language
  timeZone: string
  currency: string
  seller: { name: string; inn: string | null; address: string } | undefined
}

type Words = (typeof texts)[Language]['driverPapers']

const half = (left: string, right: string) => [
  { head: left, share: 0.7 },
  { head: right, share: 0.3, align: 'right' as const },
]

/** The receipt of one order. */
export async function receiptPdf(order: DriverOrderDetails, setting: PaperSetting): Promise<Readable> {
  const { language, currency } = setting
  const words = texts[language].driverPapers
  const format = formatsOf(language, currency)
  const title = fill(words.receipt, { number: String(order.id) })
  const pdf = await openPaper(title, setting, words)
  pdf.table(half(words.place, ''), factsOf(order, setting, words))
  pdf.heading(words.amount)
  const rows = order.payments.flatMap((part) => [
    [nameOf(part, words), format.money(part.captured)],
    ...(part.refunded > 0
      ? [[`${words.refunded}: ${nameOf(part, words)}`, format.money(-part.refunded)]]
      : []),
  ])
  const reservation = order.reservation_price ?? 0
  if (reservation > 0) pdf.note(`${words.reservation}: ${format.money(reservation)}`)
  pdf.table(half(words.what, words.amount), rows, [words.paid, format.money(order.paid)])
  if (order.debt > 0) pdf.paragraph(`${words.owed}: ${format.money(order.debt)}`)
  addFiscal(pdf, order, setting)
  pdf.body.end()
  return pdf.body
}

async function openPaper(title: string, { language, seller }: PaperSetting, words: Words): Promise<Pdf> {
  const pdf = await Pdf.open({ title, author: seller?.name ?? '', language })
  const inn = seller?.inn ? fill(words.inn, { inn: seller.inn }) : ''
  pdf.title(title, [seller?.name, inn, seller?.address].filter(Boolean).join(' · '))
  return pdf
}

function factsOf(order: DriverOrderDetails, setting: PaperSetting, words: Words): string[][] {
  const { language, timeZone, currency } = setting
  const format = formatsOf(language, currency)
  const at = (instant: string | null) =>
    instant === null ? '' : writing.when(new Date(instant), 'full', language, timeZone)
  const { name, city, street } = order.place
  const station = fill(words.station, {
    number: String(order.station_number),
    connector: String(order.connector.number),
    type: order.connector.type,
  })
  const { meter_start: start, meter_stop: stop } = order
  const meter =
    start === null || stop === null ? [] : [[words.meter, `${format.energy(start)} – ${format.energy(stop)}`]]
  return [
    [[name, city, street].filter(Boolean).join(', '), ''],
    [station, ''],
    [words.from, at(order.started_at ?? order.created_at)],
    [words.to, at(order.finished_at)],
    [words.energy, format.energy(order.energy)],
    ...meter,
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
  const marked = receipts.flatMap(({ mark, amount }) => (mark ? [{ mark, amount }] : []))
  if (marked.length === 0) return
  pdf.heading(words.fiscal)
  pdf.table(
    half('', ''),
    marked.map(({ mark, amount }) => [
      fill(words.mark, {
        document: mark.document_number,
        drive: mark.drive_number,
        sign: mark.fiscal_sign,
        at: writing.when(new Date(mark.registered_at), 'full', language, timeZone),
      }),
      money(amount),
    ]),
  )
}

interface Month {
  month: string
  name: string
  orders: readonly DriverOrder[]
  /** what moved the balance, oldest first */
  postings: readonly BalancePosting[]
}

/** What a driver has charged and paid in a month. */
export async function monthPdf(
  { month, name, orders, postings }: Month,
  setting: PaperSetting,
): Promise<Readable> {
  const { language, timeZone, currency } = setting
  const words = texts[language].driverPapers
  const format = formatsOf(language, currency)
  const pdf = await openPaper(fill(words.statement, { month: format.month(month) }), setting, words)
  if (name !== '') pdf.paragraph(fill(words.of, { name }))
  const dayIn = (at: string) => format.day(dayOf(new Date(at), timeZone))
  if (orders.length === 0) pdf.paragraph(words.none)
  else {
    const columns = [
      { head: words.day, share: 0.2 },
      { head: words.order, share: 0.13 },
      { head: words.place, share: 0.31 },
      { head: words.energy, share: 0.16, align: 'right' as const },
      { head: words.paid, share: 0.2, align: 'right' as const },
    ]
    const rows = orders.map((order) => [
      dayIn(order.finished_at ?? order.created_at),
      String(order.id),
      [order.place.name, order.place.city].filter(Boolean).join(', '),
      format.energy(order.energy),
      format.money(order.paid),
    ])
    const sumOf = (of: (order: DriverOrder) => number) => orders.reduce((sum, order) => sum + of(order), 0)
    const sum = [
      words.total,
      '',
      '',
      format.energy(sumOf(({ energy }) => energy)),
      format.money(sumOf(({ paid }) => paid)),
    ]
    pdf.table(columns, rows, sum)
  }
  if (postings.length > 0) {
    pdf.heading(words.balance)
    const rows = postings.map(({ at, kind, amount }) => [
      `${dayIn(at)}, ${words.kinds[kind]}`,
      format.money(amount),
    ])
    pdf.table(half(words.day, words.amount), rows)
  }
  pdf.body.end()
  return pdf.body
}
