import type { Language, offerBody } from '@stationmaster/contract'
import type { z } from 'zod'
import { audit } from '../../platform/audit.ts'
import { Failure } from '../../platform/failure.ts'
import type { Mailer } from '../../platform/mail.ts'
import type { Tx } from '../../platform/schema.ts'
import { checkDriver, checkIdle } from '../commands/for-driver.ts'
import type { Commander, CommandParts } from '../commands/parts.ts'
import { limitsOf } from '../commands/start.ts'
import { type CommandTarget, findTarget } from '../commands/target.ts'
import { isSpokenFor } from '../orders/adopt.ts'
import type { OrderBook } from '../orders/book.ts'
import { chargeHoldOf } from '../orders/hold.ts'
import type { Order } from '../orders/order.ts'
import { awaitsMoney, createForDriver, giveUp, offer } from '../orders/prepaid.ts'
import * as rules from '../orders/rules.ts'
import { drawOrderIds, lockOpenOn, lockOrder, seesOrder } from '../orders/store.ts'
import type { PaymentParts } from '../payments/actions.ts'
import type { PlanGate } from '../services/actions.ts'
import { takesReservations } from '../stations/reservable-store.ts'
import { canStart } from '../stations/status.ts'
import { simpleView } from '../tariffs/elements.ts'
import { loadEffectiveVersions } from '../tariffs/store.ts'
import { agreementOf } from './rules.ts'
import { insertLink, removeLinks } from './store.ts'

export interface PayParts extends CommandParts, Omit<PaymentParts, 'live'>, PlanGate {
  mailer: Mailer
  secretKey: string
  /** how long a reservation may be canceled for nothing */
  reservationFreeSeconds: number
}

type Asked = z.output<typeof offerBody>

export interface Offered {
  order_id: number
  link: string
  hold_amount: number
}

/**
 * Takes a charge or a reservation for a driver, who pays for it by a link. A transaction that the plug began and that is nobody's is
 * offered for a charge. Throws payment.*, station.*, connector.* or driver.* when that cannot be.
 */
export async function offerOrder(
  parts: PayParts,
  commander: Commander & { language: Language },
  connectorId: number,
  asked: Asked,
): Promise<Offered> {
  const { db, desk, links, orderWork } = parts
  const target = await findTarget(db, commander.caller, connectorId)
  // whoever takes no money offers nothing
  void desk.provider
  if (!target.station.monetized) throw new Failure('payment.nothing_to_pay')
  if (target.station.paused) throw new Failure('station.sales_paused')
  if (!links.get(target.station.id)) throw new Failure('station.offline')
  await checkPlace(parts, target, asked)
  if (asked.driver_id) await checkDriver(parts, db, asked.driver_id)
  return orderWork.change(
    (tx) => lockOpenOn(tx, connectorId),
    async (book, [open], tx) => {
      if (open && (!target.awaitsCard || open.id !== target.openOrderId || isSpokenFor(open)))
        throw new Failure('connector.occupied', { orderId: open.id })
      if (asked.driver_id) await checkIdle(tx, asked.driver_id)
      const order = await take(parts, book, tx, { target, open, asked, managerId: commander.caller.id })
      const token = await linkTo(parts, tx, order.id, { ...commander, email: asked.email ?? null })
      const { now: at } = book.context
      book.log(order.id, at, 'api', 'order_offered', {
        request_endpoint: `connectors/${connectorId}/orders`,
        request_post: JSON.stringify({ ...asked, email: asked.email ? '***' : null }),
        text: commander.caller.email,
      })
      await note(tx, commander, 'order.offer', order.id, at, { kind: asked.kind, holdMinor: order.holdMinor })
      return { order_id: order.id, link: payLinkOf(parts, token), hold_amount: order.holdMinor ?? 0 }
    },
  )
}

