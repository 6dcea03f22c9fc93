import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../platform/database/database-fault.ts'
import * as rules from '../../charging/orders/machine/rules.ts'
import type { OrderBook } from '../../charging/orders/messages/book.ts'
import type { Order } from '../../charging/orders/order.ts'
import { hasDueOrders, lockDueOrders } from '../../charging/orders/store.ts'
import { listOnline } from '../../stations/stations/connecting/presence-store.ts'
import type { CommandParts } from './parts.ts'
import { requestStartWindow } from './sessions/start-questions.ts'
import { sendStop } from './sessions/stop.ts'

const everyMs = 1000
const most = 200

/** Fires the timers of open orders. Timers are columns of the orders, so a restart loses none. */
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

  /** Fires the timers that are due now. Resolves when stations and the payment provider have answered the commands that follow. */
  async fire(): Promise<void> {
    // rows that another run has locked are skipped, so this run first waits for the decision of the other
    const decided = this.deciding.then(() => this.decide())
    this.deciding = decided.catch(() => undefined)
    const { stops, windowRequests, reads } = await decided
    await Promise.all([
      ...reads.map((orderId) => this.parts.readPayment(orderId)),
      ...stops.map((orderId) => sendStop(this.parts, orderId)),
      ...windowRequests.map(({ id, stationId }) => requestStartWindow(this.parts, id, stationId)),
    ])
  }

  private async decide(): Promise<ToSend> {
    const { db, orderWork, clock } = this.parts
    const toSend: ToSend = { stops: [], windowRequests: [], reads: [] }
    // a look costs one statement, a unit of work five
    if (!(await hasDueOrders(db, clock.now()))) return toSend
    return orderWork.change(
      (tx) => lockDueOrders(tx, clock.now(), most),
      async (book, due, tx) => {
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

/** What is sent to stations and the payment provider after the commit. */
interface ToSend {
  stops: number[]
  /** starting orders whose station is to report how long it waits for a car */
  windowRequests: Order[]
  /** orders whose payment is read once more before they are canceled */
  reads: number[]
}

function fireOne(
  book: OrderBook,
  order: Order,
  online: boolean,
  { stops, windowRequests, reads }: ToSend,
): void {
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
    if (act === 'ask') windowRequests.push(next)
    if (act === 'read') reads.push(order.id)
    if (act === 'stop') {
      stops.push(order.id)
      // only a limit of time is reached without anything coming from the station
      if (order.stopTxStatus === null) book.log(order.id, now, 'order', 'limit_reached', { reason: 'time' })
      book.log(order.id, now, 'ocpp', 'remote_stop_tx_request')
    }
  }
}
