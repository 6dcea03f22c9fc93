import type { Limits } from '../../charging/orders/order.ts'
import type { Agreed } from '../../charging/orders/prepaid/prepaid.ts'

/** What a reservation costs, once (domain.md#paid-beforehand). */
const reservationFeeMinor = 10_000

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
