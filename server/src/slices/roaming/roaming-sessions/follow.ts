import { type Cdr, codecOf, type Json, read, type Session, write } from '@stationmaster/ocpi'
import { DAY_MS, dayOf, MINUTE_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../platform/database/database-fault.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Deliveries } from '../../../platform/jobs/deliveries/deliveries.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import { awaitsStop } from '../../charging/orders/machine/rules.ts'
import type { OrderWork } from '../../charging/orders/messages/unit-of-work.ts'
import type { Order } from '../../charging/orders/order.ts'
import { findOrder, loadSeries } from '../../charging/orders/store.ts'
import { inForce } from '../../money/contracts/rules.ts'
import { listTerms } from '../../money/contracts/store.ts'
import { creditOf } from '../publishing/bills/cdr.ts'
import { loadPlaces, type PublishingParts } from '../publishing/shown/network.ts'
import { updateLedgerSeen } from '../tokens/store.ts'
import { billOf } from './bill.ts'
import { type SessionPlace, sessionOf, statusOf } from './session.ts'
import {
  type CdrRow,
  type Cost,
  findCost,
  findNewestEntry,
  findOrigin,
  insertCdr,
  listCdrsOf,
  listToFollow,
  lockSession,
  type Origin,
  type SessionRow,
  saveSession,
  updateEnded,
} from './store.ts'

export interface FollowParts extends PublishingParts {
  log: FastifyBaseLogger
  orderWork: Pick<OrderWork, 'changeIn'>
  deliveries: Pick<Deliveries, 'send'>
}

/** a partner's answer in real time is about the session that begins within this time */
const answeredMs = 15 * MINUTE_MS
/** a stop that has not come by then will not change the bill */
const stopMs = DAY_MS

const { session: sessionCodec, cdr: cdrCodec } = codecOf('2.3.0')

/** The words of OCPI 2.3.0, in which sessions and bills are kept: no version says more. */
const wordsOf = {
  session: (session: Session) => write(sessionCodec, session) as SessionRow['body'],
  cdr: (cdr: Cdr) => write(cdrCodec, cdr) as CdrRow['body'],
}

/** Sessions of partners' drivers: whatever their partners see of them is kept and sent when it changes, and billed at the end. */
export class RoamingSessions {
  #turn: Promise<void> = Promise.resolve()

  constructor(
    private readonly parts: FollowParts,
    jobs: Jobs,
  ) {
    jobs.schedule('roaming-sessions', '* * * * *', () => this.followAll())
  }

  /** Looks at orders soon, as they have changed; the minute's look finds what is missed. */
  soon(orderIds: readonly number[]): void {
    for (const id of orderIds)
      this.#turn = this.#turn
        .then(() => this.follow(id))
        .catch((error) =>
          logFailure(this.parts.log, error, 'a session of a partner could not be followed', { id }),
        )
  }

  /** Resolves when all that has changed has been looked at. */
  async settled(): Promise<void> {
    await this.#turn
  }

  async followAll(): Promise<void> {
    const { db } = this.parts
    const newest = await findNewestEntry(db)
    for (const id of await listToFollow(db)) await this.follow(id)
    await updateLedgerSeen(db, newest)
  }

  /** Brings what a partner sees of an order up to date. */
  async follow(orderId: number): Promise<void> {
    await inTransaction(this.parts.db, async (tx) => {
      const known = await lockSession(tx, orderId)
      const order = await findOrder(tx, orderId)
      if (!order || order.fleetId === null) return
      const row = known ?? (await this.#begin(tx, order))
      const place = row && (await this.#placeOf(tx, order))
      if (!row || !place) return
      const cost = await findCost(tx, orderId)
      const isFinal = this.#isFinal(order, cost)
      await this.#show(tx, { order, row: known ?? row, isNew: !known, place, cost: isFinal ? cost : null })
      if (isFinal) await this.#bill(tx, { order, row, place, cost })
      if (isFinal && !row.ended) await updateEnded(tx, orderId)
    })
  }

  async #begin(tx: Tx, order: Order): Promise<SessionRow | undefined> {
    const origin = await findOrigin(tx, order.id, answeredMs)
    return origin && { orderId: order.id, ...rowOf(origin), body: {}, ended: false }
  }

  /** Where an order is; undefined while nobody has named who we are, or its location lacks what partners must know. */
  async #placeOf(tx: Tx, { locationId, connectorId }: Order): Promise<SessionPlace | undefined> {
    const [place] = await loadPlaces(tx, this.parts, [locationId])
    const connector = place?.connectors.find(({ id }) => id === connectorId)
    if (!place?.location || !connector) return undefined
    const beside = place.connectors.filter(
      ({ stationId, evseNumber }) => stationId === connector.stationId && evseNumber === connector.evseNumber,
    )
    const evseUid = String(Math.min(...beside.map(({ id }) => id)))
    return { location: place.location, evseUid, connectorId: String(connector.number) }
  }

