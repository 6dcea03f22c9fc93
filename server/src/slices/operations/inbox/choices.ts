import type { ReviewChoices } from '@stationmaster/contract'
import { first, HOUR_MS } from '@stationmaster/units'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { estimateWh } from '../../charging/orders/measuring/estimate.ts'
import { listReportedPower } from '../../charging/orders/measuring/power-store.ts'
import type { Order } from '../../charging/orders/order.ts'
import { decide } from '../../charging/orders/review.ts'
import { findOrder, loadSeries, seesOrder } from '../../charging/orders/store.ts'
import type { CommandParts } from '../../control/commands/parts.ts'

type Choice = Pick<ReviewChoices['choices'][number], 'by' | 'energy'>

/** The most energy in Wh that a connector can have delivered during an order's session. */
export function deliverableWh(
  order: Pick<Order, 'transactionStart' | 'transactionFinish'>,
  powerW: number,
): number {
  const { transactionStart, transactionFinish } = order
  if (!transactionStart || !transactionFinish) return 0
  return Math.floor((powerW * (transactionFinish.getTime() - transactionStart.getTime())) / HOUR_MS)
}

type OrderEnergies = Pick<
  Order,
  'energyWh' | 'meterStartWh' | 'meterStartOffsetWh' | 'meterStopWh' | 'markedWh' | 'warning'
>

/**
 * The energies that a session may be priced for, each once: that of its plausible readings, that of its registers, that of the readings
 * that contradict them, and, when the registers say more than the connector can deliver, the most that it can. When no energy is known,
 * the estimate from its power is one more.
 */
export function energiesOf(order: OrderEnergies, mostWh: number, estimatedWh: number | null): Choice[] {
  const { energyWh, meterStartWh, meterStartOffsetWh, meterStopWh, markedWh, warning } = order
  const isUnknown = warning === 'energy_unknown' && energyWh === 0
  const registersWh =
    meterStopWh === null ? 0 : Math.round(meterStopWh - (meterStartWh ?? 0) - (meterStartOffsetWh ?? 0))
  const found: Choice[] = [
    ...(isUnknown ? [] : [{ by: 'believed' as const, energy: energyWh }]),
    ...(isUnknown && registersWh === 0 ? [] : [{ by: 'registers' as const, energy: registersWh }]),
    ...(markedWh === null ? [] : [{ by: 'marked' as const, energy: markedWh }]),
    ...(registersWh > mostWh ? [{ by: 'most' as const, energy: mostWh }] : []),
    ...(energyWh === 0 && estimatedWh ? [{ by: 'estimate' as const, energy: estimatedWh }] : []),
  ]
  return found.filter(
    ({ energy }, index) => energy >= 0 && found.findIndex((one) => one.energy === energy) === index,
  )
}

/** The price of a session in review for each energy that it may be priced for. Throws order.not_found, order.not_in_review. */
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
    async (book, orders, tx) => {
      const order = first(orders)
      const terms = book.termsOf(order)
      const mostWh = deliverableWh(order, terms.maxPowerW)
      if (!order.billable && !terms.monetized) return { most_energy: mostWh, choices: [] }
      const series = (await loadSeries(tx, [id])).get(id) ?? []
      const startedAt = order.transactionStart ?? order.createdAt
      const span = { startedAt, endedAt: order.transactionFinish ?? startedAt, maxPowerW: terms.maxPowerW }
      const estimatedWh = order.energyWh === 0 ? estimateWh(await listReportedPower(tx, id), span) : null
      const priced = energiesOf(order, mostWh, estimatedWh).map((choice) => ({
        ...choice,
        charging_price:
          decide(order, { kind: 'energy', energyWh: choice.energy }, series, terms).chargingPriceMinor ?? 0,
      }))
      return { most_energy: mostWh, choices: priced }
    },
  )
}
