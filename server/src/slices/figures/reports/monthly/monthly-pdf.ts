import type { Readable } from 'node:stream'
import type { Language, MonthlyReport, MonthlyReportLocation } from '@stationmaster/contract'
import { fill, texts } from '../../../../i18n/index.ts'
import { formatsOf } from '../../../../platform/documents/paper.ts'
import { Pdf, type PdfColumn } from '../../../../platform/documents/pdf.ts'

/** Locations with a line of their own, so that it stays one page. */
const locationsMost = 12

type Line = Pick<
  MonthlyReportLocation,
  'name' | 'sessions' | 'energy' | 'amount' | 'to_compensate' | 'uptime_percent' | 'incidents'
>

/** An owner's month on one page of paper. */
export async function monthlyPdf(
  report: MonthlyReport,
  language: Language,
  currency: string,
): Promise<Readable> {
  const words = texts[language].monthlyReport
  const format = formatsOf(language, currency)
  const month = format.month(report.month)
  const pdf = await Pdf.open({
    title: `${words.title}. ${report.owner_name}. ${month}`,
    author: report.network_name,
    language,
  })
  const under = [report.owner_name, report.network_name, report.running && words.running].filter(Boolean)
  pdf.title(`${words.title}: ${month}`, under.join(' · '))

  pdf.figures(figuresOf(report, { words, format }))

  pdf.heading(words.byDay)
  const most = Math.max(0, ...report.days.map(({ energy }) => energy))
  pdf.bars(
    report.days.map(({ day, energy }) => ({ name: String(Number(day.slice(8))), value: energy })),
    format.count(Math.round(most / 1000)),
  )

  pdf.heading(words.byLocation)
  addLocations(pdf, report, { words, format })
  pdf.body.moveDown(0.8)
  pdf.note(words.note)
  pdf.note(fill(words.co2Note, { factor: format.percent(report.co2.grams_per_kwh / 1000) }))
  pdf.body.end()
  return pdf.body
}

/** What the parts of the page are written with. */
interface Wording {
  words: (typeof texts)[Language]['monthlyReport']
  format: ReturnType<typeof formatsOf>
}

const right = (head: string, share: number): PdfColumn => ({ head, share, align: 'right' })
const percentOf = (value: number | null, format: Wording['format']) =>
  value === null ? '–' : `${format.percent(value)} %`

/** The key figures of the month, most of them compared with the month before. */
function figuresOf(report: MonthlyReport, { words, format }: Wording): Parameters<Pdf['figures']>[0] {
  const { before, success, co2 } = report
  const change = (now: number, then: number): string => {
    if (then === 0) return words.noChange
    const percent = Math.round(((now - then) * 100) / then)
    return fill(words.change, {
      change: `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)}`,
    })
  }
  const { tried, succeeded } = success
  const weighs =
    co2.grams < 1_000_000
      ? `${format.count(Math.round(co2.grams / 1000))} ${words.kg}`
      : `${format.tenths(co2.grams / 1_000_000)} ${words.tonnes}`
  return [
    {
      name: words.sessions,
      value: format.count(report.sessions),
      under: change(report.sessions, before.sessions),
    },
    {
      name: words.energy,
      value: `${format.count(Math.round(report.energy / 1000))} ${words.kWh}`,
      under: change(report.energy, before.energy),
    },
    { name: words.money, value: format.money(report.amount), under: change(report.amount, before.amount) },
    { name: words.toCompensate, value: format.money(report.to_compensate), under: words.ofAmount },
    {
      name: words.uptime,
      value: percentOf(report.uptime_percent, format),
      under: report.uptime_percent === null ? words.notKnown : '',
    },
    {
      name: words.incidents,
      value: format.count(report.incidents),
      under:
        report.incidents === 0
          ? words.noIncidents
          : fill(words.lasted, { hours: format.tenths(report.incident_seconds / 3600) }),
    },
    {
      name: words.success,
      value: tried === 0 ? '–' : `${format.percent(Math.floor((succeeded * 1000) / tried) / 10)} %`,
      under:
        tried === 0
          ? words.nothingTried
          : fill(words.ofTried, { succeeded: format.count(succeeded), tried: format.count(tried) }),
    },
    {
      name: words.co2,
      value: weighs,
      under: `${format.percent(co2.grams_per_kwh / 1000)} ${words.kg} / ${words.kWh}`,
    },
    {
      name: words.stations,
      value: format.count(report.stations),
      under: fill(words.locationsOf, { count: format.count(report.locations.length) }),
    },
  ]
}

/** A line for each location, and the owner's total. */
function addLocations(pdf: Pdf, report: MonthlyReport, { words, format }: Wording): void {
  const { columns } = words
  const cells = (line: Line) => [
    ...[line.name, format.count(line.sessions), format.energy(line.energy), format.money(line.amount)],
    ...[
      format.money(line.to_compensate),
      percentOf(line.uptime_percent, format),
      format.count(line.incidents),
    ],
  ]
  pdf.table(
    [
      { head: columns.location, share: 0.22 },
      ...[right(columns.sessions, 0.12), right(columns.energy, 0.13), right(columns.amount, 0.15)],
      ...[right(columns.toCompensate, 0.15), right(columns.uptime, 0.13), right(columns.incidents, 0.1)],
    ],
    linesOf(report, words.others).map(cells),
    cells({ ...report, name: words.total }),
  )
}

/** The locations with most energy, and what is left of the owner's as one line. */
function linesOf({ locations }: MonthlyReport, others: string): Line[] {
  if (locations.length <= locationsMost) return locations.map(cut)
  const shown = locations.slice(0, locationsMost - 1)
  const rest = locations.slice(locationsMost - 1)
  const sum = (key: 'sessions' | 'energy' | 'amount' | 'to_compensate' | 'incidents') =>
    rest.reduce((all, one) => all + one[key], 0)
  return [
    ...shown.map(cut),
    {
      name: fill(others, { count: String(rest.length) }),
      sessions: sum('sessions'),
      energy: sum('energy'),
      amount: sum('amount'),
      to_compensate: sum('to_compensate'),
      incidents: sum('incidents'),
      uptime_percent: null,
    },
  ]
}

/** About a line of a column's width: more would push the page's end onto a second one. */
const nameMost = 26
const cut = (line: Line): Line =>
  line.name.length <= nameMost ? line : { ...line, name: `${line.name.slice(0, nameMost - 1)}…` }
