import type {
  Language,
  OrderOutcome,
  PaymentMethodType,
  Report,
  ReportMode,
  Role,
} from '@stationmaster/contract'
import { dayOf, HOUR_MS } from '@stationmaster/units'
import readSheet from 'read-excel-file/node'
import type { Database } from '../../platform/database/database.ts'
import { insertHours } from '../../slices/charging/orders/lists/hours-store.ts'
import { newOrder } from '../../slices/charging/orders/order.ts'
import { insertOrders } from '../../slices/charging/orders/store.ts'
import { insertTerms } from '../../slices/money/contracts/store.ts'
import { collectPayments } from '../../slices/money/payments/collect.ts'
import { Office } from '../world/office.ts'

/** A session for a report: what is set differs from the defaults of `orderOf`. */
export interface EndedSession {
  locationId: number
  /** which of the location's two connectors */
  connector?: 0 | 1
  method?: PaymentMethodType
  endedAt: Date
  energyWh?: number
  priceMinor?: number
  reservationMinor?: number
  billable?: boolean
  needsReview?: boolean
  driverId?: number | null
  rfid?: string | null
  outcome?: OrderOutcome
  firmware?: string
}

/** An office with two owners' locations and one of the network's own, where sessions are billed as those of real stations are. */
export class ReportWorld {
  private orders = 0
  private readonly connectors = new Map<number, { stationId: string; ids: number[] }>()

  private constructor(
    readonly office: Office,
    readonly ownerId: number,
  ) {}

  static async open(database: Database, { jobs = false } = {}): Promise<ReportWorld> {
    const office = await Office.open(database, {}, { jobs })
    const world = new ReportWorld(office, await office.idOf('manager'))
    const by = { managerId: await office.idOf('administrator'), at: office.clock.now() }
    const agreed = { number: '7/26', inn: '7707083893', agentFeeBp: 1275, validFrom: '2026-01-01' }
    await world.db.transaction().execute(async (tx) => {
      await insertTerms(tx, 'contracts', { ...agreed, ownerId: world.ownerId }, by)
      await insertTerms(
        tx,
        'bank_rates',
        { provider: '', methodType: 'card', rateBp: 235, validFrom: '2026-01-01' },
        by,
      )
    })
    return world
  }

  get db() {
    return this.office.database.db
  }

  /** A location with one station; `owned` by the manager, or by the owner of that number. */
  async addLocation(name: string, owned: boolean | number): Promise<number> {
    const ownerId = owned === true ? this.ownerId : owned || undefined
    const id = await this.office.addLocation(name, ownerId)
    const stationId = `station-${id}`
    await this.office.addStation(id, stationId)
    const rows = await this.db
      .selectFrom('connectors')
      .select('id')
      .where('station_id', '=', stationId)
      .orderBy('id')
      .execute()
    this.connectors.set(id, { stationId, ids: rows.map((row) => row.id) })
    return id
  }

  /** Ends sessions; resolves with their orders' numbers. */
  async end(...sessions: EndedSession[]): Promise<number[]> {
    const { office } = this
    const { terms, payments } = office.parts
    const ended = sessions.map((session) => this.orderOf(session))
    await this.db.transaction().execute(async (tx) => {
      await insertOrders(tx, ended)
      await insertHours(
        tx,
        ended.map((order) => ({ order, before: null })),
      )
      const context = {
        now: office.clock.now(),
        timeZone: office.config.timeZone,
        terms,
        paymentService: payments.paymentService,
      }
      await collectPayments(
        tx,
        ended.map((order) => ({ order, before: null })),
        context,
      )
    })
    return ended.map(({ id }) => id)
  }

  private orderOf({ locationId, connector = 0, endedAt, ...session }: EndedSession) {
    this.orders += 1
    const { stationId, ids } = this.connectors.get(locationId)!
    const start = new Date(endedAt.getTime() - HOUR_MS)
    const energyWh = session.energyWh ?? 10_000
    return newOrder({
      id: this.orders,
      status: 'completed',
      source: 'rfid',
      locationId,
      stationId,
      connectorId: ids[connector]!,
      tariffVersionId: null,
      createdAt: start,
      driverId: session.driverId ?? null,
      rfid: session.rfid ?? null,
      transactionId: String(this.orders),
      transactionStart: start,
      transactionFinish: endedAt,
      stopTxStatusAt: endedAt,
      meterStartWh: 1000,
      meterStopWh: 1000 + energyWh,
      energyWh,
      chargingPriceMinor: session.priceMinor ?? 17_000,
      billable: session.billable ?? true,
      reservationPriceMinor: session.reservationMinor ?? null,
      paymentMethodType: session.method ?? 'card',
      needsReview: session.needsReview ?? false,
      outcome: session.outcome ?? 'charged',
      firmware: session.firmware ?? null,
      businessDay: dayOf(endedAt, this.office.config.timeZone),
    })
  }

  /** A report of 1 January to 10 March 2026 narrowed by `more`, with the rows of all its pages. */
  async report(mode: ReportMode, { who = 'administrator' as Role, more = '' } = {}): Promise<Report> {
    const first = await this.ask(mode, who, more)
    let page = first
    while (page.next !== null) {
      page = await this.ask(mode, who, `${more}&after=${page.next}`)
      first.rows.push(...page.rows)
    }
    return first
  }

  private async ask(mode: ReportMode, who: Role, more: string): Promise<Report> {
    const { status, body } = await this.office.call<Report>(
      who,
      'GET',
      `statistics/report?mode=${mode}&${year}&limit=7${more}`,
    )
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }

  /** Rows of a spreadsheet, read by a library that is not the writer. */
  async sheet(path: string, who: Role = 'administrator', language: Language = 'ru') {
    const token = await this.office.tokenOf(who)
    const answer = await this.office.app.inject({
      url: `/api/v1/${path}`,
      headers: { authorization: `Bearer ${token}`, 'accept-language': language },
    })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    const [sheet] = await readSheet(answer.rawPayload)
    const above = sheet!.data.findIndex((line) => line.every((cell) => cell === null))
    const [head, ...rows] = sheet!.data.slice(above + 1)
    const narrowed = sheet!.data.slice(0, Math.max(0, above)).map(([name, words]) => [name, words])
    return { name: String(answer.headers['content-disposition']), head: head!, rows, narrowed, answer }
  }
}

export const year = 'from=2025-12-31T21:00:00Z&to=2026-03-10T20:59:59Z'
