import type { OrderDetails, OrderLog } from '@stationmaster/contract'
import type { Db } from '../../../../platform/schema/schema.ts'
import { type LineOfOrder, listLinesOf } from '../../../stations/journal/controller-log-store.ts'
import { listConnections } from '../../../stations/timeline/connection-store.ts'
import { begunAt, type Order, reportedUntil } from '../order.ts'
import { connectionLines } from '../sessions/connections.ts'
import { type Arrived, markLate } from '../sessions/late.ts'
import { listLogRows, listPaymentRows, listSampleRows, type PaymentRow } from './chronology-store.ts'

/** The times that the order itself stores, as lines of its chronology (domain.md#chronology). */
const moments = [
  ['created_at', 'createdAt'],
  ['reservation_start', 'reservationStart'],
  ['charging_start', 'chargingStart'],
  ['countdown_finish', 'countdownFinish'],
  ['transaction_start', 'transactionStart'],
  ['ev_charging_start', 'evChargingStart'],
  ['transaction_finish', 'transactionFinish'],
  ['reservation_finish', 'reservationFinish'],
  ['charging_finish', 'chargingFinish'],
  ['ev_disconnected_at', 'evDisconnectedAt'],
] as const satisfies readonly (readonly [string, keyof Order])[]

/**
 * The chronology, oldest first: logged lines, the times of the order, its meter values, its payments and, with `withController`, the
 * lines of the controller. What happened while the station was offline has the time at which it happened.
 */
export async function listLogs(db: Db, order: Order, withController: boolean): Promise<OrderLog[]> {
  const [logged, samples, payments, connections, controller] = await Promise.all([
    listLogRows(db, order.id),
    listSampleRows(db, order.id),
    listPaymentRows(db, order.id),
    listConnections(db, order.stationId, begunAt(order), reportedUntil(order)),
    withController ? listLinesOf(db, order, begunAt(order), order.chargingFinish) : [],
  ])
  const lines: Arrived[] = [
    ...momentsOf(order),
    ...logged.map(({ at, kind, event, fields }) => ({
      kind,
      event,
      created_at: at.toISOString(),
      ...fields,
    })),
    ...samples.map((row) => ({
      kind: 'ocpp' as const,
      event: 'meter_values',
      created_at: row.at.toISOString(),
      received_at: row.received_at.toISOString(),
      meters: metersOf(row.energy_wh, row.power_w, row.soc, row.current_a, row.voltage_v),
      reason: row.refused,
    })),
    ...(logged.some(({ event }) => event === 'succeeded_amount') ? [] : payments.flatMap(paymentLines)),
    ...connectionLines(connections, begunAt(order)),
    ...controller.map(controllerLine),
  ]
  return markLate(lines)
    .sort((a, b) => (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0))
    .map((line, index) => ({ id: index + 1, ...line }))
}

function momentsOf(order: Order): Arrived[] {
  const lines = moments.flatMap(([event, property]): Arrived[] => {
    const at = order[property]
    return at ? [{ kind: 'order', event, created_at: at.toISOString() }] : []
  })
  const commanded = [
    ['start_tx_status_at', order.startTxStatusAt, order.startTxStatus],
    ['stop_tx_status_at', order.stopTxStatusAt, order.stopTxStatus],
  ] as const
  for (const [event, at, status] of commanded) {
    if (at && status) lines.push({ kind: 'order', event, created_at: at.toISOString(), status })
  }
  return lines
}

/** The lines of a payment without a provider (a provider's are logged as they arrive); an amount of zero is no event. */
function paymentLines(row: PaymentRow): Arrived[] {
  const ended = row.status === 'created' ? null : row.updated_at
  const events = [
    ['holded_amount', row.created_at, row.held_minor],
    ['succeeded_amount', row.status === 'captured' ? ended : null, row.captured_minor || null],
    ['canceled_amount', row.status === 'canceled' ? ended : null, row.held_minor],
  ] as const
  return events.flatMap(([event, at, minor]): Arrived[] =>
    at && minor
      ? [
          {
            kind: 'payment',
            event,
            created_at: at.toISOString(),
            ...(event === 'holded_amount' ? { holded_value: minor } : { value: minor }),
          },
        ]
      : [],
  )
}

const controllerLine = ({ at, connector, level, source, text }: LineOfOrder): Arrived => ({
  kind: 'logs',
  event: 'controller_log',
  created_at: at.toISOString(),
  connector_id: connector,
  level,
  source,
  text,
})

/** Meter values as the interface shows them; values that the station does not report are absent. */
export function metersOf(
  energyWh: number | null,
  powerW: number | null,
  soc: number | null,
  currentA: number | null,
  voltageV: number | null,
): OrderDetails['meters'] {
  return {
    ...(energyWh === null ? {} : { energy: { value: energyWh, unit: 'Wh' } }),
    ...(powerW === null ? {} : { power: { value: powerW, unit: 'W' } }),
    ...(soc === null ? {} : { soc: { value: soc, unit: '%' } }),
    ...(currentA === null ? {} : { current: { value: currentA, unit: 'A' } }),
    ...(voltageV === null ? {} : { voltage: { value: voltageV, unit: 'V' } }),
  }
}
