import type {
  Debt,
  InsightPlace,
  Language,
  MonthlyReport,
  OrderDetails,
  OrderPayment,
  OrderServices,
  Report,
  ReportMode,
  ReportPaymentGroup,
  ReportRow,
  Role,
} from '@stationmaster/contract'
import { DAY_MS, instantOf } from '@stationmaster/units'
import { parse } from 'csv-parse/sync'
import { texts } from '../../../i18n/index.ts'
import type { ReportWorld } from '../report-world.ts'
import { askGraphql } from './graphql.ts'
import { monthlyPapers } from './papers.ts'
import type { Month, Place } from './random-month.ts'
import { dayTellings, figuresOf, fileRow, pick, reportTellings, withOwners } from './rows.ts'
import { Settled } from './settled.ts'
import { ownLocations, type Row, type Telling } from './telling.ts'

/** The days (both included) and places of the requests to every screen and file. */
export interface PeriodOfFigures {
  from: string
  to: string
  places: readonly Place[]
  /** requests spreadsheets and PDFs too, not only CSV */
  inEveryFormat?: boolean
}

/** The name of a file format among the sources. */
const fileWords = { csv: 'file', xlsx: 'spreadsheet' } as const
type Format = keyof typeof fileWords

interface PaymentsOfOrder {
  payment: OrderPayment | null
  idle: OrderPayment | null
  booked: OrderPayment[]
}

const language: Language = 'en'

/** Requests the figures of some days and places from every screen, call and file. */
export class Asking {
  private readonly zone: string

  constructor(
    private readonly world: ReportWorld,
    private readonly month: Month,
    private readonly period: PeriodOfFigures,
  ) {
    this.zone = world.office.config.timeZone
  }

  private get instants() {
    const { from, to } = this.period
    return {
      from: instantOf(from, 0, this.zone).toISOString(),
      to: new Date(instantOf(to, 0, this.zone).getTime() + DAY_MS - 1).toISOString(),
    }
  }

  private get ids(): string {
    return this.period.places.map(({ id }) => id).join(',')
  }

  private get<T>(path: string, query: Record<string, string> = {}, who: Role = 'administrator'): Promise<T> {
    const period = new URLSearchParams(query).toString()
    return this.world.office
      .call<T>(who, 'GET', period ? `${path}?${period}` : path, undefined, { 'accept-language': language })
      .then(({ status, body }) => {
        if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
        return body
      })
  }

  private readonly wide = (): Record<string, string> => ({ ...this.instants, locationIds: this.ids })
  private readonly ownerOf = (place: string): string => {
    const owner = this.month.places.find(({ name }) => name === place)?.ownerId
    return this.month.owners.find(({ id }) => id === owner)?.name ?? ownLocations
  }

  /** Everything that shows figures of these days and places. */
  async all(): Promise<Telling[]> {
    const tellings = [
      ...(await this.dashboard()),
      await this.screen(),
      ...(await this.reports()),
      ...(await this.files()),
      ...(await askGraphql(this.world.office, this.instants, this.period.places)),
    ]
    return tellings.map((telling) => withOwners(telling, this.ownerOf))
  }

  private async dashboard(): Promise<Telling[]> {
    interface Totals {
      charging_revenue: number
      cash_amount: number
      charging_sessions: number
      energy_usage: number
    }
    interface Statistics {
      current_period: Totals
      data: (Totals & { date: string })[]
    }
    const figures = ({ charging_revenue, charging_sessions, energy_usage, cash_amount }: Totals): Row => ({
      revenue: charging_revenue,
      sessions: charging_sessions,
      energy: energy_usage,
      cash: cash_amount,
    })
    const ofPeriod = { ...this.instants, mode: 'full' }
    const all = await this.get<Statistics>('statistics', { ...ofPeriod, location_ids: this.ids })
    const stations: Row[] = []
    for (const { stationId: station_id, name: place } of this.period.places) {
      const { data } = await this.get<Statistics>('statistics', { ...ofPeriod, station_id })
      stations.push(...data.map((day) => ({ ...figures(day), day: day.date, place })))
    }
    const { best } = await this.get<{ best: InsightPlace[] }>('statistics/places', {
      ...this.instants,
      location_ids: this.ids,
    })
    return [
      { source: 'dashboard', by: [], rows: [figures(all.current_period)] },
      {
        source: 'dashboard, its chart',
        by: ['day'],
        rows: all.data.map((day) => ({ ...figures(day), day: day.date })),
      },
      { source: 'figures of a station', by: ['day', 'place'], rows: stations },
      {
        source: 'best locations',
        by: ['place'],
        rows: best.map(({ location_name, revenue, sessions, energy }) => ({
          place: location_name,
          revenue: revenue ?? 0,
          sessions,
          energy,
        })),
      },
    ]
  }

