import type { StationEvent } from '@stationmaster/ocpp'
import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { flow } from '../../../flow.ts'
import { isOpen } from '../../../slices/charging/orders/machine/moves.ts'
import * as rules from '../../../slices/charging/orders/machine/rules.ts'
import type { Metered } from '../../../slices/charging/orders/measuring/measure.ts'
import { OrderBook } from '../../../slices/charging/orders/messages/book.ts'
import { type Order, unlimited } from '../../../slices/charging/orders/order.ts'
import { tagOf } from '../../../slices/charging/orders/order-tag.ts'
import * as prepaid from '../../../slices/charging/orders/prepaid/prepaid.ts'
import { StationChanges } from '../../../slices/control/intake/batch.ts'
import type { KnownStation } from '../../../slices/stations/stations/connecting/traffic-store.ts'
import {
  checkOrder,
  checkTimers,
  feeMinor,
  freeSeconds,
  holdMinor,
  holds,
  reach,
  reservationMinutes,
} from './history-checks.ts'
import {
  edgeOf,
  hasEnergyOf,
  type Meter,
  marksOf,
  type Plug,
  type Session,
  sampleOf,
} from './history-meter.ts'
import { card, contextOf, driverId, stationOf, version } from './order-stage.ts'

/*
 * The whole order machine as pure rules, played by one driver at two locations: messages of stations, late messages, acts of people and
 * timers, in any order. Only the orders are kept from one step to the next, as if the server restarted at each step.
 */

export type Happening =
  | { what: 'take'; at: number; reserves: boolean; known: boolean }
  | {
      what: 'pay' | 'arrive' | 'cancel' | 'plug' | 'unplug' | 'tap' | 'charge' | 'stop' | 'repeat' | 'forget'
      at: number
    }
  /** from now on its station measures in this way */
  | { what: 'meter'; at: number; meter: Meter }
  | { what: 'start'; at: number; known: boolean }
  | { what: 'answer'; at: number; outcome: 'accepted' | 'refused' | 'unknown' }
  /** its station goes offline, and later sends what happened */
  | { what: 'away' | 'back'; at: number }
  | { what: 'wait'; seconds: number }

export class History {
  private now = new Date('2026-03-01T10:00:00Z')
  private orders = new Map<number, Order>()
  private readonly series = new Map<number, Metered[]>()
  private readonly plugs: Plug[] = [0, 1].map((index) => ({
    station: stationOf(index),
    meter: 'registers',
    plugged: false,
    session: null,
    sequence: 0,
    unsaid: null,
    last: null,
  }))
  private readonly paid = new Map<number, number>()
  private readonly started = new Map<number, number>()
  private readonly ended: (Session & { stationId: string; endReported: boolean })[] = []
  private drawn = 100
  private transactions = 0

  play(one: Happening): void {
    if (one.what === 'wait') this.wait(one.seconds)
    else this.act(one)
  }

  /** Stations send their waiting messages, sessions end, and time passes until nothing is open. */
  finish(): void {
    for (const index of [0, 1]) {
      this.act({ what: 'back', at: index })
      this.act({ what: 'stop', at: index })
      this.act({ what: 'unplug', at: index })
    }
    for (let hour = 0; hour < 3; hour += 1) this.wait(3600)
    const orders = [...this.orders.values()]
    holds('everything ends', !orders.some(isOpen))
    for (const session of this.ended) {
      const { stationId, transactionId, meter, endReported } = session
      const all = orders.filter((one) => one.stationId === stationId && one.transactionId === transactionId)
      holds('a session is one order', all.length === 1)
      holds('all its energy is the order’s', hasEnergyOf(all[0]!, session))
      if (meter === 'power') reach('a session without a register')
      if (meter === 'contradicting' && endReported) reach('a session whose readings contradict each other')
    }
    for (const { status, billable, driverId: whose, energyWh, chargingPriceMinor, needsReview } of orders) {
      if (status !== 'completed') continue
      const isPriced = billable && !needsReview
      holds('energy has its price', !isPriced || chargingPriceMinor === Math.round(energyWh * 1.7))
      if (whose !== null) reach('a session of the driver')
    }
  }

  private wait(waited: number): void {
    const counting = [...this.orders.values()].filter(({ status }) => status === 'countdown')
    this.now = new Date(this.now.getTime() + waited * SECOND_MS)
    for (let round = 0; round < 4; round += 1) {
      const due = [...this.orders.values()].filter(({ dueAt }) => dueAt !== null && dueAt <= this.now)
      for (const { id } of due) this.fire(id)
    }
    for (const before of counting) {
      const { status } = this.orders.get(before.id)!
      if (status === 'countdown') reach('a countdown that counts')
      if (status === 'expired') reach('a countdown that is over')
      holds(
        'a countdown ends in time, and no sooner',
        (status === 'expired') === before.countdownFinish! <= this.now,
      )
    }
    for (const order of this.orders.values()) if (isOpen(order)) checkTimers(order, this.now)
  }

