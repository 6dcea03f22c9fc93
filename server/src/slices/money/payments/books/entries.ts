import type { PaymentMethodType } from '@stationmaster/contract'
import { type Charge, transfersOf } from '../../ledger/rules.ts'
import type { Entry, EntryKind } from '../../ledger/store.ts'
import type { Payment } from '../store.ts'

/** What happened to a payment, and what the sums of its day gain by it. */
export interface Happened {
  cause: string
  kind: EntryKind
  at: Date
  businessDay: string
  orderCount: number
  energyWh: number
  /** how the order counted, where it did already */
  before: { methodType: PaymentMethodType; energyWh: number } | null
}

/**
 * The entries of a payment that became what it is. Sums are kept by who took the money: where that has changed, what was counted
 * there is taken back, and counted here.
 */
export function entriesOf(last: Payment | null, payment: Payment, happened: Happened): Entry[] {
  const { before, orderCount, energyWh, ...common } = happened
  const taker = takerOf(payment)
  const entry: Entry = {
    ...common,
    orderId: payment.orderId,
    locationId: payment.locationId,
    ...taker,
    orderCount,
    energyWh,
    transfers: transfersOf({ type: 'charge', before: last, after: payment }),
  }
  const earlier = last ? takerOf(last) : before && { ...taker, methodType: before.methodType }
  if (!before || !earlier || isSame(earlier, taker)) return [entry]
  const back = last ? transfersOf({ type: 'charge', before: last, after: nothingOf(last) }) : []
  return [
    {
      ...entry,
      ...earlier,
      cause: `${common.cause}:back`,
      orderCount: -1,
      energyWh: -before.energyWh,
      transfers: back,
    },
    {
      ...entry,
      orderCount: 1,
      energyWh: before.energyWh + energyWh,
      transfers: transfersOf({ type: 'charge', before: null, after: payment }),
    },
  ]
}

const takerOf = ({ methodType, provider, marketShopId, ownerId }: Payment) => ({
  methodType,
  provider,
  marketShopId,
  ownerId,
})

const isSame = (a: ReturnType<typeof takerOf>, b: ReturnType<typeof takerOf>): boolean =>
  a.methodType === b.methodType && a.provider === b.provider && a.marketShopId === b.marketShopId

const nothingOf = (payment: Payment): Charge => ({
  ...payment,
  capturedMinor: 0,
  refundedMinor: 0,
  chargedBackMinor: 0,
  agentFeeMinor: 0,
  bankCommissionMinor: 0,
})
