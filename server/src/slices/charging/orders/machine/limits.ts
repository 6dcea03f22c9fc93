import { type TransactionLimit, withoutUndefined } from '@stationmaster/ocpp'
import { SECOND_MS } from '@stationmaster/units'
import { isUniform, simpleView } from '../../../places/tariffs/elements.ts'
import type { Order } from '../order.ts'
import type { Terms } from './settlement.ts'

export type LimitReached = 'amount' | 'energy' | 'time' | 'percent'

/** The limit that a running order has reached at an instant or will pass at its next sample; null: none. */
export function limitReached(order: Order, at: Date, nextMinor = 0, nextWh = 0): LimitReached | null {
  const { limitAmountMinor, chargingPriceMinor } = order
  if (
    limitAmountMinor !== null &&
    ((chargingPriceMinor ?? 0) >= limitAmountMinor || nextMinor > limitAmountMinor)
  )
    return 'amount'
  if (order.limitWh !== null && (order.energyWh >= order.limitWh || nextWh > order.limitWh)) return 'energy'
  if (order.limitPercents !== null && order.soc !== null && order.soc >= order.limitPercents) return 'percent'
  const seconds = order.transactionStart ? (at.getTime() - order.transactionStart.getTime()) / SECOND_MS : 0
  return order.limitSeconds !== null && seconds >= order.limitSeconds ? 'time' : null
}

type Personal = Pick<Order, 'discountPercent' | 'pricePercent' | 'fleetContractId' | 'tagGroup'>
type Limited = Personal & Pick<Order, 'limitAmountMinor' | 'limitWh' | 'limitSeconds' | 'limitPercents'>

/** Whether a company or a group of cards has agreed on a price of its own, or the driver's is changed. */
export const isAgreed = ({
  pricePercent,
  fleetContractId,
  tagGroup,
}: Omit<Personal, 'discountPercent'>): boolean =>
  pricePercent !== 0 || fleetContractId !== null || tagGroup !== null

/** Whether a driver may pay another price than everybody: a station that reckons by itself knows only that one. */
export const isPersonal = (order: Personal): boolean => order.discountPercent > 0 || isAgreed(order)

/**
 * The limits of an order for a station that can end the transaction by itself, also while it is offline. It may not know our tariff,
 * so an amount comes with the energy and the time that it pays for, where each kWh and each minute has one price; these stand for it where
 * the station would reckon with a price that is not this driver's. Nothing: no limits.
 */
export function stationLimit<O extends Limited>(
  order: O,
  book: { termsOf(order: O): Terms },
): { limit?: TransactionLimit } {
  const { limitAmountMinor, limitWh, limitSeconds, limitPercents } = order
  const given = [limitAmountMinor, limitWh, limitSeconds, limitPercents]
  if (given.every((one) => one === null)) return {}
  const paid = limitAmountMinor === null ? {} : paidBy(limitAmountMinor, book.termsOf(order))
  const stands = isPersonal(order) && Object.keys(paid).length > 0
  return {
    limit: withoutUndefined<TransactionLimit>({
      costMinor: stands ? undefined : (limitAmountMinor ?? undefined),
      energyWh: least(limitWh, paid.energyWh),
      seconds: least(limitSeconds, paid.seconds),
      soc: limitPercents ?? undefined,
    }),
  }
}

/** The energy and the time that an amount pays for at most, each for itself; nothing where that cannot be said beforehand. */
function paidBy(amountMinor: number, { version, monetized }: Terms): { energyWh?: number; seconds?: number } {
  const capped = version?.maxPriceMinor != null && version.maxPriceMinor <= amountMinor
  if (!version || !monetized || capped || version.discountPercent >= 100 || !isUniform(version)) return {}
  const { tariff, rate, startFee } = simpleView(version.elements)
  // before the discount
  const restMinor = (amountMinor * 100) / (100 - version.discountPercent) - startFee
  if (restMinor <= 0) return {}
  return withoutUndefined<{ energyWh?: number; seconds?: number }>({
    energyWh: tariff > 0 ? Math.floor((restMinor * 1000) / tariff) : undefined,
    seconds: rate > 0 ? Math.floor((restMinor * 60) / rate) : undefined,
  })
}

const least = (one: number | null, other: number | undefined): number | undefined =>
  one === null ? other : Math.min(one, other ?? one)
