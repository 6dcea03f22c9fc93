import type { Segment } from '../../places/tariffs/pricing/pricing.ts'
import { pointsOf, priceFinal, type Terms } from './machine/settlement.ts'
import type { Metered } from './measuring/measure.ts'
import type { Order } from './order.ts'
import { promisedOf } from './prepaid/promise.ts'

/** What a person decides of a session that needs review. */
export type Decision =
  | { kind: 'energy'; energyWh: number }
  | { kind: 'amount'; amountMinor: number }
  | { kind: 'waive' }

/**
 * The order with its review decided: priced by its tariff for the energy that is believed, at an amount, or given away. What
 * the meter told stays in the series; only the order's own energy and price change.
 */
export function decide(order: Order, decision: Decision, series: readonly Metered[], terms: Terms): Order {
  const reviewed = { ...order, needsReview: false, decided: true }
  if (decision.kind === 'waive') return { ...reviewed, chargingPriceMinor: 0, borneMinor: 0, segments: [] }
  // what was nobody's is paid from now on
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

/** An amount that people have agreed on, as the one line of the bill. */
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
