import type { OrderDetails, OrderLog } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/schema.ts'
import type { Order } from './order.ts'

/** The moments that the order itself remembers, as lines of its chronology (spec document 3, section 4). */
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

const samplesMost = 2000

interface LogRow {
  id: number
  at: Date
  kind: OrderLog['kind']
  event: string
  fields: Record<string, unknown> | null
}

interface SampleRow {
  at: Date
  energy_wh: number | null
  power_w: number | null
  soc: number | null
  current_a: number | null
  voltage_v: number | null
  refused: string | null
}

/** The chronology, oldest first: what was logged, the moments of the order, its meter values and its payments. */
export async function listLogs(db: Db, order: Order): Promise<OrderLog[]> {
  const [logged, samples, payments] = await Promise.all([
    sql<LogRow>`select id, at, kind, event, fields from order_logs where order_id = ${order.id} order by id`.execute(
      db,
    ),
    sql<SampleRow>`select at, energy_wh, power_w, soc, current_a, voltage_v, refused from meter_samples
      where order_id = ${order.id} order by at desc limit ${samplesMost}`.execute(db),
    sql<{ captured_minor: number; updated_at: Date; status: string }>`
      select captured_minor, updated_at, status from payments where order_id = ${order.id}`.execute(db),
  ])
  const lines: Omit<OrderLog, 'id'>[] = [
    ...moments.flatMap(([event, property]) => {
      const at = order[property]
      return at ? [{ kind: 'order' as const, event, created_at: at.toISOString() }] : []
    }),
    ...logged.rows.map(({ at, kind, event, fields }) => ({
      kind,
      event,
      created_at: at.toISOString(),
      ...fields,
    })),
    ...samples.rows.map((row) => ({
      kind: 'ocpp' as const,
      event: 'meter_values',
      created_at: row.at.toISOString(),
      meters: metersOf(row.energy_wh, row.power_w, row.soc, row.current_a, row.voltage_v),
      reason: row.refused,
    })),
    ...payments.rows
      .filter((row) => row.status === 'captured')
      .map((row) => ({
        kind: 'payment' as const,
        event: 'succeeded_amount',
        created_at: row.updated_at.toISOString(),
        value: row.captured_minor,
      })),
  ]
  return lines
    .sort((a, b) => (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0))
    .map((line, index) => ({ id: index + 1, ...line }))
}

/** Meters as the wire has them; what the station does not report is absent. */
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
