import type { StationEvent } from '@stationmaster/ocpp'
import type { Begin } from '../machine/rules.ts'
import { wholeWh } from '../measuring/meter.ts'
import type { Order } from '../order.ts'

/*
 * The messages of a transaction that its station names may come in any order. Each edge of the session is taken from the message
 * that tells it, whenever that comes; until then it is where the messages so far put it.
 */

const earlier = (a: Date | null, b: Date | null): Date | null => (a && (!b || a <= b) ? a : b)

/** The order after its start has been told at last; `tariff`: what the connector cost then. */
export function tellStart(
  order: Order,
  started: Begin,
  tariff: Pick<Order, 'tariffVersionId' | 'discountPercent'>,
): Order {
  const { at, meterWh } = started
  const own = order.source === 'operator' || order.source === 'app'
  const shiftWh = meterWh === null || order.meterStartWh === null ? 0 : order.meterStartWh - meterWh
  return {
    ...order,
    ...(own ? {} : { ...tariff, chargingStart: at }),
    startReported: true,
    transactionStart: at,
    reportedBeginWh: meterWh,
    meterStartWh: meterWh ?? order.meterStartWh,
    energyWh: Math.max(0, order.energyWh + wholeWh(shiftWh)),
    evChargingStart: started.charging ? earlier(order.evChargingStart, at) : order.evChargingStart,
  }
}

/** The order as a message shows it whose session began no later than it happened. */
export function beganBy(order: Order, at: Date): Order {
  if (order.startReported || !order.transactionStart || at >= order.transactionStart) return order
  const begun = { ...order, transactionStart: at }
  return order.source === 'operator' || order.source === 'app' ? begun : { ...begun, chargingStart: at }
}

/** The order as one that has charged since an instant, at the latest. */
export function chargedBy(order: Order, at: Date): Order {
  const first = earlier(order.evChargingStart, at)
  return first === order.evChargingStart ? order : { ...order, evChargingStart: first }
}

type Told = Extract<StationEvent, { type: 'charging.started' | 'meter.sampled' | 'charging.ended' }>

/**
 * The order with it noted that its station says that energy flows: by its charging state, by power, by current, or by a register that
 * cannot be read. Where a register is known already, that one tells.
 */
export function flowedBy(order: Order, event: Told): Order {
  if (order.energyFlowed || order.meterStartWh !== null || order.decided) return order
  return saysEnergyFlows(event) ? { ...order, energyFlowed: true } : order
}

function saysEnergyFlows(event: Told): boolean {
  if (event.unreadable) return true
  if (event.type === 'charging.started' && event.charging && !event.assumed) return true
  if (event.type === 'meter.sampled' && event.chargingState === 'Charging') return true
  return event.samples.some(({ powerW = 0, currentA = 0 }) => powerW > 0 || currentA > 0)
}

/** Whether a message tells more of a session that has ended: it was sent before the end, or the end was not told. */
export function tellsMore(order: Order, sequence: number | undefined): boolean {
  if (order.status !== 'completed' || order.decided) return false
  return !order.endReported || (sequence !== undefined && sequence < (order.lastSequence ?? 0))
}
