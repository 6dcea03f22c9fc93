import { first, last } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import * as rules from '../../charging/orders/machine/rules.ts'
import type { End } from '../../charging/orders/machine/settlement.ts'
import { stationTime } from '../../charging/orders/measuring/meter.ts'
import type { OrderBook } from '../../charging/orders/messages/book.ts'
import { finish, takeSamples } from '../../charging/orders/messages/from-station.ts'
import type { Order } from '../../charging/orders/order.ts'
import { updateBorneNoted } from '../../charging/orders/prepaid/borne-store.ts'
import { type Decision, decide } from '../../charging/orders/review.ts'
import {
  lockUnmatched,
  type UnmatchedFound,
  updateResolved,
} from '../../charging/orders/sessions/unmatched-store.ts'
import { drawOrderIds, insertLogs, loadSeries, lockOrder, seesOrder } from '../../charging/orders/store.ts'
import type { Commander, CommandParts } from '../../control/commands/parts.ts'
import { findBookedMinor } from '../../money/payments/debts/booked-debt-store.ts'
import { waiveIdle } from '../../money/payments/extras/idle.ts'
import { lockPayments } from '../../money/payments/store.ts'
import { loadEffectiveVersions, type StoredVersion } from '../../places/tariffs/store.ts'
import { type KnownStation, loadKnownStations } from '../../stations/stations/connecting/traffic-store.ts'
import { summaryOf } from './unmatched.ts'

type Parts = Pick<CommandParts, 'db' | 'clock' | 'orderWork'> & { timeZone: string }

/** The log text of a person's decision: who decided and why. */
const decidedBy = ({ caller }: Commander, note: string) => ({ text: `${caller.email}: ${note}` })

async function getUnmatched(tx: Tx, { caller }: Commander, id: number): Promise<UnmatchedFound> {
  const found = await lockUnmatched(tx, caller, id)
  if (!found) throw new Failure('unmatched.not_found')
  return found
}

function auditDecision(
  tx: Tx,
  { clock }: Parts,
  { caller, remoteAddress }: Commander,
  entry: { action: string; subjectType: string; id: number; before?: object; after: object },
) {
  const { action, subjectType, id, before, after } = entry
  return audit(tx, {
    caller,
    action,
    subjectType,
    subjectId: id,
    ...(before ? { before } : {}),
    after,
    at: clock.now(),
    ...(remoteAddress ? { remoteAddress } : {}),
  })
}

/** Gives an unmatched end to an order of its station that still waits for its end. Throws order.no_match for any other order. */
export function matchEnd(parts: Parts, by: Commander, id: number, orderId: number): Promise<number> {
  // set by the first function, which always runs before the second
  let found!: UnmatchedFound
  return parts.orderWork.change(
    async (tx) => {
      found = await getUnmatched(tx, by, id)
      const order = (await seesOrder(tx, by.caller, orderId)) ? await lockOrder(tx, orderId) : undefined
      if (!order) throw new Failure('order.not_found')
      return [order]
    },
    async (book, orders, tx) => {
      const order = first(orders)
      const { messages, stationId } = found
      const fits = order.stationId === stationId && (order.status === 'started' || rules.awaitsStop(order))
      const end = messages.find(({ event }) => event.type === 'charging.ended')
      if (!fits || end?.event.type !== 'charging.ended') throw new Failure('order.no_match')
      for (const { event, receivedAt } of messages) {
        const { samples, happenedAt, sequence } = event
        if (event.type === 'meter.sampled')
          takeSamples(book, orderId, samples, { happenedAt, receivedAt, sequence })
      }
      finish(book, book.get(orderId) ?? order, end.event, end.receivedAt)
      book.log(orderId, book.context.now, 'api', 'end_matched', { text: by.caller.email })
      await updateResolved(tx, found, orderId, parts.clock.now())
      await auditDecision(tx, parts, by, {
        action: 'unmatched.match',
        subjectType: 'unmatched_transaction',
        id,
        after: { orderId },
      })
      return orderId
    },
  )
}