/** A charge is for a connector where one may start, a reservation for one that is free at a station that knows reservations. */
async function checkPlace({ db }: PayParts, target: CommandTarget, { kind }: Asked): Promise<void> {
  const { connector, openOrderId, awaitsCard, station } = target
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

async function take(
  { reservationFreeSeconds: freeSeconds }: PayParts,
  book: OrderBook,
  tx: Tx,
  {
    target: { station, connector },
    open,
    asked,
    managerId,
  }: { target: CommandTarget; open: Order | undefined; asked: Asked; managerId: number },
): Promise<Order> {
  const { now } = book.context
  const version = (await loadEffectiveVersions(tx, [connector], now)).get(connector.id)
  const limits = limitsOf(asked)
  const chargeMinor = chargeHoldOf(limits, simpleView(version?.elements ?? []))
  if (chargeMinor === null) throw new Failure('payment.nothing_to_pay')
  const minutes = asked.kind === 'reservation' ? (asked.minutes ?? 60) : null
  const agreed = agreementOf(
    limits,
    chargeMinor,
    minutes === null ? null : { seconds: minutes * 60, freeSeconds },
  )
  const driverId = asked.driver_id ?? null
  if (open) {
    await removeLinks(tx, open.id)
    return book.put(rules.timed(offer(open, { driverId, managerId }, agreed, now)), 'all')
  }
  const [id] = await drawOrderIds(tx, 1)
  const place = { id: id!, locationId: station.locationId, stationId: station.id, connectorId: connector.id }
  const tariff = { tariffVersionId: version?.id ?? null, discountPercent: version?.discountPercent ?? 0 }
  return book.add(createForDriver({ ...place, ...tariff, driverId, managerId }, agreed, now))
}

/** One more link to an order that its driver pays for beforehand; throws order.not_found, payment.not_due. */
export async function addLink(
  parts: PayParts,
  commander: Commander & { language: Language },
  orderId: number,
  email: string | null,
): Promise<string> {
  const { caller } = commander
  return parts.orderWork.change(
    async (tx) => {
      const order = (await seesOrder(tx, caller, orderId)) ? await lockOrder(tx, orderId) : undefined
      if (!order) throw new Failure('order.not_found')
      if (!awaitsMoney(order) && order.holdMinor === null) throw new Failure('payment.not_due')
      return [order]
    },
    async (book, _locked, tx) => {
      const token = await linkTo(parts, tx, orderId, { ...commander, email })
      await note(tx, commander, 'order.pay_link', orderId, book.context.now, {})
      return payLinkOf(parts, token)
    },
  )
}

export const payLinkOf = ({ mailer }: PayParts, token: string): string => mailer.link(`/pay/${token}`)

async function linkTo(
  parts: PayParts,
  tx: Tx,
  orderId: number,
  { caller, language, email }: Commander & { language: Language; email: string | null },
): Promise<string> {
  const token = await insertLink(tx, { orderId, by: caller.id, at: parts.clock.now() })
  if (email)
    await parts.mailer.sendAsked(
      tx,
      { managerId: caller.id },
      {
        ...{ to: email, language, name: 'payOrder' as const },
        values: { link: payLinkOf(parts, token) },
      },
    )
  return token
}

/** Cancels an order that has not started; throws order.not_found, order.has_started. */
export async function cancelOrder(
  { orderWork, db }: PayParts,
  commander: Commander,
  orderId: number,
  reason: string,
): Promise<void> {
  const { caller } = commander
  if (!(await seesOrder(db, caller, orderId))) throw new Failure('order.not_found')
  await giveOrderUp({ orderWork }, orderId, 'canceled_by_operator', async (book, tx) => {
    const { now } = book.context
    book.log(orderId, now, 'api', 'order_canceled', {
      request_endpoint: `orders/${orderId}/cancel`,
      text: `${caller.email}: ${reason}`,
      response_code: 200,
    })
    await note(tx, commander, 'order.cancel', orderId, now, { reason })
  })
}

/** Cancels an order before its start, for whoever may; throws order.not_found, order.has_started. */
export function giveOrderUp(
  { orderWork }: Pick<PayParts, 'orderWork'>,
  orderId: number,
  reason: string,
  noted: (book: OrderBook, tx: Tx) => unknown,
): Promise<Order> {
  return orderWork.change(
    async (tx) => [(await lockOrder(tx, orderId)) ?? []].flat(),
    async (book, [order], tx) => {
      const { now } = book.context
      const step = order && giveUp(order, reason, now)
      if (!step) throw new Failure(order ? 'order.has_started' : 'order.not_found')
      await noted(book, tx)
      return book.take({ ...step, order: rules.timed(step.order) })
    },
  )
}

async function note(
  tx: Tx,
  { caller, remoteAddress }: Commander,
  action: string,
  orderId: number,
  at: Date,
  after: object,
): Promise<void> {
  await audit(tx, {
    ...{ caller, action, subjectType: 'order', subjectId: orderId, after, at },
    ...(remoteAddress ? { remoteAddress } : {}),
  })
}
