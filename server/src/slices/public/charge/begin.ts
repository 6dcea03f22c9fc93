import type { ChargeHindrance, charge, ErrorCode } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import type { z } from 'zod'
import { Failure } from '../../../platform/http/failure.ts'
import { networkOf } from '../../../platform/listeners/proxies.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import { takeAttempt } from '../../../platform/secrets/attempt-store.ts'
import type { OrderBook } from '../../charging/orders/messages/book.ts'
import type { Order } from '../../charging/orders/order.ts'
import { isSpokenFor } from '../../charging/orders/sessions/adopt.ts'
import { lockOpenOn } from '../../charging/orders/store.ts'
import { announcePaying } from '../../control/commands/codes/paid-place.ts'
import { checkIdle, checkStanding } from '../../control/commands/sessions/for-driver.ts'
import { orderToStart } from '../../control/commands/sessions/start.ts'
import { keptStartWindow } from '../../control/commands/sessions/start-questions.ts'
import { type CommandTarget, targetOn } from '../../control/commands/target.ts'
import { loadEffectiveVersions, loadVersions } from '../../places/tariffs/store.ts'
import { loadKnownStations } from '../../stations/stations/connecting/traffic-store.ts'
import { listListedConnectors } from '../../stations/stations/lists/listed-store.ts'
import { checkPlace, giveOrderUp, takeOrder } from '../pay/offer.ts'
import { insertLink } from '../pay/store.ts'
import { hashOfDevice, newDeviceKey, sessionToken } from './device.ts'
import { getNumbered } from './numbered.ts'
import type { ChargeParts } from './parts.ts'
import { readQuote } from './quote.ts'
import { hindranceOf } from './rules.ts'
import {
  findByRequest,
  findUnpaid,
  insertSession,
  insertUsedCode,
  type NumberedStation,
  type UnpaidOrder,
} from './store.ts'
import { isFree } from './view.ts'

type Request = z.output<typeof charge.begin.body>
type Begun = z.output<typeof charge.begin.answer>

/** Who begins, and where from. */
export interface Visitor {
  deviceKey: string | null
  /** The driver who is logged in; null: a stranger. Throws where the log-in is over. */
  driverId(): Promise<number | null>
  remoteAddress: string
}

/** So many sessions begin from one address within so long: many people share one. */
const mostBegun = 60
const begunWithinMs = 15 * MINUTE_MS

/** An order that nobody has begun to pay after so long leaves its connector to the next driver. */
const abandonedMs = MINUTE_MS

/**
 * Takes an order of a driver at a station. What costs something waits for the payment on the page of the answered token, at the price that
 * was quoted; what is free starts at once. A request that was made already is answered as before. Throws station.*, connector.*,
 * payment.price_changed, request.too_many.
 */
export async function beginSession(
  parts: ChargeParts,
  visitor: Visitor,
  stationNumber: number,
  request: Request,
): Promise<Begun> {
  const { db, clock, secretKey } = parts
  const place = await getNumbered(db, stationNumber, request.connector_id)
  const driverId = await visitor.driverId()
  const deviceKey = visitor.deviceKey ?? newDeviceKey(secretKey, request.request_id)
  const device = hashOfDevice(deviceKey)
  const answer = (orderId: number, holdMinor: number | null): Begun => ({
    order_id: orderId,
    token: sessionToken(secretKey, deviceKey, orderId),
    hold_amount: holdMinor ?? 0,
    device_key: deviceKey,
  })
  const before = await findByRequest(db, device, request.request_id)
  if (before) return answer(before.orderId, before.holdMinor)
  const key = `begin ${networkOf(visitor.remoteAddress)}`
  const bound = { limit: mostBegun, windowMs: begunWithinMs }
  const waitSeconds = await takeAttempt(db, key, bound, clock.now())
  if (waitSeconds > 0) throw new Failure('request.too_many', { retry_after_seconds: waitSeconds })
  const at = { stationId: place.id, connectorId: request.connector_id }
  const living = await clearWay(parts, at, device)
  if (living) return answer(living.orderId, living.holdMinor)
  const target = await openTarget(parts, place, request.connector_id)
  if (driverId !== null) await checkStanding(parts, db, driverId)
  const note = noteOf(parts, { deviceKey, stationNumber, request })
  const order = request.quote
    ? await takePaid(parts, target, { ...request, driverId, quote: request.quote }, note)
    : await startFree(parts, target, { ...request, driverId }, note)
  return answer(order.id, order.holdMinor)
}

/**
 * An unpaid order of a driver leaves its connector when its own device asks again, or another one after a minute, and no payment is under
 * way. Answers the order that the device goes on with instead.
 */
