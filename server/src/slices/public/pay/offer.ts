import type { Language, offerBody } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import type { z } from 'zod'
import { audit } from '../../../platform/general/audit.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import { higherDiscount } from '../../charging/drivers/terms/terms.ts'
import { lockDriverTerms } from '../../charging/drivers/terms/terms-store.ts'
import * as rules from '../../charging/orders/machine/rules.ts'
import type { OrderBook } from '../../charging/orders/messages/book.ts'
import type { Order } from '../../charging/orders/order.ts'
import { chargeHoldOf } from '../../charging/orders/prepaid/hold.ts'
import { createForDriver, giveUp, offer } from '../../charging/orders/prepaid/prepaid.ts'
import { isSpokenFor } from '../../charging/orders/sessions/adopt.ts'
import { drawOrderIds, lockOpenOn, lockOrder, seesOrder } from '../../charging/orders/store.ts'
import { announcePaying } from '../../control/commands/codes/paid-place.ts'
import type { Commander } from '../../control/commands/parts.ts'
import { checkDriver, checkFleet, checkIdle } from '../../control/commands/sessions/for-driver.ts'
import { limitsOf, type StartLimits } from '../../control/commands/sessions/start.ts'
import { type CommandTarget, findTarget } from '../../control/commands/target.ts'
import { simpleView } from '../../places/tariffs/elements.ts'
import { loadEffectiveVersions, type StoredVersion } from '../../places/tariffs/store.ts'
import { takesReservations } from '../../stations/stations/status/reservable-store.ts'
import { canStart } from '../../stations/stations/status/status.ts'
import { checkAddress, type Linked, linkTo } from './links.ts'
import type { PayParts } from './parts.ts'
import { agreementOf } from './rules.ts'
import { removeLinks } from './store.ts'

type OfferRequest = z.output<typeof offerBody>

export interface Offered extends Linked {
  order_id: number
  hold_amount: number
}

/**
 * Creates a charge or a reservation that a driver pays for by a link. The link of a known driver is only mailed to the driver. A running
 * transaction without a driver can be offered as a charge. Throws payment.*, station.*, connector.* or driver.* when it is not possible.
 */
export async function offerOrder(
  parts: PayParts,
  commander: Commander & { language: Language },
  connectorId: number,
  request: OfferRequest,
): Promise<Offered> {
  const { db, paymentService, stations, orderWork } = parts
  const { caller } = commander
  const target = await findTarget(db, caller, connectorId)
  if (request.driver_id) await checkDriver(parts, db, caller, request.driver_id)
  // without a payment provider only drivers with a balance can pay, so the order needs a known driver
  else void paymentService.provider
  checkAddress(request.driver_id, request.email)
  if (!target.station.monetized) throw new Failure('payment.nothing_to_pay')
  if (target.station.paused) throw new Failure('station.sales_paused')
  if (!(await stations.find(target.station.id))) throw new Failure('station.offline')
  await checkPlace(parts, target, request.kind)
  return orderWork.change(
    (tx) => lockOpenOn(tx, connectorId),
    async (book, [open], tx) => {
      if (open && (!target.awaitsCard || open.id !== target.openOrderId || isSpokenFor(open)))
        throw new Failure('connector.occupied', { orderId: open.id })
      if (request.driver_id) await checkIdle(tx, request.driver_id)
      const price = (await loadEffectiveVersions(tx, [target.connector], book.context.now)).get(connectorId)
      const by = { driverId: request.driver_id ?? null, managerId: caller.id }
      const order = await takeOrder(parts, book, tx, { target, open, request, by, price })
      const linked = await linkTo(parts, tx, order, { ...commander, email: request.email ?? null })
      const { now: at } = book.context
      book.log(order.id, at, 'api', 'order_offered', {
        request_endpoint: `connectors/${connectorId}/orders`,
        request_post: JSON.stringify({ ...request, email: request.email ? '***' : null }),
        text: caller.email,
      })
      const { driverId, holdMinor } = order
      const after = { kind: request.kind, driverId, holdMinor, mailedTo: linked.mailed_to }
      await auditOrder(tx, commander, order.id, { action: 'order.offer', after, at })
      return { order_id: order.id, hold_amount: holdMinor ?? 0, ...linked }
    },
  )
}

