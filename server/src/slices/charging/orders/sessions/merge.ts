import type { StationEvent } from '@stationmaster/ocpp'
import type { Begin } from '../machine/rules.ts'
import { wholeWh } from '../measuring/meter.ts'
import type { Order } from '../order.ts'
import type { AgreedColumns } from './adopt.ts'

/*
 * Where a station names its transactions (2.x), their messages may arrive in any order. The session's begin and end come from the
 * messages that report them, whenever they arrive; until then they are estimated from the messages so far.
 */

const earlier = (a: Date | null, b: Date | null): Date | null => (a && (!b || a <= b) ? a : b)

/** The order after its start has arrived late; `tariff`: the connector's tariff at that time. */
export function withReportedStart(order: Order, started: Begin, tariff: AgreedColumns): Order {
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

/** The order after a message that happened before its known begin, so that it began no later than the message. */
export function beganBy(order: Order, at: Date): Order {
  if (order.startReported || !order.transactionStart || at >= order.transactionStart) return order
  const begun = { ...order, transactionStart: at }
  return order.source === 'operator' || order.source === 'app' ? begun : { ...begun, chargingStart: at }
}

/** The order with charging since an instant, at the latest. */
export function chargedBy(order: Order, at: Date): Order {
  const first = earlier(order.evChargingStart, at)
  return first === order.evChargingStart ? order : { ...order, evChargingStart: first }
}

type ChargingEvent = Extract<StationEvent, { type: 'charging.started' | 'meter.sampled' | 'charging.ended' }>

/**
 * The order with the record that its station reports flowing energy: by its charging state, by power, by current, or by a register
 * that cannot be read. If a register is known already, it shows the energy by itself.
 */
export function flowedBy(order: Order, event: ChargingEvent): Order {
  if (order.energyFlowed || order.meterStartWh !== null || order.decided) return order
  return reportsEnergyFlow(event) ? { ...order, energyFlowed: true } : order
}

function reportsEnergyFlow(event: ChargingEvent): boolean {
  if (event.unreadable) return true
  if (event.type === 'charging.started' && event.charging && !event.assumed) return true
  if (event.type === 'meter.sampled' && event.chargingState === 'Charging') return true
  return event.samples.some(({ powerW = 0, currentA = 0 }) => powerW > 0 || currentA > 0)
}

/** Whether a message adds to a session that has ended: it was sent before the end, or the end was not reported. */
export function addsToEnded(order: Order, sequence: number | undefined): boolean {
  if (order.status !== 'completed' || order.decided) return false
  return !order.endReported || (sequence !== undefined && sequence < (order.lastSequence ?? 0))
}