  /** Whether nothing changes any more, but for money that is given back. */
  #isFinal(order: Order, cost: Cost): boolean {
    const status = statusOf(order)
    if (status === 'INVALID') return true
    if (status !== 'COMPLETED' || order.needsReview || cost.isOpen) return false
    const age = this.parts.clock.now().getTime() - (order.transactionFinish ?? order.createdAt).getTime()
    return !awaitsStop(order) || age >= stopMs
  }

  /** Keeps a session as it is now and has it sent, if its partner would see anything else than before. */
  async #show(
    tx: Tx,
    { order, row, isNew, place, cost }: SessionNow & { isNew: boolean; cost: Cost | null },
  ): Promise<void> {
    const at = this.parts.clock.now()
    const { currency } = this.parts
    const vatBp = await this.#vatOf(tx, order)
    const body = wordsOf.session(
      sessionOf({ order, row, place, currency, vatBp, costMinor: cost === null ? null : cost.netMinor, at }),
    )
    if (!isNew && isSame(body, row.body)) return
    await saveSession(tx, { ...row, body }, at)
    await this.#send(tx, row, { topic: 'sessions', replaceable: true })
  }

  /** Bills a session once; a bill that is not right any more is taken back whole, and a new one follows. */
  async #bill(tx: Tx, { order, row, place, cost }: SessionNow & { cost: Cost }): Promise<void> {
    const bills = await listCdrsOf(tx, order.id)
    const taken = new Set(bills.map(({ credits }) => credits))
    const standing = bills.findLast(({ id, credits }) => credits === null && !taken.has(id))
    const isRight = standing?.totalMinor === cost.netMinor && standing.energyWh === order.energyWh
    if (standing ? isRight : order.energyWh === 0 && cost.netMinor === 0) return
    // all of it was given back, and that was the end of it
    if (!standing && bills.length > 0 && cost.netMinor === 0) return
    let nth = bills.length
    if (standing) {
      const at = this.parts.clock.now()
      const body = wordsOf.cdr(creditOf(readCdr(standing.body), at))
      const { id: credits, totalMinor, energyWh, partnerId } = standing
      const credit = { id: `${credits}-C`, orderId: order.id, partnerId, nth: nth++, body, energyWh, credits }
      await this.#add(tx, row, { ...credit, totalMinor: 0 - totalMinor })
      if (cost.netMinor === 0 && order.energyWh === energyWh) return
    }
    const id = nth === 0 ? String(order.id) : `${order.id}-${nth}`
    const cdr = await this.#billOf(tx, id, { order, row, place, cost })
    if (!cdr) return
    const { id: orderId, energyWh } = order
    const { partnerId } = row
    const made = {
      id,
      orderId,
      partnerId,
      nth,
      body: wordsOf.cdr(cdr),
      totalMinor: cost.netMinor,
      energyWh,
      credits: null,
    }
    await this.#add(tx, row, made)
  }

  async #billOf(tx: Tx, id: string, now: SessionNow & { cost: Cost }): Promise<Cdr | undefined> {
    const { clock, currency, orderWork } = this.parts
    const { order } = now
    const { decided } = await orderWork.changeIn(
      tx,
      async () => [order],
      (book) => ({ terms: book.termsOf(order), tariffId: book.versionOf(order)?.tariffId ?? null }),
    )
    const series = (await loadSeries(tx, [order.id])).get(order.id) ?? []
    const vatBp = await this.#vatOf(tx, order)
    return billOf({ ...now, ...decided, id, series, currency, vatBp, at: clock.now() })
  }

  async #add(tx: Tx, row: SessionRow, cdr: Omit<CdrRow, 'takenAt'>): Promise<void> {
    await insertCdr(tx, cdr, this.parts.clock.now())
    await this.#send(tx, row, { topic: 'cdrs', replaceable: false, payload: { id: cdr.id } })
  }

  async #send(
    tx: Tx,
    { partnerId, orderId }: SessionRow,
    what: { topic: string; replaceable: boolean; payload?: object },
  ): Promise<void> {
    await this.parts.deliveries.send(tx, [
      { channel: 'ocpi', target: String(partnerId), key: String(orderId), ...what },
    ])
  }

  /** The VAT in prices on the day of a session. */
  async #vatOf(tx: Tx, order: Order): Promise<number | null> {
    const day = dayOf(order.transactionStart ?? order.createdAt, this.parts.timeZone)
    return inForce(await listTerms(tx, 'legal_details'), day)?.vatBp ?? null
  }
}

interface SessionNow {
  order: Order
  row: SessionRow
  place: SessionPlace
}

function rowOf({ partnerId, token, byCommand, byAnswer, commandReference, answeredReference }: Origin) {
  const authMethod = byCommand ? 'COMMAND' : byAnswer ? 'AUTH_REQUEST' : 'WHITELIST'
  const authorizationReference = byCommand ? commandReference : byAnswer ? answeredReference : null
  return { partnerId, token, authMethod, authorizationReference } as const
}

/** A bill that is kept. */
function readCdr(body: CdrRow['body']): Cdr {
  const reading = read(cdrCodec, body)
  // it was written by the same codec
  if (!reading.ok) throw new Error('a bill that is kept cannot be read')
  return reading.value
}

const withoutStamp = ({ last_updated: _, ...rest }: { [name: string]: Json }) => JSON.stringify(sorted(rest))

/** jsonb keeps no order of fields. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  )
}

/** Whether a partner would see the same; when it was changed counts as nothing. */
const isSame = (one: SessionRow['body'], other: SessionRow['body']): boolean =>
  withoutStamp(one) === withoutStamp(other)
