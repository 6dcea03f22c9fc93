import type { Limits } from '../../charging/orders/order.ts'
import type { Agreed } from '../../charging/orders/prepaid/prepaid.ts'

/** What a reservation costs, once (domain.md#paid-beforehand). */
export const reservationFeeMinor = 10_000

/** The agreement with a driver who pays in advance; the session ends at the held amount. */
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