  private fire(id: number): void {
    this.decide((book) => {
      const order = book.get(id)!
      const {
        order: next,
        act,
        commands = [],
      } = rules.fire(order, this.plugAt(order).unsaid === null, this.now)
      if (act === 'step') book.take({ order: rules.timed(next), commands })
      else if (act === 'cancel')
        book.put(rules.cancel(next, 'rejected_only', this.now, 'no_transaction'), 'all')
      else if (act === 'lose')
        book.put(rules.lose(next, book.seriesOf(next), book.termsOf(next), this.now), 'all')
      else book.put(next, 'all')
    })
  }

  private act(one: Exclude<Happening, { what: 'wait' }>): void {
    const plug = this.plugs[one.at]!
    const open = [...this.orders.values()].find((one) => one.stationId === plug.station.id && isOpen(one))
    if (one.what === 'take') this.take(plug, one)
    else if (one.what === 'start') this.start(plug, one.known)
    else if (one.what === 'answer') this.answer(plug, open, one.outcome)
    else if (one.what === 'pay') this.pay(plug)
    else if (one.what === 'arrive') this.step(open, (order) => prepaid.arrive(order, plug.plugged, this.now))
    else if (one.what === 'cancel') this.step(open, (order) => prepaid.giveUp(order, 'canceled', this.now))
    else if (one.what === 'away') plug.unsaid ??= []
    else if (one.what === 'meter') plug.meter = one.meter
    else if (one.what === 'back') this.back(plug)
    else this.happen(plug, one.what)
  }

  /** An operator makes an order for somebody, if the connector is free and the driver has no other order. */
  private take({ station }: Plug, { reserves, known }: { reserves: boolean; known: boolean }): void {
    this.decide((book) => {
      if (book.openOn(station.connectors[0]!.id)) return
      if (known && book.openOf(driverId)) return reach('a driver who has an order elsewhere')
      const reservation = reserves ? { seconds: reservationMinutes * 60, feeMinor, freeSeconds } : null
      book.add(
        prepaid.createForDriver(
          { ...this.placeOf(station), driverId: known ? driverId : null, managerId: 1 },
          { holdMinor, limits: unlimited, reservation },
          this.now,
        ),
      )
    })
  }

  private start({ station, unsaid }: Plug, known: boolean): void {
    if (unsaid) return
    this.decide((book) => {
      if (book.openOn(station.connectors[0]!.id) || (known && book.openOf(driverId))) return
      book.add(
        rules.createToStart(
          {
            ...this.placeOf(station),
            managerId: 1,
            limits: unlimited,
            startWindowSeconds: 120,
            billable: true,
            driverId: known ? driverId : null,
            fleetId: null,
            paymentMethodType: known ? 'account' : null,
          },
          this.now,
        ),
      )
    })
  }

  private placeOf({ id: stationId, locationId, connectors }: KnownStation) {
    return {
      id: this.drawn++,
      stationId,
      locationId,
      connectorId: connectors[0]!.id,
      tariffVersionId: version.id,
      discountPercent: 0,
    }
  }

  /** Money arrives for the last order of this plug, in time or late. */
  private pay({ station, plugged }: Plug): void {
    const order = [...this.orders.values()].findLast(
      (one) => one.stationId === station.id && one.holdMinor !== null && !this.paid.has(one.id),
    )
    if (!order) return
    this.paid.set(order.id, 1)
    const step = this.step(order, (one) => prepaid.paid(one, { methodType: 'card', plugged }, this.now))
    if (step) return
    reach('money that comes late')
    holds('money that comes late goes back', prepaid.comesLate(this.orders.get(order.id)!))
  }

  /** A station answers a command. */
  private answer(plug: Plug, open: Order | undefined, outcome: 'accepted' | 'refused' | 'unknown'): void {
    if (plug.unsaid || !open) return
    if (open.status === 'active')
      this.step(open, (order) => prepaid.reserveAnswered(order, outcome, this.now))
    if (open.status !== 'starting') return
    this.decide((book) => {
      const answered = rules.startAnswered(open, outcome, this.now)
      if (answered !== open) book.put(answered, 'all')
    })
    // a station that accepts a start begins a session if a car is plugged in
    if (outcome === 'accepted' && plug.plugged && !plug.session) this.begin(plug, tagOf(open.id))
  }

  private step(
    order: Order | undefined,
    step: (order: Order) => prepaid.Step | null,
  ): prepaid.Step | undefined {
    return this.decide((book) => {
      const next = order && step(book.get(order.id)!)
      if (next) book.take({ ...next, order: rules.timed(next.order) })
      return next ?? undefined
    })
  }