/** Makes a completed order from an unmatched end, for an energy in Wh. Throws connector.not_found for a connector of another station. */
export function priceUnmatched(
  parts: Parts,
  by: Commander,
  id: number,
  { connectorId, energyWh, note }: { connectorId: number; energyWh: number; note: string },
): Promise<number> {
  // set by the first function, which always runs before the second
  let found!: UnmatchedFound
  return parts.orderWork.change(
    async (tx) => {
      found = await getUnmatched(tx, by, id)
      return []
    },
    async (book, _locked, tx) => {
      const { now } = book.context
      const station = (await loadKnownStations(tx, [found.stationId])).get(found.stationId)
      const connector = station?.connectors.find((one) => one.id === connectorId)
      if (!station || !connector) throw new Failure('connector.not_found')
      const { ended: end, happenedAt } = summaryOf(
        found.messages.map(({ event }) => event),
        connector.powerW,
      )
      // the station's clock may be wrong; then the time of arrival decides the day of the ledger
      const { at } = stationTime(happenedAt, last(found.messages).receivedAt)
      const version = (await loadEffectiveVersions(tx, [connector], at)).get(connectorId) ?? null
      const orderId = first(await drawOrderIds(tx, 1))
      const session = { at, energyWh, meterWh: end?.meterWh ?? energyWh }
      const place = { station, connector, version, networkTimeZone: parts.timeZone }
      bookOrphan(book, { orderId, transactionId: `inbox-${id}` }, place, session)
      book.log(orderId, now, 'api', 'review_priced', decidedBy(by, note))
      await updateResolved(tx, found, orderId, now)
      await auditDecision(tx, parts, by, {
        action: 'unmatched.price',
        subjectType: 'unmatched_transaction',
        id,
        after: { orderId, connectorId, energyWh, note },
      })
      return orderId
    },
  )
}

interface OrphanPlace {
  station: KnownStation
  connector: KnownStation['connectors'][number]
  version: StoredVersion | null
  networkTimeZone: string
}

/** Adds an order that starts and ends at one instant, because only the end of its session is known. */
function bookOrphan(
  book: OrderBook,
  { orderId, transactionId }: { orderId: number; transactionId: string },
  { station, connector, version, networkTimeZone }: OrphanPlace,
  { at, energyWh, meterWh }: { at: Date; energyWh: number; meterWh: number },
): void {
  const { now } = book.context
  const started = rules.createByStation(
    {
      id: orderId,
      locationId: station.locationId,
      stationId: station.id,
      connectorId: connector.id,
      driverId: null,
      rfid: null,
      tariffVersionId: version?.id ?? null,
      discountPercent: version?.discountPercent ?? 0,
      pricePercent: 0,
      fleetContractId: null,
      tagGroup: null,
      source: 'orphan',
      replayed: true,
      billable: station.monetized,
      awaitsCard: false,
      warning: null,
      paymentMethodType: station.monetized ? 'account' : null,
    },
    {
      transactionId,
      startKey: null,
      at,
      receivedAt: now,
      meterWh: meterWh - energyWh,
      sequence: null,
      charging: true,
    },
  )
  book.add(started)
  const ended: End = { at, receivedAt: now, meterWh, reason: 'Other', sequence: null, doubtful: false }
  const terms = {
    maxPowerW: connector.powerW,
    timeZone: station.timeZone,
    networkTimeZone,
    version,
    monetized: station.monetized,
  }
  const completed = rules.complete(started, ended, [], terms, now)
  const decided = decide(completed, { kind: 'energy', energyWh }, [], terms)
  book.put({ ...decided, warning: null, evConnected: false }, 'all')
}

/** Puts an unmatched transaction aside. */
export async function waiveUnmatched(parts: Parts, by: Commander, id: number, note: string): Promise<void> {
  await inTransaction(parts.db, async (tx) => {
    const found = await getUnmatched(tx, by, id)
    await updateResolved(tx, found, null, parts.clock.now())
    await auditDecision(tx, parts, by, {
      action: 'unmatched.waive',
      subjectType: 'unmatched_transaction',
      id,
      after: { note },
    })
  })
}

