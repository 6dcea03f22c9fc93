import { simpleView, type TariffElement } from '../../../places/tariffs/elements.ts'
import { type FleetCredit, fleetBound } from '../../drivers/terms/terms.ts'
import { withStopRequested } from '../machine/rules.ts'
import type { Permission } from '../messages/authorize.ts'
import { type Limits, limitsOf, type Order } from '../order.ts'
import { isPrepaid } from '../sessions/adopt.ts'

/** For a session without a limit, the price of this much energy is held, */
const usualWh = 100_000
/** and this much money at most. */
const mostHeldMinor = 300_000

/** Prices as a connector shows them, in kopecks. */
export interface ShownPrices {
  tariff: number
  rate: number
  startFee: number
}

/** The amount to hold for a session: its amount limit, the price of its energy limit, or of a full battery; null: charging costs nothing. */
export function chargeHoldOf(limits: Limits, { tariff, rate, startFee }: ShownPrices): number | null {
  if (tariff + rate + startFee === 0) return null
  if (limits.amountMinor !== null) return limits.amountMinor
  const energyMinor = Math.ceil(((limits.energyWh ?? usualWh) * tariff) / 1000) + startFee
  // a price per minute has no bound, because charging may take any time
  return rate > 0 || energyMinor === 0 ? mostHeldMinor : Math.min(energyMinor, mostHeldMinor)
}

type Held = Pick<Order, 'holdMinor' | 'limitAmountMinor' | 'paymentMethodType' | 'fleetId'>
type Limited = Pick<Order, 'holdMinor' | 'limitAmountMinor' | 'limitWh' | 'limitSeconds' | 'limitPercents'>

/**
 * The amount to hold at once on a driver's saved card, for a session that begins with the driver's charging card: `mostMinor` at most.
 * The session ends at the held amount. A session that another driver should pay by a link is charged to the new driver's account,
 * because the attempts to pay for it belong to the other driver.
 */
export function heldAtOnce(
  order: Limited,
  { billable, paymentMethodType, fleet }: Pick<Permission, 'billable' | 'paymentMethodType' | 'fleet'>,
  elements: readonly TariffElement[] | undefined,
  mostMinor: number,
): Held {
  if (billable && fleet)
    return {
      ...heldOf(order),
      limitAmountMinor: fleetLimit(limitsOf(order), fleet, elements),
      paymentMethodType: 'account',
      fleetId: fleet.id,
    }
  if (!billable || paymentMethodType !== 'card') return { ...heldOf(order), paymentMethodType }
  if (order.holdMinor !== null) return { ...heldOf(order), paymentMethodType: 'account' }
  const holdMinor = chargeHoldOf(limitsOf(order), simpleView([...(elements ?? [])]))
  if (holdMinor === null) return { ...heldOf(order), paymentMethodType }
  const boundMinor = Math.min(holdMinor, mostMinor)
  return { ...heldOf(order), holdMinor: boundMinor, limitAmountMinor: boundMinor, paymentMethodType }
}

/** The amount at which a session of a fleet ends, so that all of its sessions stay within the fleet's limit; null: none. */
export const fleetLimit = (
  limits: Limits,
  fleet: FleetCredit,
  elements: readonly TariffElement[] | undefined,
): number | null =>
  fleetBound(
    fleet,
    chargeHoldOf({ ...limits, amountMinor: null }, simpleView([...(elements ?? [])])),
    limits.amountMinor,
  )

const heldOf = ({ holdMinor, limitAmountMinor }: Limited) => ({ holdMinor, limitAmountMinor, fleetId: null })

/** Whether a session's money is held on its driver's saved card while it runs: it began with a charging card. */
export const isCardSession = (order: Pick<Order, 'source' | 'holdMinor'>): boolean =>
  order.source === 'rfid' && isPrepaid(order)

/** A running card session whose money was refused, with a stop requested; null: there is nothing to stop. */
export const refuseHold = (order: Order, now: Date): Order | null =>
  isCardSession(order) && order.status === 'started' && order.stopTxStatus === null
    ? withStopRequested(order, now)
    : null