/** A charge needs a connector that can start, a reservation a free connector of a station that supports reservations. */
export async function checkPlace(
  { db }: Pick<PayParts, 'db'>,
  { connector, openOrderId, awaitsCard, station }: CommandTarget,
  kind: OfferRequest['kind'],
): Promise<void> {
  const { ocppStatus } = connector
  if (openOrderId !== null && (!awaitsCard || kind === 'reservation'))
    throw new Failure('connector.occupied', { orderId: openOrderId })
  if (kind === 'reservation' && !(await takesReservations(db, station.id)))
    throw new Failure('connector.no_reservations')
  const fits =
    kind === 'reservation'
      ? ocppStatus === 'Available'
      : canStart({ online: true, ocppStatus, openOrderId, awaitsCard })
  if (!fits) throw new Failure('connector.not_available')
}

/** An order that is paid beforehand, as it is to be made. */
export interface Taken {
  target: CommandTarget
  /** the order without a driver that began with the plug, if there is one */
  open: Order | undefined
  request: Pick<OfferRequest, 'kind' | 'minutes'> & StartLimits
  /** who made it, and its driver; without a manager its driver has made it */
  by: Pick<Order, 'driverId' | 'managerId'>
  /** the tariff that the driver agrees to */
  price: Pick<StoredVersion, 'id' | 'elements' | 'discountPercent'> | undefined
}

/** An order that waits for its driver's money, in the book. Throws payment.nothing_to_pay where charging costs nothing. */
export async function takeOrder(
  { reservationFreeSeconds: freeSeconds }: Pick<PayParts, 'reservationFreeSeconds'>,
  book: OrderBook,
  tx: Tx,
  { target: { station, connector }, open, request, by, price }: Taken,
): Promise<Order> {
  const { now } = book.context
  const limits = limitsOf(request)
  const driver = await lockDriverTerms(tx, by.driverId, book.context)
  checkFleet(driver.fleet)
  const discountPercent = higherDiscount(price?.discountPercent ?? 0, driver.discountPercent)
  const chargeMinor = chargeHoldOf(limits, simpleView(price?.elements ?? []))
  if (chargeMinor === null) throw new Failure('payment.nothing_to_pay')
  const minutes = request.kind === 'reservation' ? (request.minutes ?? 60) : null
  const agreed = agreementOf(
    limits,
    chargeMinor,
    minutes === null ? null : { seconds: minutes * 60, freeSeconds },
  )
  if (open) {
    await removeLinks(tx, open.id)
    return book.put(rules.timed(offer({ ...open, discountPercent }, by, agreed, now)), 'all')
  }
  const id = first(await drawOrderIds(tx, 1))
  const { driverId, managerId } = by
  return book.add(
    createForDriver(
      {
        id,
        locationId: station.locationId,
        stationId: station.id,
        connectorId: connector.id,
        tariffVersionId: price?.id ?? null,
        discountPercent,
        driverId,
        managerId,
      },
      agreed,
      now,
    ),
  )
}

/** Cancels an order before its start. Throws order.not_found, order.has_started. */
export async function cancelOrder(
  parts: PayParts,
  commander: Commander,
  orderId: number,
  reason: string,
): Promise<void> {
  const { caller } = commander
  if (!(await seesOrder(parts.db, caller, orderId))) throw new Failure('order.not_found')
  await giveOrderUp(parts, orderId, 'canceled_by_operator', async (book, tx) => {
    const { now } = book.context
    book.log(orderId, now, 'api', 'order_canceled', {
      request_endpoint: `orders/${orderId}/cancel`,
      text: `${caller.email}: ${reason}`,
      response_code: 200,
    })
    await auditOrder(tx, commander, orderId, { action: 'order.cancel', after: { reason }, at: now })
  })
}

/** Cancels an order before its start, without a check of rights; its station keeps the place no longer. Throws order.not_found, order.has_started. */
export async function giveOrderUp(
  parts: Pick<PayParts, 'orderWork' | 'db' | 'clock' | 'stations'>,
  orderId: number,
  reason: string,
  record: (book: OrderBook, tx: Tx) => unknown,
): Promise<Order> {
  const ended = await parts.orderWork.change(
    async (tx) => [(await lockOrder(tx, orderId)) ?? []].flat(),
    async (book, [order], tx) => {
      const { now } = book.context
      const step = order && giveUp(order, reason, now)
      if (!step) throw new Failure(order ? 'order.has_started' : 'order.not_found')
      await record(book, tx)
      return book.take({ ...step, order: rules.timed(step.order) })
    },
  )
  await announcePaying(parts, ended)
  return ended
}

async function auditOrder(
  tx: Tx,
  { caller, remoteAddress }: Commander,
  orderId: number,
  entry: { action: string; after: object; at: Date },
): Promise<void> {
  await audit(tx, {
    caller,
    ...entry,
    subjectType: 'order',
    subjectId: orderId,
    ...(remoteAddress ? { remoteAddress } : {}),
  })
}
