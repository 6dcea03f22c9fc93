import type { OrderWarning, PaymentMethodType } from '@stationmaster/contract'
import type { AuthorizationStatus, IdToken } from '@stationmaster/ocpp'
import { tokenKey } from '../drivers/tokens.ts'
import type { WireStation } from '../stations/wire-store.ts'
import type { OrderBook } from './book.ts'
import { isOpen } from './moves.ts'
import { type Order, orderIdOfTag, tagOf } from './order.ts'

/** On whose account a transaction runs that begins at the station. */
export interface Permission {
  driverId: number | null
  rfid: string | null
  billable: boolean
  warning: OrderWarning | null
  /** null where nothing is billed */
  paymentMethodType: PaymentMethodType | null
}

/** The card of a message; 2.x says in so many words that there was none. */
export const cardOf = (token: IdToken | undefined): IdToken | undefined =>
  token && token.type !== 'NoAuthorization' && token.token !== '' ? token : undefined

/** The order whose own tag a token is. */
export function orderOfToken(book: OrderBook, token: IdToken | undefined): Order | undefined {
  const id = token && orderIdOfTag(token.token)
  const order = id === undefined ? undefined : book.get(id)
  return order && tokenKey(token!.token) === tagOf(order.id) ? order : undefined
}

/**
 * What an Authorize is answered. A driver who charges here may show the card again (to stop); one who charges elsewhere
 * may not start a second session. Where charging is free, any card will do.
 */
export function authorize(book: OrderBook, station: WireStation, token: IdToken): AuthorizationStatus {
  const own = orderOfToken(book, token)
  if (own) return own.stationId === station.id && isOpen(own) ? 'Accepted' : 'Expired'
  const card = book.context.tokens.get(tokenKey(token.token))
  if (!card) return station.monetized ? 'Invalid' : 'Accepted'
  if (card.blocked) return 'Blocked'
  const open = card.driverId === null ? undefined : book.openOf(card.driverId)
  return open && open.stationId !== station.id ? 'ConcurrentTx' : 'Accepted'
}

/**
 * The account of a transaction that has begun already: its energy is kept whatever the card is, but only a known, unblocked
 * card whose driver has no other open order is billed (`replayed` ones began while the station could not ask).
 */
export function permit(
  book: OrderBook,
  station: WireStation,
  token: IdToken | undefined,
  replayed: boolean,
): Permission {
  const shown = cardOf(token)
  const rfid = shown ? tokenKey(shown.token) : null
  const card = rfid === null ? undefined : book.context.tokens.get(rfid)
  if (!card || card.blocked) {
    const warning = station.monetized || card ? 'unowned' : null
    return { driverId: null, rfid, billable: false, warning, paymentMethodType: null }
  }
  const { driverId } = card
  if (driverId !== null && !replayed && book.openOf(driverId)) {
    return { driverId: null, rfid, billable: false, warning: 'other_token', paymentMethodType: null }
  }
  const paymentMethodType = station.monetized ? card.paymentMethodType : null
  return { driverId, rfid, billable: station.monetized, warning: null, paymentMethodType }
}
