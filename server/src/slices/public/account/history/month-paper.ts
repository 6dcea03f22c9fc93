import type { Readable } from 'node:stream'
import type { BalancePosting, DriverOrder } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import { fill, texts } from '../../../../i18n/index.ts'
import { formatsOf } from '../../../../platform/documents/paper.ts'
import { openPaper, type PaperSetting } from '../../pay/receipt/paper.ts'

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
  const pdf = await openPaper(fill(words.statement, { month: format.month(month) }), setting)
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
    pdf.table(
      [
        { head: words.day, share: 0.7 },
        { head: words.amount, share: 0.3, align: 'right' },
      ],
      rows,
    )
  }
  pdf.body.end()
  return pdf.body
}
