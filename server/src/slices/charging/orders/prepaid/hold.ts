import { simpleView, type TariffElement } from '../../../places/tariffs/elements.ts'
import { withStopRequested } from '../machine/rules.ts'
import type { Permission } from '../messages/authorize.ts'
import { type Limits, limitsOf, type Order } from '../order.ts'
import { isPrepaid } from '../sessions/adopt.ts'

/** A session without a limit holds the price of so much energy, */
const usualWh = 100_000
/** and so much money at most. */
const mostHeldMinor = 300_000

/** Prices as a connector shows them, in kopecks. */
export interface ShownPrices {
  tariff: number
  rate: number
  startFee: number
}

/** What is held for a session: its limit of money or of energy, or what a full battery costs; null: charging costs nothing. */
export function chargeHoldOf(limits: Limits, { tariff, rate, startFee }: ShownPrices): number | null {
  if (tariff + rate + startFee === 0) return null
  if (limits.amountMinor !== null) return limits.amountMinor
  const energyMinor = Math.ceil(((limits.energyWh ?? usualWh) * tariff) / 1000) + startFee
  // what costs by the minute may take any time
  return rate > 0 || energyMinor === 0 ? mostHeldMinor : Math.min(energyMinor, mostHeldMinor)
}

type Held = Pick<Order, 'holdMinor' | 'limitAmountMinor' | 'paymentMethodType'>
type Limited = Pick<Order, 'holdMinor' | 'limitAmountMinor' | 'limitWh' | 'limitSeconds' | 'limitPercents'>

/**
 * What is held at once of the card that a driver has saved, for a session that begins with the driver's charging card, `mostMinor` at
 * most; it ends at what is held. One that a driver was to pay for by a link is on the new driver's account: the attempts to pay for it are another's.
 */
export function heldAtOnce(
  order: Limited,
  { billable, paymentMethodType }: Pick<Permission, 'billable' | 'paymentMethodType'>,
  elements: readonly TariffElement[] | undefined,
  mostMinor: number,
): Held {
  if (!billable || paymentMethodType !== 'card') return { ...heldOf(order), paymentMethodType }
  if (order.holdMinor !== null) return { ...heldOf(order), paymentMethodType: 'account' }
  const holdMinor = chargeHoldOf(limitsOf(order), simpleView([...(elements ?? [])]))
  if (holdMinor === null) return { ...heldOf(order), paymentMethodType }
  const boundMinor = Math.min(holdMinor, mostMinor)
  return { holdMinor: boundMinor, limitAmountMinor: boundMinor, paymentMethodType }
}

const heldOf = ({ holdMinor, limitAmountMinor }: Limited) => ({ holdMinor, limitAmountMinor })

/** Whether a session's money is held of its driver's card while it runs: it began with a charging card. */
export const isCardSession = (order: Pick<Order, 'source' | 'holdMinor'>): boolean =>
  order.source === 'rfid' && isPrepaid(order)

/** A card session whose money was refused while it runs, with its stop asked for; null: there is nothing to stop. */
export const refuseHold = (order: Order, now: Date): Order | null =>
  isCardSession(order) && order.status === 'started' && order.stopTxStatus === null
    ? withStopRequested(order, now)
    : null
