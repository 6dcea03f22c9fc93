import type { Segment } from '../../places/tariffs/pricing/pricing.ts'
import { pointsOf, priceFinal, type Terms } from './machine/settlement.ts'
import type { Metered } from './measuring/measure.ts'
import type { Order } from './order.ts'
import { promisedOf } from './prepaid/promise.ts'

/** A person's decision about a session that needs review. */
export type Decision =
  | { kind: 'energy'; energyWh: number }
  | { kind: 'amount'; amountMinor: number }
  | { kind: 'waive' }

/**
 * The order with its review decided: priced by its tariff for the decided energy, at a decided amount, or waived. The meter's series
 * stays as it is; only the order's own energy and price change.
 */
export function decide(order: Order, decision: Decision, series: readonly Metered[], terms: Terms): Order {
  const reviewed = { ...order, needsReview: false, decided: true }
  if (decision.kind === 'waive') return { ...reviewed, chargingPriceMinor: 0, borneMinor: 0, segments: [] }
  // an order that nobody paid for is paid from now on
  const decided: Order = {
    ...reviewed,
    billable: order.billable || terms.monetized,
    paymentMethodType: order.paymentMethodType ?? 'account',
  }
  const endedAt = order.transactionFinish ?? order.createdAt
  const startedAt = order.transactionStart ?? endedAt
  if (decision.kind === 'amount') {
    const { amountMinor } = decision
    const chargingPriceMinor = promisedOf(order, amountMinor)
    return {
      ...decided,
      chargingPriceMinor,
      borneMinor: amountMinor - chargingPriceMinor,
      segments: [agreed(amountMinor, startedAt, endedAt)],
    }
  }
  const { energyWh } = decision
  const points = pointsOf(order, series, terms)
  return {
    ...decided,
    energyWh,
    meterStopWh:
      order.meterStartWh === null ? null : order.meterStartWh + (order.meterStartOffsetWh ?? 0) + energyWh,
    ...priceFinal(decided, { startedAt, endedAt, energyWh }, points, terms),
  }
}

/** A decided amount, as the only line of the bill. */
function agreed(amountMinor: number, from: Date, to: Date): Segment {
  const amountMicro = amountMinor * 1000
  return {
    dimension: 'flat',
    from,
    to,
    quantity: 1,
    billedQuantity: 1,
    unitPriceMicro: amountMicro,
    amountMicro,
  }
}
