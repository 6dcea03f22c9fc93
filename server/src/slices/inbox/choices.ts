import type { ReviewChoices } from '@stationmaster/contract'
import { HOUR_MS } from '@stationmaster/units'
import type { Caller } from '../../platform/caller.ts'
import { Failure } from '../../platform/failure.ts'
import type { CommandParts } from '../commands/parts.ts'
import type { Order } from '../orders/order.ts'
import { decide } from '../orders/review.ts'
import { findOrder, loadSeries, seesOrder } from '../orders/store.ts'

type Choice = Pick<ReviewChoices['choices'][number], 'by' | 'energy'>

/** Wh that a connector can have delivered while an order's session lasted. */
export function deliverableWh(
  order: Pick<Order, 'transactionStart' | 'transactionFinish'>,
  powerW: number,
): number {
  const { transactionStart, transactionFinish } = order
  if (!transactionStart || !transactionFinish) return 0
  return Math.floor((powerW * (transactionFinish.getTime() - transactionStart.getTime())) / HOUR_MS)
}

type Told = Pick<Order, 'energyWh' | 'meterStartWh' | 'meterStartOffsetWh' | 'meterStopWh'>

/**
 * The energies that a session may be priced for, each once: what its plausible readings give, what its registers say, and
 * where these say more than the connector can give, that.
 */
export function energiesOf(order: Told, mostWh: number): Choice[] {
  const { energyWh, meterStartWh, meterStartOffsetWh, meterStopWh } = order
  const registersWh =
    meterStopWh === null ? 0 : Math.round(meterStopWh - (meterStartWh ?? 0) - (meterStartOffsetWh ?? 0))
  const found: Choice[] = [
    { by: 'believed', energy: energyWh },
    { by: 'registers', energy: registersWh },
    ...(registersWh > mostWh ? [{ by: 'most' as const, energy: mostWh }] : []),
  ]
  return found.filter(
    ({ energy }, index) => energy >= 0 && found.findIndex((one) => one.energy === energy) === index,
  )
}

/** What a session in review costs by each energy that it may be priced for. Throws order.not_found, order.not_in_review. */
export function choicesOf(
  { orderWork }: Pick<CommandParts, 'orderWork'>,
  caller: Caller,
  id: number,
): Promise<ReviewChoices> {
  return orderWork.change(
    async (tx) => {
      const order = (await seesOrder(tx, caller, id)) ? await findOrder(tx, id) : undefined
      if (!order) throw new Failure('order.not_found')
      if (!order.needsReview || order.status !== 'completed') throw new Failure('order.not_in_review')
      return [order]
    },
    async (book, [found], tx) => {
      const order = found!
      const terms = book.termsOf(order)
      const mostWh = deliverableWh(order, terms.maxPowerW)
      if (!order.billable && !terms.monetized) return { most_energy: mostWh, choices: [] }
      const series = (await loadSeries(tx, [id])).get(id) ?? []
      const priced = energiesOf(order, mostWh).map((choice) => ({
        ...choice,
        charging_price:
          decide(order, { kind: 'energy', energyWh: choice.energy }, series, terms).chargingPriceMinor ?? 0,
      }))
      return { most_energy: mostWh, choices: priced }
    },
  )
}
