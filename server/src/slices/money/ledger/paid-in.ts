import { randomUUID } from 'node:crypto'
import { type MoneyEvent, transfersOf } from './rules.ts'
import type { Entry } from './store.ts'

interface PaidIn extends Pick<Entry, 'at' | 'businessDay'> {
  driverId: number
  /** less than zero: what was noted wrongly */
  amountMinor: number
  into: Extract<MoneyEvent, { type: 'paid_in' }>['into']
}

/** What a driver paid in on the balance, as an entry of its own each time. */
export const paidInEntry = ({ at, businessDay, ...paid }: PaidIn): Entry => ({
  cause: `top_up:${randomUUID()}`,
  kind: 'top_up',
  at,
  businessDay,
  orderId: null,
  locationId: null,
  ownerId: null,
  methodType: null,
  provider: '',
  marketShopId: '',
  orderCount: 0,
  energyWh: 0,
  transfers: transfersOf({ type: 'paid_in', ...paid }),
})