async function clearWay(
  parts: ChargeParts,
  at: { stationId: string; connectorId: number },
  device: string,
): Promise<UnpaidOrder | undefined> {
  const { db, clock, paymentService } = parts
  const unpaid = await findUnpaid(db, at, device)
  if (!unpaid) return undefined
  const files = await paymentService.listFiles(db, unpaid.orderId, 'charging')
  const isPaying = files.some(({ payment }) => payment.state !== 'failed' && payment.state !== 'canceled')
  if (isPaying) return unpaid.own ? unpaid : undefined
  const ageMs = clock.now().getTime() - unpaid.createdAt.getTime()
  if (!unpaid.own && ageMs < abandonedMs) return undefined
  await giveOrderUp(parts, unpaid.orderId, 'canceled_by_driver', (book) =>
    book.log(unpaid.orderId, book.context.now, 'api', 'order_canceled', { request_endpoint: 'charge' }),
  ).catch(ignoreFailure)
  return undefined
}

/** It was paid or has ended in the meantime: its connector says so. */
function ignoreFailure(error: unknown): void {
  if (!(error instanceof Failure)) throw error
}

/** The connector of a station where something can begin. Throws station.* or connector.not_found. */
async function openTarget(
  parts: ChargeParts,
  place: NumberedStation,
  connectorId: number,
): Promise<CommandTarget> {
  const { db, stations, paymentService } = parts
  const station = (await loadKnownStations(db, [place.id])).get(place.id)
  const target = await targetOn(db, station, connectorId)
  const listed = await listListedConnectors(db, [place.locationId])
  const [first] = listed.filter(({ stationId }) => stationId === place.id)
  const hindrance = first && hindranceOf(first, paymentService.connected !== null)
  if (hindrance) throw new Failure(failures[hindrance])
  if (!(await stations.find(place.id))) throw new Failure('station.offline')
  return target
}

const failures = {
  offline: 'station.offline',
  maintenance: 'station.in_maintenance',
  sales_paused: 'station.sales_paused',
  no_payments: 'payment.no_provider',
} as const satisfies Record<ChargeHindrance, ErrorCode>

/** Notes in an order's transaction which device has made it, and how its page is opened. */
type Note = (book: OrderBook, tx: Tx, order: Order) => Promise<void>

const noteOf =
  (
    { secretKey }: ChargeParts,
    { deviceKey, stationNumber, request }: { deviceKey: string; stationNumber: number; request: Request },
  ): Note =>
  async (book, tx, { id: orderId, driverId }) => {
    const { now: at } = book.context
    const { request_id: requestId, quote: _, ...order } = request
    await insertSession(tx, { device: hashOfDevice(deviceKey), requestId, orderId, driverId, at })
    const token = sessionToken(secretKey, deviceKey, orderId)
    await insertLink(tx, { orderId, driverId, by: null, at, token })
    book.log(orderId, at, 'api', 'order_offered', {
      request_endpoint: `driver/stations/${stationNumber}/sessions`,
      request_post: JSON.stringify(order),
    })
  }

/** Takes an order that its driver pays beforehand, at the price that was quoted. */
async function takePaid(
  parts: ChargeParts,
  target: CommandTarget,
  request: Request & { driverId: number | null; quote: string },
  note: Note,
): Promise<Order> {
  const { clock, db, secretKey, orderWork } = parts
  const connectorId = target.connector.id
  const { versionId, code } = readQuote(secretKey, request.quote, connectorId, clock.now())
  const price = (await loadVersions(db, [versionId])).get(versionId)
  const kind = request.reserve_minutes ? 'reservation' : 'charge'
  await checkPlace(parts, target, kind)
  const taken = await orderWork.change(
    (tx) => lockOpenOn(tx, connectorId),
    async (book, [open], tx) => {
      if (open && (!target.awaitsCard || open.id !== target.openOrderId || isSpokenFor(open)))
        throw new Failure('connector.occupied', { orderId: open.id })
      if (code && !(await insertUsedCode(tx, code, book.context.now))) throw new Failure('code.used')
      const { driverId } = request
      if (driverId !== null) await checkIdle(tx, driverId)
      const order = await takeOrder(parts, book, tx, {
        target,
        // it began at the price of the plug's time
        open: open && { ...open, tariffVersionId: versionId },
        request: { ...request, kind, minutes: request.reserve_minutes ?? undefined },
        by: { driverId, managerId: null },
        price,
      })
      await note(book, tx, order)
      return order
    },
  )
  await announcePaying(parts, taken)
  return taken
}

/** Starts where charging is free; the page follows how the station answers. Throws payment.price_changed where it costs something. */
async function startFree(
  parts: ChargeParts,
  target: CommandTarget,
  request: Request & { driverId: number | null },
  note: Note,
): Promise<Order> {
  const { db, clock, stations } = parts
  const { connector, station } = target
  if (station.monetized) {
    const version = (await loadEffectiveVersions(db, [connector], clock.now())).get(connector.id)
    if (version && !isFree(version)) throw new Failure('payment.price_changed')
  }
  const link = await stations.find(station.id)
  if (!link) throw new Failure('station.offline')
  return orderToStart(
    parts,
    target,
    { ...request, driver_id: request.driverId },
    {
      managerId: null,
      startWindowSeconds: await keptStartWindow(db, link),
      record: async (book, tx, order) => {
        await note(book, tx, order)
        book.commands.push({ command: 'start', orderId: order.id })
      },
    },
  )
}