  private async screen(): Promise<Telling> {
    const { payments } = await this.get<{ payments: ReportPaymentGroup[] }>(
      'statistics/payments',
      { ...this.wide(), limit: '50000' },
      'accounter',
    )
    return {
      source: 'payments screen',
      by: ['day', 'place', 'method', 'provider', 'shop'],
      rows: payments.flatMap((group) =>
        group.payments.map((one) => ({
          day: one.day,
          place: group.title,
          method: one.payment_method_type ?? '',
          provider: one.payment_provider ?? '',
          shop: one.market_shop_id ?? '',
          ...figuresOf({ ...one, sessions: one.count, energy: Math.round(one.kwh * 1000) }),
        })),
      ),
    }
  }

  private async report(mode: ReportMode): Promise<Report> {
    const first = await this.get<Report>('statistics/report', { ...this.wide(), mode, limit: '50000' })
    return first
  }

  private async reports(): Promise<Telling[]> {
    const tellings: Telling[] = []
    for (const mode of ['owner', 'day', 'location', 'detailed', 'income', 'unique_clients'] as const) {
      const { rows, total, columns } = await this.report(mode)
      tellings.push(...reportTellings(`report ${mode}`, mode, rows, total))
      for (const format of this.formats) {
        const file = await this.table('statistics/report/download', format, 'administrator', { mode })
        const read = file.rows.map((line) => fileRow(line, columns))
        tellings.push(
          ...reportTellings(`${fileWords[format]} ${mode}`, mode, read.slice(0, -1), read.at(-1)!),
        )
      }
    }
    return tellings
  }

  private get formats(): readonly Format[] {
    return this.period.inEveryFormat ? ['csv', 'xlsx'] : ['csv']
  }

  private async table(path: string, format: Format, who: Role, query: Record<string, string> = {}) {
    const period = { ...this.wide(), ...query, format }
    if (format === 'xlsx') {
      const { head, rows } = await this.world.sheet(`${path}?${new URLSearchParams(period)}`, who, language)
      return { head: head.map(String), rows }
    }
    const text = await this.get<string>(path, period, who)
    const lines = parse(text, { bom: true, relax_column_count: true, skip_empty_lines: false }) as string[][]
    // the filters of the file and an empty line are above the heads
    const [head, ...rows] = lines.slice(lines.findIndex((line) => line.join('') === '') + 1)
    return { head: head!, rows }
  }

  /** Files whose columns are known only by their heads. */
  private async files(): Promise<Telling[]> {
    const tellings: Telling[] = []
    for (const format of this.formats)
      for (const who of ['administrator', 'accounter'] as const) {
        const rows = await this.headed('statistics/payments/download', format, who)
        tellings.push(...dayTellings(`${fileWords[format]} payments of the ${who}`, rows))
      }
    if (!this.isEverything) return tellings
    for (const format of ['csv', 'xlsx'] as const) {
      const orders = await this.headed('orders/download', format, 'administrator')
      tellings.push({
        source: `${fileWords[format]} orders`,
        by: ['order', 'place'],
        untilNow: true,
        rows: orders.map((row) => ({
          order: String(row.order),
          place: String(row.location),
          ...pick(row, ['captured', 'services', 'parking', 'reservation', 'refunded', 'charged_back']),
        })),
      })
    }
    return tellings
  }

  private async headed(path: string, format: Format, who: Role): Promise<ReportRow[]> {
    const { head, rows } = await this.table(path, format, who)
    const names = Object.entries(texts[language].reportColumns)
    const tellings = head.map((cell) => {
      const [, name, unit] = /^(.*?)(?:, (kWh|₽))?$/.exec(cell)!
      const key = names.find(([, known]) => known === cell || known === name)?.[0] ?? cell
      return { key, kind: unit === 'kWh' ? 'energy' : unit === '₽' ? 'money' : 'text' }
    })
    return rows.slice(0, -1).map((line) => fileRow(line, tellings))
  }

  private get isEverything(): boolean {
    return this.period.from < '2026-02-01' && this.period.to > '2026-03-09'
  }

