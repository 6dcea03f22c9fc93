import type { OrderWarning, PaymentMethodType } from '@stationmaster/contract'
import type { Authorization, IdToken } from '@stationmaster/ocpp'
import type { KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'
import {
  authorizationAnswer,
  decide,
  isMasterPass,
  type Purpose,
  type Situation,
  wordOf,
} from '../../drivers/authorization.ts'
import { type KnownToken, tokenKey } from '../../drivers/tokens.ts'
import { isOpen } from '../machine/moves.ts'
import { authorizationOf } from '../machine/rules.ts'
import { type Order, orderIdOfTag, tagOf } from '../order.ts'
import { awaitsMoney, giveUp, isBeforeStart } from '../prepaid/prepaid.ts'
import type { OrderBook } from './book.ts'

/** On whose account a transaction runs that begins at the station. */
export interface Permission {
  driverId: number | null
  rfid: string | null
  billable: boolean
  /** nobody's yet: a card or a remote start may still come */
  awaitsCard: boolean
  warning: OrderWarning | null
  /** null where nothing is billed */
  paymentMethodType: PaymentMethodType | null
}

/** The station itself vouches for the transaction: it was begun by a button, or is free for all (2.0.1 part 2, C02). */
const needsNone = (token: IdToken | undefined): boolean => token?.type === 'NoAuthorization'

/** The card of a message; 2.x says in so many words that there was none. */
export const cardOf = (token: IdToken | undefined): IdToken | undefined =>
  token && !needsNone(token) && token.token !== '' ? token : undefined

/** The order whose own tag a token is. */
export function orderOfToken(book: OrderBook, token: IdToken | undefined): Order | undefined {
  const id = token && orderIdOfTag(token.token)
  const order = id === undefined ? undefined : book.get(id)
  return order && tokenKey(token!.token) === tagOf(order.id) ? order : undefined
}

/** An order whose driver has yet to pay, or to come, charges nothing. */
const mayCharge = (order: Order): boolean => isOpen(order) && !isBeforeStart(order) && order.payUntil === null

/** What an Authorize is answered. */
export function authorize(book: OrderBook, station: KnownStation, token: IdToken): Authorization {
  if (needsNone(token)) return { status: 'Accepted' }
  const own = orderOfToken(book, token)
  if (own) return { status: own.stationId === station.id && mayCharge(own) ? 'Accepted' : 'Expired' }
  const card = knownCard(book, token)
  return authorizationAnswer(decideOn(book, station, 'show', card, book.context.now), card)
}

/**
 * The account of a transaction that has begun already: its energy is kept whatever the card is, but only a card that is good
 * at that time, and whose driver has no other open order, is billed (`replayed` ones began while the station could not ask).
 */
export function permit(
  book: OrderBook,
  station: KnownStation,
  token: IdToken | undefined,
  replayed: boolean,
  at: Date,
): Permission {
  if (needsNone(token)) {
    return {
      ...nobodys,
      billable: station.monetized,
      paymentMethodType: station.monetized ? 'account' : null,
    }
  }
  const shown = cardOf(token)
  if (!shown) return { ...nobodys, warning: station.monetized ? 'unowned' : null }
  const rfid = tokenKey(shown.token)
  const card = knownCard(book, shown)
  const status = decideOn(book, station, 'start', card, at, replayed)
  if (status !== 'Accepted') {
    return { ...nobodys, rfid, warning: status === 'ConcurrentTx' ? 'other_token' : 'unowned' }
  }
  if (card?.driverId != null && !replayed) giveWay(book, card.driverId)
  if (!card || !station.monetized) return { ...nobodys, driverId: card?.driverId ?? null, rfid }
  const { driverId, paymentMethodType } = card
  return { ...nobodys, driverId, rfid, billable: true, paymentMethodType }
}

/** What a driver was asked to pay for, and has not, is over once the driver begins something else. */
function giveWay(book: OrderBook, driverId: number): void {
  const asked = book.openOf(driverId)
  const step = asked && awaitsMoney(asked) ? giveUp(asked, 'canceled_by_driver', book.context.now) : null
  if (step) book.take(step)
}

/** What a station is told of the card that an order began with. The order says whether it was taken, the card why not. */
export function startAuthorization(book: OrderBook, order: Order, token: IdToken | undefined): Authorization {
  const status = authorizationOf(order)
  const card = orderOfToken(book, token) ? undefined : knownCard(book, token)
  if (status !== 'Invalid' || !card) return authorizationAnswer(status, card)
  const word = wordOf(card, order.transactionStart ?? book.context.now)
  if (word !== 'Accepted') return authorizationAnswer(word, card)
  return authorizationAnswer(card.noCredit ? 'NoCredit' : status, card)
}

/** What a station is told of the card that ended a transaction. */
export function endAuthorization(
  book: OrderBook,
  station: KnownStation,
  token: IdToken | undefined,
): Authorization {
  const shown = cardOf(token)
  if (!shown || orderOfToken(book, shown)) return { status: 'Accepted' }
  const card = knownCard(book, shown)
  return authorizationAnswer(decideOn(book, station, 'stop', card, book.context.now), card)
}

const knownCard = (book: OrderBook, token: IdToken | undefined): KnownToken | undefined =>
  token && book.context.tokens.get(tokenKey(token.token))

function decideOn(
  book: OrderBook,
  station: KnownStation,
  purpose: Purpose,
  card: KnownToken | undefined,
  at: Date,
  replayed = false,
) {
  const last = card && card.driverId !== null ? book.openOf(card.driverId) : undefined
  // nobody's session is kept from beginning by what the driver was only asked
  const open = last && !awaitsMoney(last) ? last : undefined
  const masterPass = card !== undefined && isMasterPass(card, book.context.masterPassGroup)
  const situation: Situation = {
    card: wordOf(card, at),
    free: !station.monetized,
    paused: station.paused && !replayed,
    masterPass,
    mayEnd:
      card !== undefined && (open?.stationId === station.id || endsOthers(book, station, card, masterPass)),
    // the station of an owner whom nobody has let in may say what it likes of cards, of past sessions too
    noCredit: (card?.noCredit === true && !replayed) || book.context.notAdmitted.has(station.locationId),
    charges: open !== undefined && !replayed,
  }
  return decide(purpose, situation)
}

/** Whether a transaction runs at a station that a card may end for its group's sake. */
function endsOthers(
  book: OrderBook,
  station: KnownStation,
  { group }: KnownToken,
  masterPass: boolean,
): boolean {
  if (group === null) return false
  const running = book.openAt(station).filter(({ status }) => status === 'started')
  return running.some(
    ({ rfid }) => masterPass || (rfid !== null && book.context.tokens.get(rfid)?.group === group),
  )
}

const nobodys: Permission = {
  driverId: null,
  rfid: null,
  billable: false,
  awaitsCard: false,
  warning: null,
  paymentMethodType: null,
}

/** Of a transaction that began before anybody asked for it. */
export const unclaimed: Permission = { ...nobodys, awaitsCard: true }

/** Of a remote start that came after it had been given up. */
export const tooLate: Permission = { ...nobodys, warning: 'late_start' }