/** Records that a person has seen what the network pays of a session. Throws order.not_found when there is nothing to record. */
export async function noteBorne(parts: Parts, by: Commander, id: number, note: string): Promise<void> {
  await inTransaction(parts.db, async (tx) => {
    const borneMinor = await updateBorneNoted(tx, by.caller, id)
    if (borneMinor === undefined) throw new Failure('order.not_found')
    const fields = { ...decidedBy(by, note), value: borneMinor }
    await insertLogs(tx, [{ orderId: id, at: parts.clock.now(), kind: 'api', event: 'borne_noted', fields }])
    await auditDecision(tx, parts, by, {
      action: 'order.note_borne',
      subjectType: 'order',
      id,
      after: { borneMinor, note },
    })
  })
}

/** Decides a session that needs review; its payments follow the decision. Throws order.not_in_review, order.not_billable. */
export function decideReview(
  parts: Parts,
  by: Commander,
  id: number,
  decision: Decision,
  note: string,
): Promise<Order> {
  return parts.orderWork.change(
    async (tx) => {
      const order = (await seesOrder(tx, by.caller, id)) ? await lockOrder(tx, id) : undefined
      if (!order) throw new Failure('order.not_found')
      if (!order.needsReview || order.status !== 'completed') throw new Failure('order.not_in_review')
      return [order]
    },
    async (book, orders, tx) => {
      const order = first(orders)
      const terms = book.termsOf(order)
      if (!order.billable && !terms.monetized && decision.kind !== 'waive')
        throw new Failure('order.not_billable')
      const series = (await loadSeries(tx, [id])).get(id) ?? []
      const decided = book.put(decide(order, decision, series, terms), 'all')
      const event = decision.kind === 'waive' ? 'review_waived' : 'review_priced'
      book.log(id, book.context.now, 'api', event, {
        ...decidedBy(by, note),
        value: decided.chargingPriceMinor ?? 0,
      })
      await auditDecision(tx, parts, by, {
        action: decision.kind === 'waive' ? 'order.waive' : 'order.price',
        subjectType: 'order',
        id,
        before: { energyWh: order.energyWh, chargingPriceMinor: order.chargingPriceMinor },
        after: { energyWh: decided.energyWh, chargingPriceMinor: decided.chargingPriceMinor, note },
      })
      return decided
    },
  )
}

/** Waives the debt of an order: its price becomes what was paid. Throws order.not_found, debt.not_found. */
export function waiveDebt(
  parts: Parts,
  by: Commander,
  id: number,
  { purpose, note }: { purpose: 'charging' | 'parking'; note: string },
): Promise<void> {
  return parts.orderWork.change(
    async (tx) => {
      const order = (await seesOrder(tx, by.caller, id)) ? await lockOrder(tx, id) : undefined
      if (!order) throw new Failure('order.not_found')
      return [order]
    },
    async (book, orders, tx) => {
      const { now } = book.context
      const debtMinor =
        purpose === 'parking' ? await waiveIdle(tx, id, now) : await waiveCharging(tx, book, first(orders))
      book.log(id, now, 'api', 'debt_waived', { ...decidedBy(by, note), value: debtMinor })
      await auditDecision(tx, parts, by, {
        action: 'debt.waive',
        subjectType: 'order',
        id,
        after: { purpose, amountMinor: debtMinor, note },
      })
    },
  )
}

/** Sets the price of an order to what was paid. Resolves with the waived amount. */
async function waiveCharging(tx: Tx, book: OrderBook, order: Order): Promise<number> {
  const payment = (await lockPayments(tx, [order.id])).get(order.id)
  if (!payment?.debtMinor) throw new Failure('debt.not_found')
  const paidMinor = payment.capturedMinor + (await findBookedMinor(tx, order.id, 'charging'))
  const fee = order.reservationPriceMinor && Math.min(order.reservationPriceMinor, paidMinor)
  const amountMinor = paidMinor - (fee ?? 0)
  const decided = decide(order, { kind: 'amount', amountMinor }, [], book.termsOf(order))
  // the share that the network pays does not change when the driver's debt is waived
  book.put({ ...decided, borneMinor: order.borneMinor, reservationPriceMinor: fee }, 'all')
  return payment.debtMinor
}
