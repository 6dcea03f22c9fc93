import type { Cdr } from '@stationmaster/ocpi'
import { DAY_MS, dayOf, MINUTE_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../platform/database/database-fault.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Deliveries } from '../../../platform/jobs/deliveries/deliveries.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import { vatBpUnder } from '../../charging/drivers/terms/contract.ts'
import { findVatKind } from '../../charging/drivers/terms/contract-store.ts'
import { awaitsStop } from '../../charging/orders/machine/rules.ts'
import type { OrderWork } from '../../charging/orders/messages/unit-of-work.ts'
import type { Order } from '../../charging/orders/order.ts'
import { readSigned } from '../../charging/orders/signed/view.ts'
import { findOrder, loadSeries } from '../../charging/orders/store.ts'
import { inForce } from '../../money/contracts/rules.ts'
import { listTerms } from '../../money/contracts/store.ts'
import { creditOf } from '../publishing/bills/cdr.ts'
import { evseUidOf } from '../publishing/places/location.ts'
import { findPublicTariff, loadPlaces, type PublishingParts } from '../publishing/shown/network.ts'
import { isSame } from '../publishing/shown/stamps.ts'
import { updateLedgerSeen } from '../tokens/store.ts'
import { billOf } from './bill.ts'
import { cdrOfKept, keptCdr, keptSession } from './kept.ts'
import { costSoFar, onlyRanOn, placeOf, sessionOf, statusOf } from './session.ts'
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
  type SessionPlace,
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

/** Sessions of partners' drivers: whatever their partners see of them is kept and sent when it changes, and billed at the end. */
export class RoamingSessions {
  #turn: Promise<void> = Promise.resolve()

  constructor(
    private readonly parts: FollowParts,
    jobs: Jobs,
  ) {
    jobs.schedule('roaming-sessions', '* * * * *', () => this.followAll())
  }

  /** Looks at orders soon, as they have changed; the minute's look finds what is missed, and what has only run on. */
  soon(orderIds: readonly number[]): void {
    for (const id of orderIds)
      this.#turn = this.#turn.then(() => this.#tryToFollow(id, 'soon')).then(() => undefined)
  }

  /** Resolves when all that has changed has been looked at. */
  async settled(): Promise<void> {
    await this.#turn
  }

  async followAll(): Promise<void> {
    const { db } = this.parts
    const newest = await findNewestEntry(db)
    let missed = 0
    for (const id of await listToFollow(db)) if (!(await this.#tryToFollow(id, 'minute'))) missed += 1
    // what was missed is looked for again
    if (missed === 0) await updateLedgerSeen(db, newest)
  }

  /** One session that cannot be followed keeps no other one from its partner; false: it failed. */
  async #tryToFollow(id: number, look: Look): Promise<boolean> {
    try {
      await this.#follow(id, look)
      return true
    } catch (error) {
      logFailure(this.parts.log, error, 'a session of a partner could not be followed', { id })
      return false
    }
  }

  /** Brings what a partner sees of an order up to date. */
  async #follow(orderId: number, look: Look): Promise<void> {
    await inTransaction(this.parts.db, async (tx) => {
      const known = await lockSession(tx, orderId)
      const order = await findOrder(tx, orderId)
      if (!order || order.fleetId === null) return
      const row = known ?? (await this.#begin(tx, order))
      if (!row) return
      const cost = await findCost(tx, orderId)
      const isFinal = this.#isFinal(order, cost)
      const costMinor = isFinal ? cost.netMinor : costSoFar(order)
      await this.#show(tx, { order, row, costMinor }, known ? look : 'first')
      if (isFinal) await this.#bill(tx, { order, row, cost })
      if (isFinal && !row.ended) await updateEnded(tx, orderId)
    })
  }

  /** A session that is new; undefined: it is no partner's, or its place lacks what partners must know. */
  async #begin(tx: Tx, order: Order): Promise<SessionRow | undefined> {
    const origin = await findOrigin(tx, order.id, answeredMs)
    const place = origin && (await this.#placeOf(tx, order))
    return place && { orderId: order.id, ...rowOf(origin), place, body: {}, ended: false }
  }

  async #placeOf(tx: Tx, { locationId, connectorId }: Order): Promise<SessionPlace | undefined> {
    const [place] = await loadPlaces(tx, this.parts, [locationId])
    const connector = place?.connectors.find(({ id }) => id === connectorId)
    if (!place?.location || !connector) return undefined
    const beside = place.connectors.filter(
      ({ stationId, evseNumber }) => stationId === connector.stationId && evseNumber === connector.evseNumber,
    )
    return placeOf(place.location, evseUidOf(beside), String(connector.number))
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
    { order, row, costMinor }: SessionNow & { costMinor: number | null },
    look: Look | 'first',
  ): Promise<void> {
    const at = this.parts.clock.now()
    const { currency } = this.parts
    const vatBp = await this.#vatOf(tx, order)
    const body = keptSession(sessionOf({ order, row, currency, vatBp, costMinor, at }))
    if (look !== 'first' && isSame(body, row.body)) return
    // a running session is not sent with each message of its station
    if (look === 'soon' && onlyRanOn(row.body, body)) return
    await saveSession(tx, { ...row, body }, at)
    await this.#send(tx, row, { topic: 'sessions', replaceable: true })
  }

