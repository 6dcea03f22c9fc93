import { dayOf, valueIn } from '@stationmaster/units'
import type { Tx } from '../../../platform/schema/schema.ts'
import type { Order } from '../../charging/orders/order.ts'
import type { KnownTerms } from '../contracts/known-terms.ts'
import { sharesOf } from '../contracts/rules.ts'
import { type EntryKind, nextCauses, post } from '../ledger/store.ts'
import { entriesOf } from './books/entries.ts'
import type { PaymentContext } from './collect.ts'
import { promiseCashback } from './extras/cashback.ts'
import { insertPayments, type Payment, updatePayments } from './store.ts'

type PaidBy = Pick<Payment, 'methodType' | 'provider' | 'marketShopId' | 'documentNumber' | 'debtMinor'>

/** Keeps a payment for something beside an order's charging; nothing of it is captured yet. */
export async function insertUncaptured(
  tx: Tx,
  { id: orderId, locationId, driverId }: Order,
  purpose: Payment['purpose'],
  { methodType, provider, marketShopId, documentNumber, debtMinor }: PaidBy,
  context: Pick<PaymentContext, 'terms' | 'now' | 'timeZone'> & { businessDay?: string },
): Promise<Payment> {
  const { terms, now, timeZone, businessDay = dayOf(now, timeZone) } = context
  const { ownerId } = valueIn(await terms.load(tx, [locationId], now), locationId)
  const payment: Payment = {
    orderId,
    purpose,
    locationId,
    ownerId,
    driverId,
    // a fleet pays for charging alone
    fleetId: null,
    status: 'created',
    debtMinor,
    methodType,
    provider,
    marketShopId,
    documentNumber,
    providerFeeMinor: null,
    capturedMinor: 0,
    refundedMinor: 0,
    chargedBackMinor: 0,
    agentFeeMinor: 0,
    bankCommissionMinor: 0,
    energyWh: 0,
    businessDay,
    createdAt: now,
    updatedAt: now,
  }
  await insertPayments(tx, [payment])
  return payment
}

interface Moved {
  kind: EntryKind
  at: Date
  businessDay: string
}

/** Changes a locked payment of an ended order: its shares follow, and the ledger holds what moves. */
export async function movePayment(
  tx: Tx,
  known: KnownTerms,
  last: Payment,
  change: Partial<Payment>,
  moved: Moved,
): Promise<void> {
  const next = { ...last, ...change }
  const [terms, causes] = await Promise.all([
    known.load(tx, [last.locationId], moved.at),
    nextCauses(tx, [last.orderId]),
  ])
  const captured = { ...next, givenBackMinor: next.refundedMinor + next.chargedBackMinor }
  const agreed = { ...valueIn(terms, last.locationId), ownerId: last.ownerId }
  const payment = { ...next, ...sharesOf(captured, agreed, last.businessDay) }
  const entries = entriesOf(last, payment, {
    ...moved,
    cause: valueIn(causes, last.orderId),
    orderCount: 0,
    energyWh: 0,
    before: last,
  })
  await Promise.all([updatePayments(tx, [payment]), post(tx, entries)])
  if (payment.purpose === 'charging')
    await promiseCashback(
      tx,
      [{ payment, percent: 0, reservationMinor: null, isFirst: false }],
      moved.at,
      moved.businessDay,
    )
}
