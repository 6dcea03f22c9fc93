import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../platform/database/database-fault.ts'
import * as rules from '../../charging/orders/machine/rules.ts'
import type { OrderBook } from '../../charging/orders/messages/book.ts'
import type { Order } from '../../charging/orders/order.ts'
import { lockDueOrders } from '../../charging/orders/store.ts'
import { listOnline } from '../../stations/stations/connecting/presence-store.ts'
import type { CommandParts } from './parts.ts'
import { askStartWindow } from './sessions/start-questions.ts'
import { sendStop } from './sessions/stop.ts'

const everyMs = 1000
const most = 200

/** Fires the timers of open orders: they are columns of the orders, so a restart loses none. */
export class OrderTimers {
  private timer: NodeJS.Timeout | undefined
  private firing: Promise<void> = Promise.resolve()
  private deciding: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly parts: CommandParts,
    private readonly log: FastifyBaseLogger,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.firing = this.firing
        .then(() => this.fire())
        .catch((error) => logFailure(this.log, error, 'order timers failed'))
    }, everyMs)
    this.timer.unref()
  }

  /** Fires what is due now; resolves when the stops and questions that it sent, to stations and the payment provider, have been answered. */
  async fire(): Promise<void> {
    // what another look has locked is skipped: whoever waits for this one waits for that decision too
    const decided = this.deciding.then(() => this.decide())
    this.deciding = decided.catch(() => undefined)
    const { stops, asks, reads } = await decided
    await Promise.all([
      ...reads.map((orderId) => this.parts.readPayment(orderId)),
      ...stops.map((orderId) => sendStop(this.parts, orderId)),
      ...asks.map(({ id, stationId }) => askStartWindow(this.parts, id, stationId)),
    ])
  }

  private decide(): Promise<ToSend> {
    const { orderWork, clock } = this.parts
    return orderWork.change(
      (tx) => lockDueOrders(tx, clock.now(), most),
      async (book, due, tx) => {
        const toSend: ToSend = { stops: [], asks: [], reads: [] }
        if (due.length === 0) return toSend
        const online = await listOnline(tx, [...new Set(due.map((order) => order.stationId))])
        for (const order of due) fireOne(book, order, online.has(order.stationId), toSend)
        return toSend
      },
    )
  }

  async stop(): Promise<void> {
    clearInterval(this.timer)
    await this.firing
  }
}

/** What stations are told and asked after the commit. */
interface ToSend {
  stops: number[]
  asks: Order[]
  /** orders whose payment is asked after before they are given up */
  reads: number[]
}

function fireOne(book: OrderBook, order: Order, online: boolean, { stops, asks, reads }: ToSend): void {
  const { now } = book.context
  const { order: next, act, commands = [] } = rules.fire(order, online, now)
  if (act === 'step') {
    book.take({ order: rules.timed(next), commands })
    book.log(order.id, now, 'order', 'time_over', { reason: next.stopReason ?? 'not_paid' })
  } else if (act === 'cancel') {
    book.put(rules.cancel(next, 'rejected_only', now, 'no_transaction'), 'all')
    book.log(order.id, now, 'order', 'start_timed_out')
  } else if (act === 'lose') {
    book.put(rules.lose(next, book.seriesOf(next), book.termsOf(next), now), 'all')
    if (next.lostEvidence)
      book.log(order.id, now, 'order', 'ended_by_evidence', { reason: next.lostEvidence })
    else book.log(order.id, now, 'order', 'lost')
  } else {
    book.put(next, 'all')
    if (act === 'free') book.log(order.id, now, 'order', 'card_freed', { reason: next.lostEvidence })
    if (act === 'ask') asks.push(next)
    if (act === 'read') reads.push(order.id)
    if (act === 'stop') {
      stops.push(order.id)
      // only a limit of time is reached without anything coming from the station
      if (order.stopTxStatus === null) book.log(order.id, now, 'order', 'limit_reached', { reason: 'time' })
      book.log(order.id, now, 'ocpp', 'remote_stop_tx_request')
    }
  }
}
