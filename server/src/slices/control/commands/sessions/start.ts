import type { CommandOutcome } from '@stationmaster/ocpp'
import { first, HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { wordOf } from '../../../charging/drivers/authorization.ts'
import { agreedPrice, ordinaryTerms, priceColumns } from '../../../charging/drivers/terms/terms.ts'
import { lockDriverTerms } from '../../../charging/drivers/terms/terms-store.ts'
import { loadTokens } from '../../../charging/drivers/token-store.ts'
import { tokenKey } from '../../../charging/drivers/tokens.ts'
import * as rules from '../../../charging/orders/machine/rules.ts'
import type { OrderBook } from '../../../charging/orders/messages/book.ts'
import type { Limits, Order } from '../../../charging/orders/order.ts'
import { tagOf } from '../../../charging/orders/order-tag.ts'
import { fleetLimit } from '../../../charging/orders/prepaid/hold.ts'
import {
  type AgreedColumns,
  adopt,
  giveBack,
  isStartRequested,
  requestStart,
  type StartedFor,
} from '../../../charging/orders/sessions/adopt.ts'
import * as orders from '../../../charging/orders/store.ts'
import { loadEffectiveVersions, type StoredVersion } from '../../../places/tariffs/store.ts'
import { canStart } from '../../../stations/stations/status/status.ts'
import type { StationLink } from '../../intake/reaching/station-link.ts'
import { recordAnswer } from '../outcome/answered.ts'
import { failureOf, isAccepted, refOf, startOutcomeOf, statusOf } from '../outcome/outcome.ts'
import { trackSending } from '../outcome/sent.ts'
import type { Commander, CommandParts } from '../parts.ts'
import { type CommandTarget, findPlace, findTarget } from '../target.ts'
import { checkDriver, checkFleet, checkIdle } from './for-driver.ts'
import { inquireStart, keptStartWindow } from './start-questions.ts'

/** What an operator may set (domain.md#remote-start): kopecks, kWh, time, percent of the battery. */
export interface StartLimits {
  limit_amount?: number | null | undefined
  limit_kwh?: number | null | undefined
  limit_hours?: number | null | undefined
  limit_minutes?: number | null | undefined
  limit_percents?: number | null | undefined
}

/** A requested start, for a driver, for the card of a company, or for nobody. */
export interface StartRequest extends StartLimits {
  driver_id?: number | null | undefined
  /** a card that a company has given out itself; its company pays */
  card?: string | undefined
}

const mostAnswerMs = 30 * SECOND_MS

/**
 * Starts charging on a connector and waits for the station's answer, 30 s at most. A transaction that began there with the plug and
 * has no owner yet is adopted, else a new order is created. The session costs its driver nothing: a driver who is to pay gets a link
 * before. Resolves with the order's id; throws station.*, connector.* or driver.* where nothing starts.
 */
export async function startCharging(
  parts: CommandParts,
  commander: Commander,
  connectorId: number,
  request: StartRequest,
): Promise<{ id: number }> {
  const target = await findTarget(parts.db, commander.caller, connectorId)
  if (request.driver_id) await checkDriver(parts, parts.db, commander.caller, request.driver_id)
  const link = await parts.stations.find(target.station.id)
  if (!link) throw new Failure('station.offline')
  const order = await orderToStart(parts, target, request, {
    managerId: commander.caller.id,
    startWindowSeconds: await keptStartWindow(parts.db, link),
    record: (book, tx, order) => recordStart(book, tx, order, commander, request),
  })
  return recordAnswer(parts, order, 'connector_start', () => sendStart(parts, link, target, order))
}

/** Starts an order whose driver has paid and whose car is there; where it does not start, the money is given back. */
export async function sendPaidStart(parts: CommandParts, orderId: number): Promise<void> {
  const order = await orders.findOrder(parts.db, orderId)
  const target = order && (await findPlace(parts.db, order))
  if (!order || !target) return
  await parts.orderWork.change(
    async () => [],
    (book) =>
      book.log(orderId, book.context.now, 'ocpp', 'remote_start_tx_request', { text: tagOf(orderId) }),
  )
  const link = await parts.stations.find(order.stationId)
  if (link) await sendStart(parts, link, target, order).catch(ignoreFailure)
  else await answerStart(parts, orderId, { kind: 'busy' }, target.station.monetized)
}

/** The order has recorded the failure already. */
function ignoreFailure(error: unknown): void {
  if (!(error instanceof Failure)) throw error
}

/** Sends a start once: a second one after a refusal or without an answer could start two sessions. */
async function sendStart(
  parts: CommandParts,
  link: StationLink,
  { connector, station }: Pick<CommandTarget, 'connector' | 'station'>,
  { id }: Order,
): Promise<{ id: number }> {
  const sending = { stationId: station.id, name: 'start', orderId: id, connectorId: connector.id } as const
  const outcome = await trackSending(parts, sending, () =>
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

/** Who starts a session that costs its driver nothing. */
export interface Starter {
  /** null: a driver, where charging is free */
  managerId: number | null
  startWindowSeconds: number | null
  /** records who started it, in the transaction that makes the order */
  record(book: OrderBook, tx: Tx, order: Order): unknown
}

/**
 * The order that a start is sent for: the one that waits for a card there, or a new one. Throws station.sales_paused, connector.* or
 * driver.busy where nothing can start.
 */
export async function orderToStart(
  parts: Pick<CommandParts, 'orderWork'>,
  target: CommandTarget,
  request: StartRequest,
  starter: Starter,
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
      const { now } = book.context
      const version = open
        ? book.versionOf(open)
        : ((await loadEffectiveVersions(tx, [connector], now)).get(connector.id) ?? null)
      const beneficiary = await startedFor(parts, book, tx, request, version)
      const order = open
        ? startWaiting(book, open, starter, beneficiary)
        : await createOrder(book, tx, target, starter, beneficiary)
      await starter.record(book, tx, order)
      return order
    },
  )
}

/**
 * The driver that an order is started for, who must have no other open order; none of the driver's ways to pay is used. The driver's
 * fleet pays, within its limit.
 */
async function startedFor(
  parts: Pick<CommandParts, 'orderWork'>,
  book: OrderBook,
  tx: Tx,
  request: StartRequest,
  version: StoredVersion | null,
): Promise<Beneficiary> {
  const { driver_id: driverId } = request
  const limits = limitsOf(request)
  const { now } = book.context
  if (request.card) return startedForCard(parts, tx, { card: request.card, limits, version, now })
  if (!driverId)
    return {
      driverId: null,
      paymentMethodType: null,
      fleetId: null,
      limits,
      ...priceColumns(agreedPrice(version, ordinaryTerms, now)),
    }
  await checkIdle(tx, driverId)
  const terms = await lockDriverTerms(tx, driverId, book.context)
  const { fleet } = terms
  checkFleet(fleet)
  const price = agreedPrice(version, terms, now)
  return {
    driverId,
    paymentMethodType: fleet && 'account',
    fleetId: fleet?.id ?? null,
    limits: fleet ? { ...limits, amountMinor: fleetLimit(limits, fleet, price.version?.elements) } : limits,
    ...priceColumns(price),
  }
}

/** The card of a company that an order is started for. Throws driver.blocked where it may not charge. */
async function startedForCard(
  { orderWork }: Pick<CommandParts, 'orderWork'>,
  tx: Tx,
  { card, limits, version, now }: { card: string; limits: Limits; version: StoredVersion | null; now: Date },
): Promise<Beneficiary> {
  const [known] = (await loadTokens(tx, [tokenKey(card)], orderWork.settingAt(now))).values()
  if (!known?.fleet || wordOf(known, now) !== 'Accepted') throw new Failure('driver.blocked')
  checkFleet(known.fleet)
  const price = agreedPrice(version, known.terms, now)
  return {
    driverId: null,
    rfid: known.token,
    paymentMethodType: 'account',
    fleetId: known.fleet.id,
    limits: { ...limits, amountMinor: fleetLimit(limits, known.fleet, price.version?.elements) },
    ...priceColumns(price),
  }
}

/** The driver that an order is started for, who pays, and within which limits. */
type Beneficiary = StartedFor & AgreedColumns & { limits: Limits }

function startWaiting(
  book: OrderBook,
  waiting: Order,
  { managerId }: Starter,
  beneficiary: Beneficiary,
): Order {
  if (!waiting.awaitsCard || isStartRequested(waiting))
    throw new Failure('connector.occupied', { orderId: waiting.id })
  return book.put(rules.timed(requestStart(waiting, { managerId, ...beneficiary }, book.context.now)), 'all')
}

async function createOrder(
  book: OrderBook,
  tx: Tx,
  { station, connector }: CommandTarget,
  { managerId, startWindowSeconds }: Starter,
  beneficiary: Beneficiary,
): Promise<Order> {
  const { now } = book.context
  const id = first(await orders.drawOrderIds(tx, 1))
  return book.add(
    rules.createToStart(
      {
        id,
        locationId: station.locationId,
        stationId: station.id,
        connectorId: connector.id,
        managerId,
        startWindowSeconds,
        ...beneficiary,
        billable: station.monetized,
      },
      now,
    ),
  )
}

async function recordStart(
  book: OrderBook,
  tx: Tx,
  { id, connectorId }: Order,
  { caller, remoteAddress }: Commander,
  request: StartRequest,
): Promise<void> {
  const { now: at } = book.context
  book.log(id, at, 'api', 'connector_start', {
    request_endpoint: `connectors/${connectorId}/start`,
    request_post: JSON.stringify(request),
    text: caller.email,
  })
  book.log(id, at, 'ocpp', 'remote_start_tx_request', { text: tagOf(id) })
  await audit(tx, {
    caller,
    action: 'connector.start',
    subjectType: 'connector',
    subjectId: String(connectorId),
    after: { orderId: id, ...request },
    at,
    ...(remoteAddress ? { remoteAddress } : {}),
  })
}

/** Requested limits in our units. */
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
    (book, locked) => {
      const order = first(locked)
      const { now } = book.context
      book.log(orderId, now, 'ocpp', 'remote_start_tx_response', { status: statusOf(outcome) })
      const result = startOutcomeOf(outcome)
      const answered = isStartRequested(order)
        ? adoptionAnswered(order, result, outcome, monetized, now)
        : rules.startAnswered(order, result, now)
      if (answered === order) return order
      return book.put(answered, 'all')
    },
  )
}

/** Where the answer names another transaction, the messages of that transaction decide. */
function adoptionAnswered(
  order: Order,
  result: rules.StartOutcome,
  outcome: CommandOutcome,
  monetized: boolean,
  now: Date,
): Order {
  if (result === 'refused') return rules.timed(giveBack(order, now))
  const named = outcome.kind === 'answered' ? outcome.findings.transactionId : undefined
  if (result === 'unknown' || (named !== undefined && named !== order.transactionId)) return order
  return rules.timed(adopt(order, monetized, now))
}

async function getLocked(tx: Tx, id: number): Promise<Order> {
  const order = await orders.lockOrder(tx, id)
  if (!order) throw new Failure('order.not_found')
  return order
}
