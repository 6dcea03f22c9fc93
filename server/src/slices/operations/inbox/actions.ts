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
import { loadEffectiveVersions } from '../../places/tariffs/store.ts'
import { loadKnownStations } from '../../stations/stations/connecting/traffic-store.ts'
import { toldBy } from './unmatched.ts'

type Parts = Pick<CommandParts, 'db' | 'clock' | 'orderWork'> & { timeZone: string }

/** The price of an order that was decided by a person is told with who and why. */
const decidedBy = ({ caller }: Commander, note: string) => ({ text: `${caller.email}: ${note}` })

async function getUnmatched(tx: Tx, { caller }: Commander, id: number): Promise<UnmatchedFound> {
  const found = await lockUnmatched(tx, caller, id)
  if (!found) throw new Failure('unmatched.not_found')
  return found
}

function auditSettled(
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

/** Gives an unmatched end to an order of its station that still waits for one; throws order.no_match for any other. */
export function matchEnd(parts: Parts, by: Commander, id: number, orderId: number): Promise<number> {
  let found: UnmatchedFound | undefined
  return parts.orderWork.change(
    async (tx) => {
      found = await getUnmatched(tx, by, id)
      const order = (await seesOrder(tx, by.caller, orderId)) ? await lockOrder(tx, orderId) : undefined
      if (!order) throw new Failure('order.not_found')
      return [order]
    },
    async (book, [order], tx) => {
      const { messages, stationId } = found!
      const fits = order!.stationId === stationId && (order!.status === 'started' || rules.awaitsStop(order!))
      const end = messages.find(({ event }) => event.type === 'charging.ended')
      if (!fits || end?.event.type !== 'charging.ended') throw new Failure('order.no_match')
      for (const { event, receivedAt } of messages) {
        const { samples, happenedAt, sequence } = event
        if (event.type === 'meter.sampled')
          takeSamples(book, orderId, samples, { happenedAt, receivedAt, sequence })
      }
      finish(book, book.get(orderId)!, end.event, end.receivedAt)
      book.log(orderId, book.context.now, 'api', 'end_matched', { text: by.caller.email })
      await updateResolved(tx, found!, orderId, parts.clock.now())
      await auditSettled(tx, parts, by, {
        action: 'unmatched.match',
        subjectType: 'unmatched_transaction',
        id,
        after: { orderId },
      })
      return orderId
    },
  )
}

/** Makes a completed order out of an unmatched end, for an energy in Wh; throws connector.not_found for another station's. */
export function priceUnmatched(
  parts: Parts,
  by: Commander,
  id: number,
  { connectorId, energyWh, note }: { connectorId: number; energyWh: number; note: string },
): Promise<number> {
  let found: UnmatchedFound | undefined
  return parts.orderWork.change(
    async (tx) => {
      found = await getUnmatched(tx, by, id)
      return []
    },
    async (book, _locked, tx) => {
      const { now } = book.context
      const station = (await loadKnownStations(tx, [found!.stationId])).get(found!.stationId)
      const connector = station?.connectors.find((one) => one.id === connectorId)
      if (!station || !connector) throw new Failure('connector.not_found')
      const { ended: end, happenedAt } = toldBy(
        found!.messages.map(({ event }) => event),
        connector.powerW,
      )
      // a day of the ledger is no place for a clock that cannot be right
      const { at } = stationTime(happenedAt, found!.messages.at(-1)!.receivedAt)
      const version = (await loadEffectiveVersions(tx, [connector], at)).get(connectorId) ?? null
      const [orderId] = await drawOrderIds(tx, 1)
      const meterWh = end?.meterWh ?? energyWh
      const started = rules.createByStation(
        {
          id: orderId!,
          locationId: station.locationId,
          stationId: station.id,
          connectorId,
          driverId: null,
          rfid: null,
          tariffVersionId: version?.id ?? null,
          discountPercent: version?.discountPercent ?? 0,
          source: 'orphan',
          replayed: true,
          billable: station.monetized,
          awaitsCard: false,
          warning: null,
          paymentMethodType: station.monetized ? 'account' : null,
        },
        {
          transactionId: `inbox-${id}`,
          startKey: null,
          at,
          receivedAt: now,
          meterWh: meterWh - energyWh,
          sequence: null,
          charging: true,
        },
      )
      book.add(started)
      const ended: End = {
        at,
        receivedAt: now,
        meterWh,
        reason: 'Other',
        sequence: null,
        doubtful: false,
      }
      const terms = {
        maxPowerW: connector.powerW,
        timeZone: station.timeZone,
        networkTimeZone: parts.timeZone,
        version,
        monetized: station.monetized,
      }
      const completed = rules.complete(started, ended, [], terms, now)
      book.put(
        { ...decide(completed, { kind: 'energy', energyWh }, [], terms), warning: null, evConnected: false },
        'all',
      )
      book.log(orderId!, now, 'api', 'review_priced', decidedBy(by, note))
      await updateResolved(tx, found!, orderId!, now)
      await auditSettled(tx, parts, by, {
        action: 'unmatched.price',
        subjectType: 'unmatched_transaction',
        id,
        after: { orderId, connectorId, energyWh, note },
      })
      return orderId!
    },
  )
}

/** Puts an unmatched transaction aside. */
export async function waiveUnmatched(parts: Parts, by: Commander, id: number, note: string): Promise<void> {
  await inTransaction(parts.db, async (tx) => {
    const found = await getUnmatched(tx, by, id)
    await updateResolved(tx, found, null, parts.clock.now())
    await auditSettled(tx, parts, by, {
      action: 'unmatched.waive',
      subjectType: 'unmatched_transaction',
      id,
      after: { note },
    })
  })
}

/** Takes note of what the network bears of a session. Throws order.not_found where nothing is to be noted. */
export async function noteBorne(parts: Parts, by: Commander, id: number, note: string): Promise<void> {
  await inTransaction(parts.db, async (tx) => {
    const borneMinor = await updateBorneNoted(tx, by.caller, id)
    if (borneMinor === undefined) throw new Failure('order.not_found')
    const fields = { ...decidedBy(by, note), value: borneMinor }
    await insertLogs(tx, [{ orderId: id, at: parts.clock.now(), kind: 'api', event: 'borne_noted', fields }])
    await auditSettled(tx, parts, by, {
      action: 'order.note_borne',
      subjectType: 'order',
      id,
      after: { borneMinor, note },
    })
  })
}

/** Decides a session that needs review: its money follows. Throws order.not_in_review, order.not_billable. */
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
    async (book, [order], tx) => {
      const terms = book.termsOf(order!)
      if (!order!.billable && !terms.monetized && decision.kind !== 'waive')
        throw new Failure('order.not_billable')
      const series = (await loadSeries(tx, [id])).get(id) ?? []
      const decided = book.put(decide(order!, decision, series, terms), 'all')
      const event = decision.kind === 'waive' ? 'review_waived' : 'review_priced'
      book.log(id, book.context.now, 'api', event, {
        ...decidedBy(by, note),
        value: decided.chargingPriceMinor ?? 0,
      })
      await auditSettled(tx, parts, by, {
        action: decision.kind === 'waive' ? 'order.waive' : 'order.price',
        subjectType: 'order',
        id,
        before: { energyWh: order!.energyWh, chargingPriceMinor: order!.chargingPriceMinor },
        after: { energyWh: decided.energyWh, chargingPriceMinor: decided.chargingPriceMinor, note },
      })
      return decided
    },
  )
}