  private happen(
    plug: Plug,
    what: 'plug' | 'unplug' | 'tap' | 'charge' | 'stop' | 'repeat' | 'forget',
  ): void {
    const { session } = plug
    if (what === 'plug' && !plug.plugged) {
      plug.plugged = true
      this.turn(plug, 'Preparing')
    } else if (what === 'unplug' && plug.plugged) {
      if (session) this.end(plug)
      plug.plugged = false
      this.turn(plug, 'Available')
    } else if (what === 'tap' && plug.plugged && !session) this.begin(plug, card)
    else if (what === 'charge' && session) {
      const hours = (this.now.getTime() - session.lastAt.getTime()) / (60 * MINUTE_MS)
      session.wh += Math.floor(100_000 * hours)
      session.lastAt = this.now
      this.say(plug, {
        type: 'meter.sampled',
        ...this.messageOf(plug),
        samples: [sampleOf(session, this.now)],
      })
    } else if (what === 'stop' && session) this.end(plug)
    else if (what === 'repeat' && plug.last) this.say(plug, plug.last)
    // its station has lost it and never reports its end
    else if (what === 'forget' && session) this.forget(plug)
  }

  private turn(plug: Plug, state: 'Preparing' | 'Available'): void {
    this.say(plug, { type: 'connector.changed', at: { ordinal: 1 }, state, happenedAt: this.now })
  }

  private begin(plug: Plug, token: string): void {
    this.transactions += 1
    const transactionId = `T${this.transactions}`
    const startWh = 100_000 * this.transactions
    plug.session = { transactionId, startWh, wh: 0, lastAt: this.now, meter: plug.meter }
    plug.sequence = -1
    this.say(plug, {
      type: 'charging.started',
      ...this.messageOf(plug),
      token: { token, type: 'ISO14443' },
      ...edgeOf(plug.session, startWh),
      samples: [],
      charging: true,
    })
  }

  private end(plug: Plug): void {
    const session = plug.session!
    const message = { ...this.messageOf(plug), ...edgeOf(session, session.startWh + session.wh) }
    plug.session = null
    this.ended.push({ ...session, stationId: plug.station.id, endReported: true })
    this.say(plug, {
      type: 'charging.ended',
      ...message,
      samples: marksOf(session, this.now),
      reason: 'Local',
    })
  }

  private forget(plug: Plug): void {
    this.ended.push({ ...plug.session!, stationId: plug.station.id, endReported: false })
    plug.session = null
    // a message at the same instant is no evidence
    this.wait(1)
    reach('a session that its station has lost')
  }

  private messageOf(plug: Plug) {
    plug.sequence += 1
    const { transactionId } = plug.session!
    return {
      at: { ordinal: 1 },
      transactionId,
      sequence: plug.sequence,
      happenedAt: this.now,
      offline: plug.unsaid !== null,
    }
  }

  private say(plug: Plug, event: StationEvent): void {
    plug.last = event
    if (plug.unsaid) plug.unsaid.push({ event, tookMs: this.now.getTime() })
    else this.hear(plug, event)
  }

  private back(plug: Plug): void {
    const unsaid = plug.unsaid ?? []
    plug.unsaid = null
    for (const { event, tookMs } of unsaid) {
      if (this.now.getTime() > tookMs) reach(`late: ${event.type}`)
      this.hear(plug, event)
    }
  }

  private hear(plug: Plug, event: StationEvent): void {
    const changes = new StationChanges()
    this.decide((book) => {
      const action = flow.stationActions[event.type] as (typeof flow.stationActions)['noted']
      action(book, plug.station, event as never, this.now, { changes, protocol: 'ocpp2.0.1' })
    })
    const [connector] = plug.station.connectors
    const moved = changes.connectors.get(connector!.id)
    if (moved)
      Object.assign(connector!, { ocppStatus: moved.state, statusSince: moved.since, statusAt: moved.at })
  }

  private decide<T>(decision: (book: OrderBook) => T): T {
    const stations = this.plugs.map(({ station }) => station)
    const context = contextOf(this.now, stations, this.series, this.drawn++)
    const book = new OrderBook(context, [...this.orders.values()])
    const decided = decision(book)
    const { inserted, updated, live } = book.changes()
    const before = this.orders
    this.orders = new Map(before)
    for (const order of [...inserted, ...updated, ...live]) this.orders.set(order.id, order)
    this.check(before, book)
    return decided
  }

  private check(before: ReadonlyMap<number, Order>, book: OrderBook): void {
    const all = [...this.orders.values()]
    const open = all.filter(isOpen)
    const mine = open.filter((order) => order.driverId === driverId && !order.replayed && !order.cardFree)
    holds('one open order on a connector', new Set(open.map((one) => one.connectorId)).size === open.length)
    holds('one open order of a driver', mine.length <= 1)
    for (const order of all) {
      const was = before.get(order.id)
      if (was !== order) checkOrder(order, was, { now: this.now, isPaid: this.paid.has(order.id) })
    }
    for (const { command, orderId } of book.commands) {
      if (command !== 'start') continue
      const times = (this.started.get(orderId) ?? 0) + 1
      this.started.set(orderId, times)
      holds('a start is sent once, and for money', this.paid.has(orderId) && times === 1)
    }
  }

  private plugAt({ stationId }: Order): Plug {
    return this.plugs.find(({ station }) => station.id === stationId)!
  }
}