  /** The payments on the page of each order. */
  async orderPages(): Promise<Telling[]> {
    const rows: Row[] = []
    const cards: Row[] = []
    for (const id of this.month.orders) {
      const { payment, idle, booked } = await this.get<PaymentsOfOrder>(`orders/${id}/payment`)
      const { sold } = await this.get<OrderServices>(`orders/${id}/services`)
      const { order } = await this.get<{ order: OrderDetails }>(`orders/${id}/details`)
      const { captured, given_back, open: debt } = order.paid_in_all
      cards.push({ order: String(id), captured, amount: captured - given_back, debt })
      for (const one of [payment, idle, ...booked, ...sold.map((service) => service.payment)]) {
        if (!one) continue
        const { captured_amount: captured, refunded_amount: refunded, charged_back_amount: back } = one
        rows.push({
          order: String(id),
          method: one.method_type,
          captured,
          refunded,
          charged_back: back,
          provider: one.provider ?? '',
          shop: one.market_shop_id ?? '',
          bank_commission: one.bank_commission ?? 0,
          agent_fee: one.agent_fee ?? 0,
          amount: captured - refunded - back,
          debt: one.debt_amount,
        })
      }
    }
    return [
      { source: 'order pages', by: ['order', 'method', 'provider', 'shop'], rows, untilNow: true },
      { source: 'money cards', by: ['order'], rows: cards, untilNow: true },
    ]
  }

  /** Debts and balances of drivers. */
  async drivers(): Promise<Telling[]> {
    const { id, name } = this.month.driver
    const debts = await this.get<Debt[]>('inbox/debts', { limit: '200' })
    const ofMonth = debts.filter(({ order_id }) => this.month.orders.includes(order_id))
    const driver = await this.get<{ balance: number; debt: number }>(`drivers/${id}`)
    const [last] = await this.get<{ balance: number }[]>(`drivers/${id}/postings`, { limit: '1' })
    const { rows } = await this.report('account')
    const account = rows.find(({ client }) => client === name)
    const owed = ofMonth.filter(({ user }) => user?.id === id)
    return [
      {
        source: 'debts of the inbox',
        by: ['order'],
        untilNow: true,
        rows: ofMonth.map(({ order_id, amount }) => ({ order: String(order_id), debt: amount })),
      },
      {
        source: 'debts of the driver',
        by: [],
        rows: [{ driver_debt: 0 }, ...owed.map(({ amount }) => ({ driver_debt: amount }))],
      },
      { source: 'page of the driver', by: [], rows: [{ balance: driver.balance, driver_debt: driver.debt }] },
      { source: 'lines of the driver’s balance', by: [], rows: [{ balance: last?.balance ?? 0 }] },
      { source: 'report account', by: [], rows: [{ balance: Number(account?.closing ?? 0) }] },
    ]
  }

  /** Statements of owners, month by month, and the balance that owners see: everything that is due to them. */
  async balances(): Promise<Telling[]> {
    const settled = await Settled.ask((path, query) => this.get(path, query), this.month.owners, null)
    const rows: Row[] = []
    for (const { id, name: owner } of this.month.owners) {
      const { available } = await this.get<{ available: { amount: number } }>(`managers/${id}/balance`)
      rows.push({ owner, due: available.amount, to_compensate: available.amount + settled.paidTo(id) })
    }
    const tellings: Telling[] = [
      { source: 'balances of owners', by: ['owner'], rows },
      ...[...settled.tell(), settled.dueAtTheEnd()],
    ]
    return tellings.map((one) => ({ ...one, ownersOnly: true }))
  }

  /** Statements and monthly reports of owners for a month; only what is due to owners. */
  async owners(ofMonth: string): Promise<Telling[]> {
    const settled = await Settled.ask((path, query) => this.get(path, query), this.month.owners, ofMonth)
    const monthly = await Promise.all(
      this.month.owners.map(({ id }) => this.get<MonthlyReport>(`managers/${id}/monthly-reports/${ofMonth}`)),
    )
    const papers = this.period.inEveryFormat
      ? [...(await settled.files()), ...(await settled.papers()), ...(await monthlyPapers(monthly))]
      : []
    const tellings: Telling[] = [
      ...settled.tell(),
      ...papers,
      {
        source: 'monthly report',
        by: ['owner'],
        rows: monthly.map((report) => ({ owner: report.owner_name, ...figuresOf(report) })),
      },
      {
        source: 'locations of the monthly report',
        by: ['owner', 'place'],
        rows: monthly.flatMap(({ owner_name: owner, locations }) =>
          locations.map((one) => ({ owner, place: one.name, ...figuresOf(one) })),
        ),
      },
    ]
    return tellings.map((one) => ({ ...one, ownersOnly: true }))
  }
}
