import type { CentralLink, CommandOutcome } from '@stationmaster/ocpp'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import * as rules from '../../../charging/orders/machine/rules.ts'
import type { OrderBook } from '../../../charging/orders/messages/book.ts'
import { type Limits, type Order, tagOf } from '../../../charging/orders/order.ts'
import {
  adopt,
  giveBack,
  isStartRequested,
  requestStart,
  type StartedFor,
} from '../../../charging/orders/sessions/adopt.ts'
import * as orders from '../../../charging/orders/store.ts'
import { loadEffectiveVersions } from '../../../places/tariffs/store.ts'
import { canStart } from '../../../stations/stations/status/status.ts'
import { tellAnswer } from '../outcome/answered.ts'
import { failureOf, isAccepted, refOf, startOutcomeOf, statusOf } from '../outcome/outcome.ts'
import { noted } from '../outcome/sent.ts'
import type { Commander, CommandParts } from '../parts.ts'
import { type CommandTarget, findPlace, findTarget } from '../target.ts'
import { checkDriver, checkIdle } from './for-driver.ts'
import { inquireStart, keptStartWindow } from './start-questions.ts'

/** What an operator may set (domain.md#remote-start): kopecks, kWh, time, percent of the battery. */
export interface StartLimits {
  limit_amount?: number | null | undefined
  limit_kwh?: number | null | undefined
  limit_hours?: number | null | undefined
  limit_minutes?: number | null | undefined
  limit_percents?: number | null | undefined
}

/** A start as it is asked for, of a driver or of nobody. */
export interface StartRequest extends StartLimits {
  driver_id?: number | null | undefined
}

const mostAnswerMs = 30 * SECOND_MS

/**
 * Starts charging on a connector and waits for the station's answer, 30 s at most. A transaction that the plug began there and
 * that is nobody's yet is adopted, else there is a new order. It costs its driver nothing: who is to pay is asked before, by a link.
 * Resolves with the order's id; throws station.*, connector.* or driver.* when it does not come to a start.
 */
export async function startCharging(
  parts: CommandParts,
  commander: Commander,
  connectorId: number,
  asked: StartRequest,
): Promise<{ id: number }> {
  const target = await findTarget(parts.db, commander.caller, connectorId)
  if (asked.driver_id) await checkDriver(parts, parts.db, commander.caller, asked.driver_id)
  const link = parts.links.get(target.station.id)
  if (!link) throw new Failure('station.offline')
  const window = await keptStartWindow(parts.db, link)
  const order = await askedOrder(parts, commander, target, asked, window)
  return tellAnswer(parts, order, 'connector_start', () => sendStart(parts, link, target, order))
}

/** Starts an order whose driver has paid and whose car is there; what does not come to a start gives the money back. */
export async function sendPaidStart(parts: CommandParts, orderId: number): Promise<void> {
  const order = await orders.findOrder(parts.db, orderId)
  const target = order && (await findPlace(parts.db, order))
  if (!order || !target) return
  await parts.orderWork.change(
    async () => [],
    (book) =>
      book.log(orderId, book.context.now, 'ocpp', 'remote_start_tx_request', { text: tagOf(orderId) }),
  )
  const link = parts.links.get(order.stationId)
  if (link) await sendStart(parts, link, target, order).catch(ignoreFailure)
  else await answerStart(parts, orderId, { kind: 'busy' }, target.station.monetized)
}

/** The order has kept what came of it. */
function ignoreFailure(error: unknown): void {
  if (!(error instanceof Failure)) throw error
}

/** Sends a start, once: a station that is asked again after it refused, or after no answer came, could start twice. */
async function sendStart(
  parts: CommandParts,
  link: CentralLink,
  { connector, station }: Pick<CommandTarget, 'connector' | 'station'>,
  { id }: Order,
): Promise<{ id: number }> {
  const sending = { stationId: station.id, name: 'start', orderId: id, connectorId: connector.id } as const
  const outcome = await noted(parts, sending, () =>
    link.command(
      {
        type: 'start',
        at: refOf(connector),
        token: { token: tagOf(id), type: 'Central' },
        remoteStartId: id,
      },
      { timeoutMs: Math.min(mostAnswerMs, parts.answerMs) },
    ),
  )
  const answered = await answerStart(parts, id, outcome, station.monetized)
  if (outcome.kind === 'timeout' && outcome.sent) await inquireStart(parts, link, id, connector)
  const runs = answered.status === 'started' && !answered.awaitsCard
  if (!isAccepted(outcome) && !runs) throw failureOf(outcome)
  return { id }
}

