import type { Limits } from '../orders/order.ts'
import type { Agreed } from '../orders/prepaid.ts'

/** What a reservation costs, once (domain.md#paid-beforehand). */
const reservationFeeMinor = 10_000
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

/** What is agreed on with a driver who pays beforehand; the session ends at what is held for it. */
export function agreementOf(
  limits: Limits,
  chargeMinor: number,
  reservation: { seconds: number; freeSeconds: number } | null,
): Agreed {
  return {
    holdMinor: chargeMinor + (reservation ? reservationFeeMinor : 0),
    limits: { ...limits, amountMinor: chargeMinor },
    reservation: reservation && { ...reservation, feeMinor: reservationFeeMinor },
  }
}
