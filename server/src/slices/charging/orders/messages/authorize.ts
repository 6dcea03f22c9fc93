import type { OrderWarning, PaymentMethodType } from '@stationmaster/contract'
import type { Authorization, IdToken } from '@stationmaster/ocpp'
import type { KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'
import {
  authorizationAnswer,
  decide,
  isKeptFrom,
  isMasterPass,
  type Purpose,
  type Situation,
  wordOf,
} from '../../drivers/authorization.ts'
import { type FleetCredit, ordinaryTerms, type PersonalTerms } from '../../drivers/terms/terms.ts'
import { type KnownToken, tokenKey } from '../../drivers/tokens.ts'
import { isOpen } from '../machine/moves.ts'
import { startStatusOf } from '../machine/rules.ts'
import type { Order } from '../order.ts'
import { orderIdOfTag, tagOf } from '../order-tag.ts'
import { awaitsMoney, giveUp, isBeforeStart } from '../prepaid/prepaid.ts'
import type { OrderBook } from './book.ts'

/** Whose account a transaction that begins at the station is charged to. */
export interface Permission {
  driverId: number | null
  rfid: string | null
  billable: boolean
  /** it belongs to nobody yet: a card or a remote start may still follow */
  awaitsCard: boolean
  warning: OrderWarning | null
  /** null where nothing is billed */
  paymentMethodType: PaymentMethodType | null
  /** what decides its price beside the connector */
  terms: PersonalTerms
  /** the company that pays for it; null: none */
  fleet: FleetCredit | null
}

/** True where the station needs no authorization: a button began the transaction, or charging is free for everybody (2.0.1 part 2, C02). */
const needsNone = (token: IdToken | undefined): boolean => token?.type === 'NoAuthorization'

/** True where the driver pays at the station's own terminal, which has permitted the session (2.1 part 2, C24). */
export const paysAtStation = (token: IdToken | undefined): boolean => token?.type === 'DirectPayment'

/** The card of a message; undefined where there is none (2.x says so with a token type of its own). */
export const cardOf = (token: IdToken | undefined): IdToken | undefined =>
  token && !needsNone(token) && token.token !== '' ? token : undefined

/** The order whose own tag the token is, if it is one. */
export function orderOfToken(book: OrderBook, token: IdToken | undefined): Order | undefined {
  if (!token || paysAtStation(token)) return undefined
  const id = orderIdOfTag(token.token)
  const order = id === undefined ? undefined : book.get(id)
  return order && tokenKey(token.token) === tagOf(order.id) ? order : undefined
}

/** Whether an order may charge: not before its driver has paid and has arrived. */
const mayCharge = (order: Order): boolean => isOpen(order) && !isBeforeStart(order) && order.payUntil === null

/** The answer to an Authorize. */
export function authorize(book: OrderBook, station: KnownStation, token: IdToken): Authorization {
  if (needsNone(token)) return { status: 'Accepted' }
  if (paysAtStation(token)) return { status: maySell(station, false) ? 'Accepted' : 'Invalid' }
  const own = orderOfToken(book, token)
  if (own) return { status: own.stationId === station.id && mayCharge(own) ? 'Accepted' : 'Expired' }
  const card = knownCard(book, token)
  const status = decideOn(book, station, { purpose: 'show', card, at: book.context.now })
  if (!card && status !== 'Accepted') book.noteUnknown(station.id, tokenKey(token.token))
  return authorizationAnswer(status, card)
}

/**
 * The account of a transaction that has begun already. Its energy is recorded whatever the card is. It is billed only if the card
 * was valid at that time and its driver has no other open order. `replayed`: it began while the station was offline and could not ask.
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
  if (paysAtStation(token))
    return maySell(station, replayed)
      ? {
          ...nobodys,
          billable: station.monetized,
          paymentMethodType: station.monetized ? 'terminal' : null,
        }
      : { ...nobodys, warning: 'unowned' }
  const shownCard = cardOf(token)
  if (!shownCard) return { ...nobodys, warning: station.monetized ? 'unowned' : null }
  const rfid = tokenKey(shownCard.token)
  const card = knownCard(book, shownCard)
  const status = decideOn(book, station, { purpose: 'start', card, at, replayed })
  if (status !== 'Accepted') {
    if (!card) book.noteUnknown(station.id, rfid)
    return { ...nobodys, rfid, warning: status === 'ConcurrentTx' ? 'other_token' : 'unowned' }
  }
  if (card?.driverId != null && !replayed) cancelUnpaid(book, card.driverId)
  if (!card || !station.monetized) return { ...nobodys, driverId: card?.driverId ?? null, rfid }
  const { driverId, paymentMethodType, terms, fleet } = card
  if (terms.group?.charging === 'free')
    return { ...nobodys, driverId, rfid, terms, paymentMethodType: 'compensation' }
  return { ...nobodys, driverId, rfid, billable: true, paymentMethodType, terms, fleet }
}

/** Whether a station may sell to whoever pays there: its owner is admitted, and its sales were not paused when it began. */
const maySell = ({ paused, notAdmitted }: KnownStation, replayed: boolean): boolean =>
  !notAdmitted && (replayed || !paused)

/** Cancels a driver's unpaid order, because the driver begins another one. */
function cancelUnpaid(book: OrderBook, driverId: number): void {
  const order = book.openOf(driverId)
  const step = order && awaitsMoney(order) ? giveUp(order, 'canceled_by_driver', book.context.now) : null
  if (step) book.take(step)
}

/** The answer to a station about the card that an order began with. The order says whether it was accepted, the card says why not. */
export function startAuthorization(book: OrderBook, order: Order, token: IdToken | undefined): Authorization {
  const status = startStatusOf(order)
  const card = orderOfToken(book, token) ? undefined : knownCard(book, token)
  if (status !== 'Invalid' || !card) return authorizationAnswer(status, card)
  const word = wordOf(card, order.transactionStart ?? book.context.now)
  if (word !== 'Accepted') return authorizationAnswer(word, card)
  return authorizationAnswer(hasNoCredit(book, card) ? 'NoCredit' : status, card)
}

/** The answer to a station about the card that ended a transaction. */
export function endAuthorization(
  book: OrderBook,
  station: KnownStation,
  token: IdToken | undefined,
): Authorization {
  const shownCard = cardOf(token)
  if (!shownCard || paysAtStation(shownCard) || orderOfToken(book, shownCard)) return { status: 'Accepted' }
  const card = knownCard(book, shownCard)
  return authorizationAnswer(decideOn(book, station, { purpose: 'stop', card, at: book.context.now }), card)
}

const knownCard = (book: OrderBook, token: IdToken | undefined): KnownToken | undefined =>
  token && !paysAtStation(token) ? book.context.tokens.get(tokenKey(token.token)) : undefined

/** A card that a station asks about: for what, when, and whether the station could not ask at that time. */
interface CardUse {
  purpose: Purpose
  card: KnownToken | undefined
  at: Date
  replayed?: boolean
}

function decideOn(book: OrderBook, station: KnownStation, { purpose, card, at, replayed = false }: CardUse) {
  const last = card && card.driverId !== null ? book.openOf(card.driverId) : undefined
  // an order that only waits for money does not keep its driver from beginning another session
  const open = last && !awaitsMoney(last) ? last : undefined
  const masterPass = card !== undefined && isMasterPass(card, book.context.masterPassGroup)
  const situation: Situation = {
    card: wordOf(card, at),
    free: !station.monetized,
    paused: (station.paused || (card !== undefined && isKeptFrom(station, card))) && !replayed,
    masterPass,
    mayEnd:
      card !== undefined && (open?.stationId === station.id || endsOthers(book, station, card, masterPass)),
    // a station whose owner is not admitted cannot be trusted with cards, not even for past sessions
    noCredit: (card !== undefined && !replayed && hasNoCredit(book, card)) || station.notAdmitted,
    charges: open !== undefined && !replayed,
  }
  return decide(purpose, situation)
}

/** Whether a card may begin nothing that costs money, also because sessions of this batch have used up its fleet's limit. */
function hasNoCredit(book: OrderBook, { noCredit, fleet, terms }: KnownToken): boolean {
  if (noCredit || fleet === null || terms.group?.charging === 'free') return noCredit
  const { leftMinor } = book.creditOf(fleet)
  return leftMinor !== null && leftMinor <= 0
}

/** Whether a transaction runs at the station that the card may end because of its group. */
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
  terms: ordinaryTerms,
  fleet: null,
}

/** For a transaction that began without a card and without a remote start. */
export const unclaimed: Permission = { ...nobodys, awaitsCard: true }

/** For a transaction of a remote start that had been canceled before. */
export const tooLate: Permission = { ...nobodys, warning: 'late_start' }
