import type { IdToken, StationEvent } from '@stationmaster/ocpp'
import type { KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'
import { tokenKey } from '../../drivers/tokens.ts'
import * as rules from '../machine/rules.ts'
import { cardOf, orderOfToken, permit, tooLate, unclaimed } from '../messages/authorize.ts'
import type { OrderBook } from '../messages/book.ts'
import { limitedTo, limitsOf, type Order } from '../order.ts'
import { heldAtOnce, isCardSession } from '../prepaid/hold.ts'
import { adopt, giveBack, isPrepaid, isSpokenFor } from './adopt.ts'

type Event<T extends StationEvent['type']> = Extract<StationEvent, { type: T }>

/**
 * The order of a transaction that went on, as whose it is by now: one that awaits a card becomes the driver's whose card is
 * shown, or of whoever started it from afar.
 */
export function claim(
  book: OrderBook,
  station: KnownStation,
  known: Order,
  { token, remoteStartId, sequence }: Pick<Event<'meter.sampled'>, 'token' | 'remoteStartId' | 'sequence'>,
): Order {
  const order = claimable(known, token, sequence)
  if (!order || order.decided) return known
  const asked = remoteStartId === undefined ? orderOfToken(book, token) : book.get(remoteStartId)
  const { now } = book.context
  const own = asked?.stationId === station.id ? asked : undefined
  if (own && own.id !== order.id && own.status === 'starting' && !isPrepaid(own)) {
    // it was meant for another connector of the same EVSE
    book.put(rules.cancel(own, null, now, 'connector_taken'), 'all')
    return book.put(rules.timed(adopt(heir(order, own), station.monetized, now)), 'all')
  }
  // what a driver was asked to pay for is not begun by its tag alone
  if (own?.id === order.id && own.payUntil === null)
    return book.put(rules.timed(adopt(order, station.monetized, now)), 'all')
  const late = own !== undefined
  if (!late && !token) return known
  const permission = late ? tooLate : permit(book, station, token, order.replayed, now)
  const unasked = isSpokenFor(order) ? giveBack(order, now) : order
  if (late) book.sendStop(order.id)
  const { cardSessionMostMinor } = book.context
  const held = heldAtOnce(unasked, permission, book.termsOf(order).version?.elements, cardSessionMostMinor)
  const claimed = book.put(
    rules.timed({
      ...unasked,
      driverId: permission.driverId,
      rfid: permission.rfid,
      billable: permission.billable,
      awaitsCard: false,
      claimSequence: cardOf(token) ? (sequence ?? null) : null,
      warning: permission.warning ?? order.warning,
      source: permission.rfid ? 'rfid' : order.source,
      ...held,
    }),
    'all',
  )
  if (isCardSession(claimed) && order.holdMinor === null) book.holds.add(claimed.id)
  return claimed
}

/** The order as one that awaits a card, if a card that is shown may still decide whose it is: the first one that was shown does. */
function claimable(
  order: Order,
  token: IdToken | undefined,
  sequence: number | undefined,
): Order | undefined {
  const warning = aboutCard.has(order.warning) ? null : order.warning
  if (order.awaitsCard) return { ...order, warning }
  const { claimSequence, rfid, holdMinor } = order
  const card = cardOf(token)
  // what is held is the card's that it was asked of
  const before =
    holdMinor === null && card && sequence !== undefined && claimSequence !== null && sequence < claimSequence
  return before && tokenKey(card.token) !== rfid
    ? { ...order, ...unclaimed, source: 'orphan', warning }
    : undefined
}

const aboutCard: ReadonlySet<Order['warning']> = new Set(['unowned', 'other_token'])

const heir = (order: Order, own: Order): Order => ({
  ...order,
  managerId: own.managerId,
  driverId: own.driverId,
  paymentMethodType: own.paymentMethodType,
  ...limitedTo(limitsOf(own)),
})