  /** Bills a session once; a bill that is not right any more is taken back whole, and a new one follows. */
  async #bill(tx: Tx, { order, row, cost }: SessionNow & { cost: Cost }): Promise<void> {
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
      const body = keptCdr(creditOf(cdrOfKept(standing.body), at))
      const { id: credits, totalMinor, energyWh, partnerId } = standing
      const credit = { id: `${credits}-C`, orderId: order.id, partnerId, nth: nth++, body, energyWh, credits }
      await this.#add(tx, row, { ...credit, totalMinor: 0 - totalMinor })
      if (cost.netMinor === 0 && order.energyWh === energyWh) return
    }
    const id = nth === 0 ? String(order.id) : `${order.id}-${nth}`
    const cdr = await this.#billOf(tx, id, { order, row, cost })
    const { id: orderId, energyWh } = order
    const { partnerId } = row
    const made = {
      id,
      orderId,
      partnerId,
      nth,
      body: keptCdr(cdr),
      totalMinor: cost.netMinor,
      energyWh,
      credits: null,
    }
    await this.#add(tx, row, made)
  }

  async #billOf(tx: Tx, id: string, now: SessionNow & { cost: Cost }): Promise<Cdr> {
    const { clock, currency, orderWork } = this.parts
    const { order } = now
    const { decided } = await orderWork.changeIn(
      tx,
      async () => [order],
      (book) => ({ terms: book.termsOf(order), tariffId: book.versionOf(order)?.tariffId ?? null }),
    )
    const series = (await loadSeries(tx, [order.id])).get(order.id) ?? []
    const vatBp = await this.#vatOf(tx, order)
    const shown = order.fleetContractId === null ? undefined : await findPublicTariff(tx, order)
    const tariffId = shown ?? decided.tariffId
    const signed = await readSigned(tx, order)
    return billOf({ ...now, ...decided, tariffId, id, series, currency, vatBp, signed, at: clock.now() })
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

  /** The VAT in prices on the day of a session, by the contract that it began under. */
  async #vatOf(tx: Tx, order: Order): Promise<number | null> {
    const day = dayOf(order.transactionStart ?? order.createdAt, this.parts.timeZone)
    const domestic = inForce(await listTerms(tx, 'legal_details'), day)?.vatBp ?? null
    return vatBpUnder(await findVatKind(tx, order.fleetContractId), domestic)
  }
}

/** Why a session is looked at: something of it has changed, or a minute has passed. */
type Look = 'soon' | 'minute'

interface SessionNow {
  order: Order
  row: SessionRow
}

function rowOf({ partnerId, token, byCommand, byAnswer, commandReference, answeredReference }: Origin) {
  const authMethod = byCommand ? 'COMMAND' : byAnswer ? 'AUTH_REQUEST' : 'WHITELIST'
  const authorizationReference = byCommand ? commandReference : byAnswer ? answeredReference : null
  return { partnerId, token, authMethod, authorizationReference } as const
}
