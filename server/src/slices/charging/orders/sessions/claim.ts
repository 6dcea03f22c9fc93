import type { IdToken, StationEvent } from '@stationmaster/ocpp'
import type { KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'
import { agreedPrice, priceColumns } from '../../drivers/terms/terms.ts'
import { tokenKey } from '../../drivers/tokens.ts'
import * as rules from '../machine/rules.ts'
import { cardOf, orderOfToken, permit, tooLate, unclaimed } from '../messages/authorize.ts'
import type { OrderBook } from '../messages/book.ts'
import { limitedTo, limitsOf, type Order } from '../order.ts'
import { heldAtOnce, isCardSession } from '../prepaid/hold.ts'
import { adopt, giveBack, isPrepaid, isSpokenFor } from './adopt.ts'

type Event<T extends StationEvent['type']> = Extract<StationEvent, { type: T }>

/**
 * The order of a transaction after a further message, with its owner: an order that awaits a card goes to the driver of the card
 * that is shown, or to the person of the remote start.
 */
export function claim(
  book: OrderBook,
  station: KnownStation,
  known: Order,
  { token, remoteStartId, sequence }: Pick<Event<'meter.sampled'>, 'token' | 'remoteStartId' | 'sequence'>,
): Order {
  const order = claimable(known, token, sequence)
  if (!order || order.decided) return known
  const named = remoteStartId === undefined ? orderOfToken(book, token) : book.get(remoteStartId)
  const { now } = book.context
  const requested = named?.stationId === station.id ? named : undefined
  if (requested && requested.id !== order.id && requested.status === 'starting' && !isPrepaid(requested)) {
    // it was requested for another connector of the same EVSE
    book.put(rules.cancel(requested, null, now, 'connector_taken'), 'all')
    return book.put(rules.timed(adopt(withRequest(order, requested), station.monetized, now)), 'all')
  }
  // an unpaid order is not begun by its tag alone
  if (requested?.id === order.id && requested.payUntil === null)
    return book.put(rules.timed(adopt(order, station.monetized, now)), 'all')
  const isLate = requested !== undefined
  if (!isLate && !token) return known
  const permission = isLate ? tooLate : permit(book, station, token, order.replayed, now)
  const free = isSpokenFor(order) ? giveBack(order, now) : order
  if (isLate) book.sendStop(order.id)
  const { cardSessionMostMinor } = book.context
  const price = agreedPrice(book.versionOf(free), permission.terms, order.transactionStart ?? now)
  const fleet = permission.fleet && book.creditOf(permission.fleet)
  const held = heldAtOnce(free, { ...permission, fleet }, price.version?.elements, cardSessionMostMinor)
  const claimed = book.put(
    rules.timed({
      ...free,
      driverId: permission.driverId,
      rfid: permission.rfid,
      billable: permission.billable,
      awaitsCard: false,
      claimSequence: cardOf(token) ? (sequence ?? null) : null,
      warning: permission.warning ?? order.warning,
      source: permission.rfid ? 'rfid' : order.source,
      ...priceColumns(price),
      ...held,
    }),
    'all',
  )
  if (isCardSession(claimed) && order.holdMinor === null) book.holds.add(claimed.id)
  book.holdFleet(claimed)
  return claimed
}

/** The order as one that awaits a card, if a card may still decide who owns it: the card that was shown first decides. */
function claimable(
  order: Order,
  token: IdToken | undefined,
  sequence: number | undefined,
): Order | undefined {
  const warning = aboutCard.has(order.warning) ? null : order.warning
  if (order.awaitsCard) return { ...order, warning }
  const { claimSequence, rfid, holdMinor } = order
  const card = cardOf(token)
  // held money belongs to the card on which it is held
  const before =
    holdMinor === null && card && sequence !== undefined && claimSequence !== null && sequence < claimSequence
  return before && tokenKey(card.token) !== rfid
    ? { ...order, ...unclaimed, source: 'orphan', warning }
    : undefined
}

const aboutCard: ReadonlySet<Order['warning']> = new Set(['unowned', 'other_token'])

const withRequest = (order: Order, requested: Order): Order => ({
  ...order,
  managerId: requested.managerId,
  driverId: requested.driverId,
  rfid: requested.rfid,
  paymentMethodType: requested.paymentMethodType,
  fleetId: requested.fleetId,
  // a contract or a group may have a tariff of its own
  ...(requested.fleetContractId === null && requested.tagGroup === null
    ? {}
    : { tariffVersionId: requested.tariffVersionId }),
  tagGroup: requested.tagGroup,
  discountPercent: requested.discountPercent,
  pricePercent: requested.pricePercent,
  fleetContractId: requested.fleetContractId,
  ...limitedTo(limitsOf(requested)),
})