/** Waives what is due of an order and nobody has paid: it costs what was paid. Throws order.not_found, debt.not_found. */
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
    async (book, [order], tx) => {
      const { now } = book.context
      const debtMinor =
        purpose === 'parking' ? await waiveIdle(tx, id, now) : await waiveCharging(tx, book, order!)
      book.log(id, now, 'api', 'debt_waived', { ...decidedBy(by, note), value: debtMinor })
      await auditSettled(tx, parts, by, {
        action: 'debt.waive',
        subjectType: 'order',
        id,
        after: { purpose, amountMinor: debtMinor, note },
      })
    },
  )
}

/** The order costs what was paid; resolves with what is waived. */
async function waiveCharging(tx: Tx, book: OrderBook, order: Order): Promise<number> {
  const payment = (await lockPayments(tx, [order.id])).get(order.id)
  if (!payment?.debtMinor) throw new Failure('debt.not_found')
  const paidMinor = payment.capturedMinor + (await findBookedMinor(tx, order.id, 'charging'))
  const fee = order.reservationPriceMinor && Math.min(order.reservationPriceMinor, paidMinor)
  const amountMinor = paidMinor - (fee ?? 0)
  const decided = decide(order, { kind: 'amount', amountMinor }, [], book.termsOf(order))
  // what the network bears of it does not change by what its driver does not pay
  book.put({ ...decided, borneMinor: order.borneMinor, reservationPriceMinor: fee }, 'all')
  return payment.debtMinor
}
