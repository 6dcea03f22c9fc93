import type { StationEvent } from '@stationmaster/ocpp'
import { MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { flow } from '../../../flow.ts'
import type { Database } from '../../../platform/database/database.ts'
import { LiveBus } from '../../../platform/general/live.ts'
import { noBus } from '../../../platform/nodes/bus.ts'
import { isOpen } from '../../../slices/charging/orders/machine/moves.ts'
import { createToStart } from '../../../slices/charging/orders/machine/rules.ts'
import { OrderWork } from '../../../slices/charging/orders/messages/unit-of-work.ts'
import { drawOrderIds } from '../../../slices/charging/orders/store.ts'
import { OrderTimers } from '../../../slices/control/commands/timers.ts'
import { Links } from '../../../slices/control/intake/connecting/links.ts'
import { Intake } from '../../../slices/control/intake/intake.ts'
import { Stations } from '../../../slices/control/intake/reaching/stations.ts'
import { KnownTerms } from '../../../slices/money/contracts/known-terms.ts'
import { listDifferences } from '../../../slices/money/ledger/totals-store.ts'
import { PaymentService } from '../../../slices/money/providers/payment-service.ts'
import { ReceiptService } from '../../../slices/money/receipts/receipt-service.ts'
import { MeasurementBuffer } from '../../../slices/stations/stations/measuring/measurement-buffer.ts'
import type { StoryClock } from '../../world/story-clock.ts'

export const stationCount = 4
const cards = ['CARD1', 'CARD2', 'CARD3', 'FLEET', 'NOBODY']

/** What may happen; messages of one station keep their order, stations and nodes do not. */
export type Step =
  | { kind: 'start'; station: number; card: number; offline: boolean }
  | { kind: 'sample'; station: number; wh: number; late: boolean }
  | { kind: 'stop'; station: number }
  | { kind: 'repeat'; station: number }
  | { kind: 'operator'; station: number }
  | { kind: 'available'; station: number }
  | { kind: 'restart' }
  | { kind: 'timers'; minutes: number }

interface Node {
  orderWork: OrderWork
  intake: Intake
}

/** One run: its own stations, one or two nodes on one database, everything is sent as fast as possible. */
export class Round {
  private readonly ids: string[]
  private readonly queues: Promise<unknown>[]
  private readonly last: (StationEvent | undefined)[] = []
  private said = 0
  private readonly running: ({ transactionId: string; startWh: number; wh: number } | undefined)[] = []
  private readonly expected = new Map<string, number>()
  private readonly seen = new Map<number, string>()
  private nodes: Node[]
  private closing: Promise<unknown>[] = []
  private other: Promise<unknown> = Promise.resolve()
  private count = 0

  constructor(
    private readonly database: Database,
    private readonly clock: StoryClock,
    round: number,
    private readonly nodeCount: number,
  ) {
    this.ids = Array.from({ length: stationCount }, (_, i) => `R${round}S${i}`)
    this.queues = this.ids.map(() => Promise.resolve())
    this.nodes = this.openNodes()
  }

  private openNodes(): Node[] {
    return Array.from({ length: this.nodeCount }, () => {
      const quiet = { error: () => {} } as never
      const { db, stationDb } = this.database
      const terms = new KnownTerms()
      const paymentService = new PaymentService({
        db,
        clock: this.clock,
        provider: null,
        callMs: 0,
        report: () => {},
        jobs: { work: () => {}, schedule: () => {} } as never,
        moved: async () => undefined,
      })
      const receipts = new ReceiptService({
        db,
        clock: this.clock,
        till: null,
        timeZone: 'Europe/Moscow',
        callMs: 0,
        publish: () => {},
        report: () => {},
        jobs: { work: () => {}, schedule: () => {} } as never,
      })
      const orderWork = new OrderWork({
        db,
        clock: this.clock,
        publish: () => {},
        companiesChanged: () => {},
        measurements: new MeasurementBuffer(stationDb, quiet),
        afterClose: (tx, closed, now, timeZone) =>
          flow.closed(tx, closed, {
            now,
            timeZone,
            terms,
            paymentService,
            receipts,
            notices: { closed: async () => undefined, owing: async () => undefined },
            leastGapWh: 500,
            currency: 'RUB',
            mailer: {} as never,
          }),
        afterRelease: async () => undefined,
        afterHold: async () => undefined,
        afterSettlement: async () => undefined,
        paymentProvider: null,
        networkTimeZone: 'Europe/Moscow',
        heartbeatSeconds: 300,
        masterPassGroup: null,
        cardSessionMostMinor: 300_000,
      })
      const intake = new Intake({
        db: stationDb,
        orderWork,
        clock: this.clock,
        stationActions: flow.stationActions,
        log: quiet,
        publish: () => {},
        wrote: () => {},
        committed: () => {},
        note: () => {},
        leftLate: () => {},
        away: () => {},
        booted: () => {},
        statusesChanged: () => {},
        lease: { holds: true, held: async () => {} },
        isCurrent: () => true,
      })
      return { orderWork, intake }
    })
  }

  async lay(): Promise<void> {
    for (const [i, id] of this.ids.entries()) {
      await sql`insert into stations (id, number, location_id, vendor_name, model, monetized, created_at)
        values (${id}, ${i}, 1, 'v', 'm', true, now())`.execute(this.database.db)
      await sql`insert into connectors (station_id, evse_number, number, ordinal, type, current, power_w)
        values (${id}, 1, 1, 1, 'CCS 2', 'DC', 150000)`.execute(this.database.db)
    }
  }

  take(one: Step): void {
    if (one.kind === 'restart') this.restart()
    else if (one.kind === 'timers') this.fireTimers(one.minutes)
    else if (one.kind === 'operator') this.startByOperator(one.station)
    else if (one.kind === 'repeat') this.repeat(one.station)
    else if (one.kind === 'available') {
      this.say(one.station, { type: 'connector.changed', at: { ordinal: 1 }, state: 'Available' })
    } else this.takeCharging(one)
  }

  /** The nodes stop at any point and others take over: everything they know is in the database. */
  private restart(): void {
    const old = this.nodes
    this.nodes = this.openNodes()
    this.closing.push(...old.map(({ intake }) => intake.settled()))
  }

  private repeat(index: number): void {
    const again = this.last[index]
    if (again) this.say(index, again)
  }

  private takeCharging(one: Extract<Step, { kind: 'start' | 'sample' | 'stop' }>): void {
    const now = this.clock.now()
    const running = this.running[one.station]
    if (one.kind === 'start') {
      if (running) return
      this.count += 1
      const transactionId = `${this.ids[one.station]}T${this.count}`
      const startWh = this.count * 1000
      this.running[one.station] = { transactionId, startWh, wh: 0 }
      const token = { token: cards[one.card]!, type: 'ISO14443' }
      this.say(one.station, {
        type: 'charging.started',
        at: { ordinal: 1 },
        token,
        transactionId,
        sequence: 0,
        meterWh: startWh,
        samples: [],
        charging: true,
        happenedAt: one.offline ? new Date(now.getTime() - 30 * MINUTE_MS) : now,
        offline: one.offline,
      })
      return
    }
    if (!running) return
    const { transactionId, startWh } = running
    const common = { transactionId, at: { ordinal: 1 }, sequence: 1, offline: false }
    if (one.kind === 'sample') {
      if (!one.late) running.wh = Math.max(running.wh, one.wh)
      const at = one.late ? new Date(now.getTime() - 10 * MINUTE_MS) : now
      const sampled = {
        at,
        context: 'Sample.Periodic',
        energyWh: startWh + (one.late ? 0 : running.wh),
        raw: [],
      }
      this.say(one.station, { type: 'meter.sampled', ...common, samples: [sampled], happenedAt: at })
      return
    }
    this.running[one.station] = undefined
    this.expected.set(transactionId, running.wh)
    this.say(one.station, {
      type: 'charging.ended',
      ...common,
      meterWh: startWh + running.wh,
      happenedAt: now,
      samples: [],
      reason: 'Local',
    })
  }

  private say(index: number, event: StationEvent): void {
    this.last[index] = event
    // every third message arrives over a new socket, at another node
    const { intake } = this.nodes[(index + Math.floor(this.said++ / 3)) % this.nodes.length]!
    const incoming = { stationId: this.ids[index]!, event, receivedAt: this.clock.now() }
    this.queues[index] = this.queues[index]!.then(() => intake.offer(incoming))
  }

  private startByOperator(index: number): void {
    const { orderWork } = this.nodes[(index + 1) % this.nodes.length]!
    this.other = this.other.then(async () => {
      const { rows } = await sql<{
        id: number
      }>`select id from connectors where station_id = ${this.ids[index]}`.execute(this.database.db)
      await orderWork
        .change(
          async () => [],
          async (book, _locked, tx) => {
            const [id] = await drawOrderIds(tx, 1)
            const limits = { amountMinor: null, energyWh: null, seconds: null, percents: null }
            const place = {
              locationId: 1,
              stationId: this.ids[index]!,
              connectorId: rows[0]!.id,
              managerId: null,
            }
            book.add(
              createToStart(
                {
                  id: id!,
                  ...place,
                  tariffVersionId: 1,
                  startWindowSeconds: null,
                  discountPercent: 0,
                  limits,
                  driverId: null,
                  fleetId: null,
                  paymentMethodType: null,
                  billable: true,
                },
                book.context.now,
              ),
            )
          },
        )
        .catch((error: { code?: string }) => {
          if (error.code !== '23505') throw error
        })
    })
  }

  private fireTimers(minutes: number): void {
    this.clock.forward(minutes * MINUTE_MS)
    const { orderWork } = this.nodes[0]!
    const links = new Links()
    const others = { links, live: new LiveBus(), node: 'here', answerMs: 1000 }
    const stations = new Stations({
      db: this.database.db,
      bus: noBus,
      links,
      answerMs: 1000,
      isDead: () => false,
      counted: () => {},
    })
    const callbacks = { readPayment: async () => undefined, statusChanged: () => {} }
    const parts = { db: this.database.db, clock: this.clock, orderWork, stations, ...others, ...callbacks }
    const timers = new OrderTimers(parts, { error: () => {} } as never)
    this.other = this.other.then(() => timers.fire()).then(() => this.remember())
  }

  async finish(): Promise<void> {
    await Promise.all([...this.queues, this.other])
    await this.remember()
    await Promise.all([...this.closing, ...this.nodes.map(({ intake }) => intake.settled())])
  }

  /** Terminal states are final: an ended order stays as it is. */
  private async remember(): Promise<void> {
    const { rows } = await sql<{ id: number; status: 'completed' }>`
      select id, status from orders where station_id = any(${this.ids}::text[])`.execute(this.database.db)
    for (const { id, status } of rows) {
      const before = this.seen.get(id)
      if (before !== undefined) expect(status).toBe(before)
      if (!isOpen({ status })) this.seen.set(id, status)
    }
  }

  async check(): Promise<void> {
    const { db } = this.database
    const orders = await sql<{
      id: number
      status: 'started'
      connectorId: number
      driverId: number | null
      replayed: boolean
      dueAt: Date | null
      transactionId: string | null
      energyWh: number
      priceMinor: number | null
      billable: boolean
      payments: number
      capturedMinor: number | null
      needsReview: boolean
      warning: string | null
    }>`
      select o.id, o.status, o.connector_id as "connectorId", o.driver_id as "driverId", o.replayed or o.card_free as replayed, o.due_at as "dueAt",
        o.transaction_id as "transactionId", o.energy_wh as "energyWh", o.charging_price_minor as "priceMinor", o.billable,
        count(p.id) as payments, sum(p.captured_minor) as "capturedMinor", o.needs_review as "needsReview", o.warning
      from orders o left join payments p on p.order_id = o.id
      where o.station_id = any(${this.ids}::text[]) group by o.id`.execute(db)
    const open = orders.rows.filter(isOpen)
    expect(new Set(open.map((order) => order.connectorId)).size).toBe(open.length)
    const driven = open.filter((order) => order.driverId !== null && !order.replayed)
    expect(new Set(driven.map((order) => order.driverId)).size).toBe(driven.length)
    for (const order of open) expect(order.dueAt ?? order.transactionId).not.toBeNull()
    for (const order of orders.rows) {
      const paid = order.status === ('completed' as string) && order.billable
      expect(Number(order.payments)).toBe(paid ? 1 : 0)
      if (paid && !order.needsReview) expect(Number(order.capturedMinor)).toBe(order.priceMinor)
    }
    for (const [transactionId, wh] of this.expected) {
      const matching = orders.rows.filter((order) => order.transactionId === transactionId)
      expect(matching).toHaveLength(1)
      const [order] = matching
      expect(order).toMatchObject({ status: 'completed', energyWh: wh })
      if (order!.billable) expect(order!.priceMinor).toBe(Math.round((wh * 1700) / 1000))
    }
    const totals = await sql<{ orders: number; wh: number; minor: number }>`
      select coalesce(sum(order_count), 0) as orders, coalesce(sum(energy_wh), 0) as wh, coalesce(sum(amount_minor), 0) as minor
      from daily_totals`.execute(db)
    const summed = await sql<{ orders: number; wh: number; minor: number }>`
      select count(*) as orders, coalesce(sum(o.energy_wh), 0) as wh, coalesce(sum(p.captured_minor), 0) as minor
      from orders o left join payments p on p.order_id = o.id where o.status = 'completed'`.execute(db)
    expect(totals.rows[0]).toEqual(summed.rows[0])
    expect(await listDifferences(db)).toEqual([])
  }
}