/** The order that a start is sent for: that of the transaction which waits for a card there, or a new one. */
async function askedOrder(
  parts: CommandParts,
  commander: Commander,
  target: CommandTarget,
  asked: StartRequest,
  startWindowSeconds: number | null,
): Promise<Order> {
  const { connector, openOrderId, awaitsCard } = target
  if (target.station.paused) throw new Failure('station.sales_paused')
  if (openOrderId !== null && !awaitsCard) throw new Failure('connector.occupied', { orderId: openOrderId })
  if (!canStart({ online: true, ocppStatus: connector.ocppStatus, openOrderId, awaitsCard }))
    throw new Failure('connector.not_available')
  return parts.orderWork.change(
    (tx) => orders.lockOpenOn(tx, connector.id),
    async (book, [open], tx) => {
      if (open && open.id !== openOrderId) throw new Failure('connector.occupied', { orderId: open.id })
      if (!open && openOrderId !== null) throw new Failure('connector.occupied', { orderId: openOrderId })
      const wish = { limits: limitsOf(asked), ...(await startedFor(tx, asked)) }
      const order = open
        ? askForWaiting(book, open, commander, wish)
        : await createOrder(book, tx, target, commander, { ...wish, startWindowSeconds })
      await noteAsked(book, tx, order, commander, asked)
      return order
    },
  )
}

/** Whose the order is to be, who has no other; it is paid in no way of the driver's. */
async function startedFor(tx: Tx, { driver_id: driverId }: StartRequest): Promise<StartedFor> {
  if (driverId) await checkIdle(tx, driverId)
  return { driverId: driverId ?? null, paymentMethodType: null }
}

function askForWaiting(
  book: OrderBook,
  waiting: Order,
  { caller }: Commander,
  wish: StartedFor & { limits: Limits },
): Order {
  if (!waiting.awaitsCard || isStartRequested(waiting))
    throw new Failure('connector.occupied', { orderId: waiting.id })
  return book.put(
    rules.timed(requestStart(waiting, { managerId: caller.id, ...wish }, book.context.now)),
    'all',
  )
}

async function createOrder(
  book: OrderBook,
  tx: Tx,
  { station, connector }: CommandTarget,
  { caller }: Commander,
  wish: StartedFor & { limits: Limits; startWindowSeconds: number | null },
): Promise<Order> {
  const { now } = book.context
  const [id] = await orders.drawOrderIds(tx, 1)
  const version = (await loadEffectiveVersions(tx, [connector], now)).get(connector.id)
  return book.add(
    rules.createByOperator(
      {
        id: id!,
        locationId: station.locationId,
        stationId: station.id,
        connectorId: connector.id,
        managerId: caller.id,
        tariffVersionId: version?.id ?? null,
        discountPercent: version?.discountPercent ?? 0,
        ...wish,
        billable: station.monetized,
      },
      now,
    ),
  )
}

async function noteAsked(
  book: OrderBook,
  tx: Tx,
  { id, connectorId }: Order,
  { caller, remoteAddress }: Commander,
  asked: StartRequest,
): Promise<void> {
  const { now: at } = book.context
  book.log(id, at, 'api', 'connector_start', {
    request_endpoint: `connectors/${connectorId}/start`,
    request_post: JSON.stringify(asked),
    text: caller.email,
  })
  book.log(id, at, 'ocpp', 'remote_start_tx_request', { text: tagOf(id) })
  await audit(tx, {
    caller,
    action: 'connector.start',
    subjectType: 'connector',
    subjectId: String(connectorId),
    after: { orderId: id, ...asked },
    at,
    ...(remoteAddress ? { remoteAddress } : {}),
  })
}

/** Limits as they are asked for, in our units. */
export function limitsOf(limits: StartLimits): Limits {
  const seconds = ((limits.limit_hours ?? 0) * HOUR_MS + (limits.limit_minutes ?? 0) * MINUTE_MS) / SECOND_MS
  return {
    amountMinor: limits.limit_amount || null,
    energyWh: limits.limit_kwh ? Math.round(limits.limit_kwh * 1000) : null,
    seconds: seconds || null,
    percents: limits.limit_percents ?? null,
  }
}

function answerStart(
  parts: CommandParts,
  orderId: number,
  outcome: CommandOutcome,
  monetized: boolean,
): Promise<Order> {
  return parts.orderWork.change(
    async (tx) => [await getLocked(tx, orderId)],
    (book, [order]) => {
      const { now } = book.context
      book.log(orderId, now, 'ocpp', 'remote_start_tx_response', { status: statusOf(outcome) })
      const told = startOutcomeOf(outcome)
      const answered = isStartRequested(order!)
        ? adoptionAnswered(order!, told, outcome, monetized, now)
        : rules.startAnswered(order!, told, now)
      if (answered === order) return order
      return book.put(answered, 'all')
    },
  )
}

/** An answer that names another transaction leaves it to that transaction's own messages. */
function adoptionAnswered(
  order: Order,
  told: rules.StartOutcome,
  outcome: CommandOutcome,
  monetized: boolean,
  now: Date,
): Order {
  if (told === 'refused') return rules.timed(giveBack(order, now))
  const named = outcome.kind === 'answered' ? outcome.findings.transactionId : undefined
  if (told === 'unknown' || (named !== undefined && named !== order.transactionId)) return order
  return rules.timed(adopt(order, monetized, now))
}

async function getLocked(tx: Tx, id: number): Promise<Order> {
  const order = await orders.lockOrder(tx, id)
  if (!order) throw new Failure('order.not_found')
  return order
}
